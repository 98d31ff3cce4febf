"""Wishes that go on over "and", or stand below their heading."""

from __future__ import annotations

import pytest

from persona.extract import english
from persona.extract.english.aims import begins, goes_on, heads_aims
from persona.extract.english.tokens import tokens


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("I want to see Bergen and learn to juggle", ["Bergen", "juggle"]),
        ("I hope to finish my thesis and maybe open a bakery", ["finish my thesis", "bakery"]),
        ("My goals for 2030: learn Welsh, visit Malta", ["Welsh", "Malta"]),
    ],
)
def test_each_wish(text: str, targets: list[str]) -> None:
    found = english.statements(text)
    assert [statement.target for statement in found] == targets
    assert {statement.kind for statement in found} == {"wants"}


def test_a_liking_does_not_go_on_as_a_wish() -> None:
    assert {s.kind for s in english.statements("I like to bake and read novels")} == {"likes"}


def test_where_the_verb_stands() -> None:
    assert goes_on(tokens("and finally learn Thai")) == 1  # "finally" is left out as an adverb
    assert goes_on(tokens("learn Thai")) == 0
    assert begins(tokens("learn Thai"))
    assert not begins(tokens("Thai food"))


@pytest.mark.parametrize("words", ["my goals for 2030", "bucket list", "new year's resolutions"])
def test_a_heading(words: str) -> None:
    assert heads_aims(tokens(words))


def test_no_heading() -> None:
    assert not heads_aims(tokens("he scored two goals"))
