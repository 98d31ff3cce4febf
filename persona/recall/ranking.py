"""Ranks what an index holds for a question: messages as evidence, lines for the prompt.

Messages: BM25, then each message lends part of its score to its neighbours in the conversation, more
to the one after it, since an answer follows its question; a message by the person whom the question
names counts more, and so does one of a conversation that as a whole is about the question.

Lines: BM25 plus the fields that line and question share (`persona.recall.fields`), each weighted by
how rare it is among the user's lines: a snack for a hike finds "no nuts for me" without a word in common.

The numbers were set on development conversations. There is no walk on the graph, and recency counts
only in questions that ask for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from persona.recall.bm25 import Scores
from persona.recall.embedding import fused
from persona.recall.fields import fields_of, wide_field
from persona.recall.index import Known, Log
from persona.recall.paged import PagedLog
from persona.recall.times import asks_for_latest, asks_when
from persona.recall.words import terms

TO_NEXT = 0.7
"""Part of a message's score that the next message of the conversation gets."""

TO_PREVIOUS = 0.35
"""Part that the message before gets."""

NAMED_SPEAKER = 1.0
"""How much more a message counts whose writer the question names."""

CONVERSATION = 0.3
"""Weight of the conversation as a whole, the best message counting 1."""

TIME_WORD = 0.3
"""How much more a message with a word of time counts where the question asks when."""

LATEST = 0.3
"""How much more the newest message counts than the oldest where the question is about now."""

TO_THE_USER = 0.5
"""Weight of what an assistant, a system or a tool said."""

FIELD = 2.2
"""Weight of a wide field that a line and the question share, against BM25."""

NARROW = 0.5
"""Weight of a narrow field."""

_MOST = 3
_FRAME = frozenset(
    terms(
        """advice advise best better check choice choose consider current different enjoy exciting
        explore favourite favorite find fun good great help hope idea interested interesting look
        looking need new next option perfect plan planning popular provide recently recommend
        recommendation select specific start suggest suggestion suitable tip top try type unique
        upcoming want way worth would 推荐 建议 想要 有没有 介绍 帮忙 最近 适合 比较 哪些 打算"""
    )
)
"""Terms of asking: they say that something is wanted, not what."""


def question_terms(question: str) -> dict[str, float]:
    """The terms of a question, without those of asking, unless there are no others."""
    found = dict.fromkeys(terms(question), 1.0)
    plain = {term: weight for term, weight in found.items() if term not in _FRAME}
    return plain or found


@dataclass(frozen=True, slots=True)
class Parts:
    """What speaks for a message beside its own words; 0 leaves a part out, for an ablation."""

    to_next: float = TO_NEXT
    to_previous: float = TO_PREVIOUS
    named_speaker: float = NAMED_SPEAKER
    conversation: float = CONVERSATION
    time_word: float = TIME_WORD
    latest: float = LATEST


ALL_PARTS = Parts()


def message_scores(
    log: Log | PagedLog,
    question: str,
    names: Mapping[str, Collection[str]] | None = None,
    parts: Parts = ALL_PARTS,
) -> Scores:
    """The score of every post for a question, 0 where nothing speaks for it.

    Args:
        log: of one user.
        question: in any words.
        names: names of each speaker as in `Post.speaker` ("" is the user); by default a speaker's
            own name.
        parts: of the score, with their weights.
    """
    if not len(log):
        return np.zeros(0)
    called = _named(log, question, names or {})
    bare = _without(question, called)
    asked = dict.fromkeys(terms(bare), 1.0)
    scores = _lent(log.lexicon.scores(asked), log.conversation_of, parts)
    scores *= np.where(np.isin(log.speakers, ("assistant", "system", "tool")), TO_THE_USER, 1.0)
    if len(called) == 1:
        (speaker,) = called
        scores *= 1 + parts.named_speaker * (log.speakers == speaker)
    scores = _of_one(scores)
    whole = _of_one(log.conversations.scores(asked))[log.conversation_of]
    scores = scores + parts.conversation * np.where(scores > 0, whole, 0.5 * whole)
    if asks_when(question):
        scores *= 1 + parts.time_word * log.dated
    if asks_for_latest(question) and len(scores) > 1:
        scores *= 1 + parts.latest * log.recency
    return scores


def _lent(scores: Scores, conversation: NDArray[np.intp], parts: Parts) -> Scores:
    """Scores with what neighbours of the same conversation lend."""
    together = conversation[1:] == conversation[:-1]
    lent = scores.copy()
    lent[1:] += parts.to_next * np.where(together, scores[:-1], 0)
    lent[:-1] += parts.to_previous * np.where(together, scores[1:], 0)
    return lent


def _of_one(scores: Scores) -> Scores:
    """Divided by the largest; zeros stay zeros."""
    largest = float(scores.max(initial=0))
    return scores / largest if largest else scores


def _named(
    log: Log | PagedLog, question: str, names: Mapping[str, Collection[str]]
) -> dict[str, tuple[str, ...]]:
    """The speakers that a question names, with the names it uses."""
    found = {}
    for speaker in log.writers:
        known = names.get(speaker, (speaker,) if speaker else ())
        used = tuple(name for name in known if name and _stands(name, question))
        if used:
            found[speaker] = used
    return found


def _stands(name: str, question: str) -> bool:
    return bool(re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", question, re.IGNORECASE))


def _without(question: str, called: Mapping[str, Sequence[str]]) -> str:
    """A question without the speakers' names: every message of theirs would match."""
    for used in called.values():
        for name in used:
            question = re.sub(re.escape(name) + r"(?:'s|’s)?", " ", question, flags=re.IGNORECASE)
    return question


def line_scores(known: Known, question: str, cosines: Scores | None = None) -> Scores:
    """The score of every line for a question, 0 where they share neither a word nor a field.

    Args:
        known: of one user.
        question: in any words.
        cosines: of the lines to the question (`persona.recall.embedding.Meaning`): a line that is near
            by them scores without a word in common.
    """
    if not known.lines:
        return np.zeros(0)
    scores = known.lexicon.scores(question_terms(question)) + FIELD * _field_scores(known, question)
    result: Scores = scores * known.weights / known.sparing
    if cosines is None:
        return result
    return fused(result, cosines, known.weights)


def _field_scores(known: Known, question: str) -> Scores:
    narrow = fields_of(question)
    wide: dict[str, int] = {}
    for field, count in narrow.items():
        wide[wide_field(field)] = wide.get(wide_field(field), 0) + count
    every = sum(wide.values())
    scores = np.zeros(known.topics.size)
    for counts, weight in ((narrow, NARROW), (wide, 1.0)):
        for field, count in counts.items():
            held = known.topics.shares.get(field)
            if held is not None:
                often = (min(count, _MOST) * count / every) ** 0.5
                scores[held[0]] += weight * known.topics.idf[field] * often * held[1]
    return scores


@dataclass(frozen=True, slots=True)
class Ranked:
    """Numbers of posts or lines, best first, with their scores; those with a score of 0 are left out."""

    numbers: tuple[int, ...]
    scores: tuple[float, ...]


def ranked(scores: Scores) -> Ranked:
    """Best first; of equals the earlier one."""
    numbers, kept = best_first(scores)
    return Ranked(tuple(numbers.tolist()), tuple(kept.tolist()))


def best_first(scores: Scores) -> tuple[NDArray[np.intp], Scores]:
    """As `ranked`, in columns."""
    rounded = scores.round(9)
    found = (rounded > 0).nonzero()[0]
    kept = rounded[found]
    order = (-kept).argsort(kind="stable")
    return found[order], kept[order]
