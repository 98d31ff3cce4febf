"""What is known while the turns of a window are read in order by the rules."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from persona.extract.statement import Statement
from persona.records import Mention, Message
from persona.text import name_key

MAX_RUN = 4000
"""Characters of one run of statements that are read together."""

MAX_REPLY = 240
"""Characters of a reply's first clause; a longer one is not read as the answer to a question."""

MAX_OFFERS = 6
"""Turns of the assistant in which a name that is asked after may have been offered."""


@dataclass(slots=True)
class Found:
    """A statement with the message and the words that make it.

    Attributes:
        at: offset of the target in the message, or -1 where it does not stand there.
    """

    statement: Statement
    message: Message
    quote: str
    at: int = -1
    via_assent: bool = False
    via_choice: bool = False

    @property
    def key(self) -> str:
        """The target as names are compared."""
        return name_key(self.statement.target)


@dataclass(slots=True)
class Focus:
    """What the user was last about: a name and the message and clause that hold it."""

    name: str
    message: Message
    quote: str


@dataclass(slots=True)
class Reading:
    """What is known while the turns of a window are read in order.

    Attributes:
        refused: what the message says and the person does not mean; it is for the gate to count.
        offered: what the assistant said in the last turns, for what the person picks from it.
        asked: whether the turn before is no statement of the assistant, so that "it" may still be
            what the user spoke of before it.
    """

    found: list[Found] = field(default_factory=list)
    mentions: dict[tuple[str, str | None], Mention] = field(default_factory=dict)
    refused: list[Found] = field(default_factory=list)
    focus: Focus | None = None
    offered: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_OFFERS))
    asked: bool = True


_SENTENCE_END = re.compile(r"[.!?。！？\n]+(?=\s|$|[\u3000-\u9fff])")


def sentence_at(text: str, at: int) -> str:
    """The sentence of a text that holds an offset."""
    start, end = 0, len(text)
    for match in _SENTENCE_END.finditer(text):
        if match.end() <= at:
            start = match.end()
        else:
            end = match.end()
            break
    return text[start:end].strip()[:MAX_REPLY]
