from __future__ import annotations

import time

import pytest

from persona.records import Entity
from persona.resolve import Proposal, resolve
from persona.resolve.proposals import propose
from tests.resolve.said import said


def proposed(*names: str) -> list[tuple[str, str, str]]:
    found = propose({name: Entity(name, name) for name in names})
    return [(p.left, p.right, p.why) for p in found]


def test_a_chinese_name_within_a_longer_one_is_proposed_and_not_merged() -> None:
    resolution = resolve("u", [said("爱因斯坦", day=0), said("物理学家爱因斯坦", day=1)])
    assert len(resolution.entities) == 2
    # 4 of 8 characters: 0.6 + 0.4 * 4 / 8
    assert resolution.proposals == (Proposal("爱因斯坦", "物理学家爱因斯坦", 0.8, "contained"),)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("bouldering gym", "boulder gym", "spelling"),
        ("red bull", "red bull racing", "contained"),
        ("羽毛球拍", "羽毛球", "contained"),
        ("陕西历史博物馆", "陕西省历史博物馆", "spelling"),
    ],
)
def test_names_that_look_alike_are_proposed(one: str, other: str, why: str) -> None:
    left, right = sorted((one, other))
    assert proposed(one, other) == [(left, right, why)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("java", "javascript"), ("c++", "c#"), ("topic 0001", "topic 0002"), ("主题1", "主题2"),
     ("python 2", "python 3"), ("tea", "coffee"), ("猫", "熊猫"), ("c", "c++")],
)  # fmt: skip
def test_different_things_are_not(one: str, other: str) -> None:
    assert proposed(one, other) == []


def test_an_alias_that_was_refused_is_asked_about() -> None:
    rows = [said("C++", day=0, aliases=("C",)), said("C", day=5)]
    assert resolve("u", rows).proposals == (Proposal("c", "c++", 0.9, "alias"),)
    assert resolve("u", rows[:1]).proposals == ()


def test_the_best_pair_comes_first_and_scores_are_shares() -> None:
    names = ("爱因斯坦", "物理学家爱因斯坦", "bouldering gyms", "bouldering gym")
    found = propose({name: Entity(name, name) for name in names})
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
    assert all(0 < p.score <= 1 for p in found)
    assert len(found) == 2


@pytest.mark.slow
def test_many_names_do_not_take_quadratic_time() -> None:
    def seconds(count: int) -> float:
        entities = {f"thing number {n}": Entity(f"thing number {n}", f"thing number {n}")
                    for n in range(count)}  # fmt: skip
        before = time.process_time()
        propose(entities)
        return time.process_time() - before

    assert seconds(8_000) < 60  # quadratic work would take many minutes
