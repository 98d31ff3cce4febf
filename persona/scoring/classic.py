"""The historical formula, for comparison: 40 * PageRank + 30 * weight + 30 * mentions / largest.

PageRank is `networkx.pagerank` with its defaults on a star from `USER` (so with uniform teleport),
not divided by anything; the weight is the largest stated weight of the user's open evidence,
undecayed; mentions are messages over all states, divided by the largest number of the side. It is
kept because people know its numbers: a share of 40 that is really below 4 in a graph of 30
entities, nothing that fades, and no ties between entities. Here it is at least taken side by side,
so that what is disliked is not among what is liked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from persona.graph.weights import strength
from persona.records import USER, Fact
from persona.scoring.columns import Case
from persona.scoring.scores import DECIMALS, Scores, Side
from persona.vocabulary import KINDS

SHARES = (40.0, 30.0, 30.0)
"""Of pagerank, weight and mentions."""

_DISLIKE = ("dislikes", "avoids")


def _is_of_user(fact: Fact) -> bool:
    return fact.source == USER != fact.target


def _positive(fact: Fact, averse: frozenset[str]) -> bool:
    kind = KINDS.get(fact.kind, KINDS["other"])
    return fact.polarity >= 0 and kind.family != "safety" and fact.target not in averse


def _negative(fact: Fact) -> bool:
    return fact.polarity < 0 and fact.kind in (*_DISLIKE, "rejected")


def classic_scores(
    ties: Mapping[str, float], mentions: Mapping[str, int]
) -> dict[str, tuple[float, float, float, float]]:
    """(pagerank, weight, mentions / largest, score in [0, 100]) of each entity of a star.

    Args:
        ties: weight of the edge from `USER`, in [0, 1].
        mentions: number of messages, for the same keys.
    """
    import networkx as nx

    star: nx.DiGraph[str] = nx.DiGraph()
    star.add_node(USER)
    star.add_weighted_edges_from((USER, key, weight) for key, weight in ties.items())
    rank = nx.pagerank(star, weight="weight") if ties else {}
    largest = max(mentions.values(), default=0) or 1
    found = {}
    for key, weight in ties.items():
        terms = (float(rank[key]), weight, mentions[key] / largest)
        total = sum(share * term for share, term in zip(SHARES, terms, strict=True))
        found[key] = (*terms, total)
    return found


def _side(facts: Sequence[Fact]) -> Side:
    ties: dict[str, float] = {}
    messages: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for fact in sorted(facts, key=lambda f: (f.target, f.id)):
        messages[fact.target].update((e.conversation_id, e.message_id) for e in fact.evidence)
        stated = [strength(e.weight) for e in fact.evidence if e.open]
        if stated:
            ties[fact.target] = max(ties.get(fact.target, 0.0), *stated)
    found = classic_scores(ties, {key: len(messages[key]) for key in ties})
    rows: list[list[float]] = [[] for _ in range(8)]
    for pagerank, weight, share, total in found.values():
        values = (pagerank, weight, share, pagerank, weight, share, total, 1.0)
        for row, value in zip(rows, values, strict=True):
            row.append(round(value, DECIMALS))
    return Side(list(found), rows)


def classic(case: Case) -> Scores:
    """The scores of one user by the historical formula, in [0, 100]."""
    mine = [fact for fact in case.facts if _is_of_user(fact)]
    held = [f for f in mine if f.kind in _DISLIKE and f.polarity < 0 and f.is_open]
    averse = frozenset(fact.target for fact in held)
    return Scores(
        as_of=case.as_of,
        weights=(0.4, 0.3, 0.3),
        positive=_side([fact for fact in mine if _positive(fact, averse)]),
        negative=_side([fact for fact in mine if _negative(fact)]),
        averse=averse,
        scheme="classic",
    )
