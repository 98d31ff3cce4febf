"""Two clauses of which one says that a thing is out and the other that another is in."""

from __future__ import annotations

import pytest

from persona.extract.chinese import statements

Said = set[tuple[str, str, int]]


def _said(text: str) -> Said:
    return {(s.kind, s.target, s.polarity) for s in statements(text)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "露营退烧了，溯溪正热乎",
            {("dislikes", "露营", -1), ("uses", "露营", -1), ("likes", "溯溪", 1)},
        ),
        (
            "去年迷皮影戏，今年迷木偶戏",
            {("dislikes", "皮影戏", -1), ("uses", "皮影戏", -1), ("likes", "木偶戏", 1)},
        ),
        ("挪威语先搁着，这学期学冰岛语", {("learning", "挪威语", -1), ("learning", "冰岛语", 1)}),
        (
            "低盐饮食太贵了，换低糖饮食了",
            {("diet", "低盐饮食", -1), ("diet", "低糖饮食", 1)},
        ),
    ],
)
def test_a_thing_that_is_out_beside_one_that_is_in(text: str, said: Said) -> None:
    assert _said(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "露营退烧了",  # nothing is in
        "溯溪正热乎",
        "糖蒜太贵了，改天再买",
        "露营退烧了，哈哈",
        "露营要是退烧了，溯溪正热乎",  # supposed
        "导航太吵了，吵死了",
        "跟Java比，跟Go比",
    ],
)
def test_one_half_alone_says_nothing(text: str) -> None:
    assert _said(text) == set()


def test_what_is_said_to_be_loved_is_not_turned_into_its_contrary() -> None:
    said = _said("我很喜欢露营，露营正热乎，溯溪退烧了")
    assert ("likes", "露营", 1) in said
    assert ("dislikes", "露营", -1) not in said
