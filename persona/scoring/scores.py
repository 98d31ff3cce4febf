"""Scores of entities: how much a person is drawn to each, or turns away from it.

    score = 0.4 * pagerank + 0.3 * degree + 0.3 * frequency

each divided by its largest value among the entities that the user has a current fact about, in one
side (`persona.scoring.sides`) of one user. PageRank is personalised from `USER`; in its matrix
only, every entity also has an edge of weight 1 back to `USER`, because a weak edge would count in
full if it were an entity's only one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from persona.errors import ConfigError
from persona.records import Components, Entity, Fact
from persona.scoring.columns import Case, columns
from persona.scoring.pagerank import pagerank
from persona.scoring.sides import Sides, sides

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Scheme = Literal["default", "classic"]
Weights = tuple[float, float, float]

WEIGHTS: Weights = (0.4, 0.3, 0.3)
"""Shares of pagerank, degree and frequency."""

CHUNK = 100
"""Users in one matrix: what measured fastest, and small enough for a processor's cache."""

DECIMALS = 9
"""Scores are compared after rounding to this."""


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of one entity in one side.

    Attributes:
        raw: the three terms as they are computed, not below 0.
        components: each divided by the side's largest, in [0, 1].
        score: their weighted sum, in [0, 1] (in [0, 100] by the classic scheme), 9 decimals.
        current: whether the user has a fact about it in this side now; else it is a neighbour.
    """

    raw: Components = field(default_factory=Components)
    components: Components = field(default_factory=Components)
    score: float = 0.0
    current: bool = False


NOTHING = Scored()
"""What an entity has in a side that does not hold it."""


class Side(Mapping[str, Scored]):
    """Scores of one side by key of the entity, neighbours of the user's entities among them."""

    __slots__ = ("_at", "_columns", "_rows")

    def __init__(self, keys: Sequence[str], columns: Sequence[Sequence[float]]) -> None:
        """Takes the keys and, in their order, eight columns.

        They are pagerank, degree and frequency, the same three divided, score, and current.
        """
        self._columns = columns
        self._rows: list[tuple[float, ...]] | None = None  # made when first asked for
        self._at = dict(zip(keys, range(len(keys)), strict=True))

    def __getitem__(self, key: str) -> Scored:
        at = self._at[key]
        if self._rows is None:
            self._rows = list(zip(*self._columns, strict=True))
        a, b, c, x, y, z, score, current = self._rows[at]
        return Scored(Components(a, b, c), Components(x, y, z), score, bool(current))

    def __iter__(self) -> Iterator[str]:
        return iter(self._at)

    def __len__(self) -> int:
        return len(self._at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Side) and dict(self) == dict(other)

    __hash__ = None  # type: ignore[assignment]  # equal by value, as any mapping

    def __repr__(self) -> str:
        return f"Side({dict(self)!r})"


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one user.

    Attributes:
        as_of: the time that ages were measured from.
        weights: shares of the three terms.
        positive: what the user is drawn to, or does, or is.
        negative: what the user dislikes, avoids or has turned down.
        averse: keys of entities that the user validly dislikes or avoids.
        scheme: "default" or "classic".
    """

    as_of: datetime | None
    weights: Weights
    positive: Side
    negative: Side
    averse: frozenset[str]
    scheme: Scheme = "default"

    def of(self, key: str) -> Scored:
        """The score that an entity has wherever it stands: of G- if it is disliked, else of G+."""
        side = self.negative if key in self.averse else self.positive
        return side.get(key, NOTHING)


def check_weights(weights: Weights) -> Weights:
    """The weights, if they are three shares of one.

    Raises:
        ConfigError: they are not three finite numbers from 0 that sum to 1.
    """
    given: Sequence[float] = weights
    fine = len(given) == 3 and all(math.isfinite(w) and w >= 0 for w in given)
    if not fine or abs(sum(weights) - 1.0) > 1e-9:
        raise ConfigError(
            f"score weights must be three numbers from 0 that sum to 1 (pagerank, degree,"
            f" frequency), not {weights!r}"
        )
    return weights


def score(
    facts: Sequence[Fact],
    entities: Mapping[str, Entity],
    *,
    as_of: datetime | None,
    weights: Weights = WEIGHTS,
    scheme: Scheme = "default",
) -> Scores:
    """The scores of one user; a batch of one, equal to the bit to the same user in any batch.

    Args:
        facts: of one user, resolved as of `as_of`. Only those that hold count.
        entities: by key.
        as_of: the time that ages are measured from; None: nothing fades.
        weights: shares of pagerank, degree and frequency.
        scheme: "classic" is the historical formula, see `persona.scoring.classic`.

    Raises:
        ConfigError: the weights are not three shares of one.
    """
    return score_many([(facts, entities, as_of)], weights=weights, scheme=scheme)[0]


def score_many(
    cases: Iterable[tuple[Sequence[Fact], Mapping[str, Entity], datetime | None]],
    *,
    weights: Weights = WEIGHTS,
    scheme: Scheme = "default",
    chunk: int = CHUNK,
) -> list[Scores]:
    """The scores of many users, in their order; see `score_each`."""
    return list(score_each(cases, weights=weights, scheme=scheme, chunk=chunk))


def score_each(
    cases: Iterable[tuple[Sequence[Fact], Mapping[str, Entity], datetime | None]],
    *,
    weights: Weights = WEIGHTS,
    scheme: Scheme = "default",
    chunk: int = CHUNK,
) -> Iterator[Scores]:
    """The scores of many users, one after the other: a block-diagonal matrix for each chunk.

    Args:
        cases: (facts, entities, as_of) of each user, as `score` takes them; read chunk by chunk.
        weights: shares of pagerank, degree and frequency.
        scheme: "default" or "classic".
        chunk: users in one matrix; it changes the time taken, never a result.

    Raises:
        ConfigError: the weights are not three shares of one.
    """
    check_weights(weights)
    from persona.scoring.classic import classic

    waiting = iter(cases)
    while batch := [Case(*case) for case in islice(waiting, chunk)]:
        if scheme == "classic":
            yield from map(classic, batch)
        else:
            yield from _score_chunk(batch, weights)


class Matrix(NamedTuple):
    """The edges that walks follow, as `persona.scoring.pagerank.pagerank` takes them."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    weight: NDArray[np.float64]
    block: NDArray[np.int64]
    home: NDArray[np.int64]


