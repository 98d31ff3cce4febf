"""Scoring written down plainly, one user at a time, over networkx: what the fast form must equal.

Nothing here is shared with `persona.scoring` but the records of its results.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations

import networkx as nx

from persona.records import USER, Entity, Evidence, Fact
from persona.scoring import Scores, Side
from persona.vocabulary import KINDS

MessageKey = tuple[str, str]


def _decay(fact: Fact, evidence: Evidence, as_of: datetime | None) -> float:
    half_life = KINDS[fact.kind].half_life
    if evidence.time is None or as_of is None or half_life is None:
        return 1.0
    return float(0.5 ** ((as_of - evidence.time) / half_life))


def _valid(fact: Fact, as_of: datetime | None) -> list[Evidence]:
    return [
        e for e in fact.evidence if e.open and (e.time is None or as_of is None or e.time <= as_of)
    ]


def _is_link(fact: Fact) -> bool:
    return USER not in (fact.source, fact.target)


def _friendly(fact: Fact) -> bool:
    return fact.polarity >= 0 and KINDS[fact.kind].family != "safety"


def split(facts: Iterable[Fact], as_of: datetime | None) -> tuple[list[Fact], list[Fact], set[str]]:
    """(facts of G+, facts of G-, disliked entities)."""
    held = [fact for fact in facts if _valid(fact, as_of)]
    mine = [fact for fact in held if fact.source == USER and fact.target != USER]
    links = [fact for fact in held if _is_link(fact) and _friendly(fact)]
    averse = {f.target for f in mine if f.kind in ("dislikes", "avoids") and f.polarity == -1}
    positive = [f for f in mine if _friendly(f) and f.target not in averse]
    positive += [f for f in links if f.source not in averse and f.target not in averse]
    negative = [
        f for f in mine if f.kind in ("dislikes", "avoids", "rejected") and f.polarity == -1
    ]
    return positive, negative + links if negative else [], averse


def _messages(facts: Iterable[Fact], as_of: datetime | None) -> list[float]:
    """weight * decay of each message, the largest over the facts."""
    best: dict[MessageKey, float] = defaultdict(float)
    for fact in facts:
        for e in _valid(fact, as_of):
            key = e.conversation_id, e.message_id
            best[key] = max(best[key], e.weight * _decay(fact, e, as_of))
    return list(best.values())


def _noisy_or(values: Iterable[float]) -> float:
    return 1 - math.prod(1 - 0.5 * value for value in values)


def co_mentions(facts: Sequence[Fact], as_of: datetime | None) -> dict[frozenset[str], float]:
    """Weight of each pair of entities that messages name together."""
    named: dict[MessageKey, dict[str, float]] = defaultdict(dict)
    for fact in facts:
        for e in _valid(fact, as_of):
            entities = named[e.conversation_id, e.message_id]
            for key in {fact.source, fact.target} - {USER}:
                entities[key] = max(entities.get(key, 0.0), _decay(fact, e, as_of))
    weights: dict[frozenset[str], float] = defaultdict(float)
    for entities in named.values():
        k = len(entities)
        if 2 <= k <= 8:
            for one, other in combinations(entities, 2):
                weight = 0.1 / (k - 1) * min(entities[one], entities[other])
                pair = frozenset((one, other))
                weights[pair] = max(weights[pair], weight)
    return weights


def _score_side(
    facts: Sequence[Fact], as_of: datetime | None, weights: tuple[float, float, float]
) -> Side:
    by_pair: dict[frozenset[str], list[Fact]] = defaultdict(list)
    for fact in facts:
        by_pair[frozenset((fact.source, fact.target))].append(fact)
    edges = {pair: _noisy_or(_messages(of_pair, as_of)) for pair, of_pair in by_pair.items()}
    together = co_mentions(facts, as_of)
    nodes = sorted({key for pair in (*edges, *together) for key in pair} - {USER})
    matrix: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    matrix.add_node(USER)
    degree: dict[str, float] = defaultdict(float)
    for pair, weight in (*edges.items(), *together.items()):
        one, other = sorted(pair)
        degree[one] += weight
        degree[other] += weight
        if USER in pair:
            matrix.add_edge(USER, one if other == USER else other, weight=weight)
        else:
            matrix.add_edge(one, other, weight=weight)
            matrix.add_edge(other, one, weight=weight)
    matrix.add_weighted_edges_from((node, USER, 1.0) for node in nodes)
    home = {USER: 1.0}  # walks also start there, so what cannot be reached has exactly nothing
    rank = nx.pagerank(
        matrix, alpha=0.85, personalization=home, nstart=home, tol=1e-14, max_iter=5000
    )
    mine = {
        key: by_pair[frozenset((USER, key))] for key in nodes if frozenset((USER, key)) in by_pair
    }
    terms = [
        {key: float(rank[key]) for key in nodes},
        {key: degree[key] for key in nodes},
        {key: math.log1p(sum(_messages(mine.get(key, ()), as_of))) for key in nodes},
    ]
    divided = []
    for term in terms:
        largest = max((term[key] for key in mine), default=0.0)
        divided.append({k: min(v / largest, 1.0) if largest else 0.0 for k, v in term.items()})
    total = {
        key: sum(share * part[key] for share, part in zip(weights, divided, strict=True))
        for key in nodes
    }
    rows = [[round(column[key], 9) for key in nodes] for column in (*terms, *divided, total)]
    return Side(nodes, [*rows, [float(key in mine) for key in nodes]])


def reference_scores(
    facts: Sequence[Fact],
    entities: Mapping[str, Entity],
    *,
    as_of: datetime | None,
    weights: tuple[float, float, float] = (0.4, 0.3, 0.3),
) -> Scores:
    """What `persona.scoring.score` says, the slow way."""
    positive, negative, averse = split(facts, as_of)
    return Scores(
        as_of=as_of,
        weights=weights,
        positive=_score_side(positive, as_of, weights),
        negative=_score_side(negative, as_of, weights),
        averse=frozenset(averse),
    )
