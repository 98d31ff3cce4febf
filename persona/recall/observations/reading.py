"""The talks of a log, and in each the user's messages that claim something."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from persona.extract.clauses import plain_form
from persona.extract.sensitive import category_of
from persona.extract.windows import GAP, conversations
from persona.guard import reads_as_instruction
from persona.recall.observations import chinese, talk
from persona.recall.observations.claims import Claim, claims
from persona.recall.observations.features import PROPER, Place
from persona.recall.pages import Key
from persona.recall.words import terms
from persona.records import Message
from persona.text import STRUCK, has_cjk, holds_name

ASSISTANT = "the assistant"

EARLY = 4
"""Messages of a talk that are its beginning: greetings are seldom news."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What may be told of at all.

    Attributes:
        played: messages said in a part.
        withheld: names that the user took back or hid.
        allow_sensitive: whether health, politics and the like are kept.
    """

    played: frozenset[Key] = frozenset()
    withheld: tuple[str, ...] = ()
    allow_sensitive: bool = False

    def passes(self, claim: Claim) -> bool:
        """Whether a claim may be told of."""
        if STRUCK in claim.quote or reads_as_instruction(claim.quote):
            return False
        if any(holds_name(claim.quote, name) for name in self.withheld):
            return False
        return self.allow_sensitive or category_of(plain_form(claim.quote)) is None


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the user's, with its claims and the place of each; at least one."""

    message: Message
    claims: tuple[Claim, ...]
    places: tuple[Place, ...]


def talks(messages: Iterable[Message]) -> Iterator[list[Message]]:
    """The conversations of a log in order, each parted where nobody spoke for hours."""
    for run in conversations(messages).values():
        part = list(run[:1])
        for earlier, later in pairwise(run):
            if earlier.time and later.time and later.time - earlier.time > GAP:
                yield part
                part = []
            part.append(later)
        yield part


def others_in(part: Iterable[Message]) -> tuple[str, ...]:
    """What those are called whom the user talks to."""
    names = (m.author or (ASSISTANT if m.role == "assistant" else "") for m in part)
    return tuple(dict.fromkeys(name for name in names if name))


def read(part: Sequence[Message], gate: Gate) -> Iterator[Said]:
    """The messages of one talk that claim something, in order.

    Args:
        part: of the talk, everybody's.
        gate: what may be told of.
    """
    called = {word.lower() for name in others_in(part) for word in name.split()} - {"the"}
    before = ""
    earlier: frozenset[str] = frozenset()
    for number, message in enumerate(part, 1):
        if message.is_users and (message.conversation_id, message.message_id) not in gate.played:
            found = _telling(message, called)
            early = min(number, EARLY) / EARLY
            placed = [
                (claim, Place(before, n, len(found), early, earlier))
                for n, claim in enumerate(found)
                if gate.passes(claim)
            ]
            if placed:
                yield Said(message, tuple(c for c, _ in placed), tuple(p for _, p in placed))
            earlier = _grown(earlier, found)
        before = message.text


MOST_EARLIER = 2000
"""Terms of a talk that are remembered, so that an endless one is read in linear time."""


def _grown(earlier: frozenset[str], found: Iterable[Claim]) -> frozenset[str]:
    new = {term for claim in found for term in terms(claim.text)}
    return earlier | new if len(earlier) < MOST_EARLIER else earlier


def _telling(message: Message, called: Collection[str]) -> list[Claim]:
    """The claims of a message that tell something, each once."""
    found: dict[str, Claim] = {}
    for claim in claims(message.text, message.foreign, called):
        if _tells(claim.text):
            found.setdefault(claim.text, claim)
    return list(found.values())


def _tells(claim: str) -> bool:
    return not (chinese.is_talk(claim) if has_cjk(claim) else talk.is_talk(claim))


def called_with_capital(said: Iterable[Said]) -> Collection[str]:
    """Words that stand with a capital within a sentence of these messages: names."""
    return {word for item in said for word in PROPER.findall(item.message.text)}
