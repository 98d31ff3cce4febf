"""Facilities and dishes that a clause asks a place to have."""

from __future__ import annotations

import pytest

from persona.extract.chinese.serving import dishes, equipment
from persona.extract.chinese.sought import heads_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("想找一家提供接送和洗衣服务的宾馆", ["接送", "洗衣服务"]),
        ("要有停车场、有游泳池的酒店", ["停车场", "游泳池"]),
        ("找一家公共区域提供wifi的酒店", ["公共区域提供wifi"]),
        ("那家酒店有停车场", []),  # of a place that is known
        ("有没有便宜的酒店", []),
        ("我想带女朋友去酒店", []),
        ("找一家有酸汤鱼的餐馆", []),
    ],
)
def test_equipment(text: str, expected: list[str]) -> None:
    found = equipment(text, (0, len(text)), heads_of(text))
    assert [text[slice(*span)] for span in found] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("想去餐馆吃一碗豆花和炒河粉", ["豆花", "炒河粉"]),
        ("找一家葱油饼做得好的餐馆", ["葱油饼"]),
        ("推荐菜里要有糖水的餐馆", ["糖水"]),
        ("想去餐馆吃晚饭", []),
        ("餐馆周边有什么", []),
        ("找一家有健身房的酒店", []),
        ("想吃豆花", []),  # no place is looked for
    ],
)
def test_dishes(text: str, expected: list[str]) -> None:
    found = dishes(text, (0, len(text)), heads_of(text))
    assert [text[slice(*span)] for span in found] == expected
