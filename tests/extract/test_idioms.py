from __future__ import annotations

import pytest

from persona.extract.idioms import in_idiom


def told(text: str, name: str) -> bool:
    at = text.index(name)
    return in_idiom(text, at, at + len(name))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Sudoku was never my cup of tea", "tea"),
        ("Sudoku was never my cup of tea", "cup of tea"),
        ("techno is totally my jam", "jam"),
        ("the exam was a piece of cake", "cake"),
        ("I quit cold turkey", "turkey"),
        ("for lunch anything goes", "goes"),
        ("Good call!", "call"),
        ("hot take, opera is fun", "hot take"),
        ("说唱不是我的菜", "菜"),
        ("這個不是我的菜", "菜"),
        ("上周放鸽子的是他", "鸽子"),
    ],
)
def test_a_turn_of_speech_speaks_of_no_thing(text: str, name: str) -> None:
    assert told(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I drink a cup of tea each morning", "tea"),
        ("I love turkey", "turkey"),
        ("I had a piece of cake", "cake"),
        ("I make my own jam", "jam"),
        ("I run a good call centre", "call centre"),
        ("我爱吃菜", "菜"),
        ("我养鸽子", "鸽子"),
    ],
)
def test_what_is_meant_as_it_is_said(text: str, name: str) -> None:
    assert not told(text, name)
