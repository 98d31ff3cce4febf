"""Facts and past messages for a question, in one list, each with its messages and the reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from persona.recall.bm25 import Scores
from persona.recall.fields import fields_of, wide_field
from persona.recall.index import Known, Log
from persona.recall.paged import PagedLog
from persona.recall.pages import Key
from persona.recall.ranking import line_scores, message_scores, question_terms, ranked
from persona.recall.words import terms
from persona.text import one_line

MEANT = 0.8
"""Where cosines are given: the score of the best fact, against that of the best message."""


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
    log: Log | PagedLog,
    question: str,
    k: int = 10,
    names: Mapping[str, Collection[str]] | None = None,
    cosines: Scores | None = None,
) -> tuple[Recalled, ...]:
    """The k best facts and messages for a question, best first.

    A fact stands where its best message stands, before it, if it shares a word or a field with the
    question; so the facts change nothing in the order of the evidence. Where cosines are given, a fact
    may also stand higher, by its own score: messages are searched by words alone.

    Args:
        known: what is known of the user.
        log: their messages.
        question: in any words.
        k: at most so many results.
        names: names of the speakers, see `message_scores`.
        cosines: of what is known to the question, see `line_scores`.
    """
    found = message_scores(log, question, names)
    best = ranked(found)
    rows = [
        (-score, 1, number) for number, score in zip(best.numbers[:k], best.scores, strict=False)
    ]
    scores = line_scores(known, question, cosines)
    beside = MEANT * float(found.max(initial=0.0)) / max(float(scores.max(initial=0.0)), 1e-9)
    for number in ranked(scores).numbers:
        places = [log.place[key] for key in known.lines[number].messages if key in log.place]
        score = max((round(float(found[place]), 9) for place in places), default=0.0)
        if score <= 0:  # only a field in common: after all messages that share a word
            score = round(float(scores[number]) / 1000, 9)
        if cosines is not None:
            score = max(score, round(beside * float(scores[number]), 9))
        rows.append((-score, 0, number))
    rows = sorted(rows)[:k]
    shown = [number for _, is_message, number in rows if is_message]
    texts = dict(zip(shown, log.texts(shown), strict=True))
    results = []
    for score, is_message, number in rows:
        text = texts[number] if is_message else known.lines[number].text
        if text is None:  # forgotten while we looked
            continue
        if is_message:
            results.append(_message(log.key(number), text, question, -score))
        else:
            results.append(_fact(question, text, known.lines[number].messages, -score))
    return tuple(results)


def _message(key: Key, text: str, question: str, score: float) -> Recalled:
    conversation_id, message_id = key
    why = _why(question, text, near=True)
    return Recalled("message", text, score, (message_id,), (conversation_id,), why)


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
    asked = set(terms(question)) if near else set(question_terms(question))
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
    return "; ".join(parts) or "meaning"
