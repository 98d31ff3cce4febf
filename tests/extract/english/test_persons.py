"""What others did to the person: what a doctor forbids, what a friend got them into."""

from __future__ import annotations

import pytest

from persona.extract import english


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("My doctor told me to avoid rhubarb", "rhubarb"),
        ("The dietitian took me off wheat", "wheat"),
        ("My GP says I shouldn't eat liver", "liver"),
    ],
)
def test_a_doctors_order_is_avoided(text: str, target: str) -> None:
    assert [(s.kind, s.target, s.polarity) for s in english.statements(text)] == [
        ("avoids", target, -1)
    ]


@pytest.mark.parametrize(
    "text", ["My doctor told me to relax", "My mum told me to avoid Kevin", "I saw the doctor"]
)
def test_no_order(text: str) -> None:
    assert not [s for s in english.statements(text) if s.kind == "avoids"]


def test_drawn_into_a_liking() -> None:
    found = english.statements("my cousin got me hooked on sudoku")
    assert ("likes", "sudoku") in {(s.kind, s.target) for s in found}
