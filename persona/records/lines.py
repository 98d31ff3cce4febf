"""The lines of a persona: preferences with their scores, and remarks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from persona.records.known import Evidence


def iso(time: datetime | None) -> str | None:
    """A time as ISO 8601 in UTC with a Z, or None."""
    return None if time is None else time.astimezone(UTC).isoformat().replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Components:
    """The three terms of a score, each in [0, 1] after division by the side's maximum."""

    pagerank: float = 0.0
    degree: float = 0.0
    frequency: float = 0.0

    def to_dict(self) -> dict[str, float]:
        """The terms by name, at 9 decimals."""
        return {
            "pagerank": round(self.pagerank, 9),
            "degree": round(self.degree, 9),
            "frequency": round(self.frequency, 9),
        }


@dataclass(frozen=True, slots=True)
class Preference:
    """A line of the persona: an entity in a section, with its score and its evidence.

    Attributes:
        entity: display name.
        key: key of the entity.
        kind: of the fact; relation: its label in the person's words.
        score: in [0, 1]; orders one side of one user, not comparable beyond.
        mentions: distinct evidence messages over all states of the user's facts of the entity.
        evidence: newest last.
        path: of an inference, keys of entities from a liked one to this one; else empty.
        premises: of an inference, ids of the facts that it rests on; else empty.
    """

    entity: str
    key: str
    type: str
    kind: str
    relation: str
    polarity: int
    score: float
    components: Components
    mentions: int
    first_seen: datetime | None
    last_seen: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    slot: str | None = None
    evidence: tuple[Evidence, ...] = ()
    path: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The line as plain JSON values, times in ISO 8601; an inference has its path with it."""
        inference = {"path": list(self.path), "premises": list(self.premises)}
        return {
            "entity": self.entity,
            "type": self.type,
            "kind": self.kind,
            "relation": self.relation,
            "polarity": self.polarity,
            "slot": self.slot,
            "score": round(self.score, 9),
            "components": self.components.to_dict(),
            "mentions": self.mentions,
            "first_seen": iso(self.first_seen),
            "last_seen": iso(self.last_seen),
            "valid_from": iso(self.valid_from),
            "valid_to": iso(self.valid_to),
            "evidence": [
                {
                    "conversation_id": e.conversation_id,
                    "message_id": e.message_id,
                    "quote": e.quote,
                    "time": iso(e.time),
                }
                for e in self.evidence
            ],
            **(inference if self.path else {}),
        }


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence of the user's about lasting ways of theirs, made short.

    It says what the bare names of its facts do not: "games with sudden scares", where the fact is
    "games".

    Attributes:
        text: the sentence without what its head says already.
        attitude: the head it stands under: "likes", "dislikes", or "says" where neither is true of it.
        keys: of the entities of the facts that it holds.
        conversation_id: of the message that it stands in.
        message_id: of the same.
        short: the text without reasons, examples and circumstances, for a prompt; "" where the text
            is as short.
    """

    text: str
    attitude: Literal["likes", "dislikes", "says"]
    keys: tuple[str, ...]
    conversation_id: str
    message_id: str
    short: str = ""
