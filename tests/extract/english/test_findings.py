"""Opinions that a clause finds or thinks of a thing."""

from __future__ import annotations

import pytest

from persona.extract import english
from persona.extract.english.findings import lone
from persona.extract.english.tokens import tokens


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I find regattas tedious", ("dislikes", "regattas", -1)),
        ("I found Macbeth so boring", ("dislikes", "Macbeth", -1)),
        ("I find weeding relaxing", ("likes", "weeding", 1)),
        ("I think marzipan is disgusting", ("dislikes", "marzipan", -1)),
        ("I reckon that Elixir is brilliant", ("likes", "Elixir", 1)),
        ("I find trams far nicer than coaches", ("prefers", "trams", 1)),
    ],
)
def test_an_opinion(text: str, wanted: tuple[str, str, int]) -> None:
    assert [(s.kind, s.target, s.polarity) for s in english.statements(text)] == [wanted]


@pytest.mark.parametrize(
    "text",
    ["I found my keys", "I don't find it boring", "I think it is going to rain", "I found a cafe",
     "I would find that boring"],
)  # fmt: skip
def test_no_opinion_of_a_kind_of_thing(text: str) -> None:
    assert english.statements(text) == []


def test_one_word_after_a_topic() -> None:
    assert [(s.kind, s.target) for s in lone(tokens("So dull"))] == [("dislikes", "it")]
    assert lone(tokens("Monday")) == []
    assert lone(tokens("not so very dull")) == []
