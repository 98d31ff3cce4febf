"""Clauses that belong together, and frames before the person."""

from __future__ import annotations

import pytest

from persona.extract.chinese.clauses import clauses, is_framed, level, topic_before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("除了苦瓜，别的我都吃", ["除了苦瓜，别的我都吃"]),
        ("除了跑步，还喜欢游泳", ["除了跑步", "还喜欢游泳"]),
        ("宁愿走路，也不坐车", ["宁愿走路，也不坐车"]),
        ("我吃素，他吃肉", ["我吃素", "他吃肉"]),
        ("喜欢 Vim 我同事用别的", ["喜欢 Vim", "我同事用别的"]),
        ("写 SQL 我最拿手", ["写 SQL 我最拿手"]),
        ("春天我最爱了就是花粉多", ["春天我最爱了", "就是花粉多"]),
        ("谁会不喜欢放假", ["谁会不喜欢放假"]),
    ],
)
def test_clauses(text: str, expected: list[str]) -> None:
    assert [text[a:b] for a, b, _ in clauses(text)] == expected


def test_a_frame_tells_only_of_what() -> None:
    assert is_framed("乐器我会吹笛子", 0, 2)
    assert not is_framed("妈妈我会吹笛子", 0, 2)
    assert not is_framed("我会吹笛子", 0, 0)


def test_bullets_under_a_heading_are_a_list_of_commas() -> None:
    text = "爱好：\n1. 下棋\n2. 钓鱼\n再见"
    assert level(text) == "爱好：    下棋，   钓鱼\n再见"
    assert level("爱好\n- 下棋") == "爱好\n- 下棋"  # no heading, no list


@pytest.mark.parametrize(
    ("text", "cue", "expected"),
    [
        ("Python 里 polars 用得多", "用", "polars"),
        ("路过烤串摊绕道", "绕", "烤串摊"),
        ("膝盖疼就放弃", "放弃", None),
        ("毕业后就丢下", "丢下", None),
        ("这俩都戒", "戒", None),
    ],
)
def test_what_a_cue_speaks_of(text: str, cue: str, expected: str | None) -> None:
    span = topic_before(text, 0, text.index(cue), None)
    assert (text[slice(*span)].strip() if span else None) == expected
