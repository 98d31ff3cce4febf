"""Amounts with their units and bounds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract.chinese.amounts import amounts, bare_amount
from tests.strategies import NO_SHRINKING


def found(text: str) -> list[tuple[str, str]]:
    return [(a.unit, text[a.start : a.end]) for a in amounts(text, 0, len(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("人均50-100元", [("money", "50-100元")]),
        ("三百块钱以内", [("money", "三百块钱以内")]),
        ("不超过200元", [("money", "不超过200元")]),
        ("4.5分以上", [("marks", "4.5分以上")]),
        ("1.5小时 - 2小时", [("time", "1.5小时 - 2小时")]),
        ("两三个小时", [("time", "两三个小时")]),
        ("走路500米以内", [("distance", "500米以内")]),
        ("100元，4分", [("money", "100元"), ("marks", "4分")]),
        ("考了95分", []),  # no mark of a place: the scale ends at ten
        ("20分钟", [("time", "20分钟")]),
        ("第二天", []),
        ("3米粉", []),
        ("没有数字", []),
    ],
)
def test_amounts(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_a_number_whose_unit_is_understood() -> None:
    text = "价格在100-200之间"
    bare = bare_amount(text, 3, len(text), "money")
    assert bare is not None
    assert (bare.unit, text[bare.start : bare.end]) == ("money", "100-200")
    assert bare_amount("价格3个人", 2, 5, "money") is None


@settings(max_examples=60, deadline=None, phases=NO_SHRINKING)
@given(st.text(alphabet="0123456789.元分小时天-到以上下一二百内不超过 ", max_size=30))
def test_amounts_lie_within_the_text_and_do_not_overlap_in_one_unit(text: str) -> None:
    ends: dict[str, int] = {}
    for amount in amounts(text, 0, len(text)):
        assert ends.get(amount.unit, 0) <= amount.start < amount.end <= len(text)
        ends[amount.unit] = amount.end
