from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract.options import MAX_TEXT, ORDINALS, options

NUMBERED = "Some ideas:\n1. Portuguese\n2. Georgian - a hard one\n3. **Swahili** (easy)"
LETTERED = "A) sushi\nB) ramen\nC) tacos"
CHINESE = "可以這樣安排：\n1. 看展覽\n2. 爬陽明山 - 走走\n3. 做甜點：蛋糕"


def names(text: str) -> list[str]:
    return [option.name for option in options(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (NUMBERED, ["Portuguese", "Georgian", "Swahili"]),
        (LETTERED, ["sushi", "ramen", "tacos"]),
        (CHINESE, ["看展覽", "爬陽明山", "做甜點"]),
        ("- Kyoto: temples\n- Nara (deer)", ["Kyoto", "Nara"]),
        ("① 火锅\n② 烧烤", ["火锅", "烧烤"]),
        ("Try 1) hiking 2) chess 3) pottery", ["hiking", "chess", "pottery"]),
        ("Would you like tea or coffee?", ["tea", "coffee"]),
        ("How about sushi, ramen, or tacos?", ["sushi", "ramen", "tacos"]),
        ("React is a solid choice.", ["React"]),
        ("你喜欢茶还是咖啡？", ["茶", "咖啡"]),
        ("可以去云台温泉，或者石岭漂流。", ["云台温泉", "石岭漂流"]),
        ("推荐你看《活着》。", ["活着"]),
        ("可以看《甲》《乙》或者《丙》。", ["甲", "乙", "丙"]),
        ("书法、国画、篆刻都不错。", ["书法", "国画", "篆刻"]),
        ("看韩国的综艺还是日本的电影？", ["韩国的综艺", "日本的电影"]),
        ("小提琴和古筝都适合初学。", ["小提琴", "古筝"]),
        ("浅灰色最近很流行，或者米白。", ["浅灰色", "米白"]),
        ("一、燕麦粥；二、三明治；三、包子", ["燕麦粥", "三明治", "包子"]),
        ("黄山？", ["黄山"]),
        ("几点？", []),
        ("真的吗？", []),
        ("Noted, thank you.", []),
        ("or", []),
        ("", []),
    ],
)
def test_options(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_labels_and_places() -> None:
    assert [(o.label, o.position) for o in options(LETTERED)] == [("a", 1), ("b", 2), ("c", 3)]


def test_a_long_text_is_read_up_to_its_limit() -> None:
    assert names("x" * MAX_TEXT + "\n1. tea\n2. jam") == []


def test_words_for_places() -> None:
    assert {ORDINALS[word] for word in ("second", "two", "2nd", "二", "两")} == {2}


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet="1.2) A,or 还是 茶tea\n-*《》", max_size=80))
def test_options_have_names_and_count_up(text: str) -> None:
    found = options(text)
    assert [option.position for option in found] == list(range(1, len(found) + 1))
    assert all(option.name.strip() for option in found)


@pytest.mark.parametrize(
    "text",
    [
        "可以试试寻找一些专业的心理咨询机构。",
        "你喜欢历史方面的书，还是科普类的书籍吗？",
        "推荐你多参加一些能够让自己放松下来的户外活动和聚会。",  # cut at its longest, it is no name
        "建议用新的爱好来打发时间。",
    ],
)
def test_what_is_no_name_is_no_option(text: str) -> None:
    for option in options(text):
        assert not option.name.endswith(("吗", "打发时间", "户"))
        assert not option.name.startswith(("寻找", "一些", "的"))


def test_a_short_recommendation_in_chinese_is_an_option() -> None:
    assert [o.name for o in options("推荐你去云台山。")] == ["云台山"]


def test_a_recommendation_may_open_its_sentence() -> None:
    assert [o.name for o in options("Try Dune or Circe.") if not o.advised] == ["Dune", "Circe"]
    assert [o.name for o in options("How about sushi?")] == ["sushi"]
