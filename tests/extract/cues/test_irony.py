from __future__ import annotations

import pytest

from persona.extract import cues


@pytest.mark.parametrize(
    "whole", ["i'll do it right now, yeah, right now", "i love it", "not my thing", "我呵呵一笑"]
)
def test_no_irony(whole: str) -> None:
    assert not cues.is_ironic(whole)


@pytest.mark.parametrize(
    "whole",
    [
        "love it /s",
        "love it (sarcasm)",
        "love it #irony",
        "yeah, right",
        "love it, said nobody ever",
        "love it, not!",
        "just kidding",
        "i love it jk",
        "as if!",
        "爱了（反话）",
        "爱了才怪",
        "开玩笑的",
        "我信你个鬼",
        "呵呵真好",
        "爱了[狗头]",
        "手动滑稽",
    ],
)
def test_marks_of_irony(whole: str) -> None:
    assert cues.is_ironic(whole)


def test_reach_of_the_mark() -> None:
    assert cues.marks_line_as_ironic("love it /s")
    assert not cues.marks_line_as_ironic("love it, not!")
    assert cues.is_only_irony_mark("yeah right.")
    assert cues.is_only_irony_mark("才怪！")
    assert not cues.is_only_irony_mark("爱了才怪")
