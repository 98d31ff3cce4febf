from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.graph import build, entities_of, facts_of
from persona.records import USER, Assertion, Entity
from persona.resolve import resolve
from tests.resolve.said import at, said

ROWS = [
    said("拿铁", day=0, type="饮品", aliases=("latte",)),
    said("拿铁", day=5),
    said("Postgres", "uses", day=1),
    said("Postgres", "part_of", source="Supabase", day=2),
    said("杭州", "lives_in", day=1, message="m1"),
    said("成都", "lives_in", day=6),
    said("USER", "friend_of", source="Paul", day=6, message="x"),
]


def test_the_graph_is_plain_networkx_with_the_documented_attributes() -> None:
    resolution = resolve("u", ROWS)
    graph = build(resolution.facts, resolution.entities, as_of=at(6))
    assert type(graph) is nx.MultiDiGraph
    assert graph.nodes[USER] == {"kind": "user", "name": "USER"}
    assert graph.nodes["拿铁"] == {
        "kind": "entity", "name": "拿铁", "type": "饮品", "aliases": ("latte",), "qualifier": None,
        "mentions": 2, "first_seen": at(0), "last_seen": at(5),
    }  # fmt: skip
    assert graph.nodes["postgres"]["mentions"] == 2  # as target of USER and of Supabase
    (data,) = graph.get_edge_data(USER, "杭州").values()
    assert (data["kind"], data["family"], data["polarity"]) == ("lives_in", "state", 1)
    assert (data["open"], data["valid_from"], data["valid_to"]) == (False, at(1), at(6))
    assert data["weight"] == 0.0
    (key,) = graph.get_edge_data(USER, "拿铁")
    edge = graph.edges[USER, "拿铁", key]
    assert key in {fact.id for fact in resolution.facts}
    assert edge["quotes"] == ("likes 拿铁",)
    assert edge["mentions"] == 2
    # two statements of weight .8, 6 and 1 days old: 1 - (1 - .4 * 2^(-6/180)) (1 - .4 * 2^(-1/180))
    assert edge["weight"] == pytest.approx(1 - (1 - 0.39086) * (1 - 0.39846), abs=1e-4)


def test_an_entity_of_no_fact_is_a_node_and_an_empty_graph_has_its_user() -> None:
    graph = build((), {"茶": Entity("茶", "茶")}, user_id="u")
    assert set(graph) == {USER, "茶"}
    assert graph.nodes["茶"]["mentions"] == 0
    assert facts_of(graph) == ()


def test_no_name_of_an_entity_can_take_the_users_place() -> None:
    rows = [said("user", "likes", day=0), said("翻译", "asks_about", 0, day=0)]
    resolution = resolve("u", rows)
    graph = build(resolution.facts, resolution.entities)
    assert graph.nodes[USER]["kind"] == "user"
    assert graph.nodes["user"]["kind"] == "entity"


ANY = st.lists(
    st.builds(
        said,
        st.text(min_size=1, max_size=4).filter(lambda name: name.strip().isprintable()),
        st.sampled_from(["likes", "dislikes", "favourite", "used_with"]),
        st.sampled_from([1, -1]),
        day=st.integers(0, 5),
        dated=st.booleans(),
        source=st.sampled_from([USER, "Paul"]),
        slot=st.sampled_from([None, "歌手"]),
        label=st.text(max_size=5),
        aliases=st.sampled_from([(), ("別名",)]),
    ),
    max_size=8,
)


@settings(max_examples=100, deadline=None)
@given(ANY)
def test_facts_and_entities_come_back_exactly(rows: list[Assertion]) -> None:
    resolution = resolve("u", rows)
    graph = build(resolution.facts, resolution.entities, as_of=at(5))
    assert facts_of(graph) == resolution.facts
    assert entities_of(graph) == resolution.entities
    assert not list(nx.selfloop_edges(graph))
