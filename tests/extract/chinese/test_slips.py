"""What a run of words takes back without naming what is right."""

from __future__ import annotations

import pytest

from persona.extract import chinese


def pairs(text: str) -> set[tuple[str, int]]:
    return {(s.target, s.polarity) for s in chinese.statements(text)}


@pytest.mark.parametrize(
    ("text", "there", "gone"),
    [
        ("我对虾过敏，说反了，是牡蛎过敏，虾没事", ("牡蛎", -1), ("虾", -1)),
        ("我用Vim，说错了，是我同事用的", ("Vim", -9), ("Vim", 1)),
        ("我是学历史的，哦不，准确说是学考古的", ("考古", 1), ("历史", 1)),
        ("对芒果过敏，记错了，芒果可以", ("芒果", -9), ("芒果", -1)),
    ],
)
def test_what_is_taken_back_is_not_stated(
    text: str, there: tuple[str, int], gone: tuple[str, int]
) -> None:
    assert gone not in pairs(text)
    assert there[1] == -9 or there in pairs(text)


def test_without_a_word_for_a_slip_nothing_is_taken_back() -> None:
    assert ("虾", -1) in pairs("我对虾过敏，牡蛎没事")
    assert ("Vim", 1) in pairs("我用Vim，那台电脑是我同事的")
