from __future__ import annotations

import math
from datetime import datetime

import pytest

from persona.records import USER, Assertion
from persona.resolve import resolve
from persona.scoring.columns import Case, columns
from persona.scoring.sides import sides
from tests.resolve.said import at, said

Weights = dict[tuple[str, str], float]


class View:
    """Both sides of one user, by names."""

    def __init__(self, *rows: Assertion, as_of: datetime | None = None) -> None:
        resolution = resolve("u", rows)
        table = columns([Case(resolution.facts, resolution.entities, as_of)])
        graph = sides(table)
        names = table.names[0]
        self.ties: list[dict[str, float]] = [{}, {}]
        self.frequency: list[dict[str, float]] = [{}, {}]
        self.links: list[Weights] = [{}, {}]
        self.together: list[Weights] = [{}, {}]
        for node, current in enumerate(graph.current):
            if current:
                side, at_ = divmod(node, table.size)
                self.ties[side][names[at_]] = float(graph.tie[node])
                self.frequency[side][names[at_]] = float(graph.frequency[node])
        for pairs, into in ((graph.links, self.links), (graph.together, self.together)):
            for one, other, weight in zip(pairs.one, pairs.other, pairs.weight, strict=True):
                side, a = divmod(int(one), table.size)
                into[side][names[a], names[int(other) % table.size]] = float(weight)
        self.averse = {names[node] for node, dislike in enumerate(graph.averse) if dislike}


def test_an_edge_weighs_the_noisy_or_of_its_messages() -> None:
    view = View(*(said("茶", day=day, weight=0.9) for day in range(3)))
    assert view.ties == [{"茶": pytest.approx(0.833625)}, {}]
    # three messages of .9: log(1 + 2.7)
    assert view.frequency[0]["茶"] == pytest.approx(math.log(3.7))


def test_a_message_counts_once_with_its_largest_weight_over_all_kinds() -> None:
    view = View(said("Rust", "uses", weight=0.4), said("Rust", "likes", weight=0.8))
    assert view.ties[0]["rust"] == pytest.approx(0.4)
    assert view.frequency[0]["rust"] == pytest.approx(math.log(1.8))


def test_the_largest_is_after_decay() -> None:
    # after 180 days: likes .8 / 2 = .4; learning 1.0 / 4 = .25
    view = View(said("Rust", weight=0.8), said("Rust", "learning", weight=1.0), as_of=at(180))
    assert view.ties[0]["rust"] == pytest.approx(0.2)


def test_what_was_said_after_the_time_does_not_count_and_undated_does_not_fade() -> None:
    view = View(said("茶", day=10), said("咖啡", dated=False, message="x", weight=0.6), as_of=at(9))
    assert view.ties[0] == {"咖啡": pytest.approx(0.3)}


def test_what_is_over_does_not_count() -> None:
    view = View(
        said("Vim", "uses", day=0), said("Vim", "uses", -1, day=1), said("Emacs", "uses", day=1)
    )
    assert view.ties == [{"emacs": 0.4}, {}]


def test_kinds_stand_on_their_sides() -> None:
    view = View(
        said("茶", "likes", day=0), said("猫", "owns", day=1), said("杭州", "lives_in", day=2),
        said("小王", "friend_of", day=3), said("Rust", "asks_about", 0, day=4),
        said("加班", "struggles_with", day=5), said("风", "other", 0, day=6),
        said("香菜", "dislikes", -1, day=7), said("网红店", "avoids", -1, day=8),
        said("乌龙茶", "rejected", -1, day=9), said("花生", "allergic_to", -1, day=10),
        said("吃素", "diet", day=11), said("西藏", "interested_in", -1, day=12),
    )  # fmt: skip
    assert sorted(view.ties[0]) == sorted(["茶", "猫", "杭州", "小王", "rust", "加班", "风"])
    assert sorted(view.ties[1]) == sorted(["香菜", "网红店", "乌龙茶"])
    assert view.averse == {"香菜", "网红店"}


def test_nothing_touches_a_disliked_entity_in_g_plus() -> None:
    view = View(
        said("Jira", "uses", day=0), said("Jira", "dislikes", -1, day=1),
        said("Jira", "used_with", source="Confluence", day=2), said("Confluence", "uses", day=2),
        said("Rust", "uses", day=2),
    )  # fmt: skip
    assert sorted(view.ties[0]) == ["confluence", "rust"]
    assert view.links == [{}, {("confluence", "jira"): pytest.approx(0.4)}]
    # of m2's three entities two are left in G+: k = 2
    assert view.together[0] == {("confluence", "rust"): pytest.approx(0.1)}


def test_a_choice_does_not_take_an_entity_out_of_g_plus() -> None:
    view = View(said("披萨", day=0), said("披萨", "rejected", -1, day=1))
    assert [list(side) for side in view.ties] == [["披萨"], ["披萨"]]


def test_links_are_one_edge_a_pair_and_what_has_ended_ties_nothing() -> None:
    view = View(
        said("Python", "used_with", source="FastAPI", day=0, weight=0.8),
        said("FastAPI", "part_of", source="Python", day=1, weight=0.4),
        said("钓鱼", "dislikes", -1, source="李伟", day=2),
    )
    # two messages, .8 and .4: one minus .6 times .8
    assert view.links[0] == {("fastapi", "python"): pytest.approx(0.52)}


def test_together_weighs_by_company_and_the_smaller_decay() -> None:
    view = View(
        said("Rust", "learning", message="m", day=0), said("拿铁", message="m", day=0),
        said("Go", "uses", message="m", day=0), as_of=at(180),
    )  # fmt: skip
    # k = 3: 0.1 / 2 * smaller decay; learning .25, likes and uses .5
    assert view.together[0] == {
        ("go", "rust"): pytest.approx(0.0125),
        ("go", "拿铁"): pytest.approx(0.025),
        ("rust", "拿铁"): pytest.approx(0.0125),
    }


def test_together_takes_the_largest_over_messages_not_the_sum() -> None:
    pair = [said(name, day=day) for day in (0, 1, 2) for name in ("茶", "书")]
    crowd = [said(name, message="m0") for name in ("茶", "书", "花")]
    view = View(*pair[2:], *crowd)
    assert view.together[0]["书", "茶"] == pytest.approx(0.1)


@pytest.mark.parametrize(("k", "weight"), [(1, None), (2, 0.1), (8, 0.1 / 7), (9, None)])
def test_together_is_for_two_to_eight_entities(k: int, weight: float | None) -> None:
    view = View(*(said(f"物{n}", message="m") for n in range(k)))
    assert len(view.together[0]) == (k * (k - 1) // 2 if weight else 0)
    if weight:
        assert [*view.together[0].values()] == pytest.approx([weight] * (k * (k - 1) // 2))


def test_the_ends_of_a_link_are_together_in_its_message() -> None:
    view = View(said("Paul", "friend_of", day=0), said("Igor", "friend_of", source="Paul", day=1))
    assert view.together[0] == {("igor", "paul"): pytest.approx(0.1)}
    assert sorted(view.ties[0]) == ["paul"]


def test_the_person_is_never_an_entity_of_a_message() -> None:
    view = View(said(USER, "friend_of", source="Paul", day=0), said("Paul", "friend_of", day=0))
    assert view.together == [{}, {}]
    assert list(view.ties[0]) == ["paul"]
