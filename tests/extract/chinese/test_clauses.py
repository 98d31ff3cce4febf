"""Clauses that belong together, and frames before the person."""

from __future__ import annotations

import pytest

from persona.extract.chinese.clauses import clauses, is_framed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("除了苦瓜，别的我都吃", ["除了苦瓜，别的我都吃"]),
        ("除了跑步，还喜欢游泳", ["除了跑步", "还喜欢游泳"]),
        ("宁愿走路，也不坐车", ["宁愿走路，也不坐车"]),
        ("我吃素，他吃肉", ["我吃素", "他吃肉"]),
    ],
)
def test_clauses(text: str, expected: list[str]) -> None:
    assert [text[a:b] for a, b, _ in clauses(text)] == expected


def test_a_frame_tells_only_of_what() -> None:
    assert is_framed("乐器我会吹笛子", 0, 2)
    assert not is_framed("妈妈我会吹笛子", 0, 2)
    assert not is_framed("我会吹笛子", 0, 0)
