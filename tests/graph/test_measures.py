from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.graph import (
    build,
    direct_connections,
    most_mentioned,
    statistics,
    statistics_of,
)
from persona.records import USER, Assertion
from persona.resolve import resolve
from tests.resolve.said import at, said


def test_statistics_of_a_triangle_with_a_tail() -> None:
    rows = [
        said("FastAPI", "uses", day=0),
        said("Python", "uses", day=0),
        said("Python", "likes", day=1),
        said("Python", "used_with", source="FastAPI", day=1),
        said("茶", "likes", day=2),
    ]
    resolution = resolve("u", rows)
    graph = build(resolution.facts, resolution.entities)
    # USER has three neighbours, of whose 3 pairs one is tied: 1/3; FastAPI and Python: 1; 茶: 0.
    expected = {"nodes": 4, "edges": 5, "user_connections": 3,
                "average_clustering": pytest.approx((1 / 3 + 1 + 1 + 0) / 4)}  # fmt: skip
    assert statistics(graph) == expected
    assert statistics_of(resolution.facts, resolution.entities) == expected


def test_statistics_of_nothing() -> None:
    assert statistics(build((), {})) == {
        "nodes": 1, "edges": 0, "user_connections": 0, "average_clustering": 0.0,
    }  # fmt: skip


ROWS = st.lists(
    st.builds(
        said,
        st.sampled_from("abcdef茶"),
        st.sampled_from(["likes", "used_with"]),
        day=st.integers(0, 3),
        source=st.sampled_from([USER, "a", "b", "c", "茶"]),
    ),
    max_size=20,
)


@settings(max_examples=100, deadline=None)
@given(ROWS)
def test_clustering_is_that_of_networkx(rows: list[Assertion]) -> None:
    resolution = resolve("u", rows)
    graph = build(resolution.facts, resolution.entities)
    found = statistics(graph)
    simple = nx.Graph(graph.to_undirected())
    assert found["average_clustering"] == pytest.approx(nx.average_clustering(simple), abs=1e-9)
    assert found["user_connections"] == len(set(graph.successors(USER)))
    assert found == statistics_of(resolution.facts, resolution.entities)


def test_connections_and_mentions_come_best_first() -> None:
    rows = [
        said("拿铁", day=0, weight=0.9), said("拿铁", day=1, weight=0.9), said("拿铁", day=2),
        said("网球", day=3, weight=0.5), said("徒步", day=4, weight=0.5),
        said("香菜", "dislikes", -1, day=5, weight=1.0),
        said("旧手机", "owns", day=0), said("旧手机", "owns", -1, day=5),
    ]  # fmt: skip
    resolution = resolve("u", rows)
    graph = build(resolution.facts, resolution.entities, as_of=at(5))
    ties = direct_connections(graph)
    assert [key for key, _ in ties] == ["拿铁", "香菜", "旧手机", "徒步", "网球"]
    assert dict(ties)["香菜"] == 0.5
    assert most_mentioned(graph, 2) == [("拿铁", 3), ("旧手机", 2)]
    assert direct_connections(nx.MultiDiGraph()) == []
