"""Facts and past messages for a question, in one list, each with its messages and the reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from persona.recall.fields import fields_of, wide_field
from persona.recall.index import Key, Known, Log, Post
from persona.recall.ranking import line_scores, message_scores, question_terms, ranked
from persona.recall.words import terms
from persona.text import one_line


@dataclass(frozen=True, slots=True)
class Recalled:
    """One result of `recall`.

    Attributes:
        kind: "fact" (something known of the user) or "message".
        text: the fact in words, or the message as it was written.
        score: above 0; orders the results of one question and compares with nothing else.
        message_ids: of the messages that it rests on; a message's own.
        conversation_ids: of the same, place by place.
        why: what speaks for it: words, fields, neighbours.
    """

    kind: Literal["fact", "message"]
    text: str
    score: float
    message_ids: tuple[str, ...]
    conversation_ids: tuple[str, ...]
    why: str


def recall(
    known: Known,
    log: Log,
    question: str,
    k: int = 10,
    names: Mapping[str, Collection[str]] | None = None,
) -> tuple[Recalled, ...]:
    """The k best facts and messages for a question, best first.

    A fact stands where its best message stands, before it, if it shares a word or a field with the
    question; so the facts change nothing in the order of the evidence.

    Args:
        known: what is known of the user.
        log: their messages.
        question: in any words.
        k: at most so many results.
        names: names of the speakers, see `message_scores`.
    """
    found = message_scores(log, question, names)
    best = ranked(found)
    rows = [
        (-score, 1, number, _message(log.posts[number], question, score))
        for number, score in zip(best.numbers[:k], best.scores, strict=False)
    ]
    scores = line_scores(known, question)
    for number in ranked(scores).numbers:
        line = known.lines[number]
        places = [log.place[key] for key in line.messages if key in log.place]
        score = max((round(float(found[place]), 9) for place in places), default=0.0)
        if score <= 0:  # only a field in common: after all messages that share a word
            score = round(float(scores[number]) / 1000, 9)
        rows.append((-score, 0, number, _fact(question, line.text, line.messages, score)))
    rows.sort(key=lambda row: row[:3])
    return tuple(made for *_, made in rows[:k])


def _message(post: Post, question: str, score: float) -> Recalled:
    conversation_id, message_id = post.key
    why = _why(question, post.text, near=True)
    return Recalled("message", post.text, score, (message_id,), (conversation_id,), why)


def _fact(question: str, text: str, messages: tuple[Key, ...], score: float) -> Recalled:
    return Recalled(
        "fact",
        one_line(text),
        score,
        tuple(message_id for _, message_id in messages),
        tuple(conversation_id for conversation_id, _ in messages),
        _why(question, text, near=False),
    )


def _why(question: str, text: str, *, near: bool) -> str:
    """What a text has in common with a question, in words."""
    asked = question_terms(question)
    shared = [term for term in dict.fromkeys(terms(text)) if term in asked]
    wide = {wide_field(field) for field in fields_of(question)}
    fields = sorted(wide & {wide_field(field) for field in fields_of(text)})
    parts = []
    if shared:
        parts.append("words: " + ", ".join(shared))
    if fields and (not near or not shared):
        parts.append("field: " + ", ".join(fields))
    if not shared and near:
        parts.append("beside what matches, or in a conversation about it")
    return "; ".join(parts) or "in a conversation about it"
