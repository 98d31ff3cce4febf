from __future__ import annotations

import pytest

from persona.extract import cues


@pytest.mark.parametrize(
    "words",
    [
        "i like it",
        "karaoke not so much",
        "hate the beach",
        "my wife's into yoga",
        "work as a nurse",
        "他来了",
        "我",
        "早就不碰",
        "住苏州",
        "构建用 cmake",
    ],
)
def test_predicates(words: str) -> None:
    assert cues.has_predicate(words)


@pytest.mark.parametrize(
    "words", ["pears and plums", "the dutch one", "my wife's yoga", "狗", "梨和桃", "in march"]
)
def test_no_predicates(words: str) -> None:
    assert not cues.has_predicate(words)


def test_continuations() -> None:
    assert cues.is_continuation("especially prawns")
    assert cues.is_continuation("尤其是虾")
    assert not cues.is_continuation("especially i love prawns")
    assert not cues.is_continuation("特别喜欢虾")


def test_conjunctions_alone() -> None:
    assert cues.is_only_conjunction("though.")
    assert cues.is_only_conjunction("不过")
    assert not cues.is_only_conjunction("but moby")
