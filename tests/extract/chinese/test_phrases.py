"""Where a Chinese phrase ends, and what is a name in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract.chinese.phrases import is_nominal, item, phrases, split


def names(text: str, *, tool: bool = False, goal: bool = False) -> list[str]:
    return [text[a:b] for a, b in phrases(text, 0, len(text), tool=tool, goal=goal)[0]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("吃火锅", ["火锅"]),
        ("打羽毛球", ["羽毛球"]),
        ("睡懒觉", ["睡懒觉"]),  # 睡 is what is liked, not 懒觉
        ("看书", ["看书"]),
        ("在家拼乐高", ["乐高"]),
        ("一只叫麻糬的橘猫", ["橘猫"]),
        ("一部电影", ["电影"]),
        ("部电影", ["电影"]),
        ("张国荣", ["张国荣"]),  # 张 is no measure word here
        ("打印机", ["打印机"]),  # nor 打 a verb
        ("荔枝、龙眼和杨梅", ["荔枝", "龙眼", "杨梅"]),
        ("听周杰伦的歌和看电影", ["周杰伦的歌", "电影"]),
        ("C++ 加 Redis", ["C++", "Redis"]),
        ("React + TypeScript", ["React", "TypeScript"]),
        ("Kopi & Kite", ["Kopi & Kite"]),
        ("和牛", ["和牛"]),
        ("《我和我的祖国》和《红海行动》", ["我和我的祖国", "红海行动"]),
        ("和朋友一起打篮球", ["篮球"]),
        ("苹果因为很甜", ["苹果"]),
        ("成都的火锅也很喜欢", ["成都的火锅"]),
        ("咖啡🥰", ["咖啡"]),
        ("卤肉饭的味道", ["卤肉饭"]),
        ("有道翻译", ["有道翻译"]),
        ("甜的和辣的", ["甜的", "辣的"]),
        ("一只柯基两条金毛", ["柯基", "金毛"]),
        ("一碗热干面", ["热干面"]),
        ("两局", []),
        ("毛茸茸的", []),
        ("过山车", ["过山车"]),
        ("地理", ["地理"]),
        ("《甲》《乙》", ["甲", "乙"]),
        ("衣服晾不干", []),
        ("小米 14", ["小米 14"]),
        ("这个", []),
        ("那里的东西", []),
        ("今天", []),
        ("2024年3月", []),
        ("我的", []),
        ("", []),
        ("、、", []),
    ],
)
def test_names_of_a_phrase(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_a_second_verb_ends_the_name_of_a_tool() -> None:
    assert names("Python 写爬虫", tool=True) == ["Python"]
    assert names("Obsidian 记笔记", tool=True) == ["Obsidian"]
    assert names("讯飞输入法打字", tool=True) == ["讯飞输入法"]
    assert names("鼠须管", tool=True) == ["鼠须管"]  # a verb that nothing follows is no purpose


def test_a_goal_is_where_one_goes() -> None:
    assert names("去冰岛看极光", goal=True) == ["冰岛"]
    assert names("去新疆旅游", goal=True) == ["新疆"]


def test_the_phrase_ends_where_the_next_word_begins() -> None:
    text = "苹果也很甜"
    assert phrases(text, 0, len(text)) == ([(0, 2)], 2)


def test_split_cuts_a_topic() -> None:
    text = "香菜、折耳根和苦瓜"
    assert [text[a:b] for a, b in split(text, 0, len(text))] == ["香菜", "折耳根", "苦瓜"]


def test_nominal() -> None:
    assert is_nominal("榴莲")
    assert not is_nominal("吃了榴莲")


@settings(max_examples=150, deadline=None)
@given(
    st.text(alphabet="我的了一只部吃打看火锅球猫和、跟加《》“”在去玩aZ+9 ，今年三天🥝", max_size=30)
)
def test_spans_lie_within_and_are_not_blank(text: str) -> None:
    found, end = phrases(text, 0, len(text))
    assert 0 <= end <= len(text)
    for a, b in found:
        assert 0 <= a < b <= len(text)
        assert text[a:b].strip()
    whole = item(text, 0, len(text))
    assert whole is None or text[whole[0] : whole[1]].strip()
