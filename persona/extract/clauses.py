"""A message cut into clauses, each with its mood: who speaks, and whether they mean it.

First form: to be deepened. The types are the seam.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from persona.records import Span


class Mood(StrEnum):
    """How a clause is meant. Only a statement can be evidence of a preference or attribute."""

    STATEMENT = "statement"
    QUESTION = "question"  # a question or a request: evidence of `asks_about` only
    HYPOTHETICAL = "hypothetical"
    THIRD_PERSON = "third_person"
    QUOTED = "quoted"
    ROLE_PLAY = "role_play"
    IRONY = "irony"
    ECHO = "echo"
    INSTRUCTION = "instruction"


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a message, ``message.text[start:end]``, with one mood."""

    start: int
    end: int
    text: str
    mood: Mood


_BREAK = re.compile(r"[^,，.。!！?？;；\n]+[,，.。!！?？;；\n]*")


def split_clauses(text: str, foreign: Sequence[Span] = ()) -> tuple[Clause, ...]:
    """The clauses of a message, in order; together they cover every word of it once."""
    found = []
    for match in _BREAK.finditer(text):
        mood = Mood.QUESTION if re.search(r"[?？]", match[0]) else Mood.STATEMENT
        if any(span.start <= match.start() < span.end for span in foreign):
            mood = Mood.QUOTED
        found.append(Clause(match.start(), match.end(), match[0], mood))
    return tuple(found)
