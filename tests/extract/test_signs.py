"""The second opinion that the gate asks of the rules."""

from __future__ import annotations

import pytest

from persona.extract.clauses import split_clauses
from persona.extract.signs import kinds_of, pointed_signs, signs_of


@pytest.mark.parametrize(
    ("text", "form", "wanted"),
    [
        ("I bought a kayak. I hate it.", "kayak", {("owns", 1), ("dislikes", -1)}),
        ("I can't stand olives.", "olives", {("dislikes", -1)}),
        ("I'm allergic to olives.", "olives", {("allergic_to", -1)}),
        ("我讨厌香菜，喜欢火锅。", "香菜", {("dislikes", -1)}),
        ("我讨厌香菜，喜欢火锅。", "火锅", {("likes", 1)}),
        ("Do you like olives?", "olives", set()),
        ("Olives grow in Greece.", "olives", set()),
        ("My sister hates olives.", "olives", set()),
    ],
)
def test_kinds_and_signs(text: str, form: str, wanted: set[tuple[str, int]]) -> None:
    assert kinds_of(text, split_clauses(text), (form,)) == wanted


def test_all_that_is_said_comes_in_order_of_the_text() -> None:
    text = "我喜欢火锅。你喜欢茶吗？我讨厌香菜。"
    found = signs_of(text, split_clauses(text))
    assert [(text[s.start :][: len(s.key)], s.kind, s.sign) for s in found] == [
        ("火锅", "likes", 1),
        ("香菜", "dislikes", -1),
    ]


@pytest.mark.parametrize(
    ("clause", "wanted"),
    [("and I hate it", {-1}), ("I love them", {1}), ("I hate mud", set()), ("我讨厌它", set())],
)
def test_what_a_clause_says_of_it(clause: str, wanted: set[int]) -> None:
    assert pointed_signs(clause) == wanted
