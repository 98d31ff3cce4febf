"""Facts of many users as columns of numbers: what the rest of scoring computes with.

Texts and objects end here: the rest is integers and floats, one row a piece of evidence, all users
below each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from persona.records import USER, Entity, Evidence, Fact
from persona.vocabulary import KINDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]


class Case(NamedTuple):
    """What is scored: one user's facts and entities, as of a time."""

    facts: Sequence[Fact]
    entities: Mapping[str, Entity]
    as_of: datetime | None


class _Numbers(dict[str, int]):
    """Kinds by number; an unknown one counts as `other`."""

    def __missing__(self, kind: str) -> int:
        return self["other"]


_KIND = _Numbers({name: number for number, name in enumerate(KINDS)})
_HALF_LIFE = [
    kind.half_life.total_seconds() if kind.half_life else float("inf") for kind in KINDS.values()
]


@dataclass(frozen=True, slots=True)
class Columns:
    """One row a piece of open evidence dated at or before its user's `as_of`.

    Attributes:
        names: keys of the nodes of each user: `USER`, then the entities sorted by key.
        first: for each user the number of their `USER` node.
        source, target: nodes of the fact.
        kind: number of its kind in `persona.vocabulary.KINDS`.
        polarity: of the fact.
        message: number of the message, distinct between users.
        decay: what its age leaves, in [0, 1].
        weight: stated weight in [0, 1].
    """

    names: list[list[str]]
    first: Integers
    source: Integers
    target: Integers
    kind: Integers
    polarity: Integers
    message: Integers
    decay: Floats
    weight: Floats

    @property
    def size(self) -> int:
        """Number of nodes of all users."""
        return sum(map(len, self.names))


@dataclass(slots=True)
class _Pile:
    """Plain lists that grow user by user."""

    names: list[list[str]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    facts: tuple[list[int], list[int], list[int], list[int]] = field(
        default_factory=lambda: ([], [], [], [])
    )
    counts: list[int] = field(default_factory=list)
    said: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    is_open: list[bool] = field(default_factory=list)
    messages: list[int] = field(default_factory=list)
    nodes: int = 0
    seen: int = 0

    def add(self, case: Case) -> None:
        """Takes in a user."""
        facts = case.facts
        sources, targets = [fact.source for fact in facts], [fact.target for fact in facts]
        names = [USER, *sorted({*case.entities, *sources, *targets} - {USER})]
        number = dict(zip(names, range(self.nodes, self.nodes + len(names)), strict=True))
        self.names.append(names)
        self.first.append(self.nodes)
        self.nodes += len(names)
        source, target, kind, polarity = self.facts
        source += [number[key] for key in sources]
        target += [number[key] for key in targets]
        kind += [_KIND[fact.kind] for fact in facts]
        polarity += [fact.polarity for fact in facts]
        self.counts += [len(fact.evidence) for fact in facts]
        self._add_evidence([e for fact in facts for e in fact.evidence], case.as_of)

    def _add_evidence(self, evidence: list[Evidence], as_of: datetime | None) -> None:
        times = [e.time for e in evidence]
        self.said += [time.timestamp() if time else -math.inf for time in times]
        self.weights += [e.weight for e in evidence]
        self.is_open += [e.open for e in evidence]
        self.now += [as_of.timestamp() if as_of else math.inf] * len(evidence)
        message: dict[tuple[str, str], int] = {}
        first = self.seen
        self.messages += [
            first + message.setdefault((e.conversation_id, e.message_id), len(message))
            for e in evidence
        ]
        self.seen += len(message)


def columns(cases: Iterable[Case]) -> Columns:
    """The columns of some users, in their order."""
    import numpy as np

    pile = _Pile()
    for case in cases:
        pile.add(case)
    source, target, kind, polarity = (np.array(column, np.int64) for column in pile.facts)
    row = np.repeat(np.arange(len(source)), np.array(pile.counts, np.int64))
    said, now = np.array(pile.said, np.float64), np.array(pile.now, np.float64)
    counts = np.array(pile.is_open, bool) & (said <= now)
    row, said, now = row[counts], said[counts], now[counts]
    weight = np.array(pile.weights, np.float64)[counts]
    return Columns(
        names=pile.names,
        first=np.array(pile.first, np.int64),
        source=source[row],
        target=target[row],
        kind=kind[row],
        polarity=polarity[row],
        message=np.array(pile.messages, np.int64)[counts],
        decay=_decay(said, now, np.array(_HALF_LIFE)[kind[row]]),
        weight=np.clip(np.nan_to_num(weight, nan=0.0), 0.0, 1.0),
    )


def _decay(said: Floats, now: Floats, half_life: Floats) -> Floats:
    """2 ** (-age / half-life); 1 where the message or the view has no time."""
    import numpy as np

    dated = np.isfinite(said) & np.isfinite(now)
    age = np.subtract(now, said, out=np.zeros_like(said), where=dated)
    faded: Floats = np.exp2(-age / half_life)
    return faded
