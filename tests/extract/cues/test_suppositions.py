from __future__ import annotations

import pytest

from persona.extract import cues


@pytest.mark.parametrize(
    "whole",
    [
        "if it rains, i take the tram",
        "if i had to choose, i'd pick tea",
        "如果非要选，我选茶",
        "如果周末有空，我喜欢爬山",
    ],
)
def test_conditions_that_suppose_nothing(whole: str) -> None:
    assert not cues.is_supposed(whole)


@pytest.mark.parametrize(
    "whole",
    [
        "if i were rich i'd sail",
        "i'd sail if i could",
        "i wish i had a boat",
        "suppose i like jam",
        "had i known, i'd have left",
        "were i younger, i'd go",
        "hypothetically i own a ship",
        "in a parallel universe i sail",
        "in an ideal world i'd sail",
        "say i'm a vegan",
        "let's say i sail",
        "要是我会飞，就去冰岛",
        "假如我有钱",
        "能重来就好了",
        "下辈子做猫",
    ],
)
def test_suppositions(whole: str) -> None:
    assert cues.is_supposed(whole)


def test_the_if_half_alone() -> None:
    assert cues.is_condition("if we need help,")
    assert cues.is_condition("如果我还没懂的话")
    assert not cues.is_condition("if you ask me,")


def test_a_supposition_goes_on() -> None:
    assert cues.goes_on_supposing("i'd sail every day")
    assert not cues.goes_on_supposing("i sail every day")
