"""What the rules read of a thing in one message: the second opinion that the gate asks for.

A model may have the thing right and the sign wrong ("can't stand X" as a liking). The words that
decide often stand in another clause than the thing ("X? Not for me."), so the whole message is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from persona.extract.clauses import Clause, Mood
from persona.records import USER
from persona.text import has_cjk, has_latin, name_key

MAX_READ = 4000
"""Characters of a message that are read for a second opinion."""


def kinds_of(
    text: str, clauses: Sequence[Clause], forms: Sequence[str]
) -> frozenset[tuple[str, int]]:
    """The kinds and signs that a message states of a thing, as the rules read it.

    Args:
        text: the message.
        clauses: all of its clauses; only statements are read.
        forms: the thing's name and aliases.

    Returns:
        Kinds with +1 or -1; empty where the rules read nothing of the thing there.
    """
    keys = {name_key(form) for form in forms}
    return frozenset((s.kind, s.sign) for s in signs_of(text, clauses) if s.key in keys)


class Sign(NamedTuple):
    """What a message states of a thing.

    Attributes:
        start: offset of the thing in the message.
        key: of its name.
        kind: of `persona.vocabulary`.
        sign: +1 or -1.
    """

    start: int
    key: str
    kind: str
    sign: int


def signs_of(text: str, clauses: Sequence[Clause]) -> tuple[Sign, ...]:
    """All that a message states of things, as the rules read it, in order of the text.

    Args:
        text: the message.
        clauses: all of its clauses; only statements are read.
    """
    run = tuple((c.start, c.end, c.mood is Mood.STATEMENT) for c in clauses if c.end <= MAX_READ)
    return _read(text[:MAX_READ], run)


@lru_cache(maxsize=64)
def pointed_signs(clause: str) -> frozenset[int]:
    """The signs that a clause gives to "it" or "them": what it says of the thing named before it."""
    from persona.extract import english

    if has_cjk(clause) or not has_latin(clause):
        return frozenset()
    readings = english.read(clause).readings
    return frozenset(r.statement.polarity for r in readings if r.pronoun and r.statement.polarity)


@lru_cache(maxsize=64)
def _read(text: str, clauses: tuple[tuple[int, int, bool], ...]) -> tuple[Sign, ...]:
    from persona.extract import chinese, english

    found: set[Sign] = set()
    for start, end in _stated(clauses):
        run = text[start:end]
        stated = english.statements(run) if has_latin(run) else []
        stated += chinese.statements(run) if has_cjk(run) else []
        found |= {
            Sign(start + s.start, name_key(s.target), s.kind, s.polarity)
            for s in stated
            if s.source == USER and s.polarity
        }
    return tuple(sorted(found))


def _stated(clauses: Sequence[tuple[int, int, bool]]) -> Iterator[tuple[int, int]]:
    """Stretches of clauses that are statements."""
    start = end = -1
    for begin, stop, stated in clauses:
        if stated:
            start, end = (begin if start < 0 else start), stop
        elif start >= 0:
            yield start, end
            start = -1
    if start >= 0:
        yield start, end
