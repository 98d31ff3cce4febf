from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from persona.scoring.pagerank import pagerank

Edges = list[tuple[int, int, float]]
Ranker = Callable[[int, Edges], NDArray[np.float64]]


def fast(size: int, edges: Edges) -> NDArray[np.float64]:
    return fast_batch([(size, edges)])[0]


def fast_batch(graphs: list[tuple[int, Edges]]) -> list[NDArray[np.float64]]:
    first = np.concatenate([[0], np.cumsum([size for size, _ in graphs])])
    shifted = [
        (source + at, target + at, weight)
        for at, (_, edges) in zip(first.tolist(), graphs, strict=False)
        for source, target, weight in edges
    ]
    rank = pagerank(
        np.array([edge[0] for edge in shifted], np.int64),
        np.array([edge[1] for edge in shifted], np.int64),
        np.array([edge[2] for edge in shifted], np.float64),
        np.repeat(np.arange(len(graphs)), [size for size, _ in graphs]),
        first[:-1],
    )
    return np.split(rank, first[1:-1])


def plain(size: int, edges: Edges) -> NDArray[np.float64]:
    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from(edges)
    rank = nx.pagerank(graph, personalization={0: 1.0}, tol=1e-14, max_iter=5000)
    return np.array([rank[node] for node in range(size)])


both = pytest.mark.parametrize("rank", [fast, plain])


@both
def test_a_user_with_one_entity(rank: Ranker) -> None:
    # u = .15 + .85 e and e = .85 u, so u = .15 / (1 - .7225) = .540541
    assert rank(2, [(0, 1, 0.3), (1, 0, 1.0)]) == pytest.approx([0.540541, 0.459459], abs=1e-6)


@both
def test_a_dangling_node_sends_its_mass_home(rank: Ranker) -> None:
    # The same graph: without an edge out, e's mass goes where walks restart.
    assert rank(2, [(0, 1, 0.3)]) == pytest.approx([0.540541, 0.459459], abs=1e-6)


@both
def test_weights_share_a_step(rank: Ranker) -> None:
    # z = p + .85 P' z with z_u = 1 / .2775 / ..: entities get .85 u times 3/4 and 1/4
    u, a, b = rank(3, [(0, 1, 3.0), (0, 2, 1.0), (1, 0, 1.0), (2, 0, 1.0)])
    assert a / u == pytest.approx(0.6375)
    assert b / u == pytest.approx(0.2125)


@both
def test_parallel_edges_add_up_and_a_loop_keeps_mass(rank: Ranker) -> None:
    parallel = rank(3, [(0, 1, 1.0), (0, 1, 2.0), (0, 2, 1.0)])
    assert parallel == pytest.approx(rank(3, [(0, 1, 3.0), (0, 2, 1.0)]), abs=1e-12)
    # e = .85 (u + e) / .. : with a loop of the same weight as the way home, e = .85 u / (1 - .425)
    u, e = rank(2, [(0, 1, 1.0), (1, 1, 1.0), (1, 0, 1.0)])
    assert e / u == pytest.approx(0.85 / 0.575)


@both
def test_what_cannot_be_reached_has_nothing(rank: Ranker) -> None:
    assert rank(4, [(0, 1, 1.0), (2, 3, 1.0)])[2:] == pytest.approx([0.0, 0.0])
    assert rank(3, []) == pytest.approx([1.0, 0.0, 0.0])


GRAPHS = st.integers(1, 12).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(
            st.tuples(
                st.integers(0, size - 1),
                st.integers(0, size - 1),
                st.sampled_from([1e-6, 1e-3, 0.1, 0.5, 1.0, 1e3, 1e6]),
            ),
            max_size=40,
        ),
    )
)


@settings(max_examples=100, deadline=None)
@given(GRAPHS)
def test_it_is_the_pagerank_of_networkx(graph: tuple[int, Edges]) -> None:
    assert np.abs(fast(*graph) - plain(*graph)).max() < 1e-8


@settings(max_examples=60, deadline=None)
@given(st.lists(GRAPHS, min_size=2, max_size=6))
def test_company_changes_no_bit(graphs: list[tuple[int, Edges]]) -> None:
    together = fast_batch(graphs)
    assert [rank.tobytes() for rank in together] == [fast(*graph).tobytes() for graph in graphs]
    assert all(abs(rank.sum() - 1) < 1e-12 for rank in together)
