"""What the graph suggests beyond what was said: things tied to what a person likes.

From an entity one walks along stated facts between things (`LINKS`, both ways). Each step keeps the
weight of its fact (`persona.graph.fact_weight`), so

    strength of a path = product of the weights of its facts
    score              = strength * score of the liked entity that it begins at

and of several paths to one thing the strongest counts. An inference has its premises with it and
falls with them. It never counts as a like, has no evidence of its own, and none begins at one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from persona.graph.weights import fact_weight
from persona.records import USER, Components, Entity, Fact, Preference

LINKS = ("part_of", "kind_of", "used_with")
"""Kinds of facts between things that suggest one from the other."""

MOST_STEPS = 3
"""Facts on a path."""

MOST_LINES = 20
"""Lines of the section *inferred*."""

DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Related:
    """A thing that a path of facts leads to.

    Attributes:
        path: keys of entities, from where it begins to this one.
        premises: ids of the facts along the path, in its order.
        strength: product of their weights, in [0, 1).
        score: strength times the score of where it begins, in [0, 1).
        stated: whether the user has said something of it themself; then it is no inference.
    """

    entity: str
    key: str
    path: tuple[str, ...]
    premises: tuple[str, ...]
    strength: float
    score: float
    stated: bool

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {
            "entity": self.entity,
            "key": self.key,
            "path": list(self.path),
            "premises": list(self.premises),
            "strength": self.strength,
            "score": self.score,
            "stated": self.stated,
        }


@dataclass(frozen=True, slots=True)
class _Way:
    strength: float
    path: tuple[str, ...]
    premises: tuple[str, ...]


class Links:
    """The facts between things that hold now, walked both ways.

    Args:
        facts: all of a user's.
        as_of: the time that weights are measured from.
        closed: keys of entities that no path enters (what is disliked, or hidden).
    """

    def __init__(
        self, facts: Iterable[Fact], as_of: datetime | None, closed: Collection[str] = ()
    ) -> None:
        self._steps: dict[str, list[tuple[str, str, float]]] = defaultdict(list)
        for fact in facts:
            ends = {fact.source, fact.target}
            holds = fact.kind in LINKS and fact.is_open and fact.polarity > 0
            if holds and USER not in ends and len(ends) == 2 and ends.isdisjoint(closed):
                weight = fact_weight(fact, as_of)
                self._steps[fact.source].append((fact.target, fact.id, weight))
                self._steps[fact.target].append((fact.source, fact.id, weight))

    def __bool__(self) -> bool:
        return bool(self._steps)

    def ways(self, starts: Mapping[str, float]) -> dict[str, _Way]:
        """The strongest way to each thing within `MOST_STEPS`; of equals the first path in order.

        Args:
            starts: keys with the strength that a way from them begins with. All are walked at once,
                so the time is linear in the number of links.
        """
        best: dict[str, _Way] = {}
        layer = {key: _Way(strength, (key,), ()) for key, strength in starts.items()}
        for _ in range(MOST_STEPS):
            reached: dict[str, _Way] = {}
            for way in layer.values():
                for key, fact_id, weight in self._steps.get(way.path[-1], ()):
                    if key in way.path:
                        continue
                    longer = _Way(way.strength * weight, (*way.path, key), (*way.premises, fact_id))
                    if key not in reached or _order(longer) < _order(reached[key]):
                        reached[key] = longer
            for key, way in reached.items():
                if key not in best or _order(way) < _order(best[key]):
                    best[key] = way
            layer = reached
        return best


def _order(way: _Way) -> tuple[float, int, tuple[str, ...], tuple[str, ...]]:
    return -round(way.strength, DECIMALS), len(way.path), way.path, way.premises


def related(
    start: str,
    facts: Sequence[Fact],
    entities: Mapping[str, Entity],
    *,
    score: float,
    as_of: datetime | None,
    closed: Collection[str] = (),
) -> tuple[Related, ...]:
    """What an entity leads to, the strongest first.

    Args:
        start: its key.
        facts: of the user, as of `as_of`.
        entities: by key.
        score: of the entity, in [0, 1].
        as_of: the time of the view.
        closed: keys of entities that no path enters.
    """
    known = stated(facts)
    ways = Links(facts, as_of, set(closed) - {start}).ways({start: 1.0})
    found = [
        Related(
            entities[key].name,
            key,
            way.path,
            way.premises,
            round(way.strength, DECIMALS),
            round(way.strength * score, DECIMALS),
            key in known,
        )
        for key, way in ways.items()
    ]
    return tuple(sorted(found, key=lambda r: (-r.strength, r.entity, r.key)))


def stated(facts: Iterable[Fact]) -> set[str]:
    """Keys of entities that the user has a fact about, in any state."""
    return {fact.target for fact in facts if fact.source == USER}


def infer(
    liked: Iterable[Preference],
    facts: Sequence[Fact],
    entities: Mapping[str, Entity],
    *,
    as_of: datetime | None,
    closed: Collection[str] = (),
) -> tuple[Preference, ...]:
    """The lines of the section *inferred*: what the likes lead to and the user never spoke of.

    Args:
        liked: lines of the section likes; nothing else suggests anything.
        facts: of the user, as of `as_of`.
        entities: by key.
        as_of: the time of the view.
        closed: keys of entities that no path enters (what is disliked, or hidden).
    """
    links = Links(facts, as_of, closed)
    if not links:
        return ()
    known = stated(facts)
    ways = links.ways({line.key: line.score for line in liked})
    by_id = {fact.id: fact for fact in facts}
    lines = [
        _line(entities, key, way, by_id[way.premises[-1]])
        for key, way in ways.items()
        if key not in known and round(way.strength, DECIMALS) > 0
    ]
    return tuple(sorted(lines, key=lambda line: (-line.score, line.entity, line.key))[:MOST_LINES])


def _line(entities: Mapping[str, Entity], key: str, way: _Way, last: Fact) -> Preference:
    return Preference(
        entity=entities[key].name,
        key=key,
        type=entities[key].type,
        kind=last.kind,
        relation=last.label,
        polarity=0,
        score=round(way.strength, DECIMALS),
        components=Components(),
        mentions=0,
        first_seen=None,
        last_seen=None,
        valid_from=None,
        valid_to=None,
        path=way.path,
        premises=way.premises,
    )
