"""Verdicts on the thing that is the subject."""

from __future__ import annotations

import pytest

from persona.extract import english


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Signal is the only messenger I use", {("uses", "Signal", 1)}),
        ("Oat milk is better than soy milk", {("prefers", "Oat milk", 1)}),
        (
            "Neither parrots nor snakes appeal to me",
            {("dislikes", "parrots", -1), ("dislikes", "snakes", -1)},
        ),
        ("Peanuts make my throat swell", {("allergic_to", "Peanuts", -1)}),
        ("Crochet has taken over my evenings", {("likes", "Crochet", 1)}),
        ("Sushi? Yes please!", {("likes", "Sushi", 1)}),
        ("Camping? Over my dead body.", {("dislikes", "Camping", -1)}),
    ],
)
def test_verdicts(text: str, wanted: set[tuple[str, str, int]]) -> None:
    assert {(s.kind, s.target, s.polarity) for s in english.statements(text)} == wanted


@pytest.mark.parametrize(
    "text", ["The second one is better than before", "My French is better than last year"]
)
def test_no_preference_of_a_thing_over_itself_earlier(text: str) -> None:
    assert not [s for s in english.statements(text) if s.kind == "prefers"]
