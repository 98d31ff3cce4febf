"""What the rules find in one clause, before it becomes a relation with evidence."""

from __future__ import annotations

from dataclasses import dataclass

from persona.records import USER


@dataclass(frozen=True, slots=True)
class Statement:
    """One (source, kind, target, polarity) that a clause states.

    Attributes:
        kind: a kind of `persona.vocabulary`.
        target: the phrase as it stands in the text, without articles, particles or measure words.
        label: the words of the clause that say the relation ("can't stand", 受不了).
        polarity: +1, 0 or -1 by the vocabulary's rules.
        start: offset of the target in the text that was given.
        weight: 0.9 for a plain statement, less where it is hedged, 0.3 for `asks_about`.
        slot: for `favourite` and `has_attribute`.
        source: `USER`, or the name of a thing for a relation between things.
        type: what the target is, where the clause tells.
    """

    kind: str
    target: str
    label: str
    polarity: int
    start: int
    weight: float = 0.9
    slot: str | None = None
    source: str = USER
    type: str | None = None
