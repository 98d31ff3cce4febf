from __future__ import annotations

import io
import json
from xml.etree import ElementTree

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.graph import build, entities_of, facts_of, from_node_link, to_node_link, write_graphml
from persona.records import USER
from persona.resolve import resolve
from persona.resolve.resolution import Resolution
from tests.resolve.said import at, said


def odd(*names: str) -> Resolution:
    rows = [
        said(
            name,
            "other",
            day=day,
            label='"; DROP 由...组成',
            quote=f"\x0b{name}\ufffe",
            type="a\ufffeb",
        )
        for day, name in enumerate(names)
    ]
    rows += [said("茶", "likes", day=0, dated=False), said("茶", "part_of", source="饮品", day=2)]
    return resolve("u", rows)


def graphml(graph: nx.MultiDiGraph[str]) -> nx.MultiDiGraph[str]:
    stream = io.BytesIO()
    write_graphml(graph, stream)
    ElementTree.fromstring(stream.getvalue())
    stream.seek(0)
    read = nx.read_graphml(stream, force_multigraph=True)
    assert isinstance(read, nx.MultiDiGraph)
    return read


def test_node_link_is_plain_json_that_networkx_reads_too() -> None:
    resolution = odd("方案`]-() DETACH DELETE n //")
    graph = build(resolution.facts, resolution.entities, as_of=at(3))
    text = json.dumps(to_node_link(graph))
    back = from_node_link(json.loads(text))
    assert facts_of(back) == resolution.facts
    assert entities_of(back) == resolution.entities
    assert list(back.nodes(data=True)) == list(graph.nodes(data=True))
    assert list(back.edges(keys=True, data=True)) == list(graph.edges(keys=True, data=True))
    assert back.graph == graph.graph
    theirs = nx.node_link_graph(json.loads(text), edges="edges")
    assert isinstance(theirs, nx.MultiDiGraph)
    assert sorted(theirs.edges(keys=True)) == sorted(graph.edges(keys=True))


def test_graphml_keeps_names_labels_and_evidence() -> None:
    resolution = odd("三部分", "地铁😀")
    graph = build(resolution.facts, resolution.entities, as_of=at(3))
    read = graphml(graph)
    assert set(read) == set(graph)
    assert read.nodes["三部分"]["type"] == "a\ufffdb"
    assert json.loads(read.nodes["茶"]["aliases"]) == []
    (edge,) = read.get_edge_data(USER, "三部分").values()
    assert edge["label"] == '"; DROP 由...组成'
    assert json.loads(edge["evidence"])[0]["quote"] == "\x0b三部分\ufffe"
    assert edge["open"] is True
    assert "valid_to" not in edge


def test_names_that_only_forbidden_characters_tell_apart_stay_two_nodes() -> None:
    graph: nx.MultiDiGraph[str] = build((), {})
    graph.add_node("a\ufffe", kind="entity")
    graph.add_node("a\uffff", kind="entity")
    assert len(graphml(graph)) == 3


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6), max_size=4)
)
def test_any_name_survives_both(names: list[str]) -> None:
    resolution = odd(*names)
    graph = build(resolution.facts, resolution.entities, as_of=at(3))
    back = from_node_link(json.loads(json.dumps(to_node_link(graph))))
    assert facts_of(back) == resolution.facts
    read = graphml(graph)
    assert (len(read), read.number_of_edges()) == (len(graph), graph.number_of_edges())
