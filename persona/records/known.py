"""What is known of a person: entities, facts, and what the person says about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing the person speaks of.

    Attributes:
        key: identity within the user (`persona.text.name_key` of the name, and the qualifier).
        name: display name: the most frequent surface form.
        type: what it is, in the extractor's words; "unknown" where nobody said.
        aliases: the other surface forms and declared aliases, sorted.
        qualifier: what tells it from another of the same name, or None.
    """

    key: str
    name: str
    type: str = "unknown"
    aliases: tuple[str, ...] = ()
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """A message in which the user said a fact.

    Attributes:
        weight: strength of the statement in [0, 1] (the largest of the message's assertions).
        order: sort key among the user's messages (time in µs, position, id).
        open: whether it belongs to the open interval; only then it counts towards the weight.
    """

    conversation_id: str
    message_id: str
    time: datetime | None
    quote: str
    weight: float
    order: tuple[int, int, str]
    open: bool
    support: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Interval:
    """When a fact held: from its first evidence to what closed it; None is "not known" or "still"."""

    start: datetime | None
    end: datetime | None
    open: bool


@dataclass(frozen=True, slots=True)
class Fact:
    """All assertions of one (source, kind, slot, target, polarity), after resolution.

    Attributes:
        id: hash of user and the five.
        source: `USER` or the key of an entity.
        target: the key of an entity.
        label: the most frequent label, in the person's words.
        evidence: by order, each message once.
        intervals: by order; the last may be open.
    """

    id: str
    user_id: str
    source: str
    kind: str
    target: str
    polarity: int
    label: str
    slot: str | None
    evidence: tuple[Evidence, ...]
    intervals: tuple[Interval, ...]

    @property
    def is_open(self) -> bool:
        """Whether it holds now: its last interval is open."""
        return bool(self.intervals) and self.intervals[-1].open

    @property
    def valid_from(self) -> datetime | None:
        """Start of the last interval."""
        return self.intervals[-1].start if self.intervals else None

    @property
    def valid_to(self) -> datetime | None:
        """End of the last interval; None while it is open."""
        return self.intervals[-1].end if self.intervals else None


@dataclass(frozen=True, slots=True)
class Correction:
    """What the person says about the graph itself. It is truth, as a message is.

    Attributes:
        action: "merge" and "split" say whether two names are one thing (`persona.resolve`); "wrong"
            and "instead" take a fact back, "pin" and "hide" set its place, "accept" and "reject"
            answer a question of review. These pass through to the stages above.
        entity: a name, an alias, or the key of an entity.
        other: the second name of a merge, the alias of a split, what is right instead.
        kind: of the fact meant, where only one is.
        polarity: of the fact meant, where only one is.
        time: when it was said; of two corrections of one pair the later in the given order holds.
        number: its place among the user's corrections, from 1; 0 before it is kept.
    """

    action: Literal["merge", "split", "wrong", "instead", "pin", "hide", "accept", "reject"]
    entity: str
    other: str | None = None
    kind: str | None = None
    polarity: int | None = None
    time: datetime | None = None
    number: int = 0
