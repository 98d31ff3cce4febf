"""Small measures of one graph: size, clustering, what the user is tied to, what is named most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from persona.records import USER, Fact

if TYPE_CHECKING:
    import networkx as nx


def statistics(graph: nx.MultiDiGraph[str]) -> dict[str, float]:
    """Four numbers about a graph.

    Returns:
        ``nodes`` (with `USER`), ``edges`` (facts), ``user_connections`` (entities that `USER` has
        an edge to), and ``average_clustering``: the mean over all nodes of the share of their
        neighbours' pairs that are neighbours (Watts and Strogatz 1998), on the undirected graph
        without parallel edges, in [0, 1], rounded to 9 decimals.
    """
    pairs = ((source, target) for source, target in graph.edges())
    return _measure(graph.number_of_nodes(), graph.number_of_edges(), pairs)


def statistics_of(facts: Collection[Fact], entities: Collection[str]) -> dict[str, float]:
    """What `statistics` says of the graph of these facts, without building it."""
    pairs = ((fact.source, fact.target) for fact in facts)
    return _measure(len(entities) + 1, len(facts), pairs)


def _measure(nodes: int, edges: int, pairs: Iterable[tuple[str, str]]) -> dict[str, float]:
    neighbours: dict[str, set[str]] = defaultdict(set)
    connections = set()
    for source, target in pairs:
        if source == USER:
            connections.add(target)
        if source != target:
            neighbours[source].add(target)
            neighbours[target].add(source)
    return {
        "nodes": nodes,
        "edges": edges,
        "user_connections": len(connections),
        "average_clustering": round(_clustering(neighbours) / nodes, 9) if nodes else 0.0,
    }


def _clustering(neighbours: dict[str, set[str]]) -> float:
    """The sum of the local clustering coefficients, in an order that the names decide."""
    total = 0.0
    for node in sorted(neighbours):
        around = neighbours[node]
        degree = len(around)
        if degree > 1:
            # Each closed pair is met from both of its ends.
            closed = sum(len(around & neighbours[other]) for other in around)
            total += closed / (degree * (degree - 1))
    return total


def direct_connections(graph: nx.MultiDiGraph[str]) -> list[tuple[str, float]]:
    """Entities that the user is tied to now, with the largest weight of an open edge, best first.

    Ties are broken by key. An edge of polarity -1 is a tie too.
    """
    weights: dict[str, float] = {}
    if USER in graph:
        for _, target, data in graph.out_edges(USER, data=True):
            if data["open"]:
                weights[target] = max(weights.get(target, 0.0), data["weight"])
    return sorted(weights.items(), key=lambda item: (-item[1], item[0]))


def most_mentioned(graph: nx.MultiDiGraph[str], n: int = 10) -> list[tuple[str, int]]:
    """The n entities that most messages speak of, with the number of messages; ties by key."""
    counts = [
        (key, int(data["mentions"]))
        for key, data in graph.nodes(data=True)
        if data["kind"] == "entity"
    ]
    return sorted(counts, key=lambda item: (-item[1], item[0]))[:n]
