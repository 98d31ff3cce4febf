"""Verbs that belong to a name, and those that do not."""

from __future__ import annotations

import pytest

from persona.extract.chinese.verbs import place_of_going, with_verb, without_light_verb


def test_a_verb_and_an_object_of_one_character_are_one_name() -> None:
    assert with_verb("改骑车", 2, 3) == (1, 3)
    assert with_verb("改喝茶", 2, 3) == (2, 3)  # 茶 says it alone
    assert with_verb("车", 0, 1) == (0, 1)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("打羽毛球", "羽毛球"),
        ("吃席", "吃席"),
        ("吃喝嫖赌", "吃喝嫖赌"),
        ("看书", "看书"),
        ("用 requests", " requests"),
    ],
)
def test_a_light_verb_is_no_part_of_the_name(text: str, name: str) -> None:
    start, end = without_light_verb(text, 0, len(text))
    assert text[start:end] == name


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("去冰岛看极光", "冰岛"),
        ("去绍兴买黄酒", "绍兴"),
        ("去爬山", "爬山"),
        ("去旅行", "旅行"),
        ("去黄山徒步旅行", "黄山"),
    ],
)
def test_where_one_goes(text: str, place: str) -> None:
    start, end = place_of_going(text, 0, len(text))
    assert text[start:end] == place
