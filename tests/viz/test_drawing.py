import math
import random
from typing import Any

import networkx as nx
import pytest

from persona.errors import UsageError
from persona.records import USER
from persona.viz import page
from tests.viz.pages import ANN, Page, Row, graph_of, named


def test_colour_and_shape_tell_the_polarity_and_dashes_what_is_over() -> None:
    data = Page(page(ANN, title="Ann")).data
    looks = {
        name: (named(data, name)["color"]["background"], named(data, name)["shape"])
        for name in ("sushi", "香菜", "visas", "Vim", "wasabi")
    }
    green, red, grey = ("#009e73", "dot"), ("#d55e00", "diamond"), ("#8a8f98", "dot")
    assert looks == {"sushi": green, "香菜": red, "visas": grey, "Vim": grey, "wasabi": grey}
    edges = {edge["label"]: (edge["color"]["color"], edge["dashes"]) for edge in data["edges"]}
    assert edges == {
        "loves": ("#009e73", False),
        "讨厌": ("#d55e00", False),
        "asks about": ("#8a8f98", False),
        "used": ("#009e73", True),
        "comes with": ("#8a8f98", False),
    }


def test_the_score_makes_the_size_and_comes_nearest() -> None:
    graph = graph_of(*[(USER, "likes", f"thing {n}", 1, True, ()) for n in range(30)])
    scores = {f"thing {n}": n / 29 for n in range(30)}
    data = Page(page(graph, title="Ann", scores=scores)).data
    first, last = named(data, "thing 29"), named(data, "thing 0")
    assert (first["size"], last["size"]) == (26, 9)  # 9 + 17 * score
    assert math.hypot(first["x"], first["y"]) < math.hypot(last["x"], last["y"])
    assert [entry["score"] for entry in data["about"][:2]] == ["1.00", "0.97"]


def test_title_heading_and_counts_are_in_the_page() -> None:
    shown = Page(page(ANN, title="Ann & 安", heading="What she said"))
    assert "Ann & 安" in shown.words
    assert "What she said" in shown.words
    assert "5 entities, 5 facts" in shown.words
    assert "香菜" in page(ANN, title="Ann")  # as written, not escaped


def test_a_person_of_whom_nothing_is_known() -> None:
    assert len(Page(page(graph_of(), title="Ann")).data["nodes"]) == 1


def test_several_facts_of_one_pair_are_drawn_apart() -> None:
    graph = graph_of((USER, "likes", "tea", 1, True, ()), (USER, "drinks", "tea", 1, True, ()))
    bends = [edge["smooth"] for edge in Page(page(graph, title="Ann")).data["edges"]]
    assert bends == [False, {"enabled": True, "type": "curvedCW", "roundness": 0.25}]


def test_the_same_graph_gives_the_same_bytes_in_any_order_of_insertion() -> None:
    rows: list[Row] = [
        (USER, "likes", f"t{n}", 1 if n % 3 else -1, n % 5 > 0, (f"q{n}",)) for n in range(20)
    ]
    graph = graph_of(*rows)
    other: nx.MultiDiGraph[str] = nx.MultiDiGraph(**graph.graph)
    nodes, edges = list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))
    random.Random(7).shuffle(nodes)
    random.Random(8).shuffle(edges)
    other.add_nodes_from(nodes)
    for source, target, key, data in edges:
        other.add_edge(source, target, key=key, **data)
    assert page(graph, title="Ann") == page(other, title="Ann")


def test_the_graph_is_not_changed() -> None:
    before = nx.node_link_data(ANN, edges="links")
    page(ANN, title="Ann")
    assert nx.node_link_data(ANN, edges="links") == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"bgcolor": "red;}</style><img src=x onerror=window.__pwn=1>"},
        {"bgcolor": "red"},
        {"bgcolor": "#fff\n"},
        {"height": "100vh;}</style>"},
        {"height": "100"},
        {"height": "0px"},
        {"height": 600},
        {"bgcolor": None},
        {"limit": 0},
    ],
)
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        page(ANN, title="Ann", **wrong)


@pytest.mark.parametrize("bgcolor", ["#ffffff", "#0b0d10"])
def test_letters_stand_out_from_the_ground(bgcolor: str) -> None:
    font = Page(page(ANN, title="Ann", bgcolor=bgcolor)).data["options"]["nodes"]["font"]
    assert abs(int(font["color"][1:3], 16) - int(bgcolor[1:3], 16)) > 150
