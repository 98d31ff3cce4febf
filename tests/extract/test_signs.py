"""The second opinion that the gate asks of the rules."""

from __future__ import annotations

import pytest

from persona.extract.clauses import split_clauses
from persona.extract.signs import signs_of


@pytest.mark.parametrize(
    ("text", "form", "wanted"),
    [
        ("I bought a kayak. I hate it.", "kayak", {1, -1}),
        ("I can't stand olives.", "olives", {-1}),
        ("我讨厌香菜，喜欢火锅。", "香菜", {-1}),
        ("我讨厌香菜，喜欢火锅。", "火锅", {1}),
        ("Do you like olives?", "olives", set()),
        ("Olives grow in Greece.", "olives", set()),
        ("My sister hates olives.", "olives", set()),
    ],
)
def test_signs(text: str, form: str, wanted: set[int]) -> None:
    assert signs_of(text, split_clauses(text), (form,)) == wanted
