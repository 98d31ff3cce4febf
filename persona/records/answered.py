"""What an answer says of a window, and what of it is grounded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from persona.records.reasons import Reason

USER = "USER"
"""The node of the person. Keys of entities are casefolded, so none of them can equal it."""

Polarity = Literal[1, 0, -1]


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity as an answer declares it: a surface form with its type, aliases and qualifier."""

    name: str
    type: str | None = None
    aliases: tuple[str, ...] = ()
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """A row of an answer: what the model or the rules say, before the grounding gate.

    Attributes:
        source: `USER` or the name of an entity.
        target: the name of an entity, in the words of the log.
        label: the relation in the person's own words.
        kind: a kind of `persona.vocabulary`, or None where the label decides.
        polarity: +1, 0, -1, or None where the label decides.
        weight: strength in [0, 1].
        evidence: message ids, or None where they are to be looked up (the short form).
        quote: the words that say it, or None.
        slot: what a single-valued kind is single in ("tennis player"), which attribute of a thing is
            asked for ("hotel price"), or None.
        via: how the target was named if not in the message itself: "choice" or "assent".
    """

    source: str
    target: str
    label: str
    kind: str | None = None
    polarity: int | None = None
    weight: float = 0.5
    evidence: tuple[str, ...] | None = None
    quote: str | None = None
    slot: str | None = None
    source_qualifier: str | None = None
    target_qualifier: str | None = None
    via: Literal["choice", "assent"] | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """A valid answer about one window."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejection:
    """Something that was not taken, with the reason; kept, counted and listed for review.

    Attributes:
        row: what the person may accept after all; None where nothing can be taken.
    """

    reason: Reason
    message_ids: tuple[str, ...]
    detail: str
    row: Relation | None = None


@dataclass(frozen=True, slots=True)
class Assertion:
    """A relation that passed the gate, with exactly one evidence message.

    Attributes:
        conversation_id: of the evidence message; with message_id its key within the user.
        message_id: the evidence.
        time: of the evidence message.
        order: sort key among a user's messages, see `persona.resolve`; (time in µs, position, id).
        offset: where the quote begins in the message, for two claims in one message.
        support: ids of shown messages that are needed to read the evidence.
        mention: how the answer declared the target, where it did.
        source_mention: the same of the source; None for USER.
    """

    source: str
    target: str
    label: str
    kind: str
    polarity: int
    weight: float
    conversation_id: str
    message_id: str
    time: datetime | None
    order: tuple[int, int, str]
    offset: int
    quote: str
    slot: str | None = None
    via: Literal["choice", "assent"] | None = None
    support: tuple[str, ...] = ()
    mention: Mention | None = None
    source_mention: Mention | None = None
