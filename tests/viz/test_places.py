import math

import pytest

from persona.records import USER
from persona.viz import page
from tests.viz.pages import ANN, Page, Row, graph_of, named


def test_what_is_for_is_right_and_what_is_against_is_left() -> None:
    data = Page(page(ANN, title="Ann")).data
    assert named(data, "sushi")["x"] > 0 > named(data, "香菜")["x"]


@pytest.mark.parametrize("count", [1, 5, 30, 80, 150])
def test_no_two_entities_stand_on_each_other(count: int) -> None:
    rows: list[Row] = [
        (USER, "likes", f"t{n}", (1, 1, 0, -1)[n % 4], True, ()) for n in range(count)
    ]
    nodes = Page(page(graph_of(*rows), title="Ann")).data["nodes"]
    places = [(node["x"], node["y"]) for node in nodes]
    nearest = min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i])
    assert nearest >= 60  # the largest two, of radius 26, do not touch