def matrix(graph: Sides, kept: NDArray[np.int64]) -> Matrix:
    """The edges between the kept nodes, which hold every edge and every home of one.

    `USER` to entities, entities back to `USER` (weight 1), and pairs of entities both ways.
    """
    import numpy as np

    place = np.full(len(graph.home), -1, np.int64)
    place[kept] = np.arange(len(kept))
    home = place[graph.home[kept]]
    entity = np.flatnonzero(home != np.arange(len(kept)))
    tied = np.flatnonzero(graph.current[kept])
    one = place[np.concatenate([graph.links.one, graph.together.one])]
    other = place[np.concatenate([graph.links.other, graph.together.other])]
    between = np.concatenate([graph.links.weight, graph.together.weight])
    homes, block = np.unique(home, return_inverse=True)
    return Matrix(
        source=np.concatenate([home[tied], entity, one, other]),
        target=np.concatenate([tied, home[entity], other, one]),
        weight=np.concatenate([graph.tie[kept][tied], np.ones(len(entity)), between, between]),
        block=block,
        home=homes,
    )


def touched(graph: Sides) -> NDArray[np.int64]:
    """Nodes with an edge, and the `USER` node of each block that has one, sorted."""
    import numpy as np

    held = graph.current.copy()
    for pairs in (graph.links, graph.together):
        held[pairs.one] = held[pairs.other] = True
    held[graph.home[held]] = True
    return np.flatnonzero(held)


def _divided(
    raw: NDArray[np.float64], current: NDArray[np.bool_], home: NDArray[np.int64], size: int
) -> NDArray[np.float64]:
    """Each value over the largest of its block's current entities, at most 1; 0 / 0 is 0."""
    import numpy as np

    largest = np.zeros(size)
    np.maximum.at(largest, home[current], raw[current])
    most = largest[home]
    with np.errstate(over="ignore"):  # a value that has passed, over the least there is: cut to 1
        share = np.divide(raw, most, out=np.zeros_like(raw), where=most > 0)
    return np.minimum(share, 1.0)


def _score_chunk(cases: Sequence[Case], weights: Weights) -> list[Scores]:
    import numpy as np

    table = columns(cases)
    graph = sides(table)
    kept = touched(graph)
    home, current = graph.home[kept], graph.current[kept]
    raw = [pagerank(*matrix(graph, kept)), graph.degree[kept], graph.frequency[kept]]
    parts = [_divided(term, current, home, len(graph.home)) for term in raw]
    total = sum(share * part for share, part in zip(weights, parts, strict=True))
    lists = [np.round(column, DECIMALS).tolist() for column in (*raw, *parts, total)]
    lists.append(current.tolist())
    starts = np.concatenate([table.first, table.first + table.size, [2 * table.size]])
    bounds = np.searchsorted(kept, starts).tolist()
    nodes = (kept % table.size).tolist() if table.size else []
    averse = np.flatnonzero(graph.averse).tolist()

    found = []
    for user, case in enumerate(cases):
        names, first = table.names[user], int(table.first[user])
        pair = []
        for at in (user, user + len(cases)):
            begin, end = bounds[at] + 1, bounds[at + 1]  # the first is USER itself
            keys = [names[node - first] for node in nodes[begin:end]]
            pair.append(Side(keys, [column[begin:end] for column in lists]))
        disliked = frozenset(names[n - first] for n in averse if first <= n < first + len(names))
        found.append(Scores(case.as_of, weights, pair[0], pair[1], disliked))
    return found
