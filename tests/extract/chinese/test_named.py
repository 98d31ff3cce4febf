"""Names of places that are asked after, picked, or gone between."""

from __future__ import annotations

import pytest

from persona.extract.chinese.named import asked_after, journeys


def names(text: str, offered: str = "") -> list[str]:
    return [text[slice(*span)] for span in asked_after(text, offered)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("青藤书屋的营业时间是几点到几点？", ["青藤书屋"]),
        ("麻烦帮我查一下柳浪宾馆(火车站店)的房价", ["柳浪宾馆(火车站店)"]),
        ("我要去名叫一碗清汤面馆的餐馆，请问地址是什么？", ["一碗清汤面馆"]),
        ("那就去白鹿山逛逛吧，门票多少钱？", ["白鹿山"]),
        ("请在星湖广场附近给我找一家酒店", ["星湖广场"]),
        ("这家店的电话是多少？", []),
        ("附近有什么好吃的？", []),
        ("它的评分怎么样？", []),
        ("天气怎么样？", []),
        ("我去过白鹿山。", []),  # told, and nothing is asked
    ],
)
def test_names(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_what_the_assistant_named_is_a_name_whatever_its_end() -> None:
    assert names("阿布大叔的地址？", "附近有阿布大叔、半亩。") == ["阿布大叔"]
    assert names("阿布大叔的地址？") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("帮我叫辆车，从青藤书屋到白鹿山", [("青藤书屋", "白鹿山")]),
        ("我想从柳浪宾馆(火车站店)打车去白鹿山，多久？", [("柳浪宾馆(火车站店)", "白鹿山")]),
        ("白鹿山到星湖广场怎么坐地铁？", [("白鹿山", "星湖广场")]),
        ("从早到晚都在坐地铁", []),
        ("从Java到Python花了一年", []),  # no way of going is spoken of
    ],
)
def test_journeys(text: str, expected: list[tuple[str, str]]) -> None:
    found = [(text[slice(*here)], text[slice(*there)]) for here, there in journeys(text)]
    assert found == expected
