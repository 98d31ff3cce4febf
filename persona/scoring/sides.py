"""The two weighted graphs of a user, G+ and G-, from columns of evidence.

* **G+** holds the user's facts of polarity 0 and +1, except safety, and nothing that touches an
  entity with a valid dislike or avoidance.
* **G-** holds what the user dislikes, avoids or has turned down.

Both hold the facts between entities that are not negative, walked both ways (in G+ again without
disliked entities), and co-mention edges. With v = weight * decay of a message, the largest of its
facts,

    edge weight of a pair   = 1 - product over messages of (1 - v / 2)           (noisy-or)
    frequency of an entity  = log(1 + sum over messages of v)
    co-mention of a pair    = largest over messages of 0.1 / (k - 1) * smaller decay of the two

where k, from 2 to 8, counts the entities of the side's facts that cite the message. Every sum is
taken in an order that values or names decide, never the order of arrival.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from persona.graph.weights import CONVICTION
from persona.scoring.columns import Columns
from persona.vocabulary import KINDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

CO_MENTION = 0.1
"""Weight that a message gives to its only pair of entities."""

MOST_TOGETHER = 8
"""A message that names more entities than this is a list: it ties none of them together."""

_SAFETY = [kind.family == "safety" for kind in KINDS.values()]
_AVERSION = [name in ("dislikes", "avoids") for name in KINDS]
_TURNED_DOWN = [name in ("dislikes", "avoids", "rejected") for name in KINDS]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Undirected edges: ``one[i] < other[i]``, each pair once, sorted."""

    one: Integers
    other: Integers
    weight: Floats


@dataclass(frozen=True, slots=True)
class Sides:
    """G+ and G- of all users, as one graph of separate blocks.

    Node n of the columns is node n in G+ and node ``size + n`` in G-.

    Attributes:
        size: number of nodes of the columns.
        home: for each node the `USER` node of its block.
        current: whether the user has a fact about it in this side now.
        averse: whether the user validly dislikes or avoids it (by node of the columns).
        tie: weight of the edge from `USER`.
        frequency: see the module.
        links: edges from facts between entities.
        together: co-mention edges.
    """

    size: int
    home: Integers
    current: Flags
    averse: Flags
    tie: Floats
    frequency: Floats
    links: Pairs
    together: Pairs

    @property
    def degree(self) -> Floats:
        """Sum of the edge weights at each node."""
        import numpy as np

        total = self.tie.copy()
        for pairs in (self.links, self.together):
            total += np.bincount(pairs.one, pairs.weight, len(total))
            total += np.bincount(pairs.other, pairs.weight, len(total))
        return total


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of evidence, each in one side."""

    source: Integers
    target: Integers
    message: Integers
    decay: Floats
    value: Floats
    of_user: Flags


def _homes(columns: Columns) -> Integers:
    import numpy as np

    return np.repeat(columns.first, [len(names) for names in columns.names])


def _split(columns: Columns, home: Integers) -> tuple[_Rows, Flags]:
    """The rows of G+ and then those of G-, and which nodes are disliked."""
    import numpy as np

    c, size = columns, columns.size
    from_user, to_user = c.source == home[c.source], c.target == home[c.target]
    of_user, link = from_user & ~to_user, ~from_user & ~to_user
    averse = np.zeros(size, bool)
    averse[c.target[of_user & np.array(_AVERSION)[c.kind] & (c.polarity < 0)]] = True
    friendly = (c.polarity >= 0) & ~np.array(_SAFETY)[c.kind]
    drawn = friendly & (of_user | (link & ~averse[c.source])) & ~averse[c.target]
    away = of_user & np.array(_TURNED_DOWN)[c.kind] & (c.polarity < 0)
    turns_away = np.zeros(size, bool)
    turns_away[home[c.source[away]]] = True
    away |= link & friendly & turns_away[home[c.source]]
    rows = np.concatenate([np.flatnonzero(drawn), np.flatnonzero(away)])
    side = np.repeat([0, 1], [np.count_nonzero(drawn), np.count_nonzero(away)])
    split = _Rows(
        source=c.source[rows] + side * size,
        target=c.target[rows] + side * size,
        message=c.message[rows] * 2 + side,
        decay=c.decay[rows],
        value=c.weight[rows] * c.decay[rows],
        of_user=of_user[rows],
    )
    return split, averse


def _largest(first: Integers, second: Integers, value: Floats) -> tuple[Integers, Integers, Floats]:
    """Each pair of keys once, sorted, with its largest value."""
    import numpy as np

    if not len(first):
        return first, second, value
    width = int(second.max()) + 1
    key = first * width + second
    order = np.argsort(key)
    key = key[order]
    begins = np.flatnonzero(np.diff(key, prepend=-1))
    return key[begins] // width, key[begins] % width, np.maximum.reduceat(value[order], begins)


def _sums(key: Integers, value: Floats, size: int) -> tuple[Floats, Floats]:
    """For each key 1 - product(1 - value / 2), and the plain sum; smaller values are added first."""
    import numpy as np

    order = np.lexsort((value, key))
    key, value = key[order], value[order]
    log_of_none: Floats = np.bincount(key, np.log1p(-CONVICTION * value), size).astype(np.float64)
    total: Floats = np.bincount(key, value, size).astype(np.float64)
    return -np.expm1(log_of_none), total


def _links(rows: _Rows, size: int) -> Pairs:
    import numpy as np

    one = np.minimum(rows.source, rows.target)[~rows.of_user]
    other = np.maximum(rows.source, rows.target)[~rows.of_user]
    pair, _, value = _largest(
        one * size + other, rows.message[~rows.of_user], rows.value[~rows.of_user]
    )
    pairs, number = np.unique(pair, return_inverse=True)
    weight, _ = _sums(number, value, len(pairs))
    return Pairs(pairs // size, pairs % size, weight)


def _together(rows: _Rows, size: int) -> Pairs:
    import numpy as np

    link = ~rows.of_user
    message, node, decay = _largest(
        np.concatenate([rows.message, rows.message[link]]),
        np.concatenate([rows.target, rows.source[link]]),
        np.concatenate([rows.decay, rows.decay[link]]),
    )
    begins = np.flatnonzero(np.diff(message, prepend=-1))
    counts = np.diff(begins, append=len(message))
    keys, weights = [np.zeros(0, np.int64)], [np.zeros(0)]
    for k in range(2, MOST_TOGETHER + 1):
        group = begins[counts == k][:, None] + np.arange(k)
        i, j = np.triu_indices(k, 1)
        nodes, decays = node[group], decay[group]
        keys.append((nodes[:, i] * size + nodes[:, j]).ravel())
        weights.append((CO_MENTION / (k - 1) * np.minimum(decays[:, i], decays[:, j])).ravel())
    key = np.concatenate(keys)
    pair, _, weight = _largest(key, np.zeros_like(key), np.concatenate(weights))
    return Pairs(pair // size, pair % size, weight)


def sides(columns: Columns) -> Sides:
    """G+ and G- of every user of the columns."""
    import numpy as np

    home = _homes(columns)
    rows, averse = _split(columns, home)
    size = 2 * columns.size
    node, _, value = _largest(
        rows.target[rows.of_user], rows.message[rows.of_user], rows.value[rows.of_user]
    )
    tie, total = _sums(node, value, size)
    return Sides(
        size=columns.size,
        home=np.concatenate([home, home + columns.size]),
        current=np.bincount(node, minlength=size) > 0,
        averse=averse,
        tie=tie,
        frequency=np.log1p(total),
        links=_links(rows, size),
        together=_together(rows, size),
    )
