from __future__ import annotations

import pytest

from persona.extract.denials import denies_dislike


def denied(text: str, target: str) -> bool:
    at = text.index(target)
    return denies_dislike(text, at, at + len(target))


@pytest.mark.parametrize(
    "text",
    [
        "It's not that I don't like opera",
        "It isn't that I can't stand opera",
        "It’s not that I’m not a fan of opera",
        "It's not like I don't enjoy watching opera",
        "Not that I hate opera",
        "I don't really dislike opera",
        "I never hated opera",
        "I can't say I dislike opera",
        "I wouldn't say I don't enjoy opera",
        "I never said I don't like opera",
        "It is not that I don't like opera but that I prefer jazz",
    ],
)
def test_dislikes_that_are_denied(text: str) -> None:
    assert denied(text, "opera")


@pytest.mark.parametrize(
    "text",
    [
        "不是不喜欢歌剧",
        "我也不是说不爱听歌剧",
        "不是我不喜欢歌剧",
        "我没有不喜欢歌剧",
        "我并不是讨厌歌剧",
        "倒也不是受不了歌剧",
        "我没那么讨厌歌剧",
        "歌剧我不是不喜欢",
    ],
)
def test_dislikes_that_are_denied_in_chinese(text: str) -> None:
    assert denied(text, "歌剧")


def test_traditional_characters_are_read_as_simplified_ones() -> None:
    assert denied("我可不是不喜歡歌劇", "歌劇")


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("I don't like opera", "opera"),
        ("I hate opera", "opera"),
        ("I can't say I like opera", "opera"),
        ("It is not that I don't like jazz but that I like opera more", "opera"),
        ("I don't like opera, not because I hate music", "opera"),
        ("我不是很喜欢歌剧", "歌剧"),
        ("我不喜欢歌剧", "歌剧"),
        ("我从来没喜欢过歌剧", "歌剧"),
        ("不是讨厌爵士只是更爱歌剧", "歌剧"),
        ("我不是歌剧的粉丝", "歌剧"),
        ("", ""),
    ],
)
def test_what_is_no_denial(text: str, target: str) -> None:
    assert not denied(text, target)
