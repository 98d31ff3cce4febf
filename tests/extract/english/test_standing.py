"""What holds, told of the thing: each wording with its kind, and what is near it and says nothing."""

import pytest

from persona.extract import english
from persona.extract.english.spotting import text_of
from persona.extract.english.standing import WORDINGS, holds


@pytest.mark.parametrize(
    ("text", "kind", "target"),
    [
        ("Fado is my whole personality", "likes", "Fado"),
        ("Linocut never fails to cheer me up", "likes", "Linocut"),
        ("I can't go a day without rooibos", "likes", "rooibos"),
        ("Been properly into cribbage since March", "likes", "cribbage"),
        ("Most evenings you'll find me crocheting", "uses", "crocheting"),
        ("All my notes live in Quillpad", "uses", "Quillpad"),
        ("Quillpad is my editor", "uses", "Quillpad"),
        ("My mobile's a Velorin", "owns", "Velorin"),
        ("I've been earning my living as a thatcher for years", "role", "thatcher"),
        ("I work as a thatcher", "role", "thatcher"),
        ("Pellworm pays my bills", "works_at", "Pellworm"),
        ("I've been with Pellworm for six years", "works_at", "Pellworm"),
        ("We're renting a little flat in Merano", "lives_in", "Merano"),
        ("Home is Merano", "lives_in", "Merano"),
        ("Having a go at Basque this year", "learning", "Basque"),
        ("Taking lute lessons on Tuesdays", "learning", "lute"),
        ("Doing keto at the moment", "diet", "keto"),
    ],
)
def test_a_wording_says_that_something_holds(text: str, kind: str, target: str) -> None:
    assert (kind, target, 1) in {(s.kind, s.target, s.polarity) for s in english.statements(text)}


@pytest.mark.parametrize(
    "text",
    [
        "the price is hard to beat", "you can't beat that", "we work as a team", "I work as a team player",
        "home is a mess", "home is where the heart is", "their notes live in Quillpad", "he earns his living as a thatcher",
        "I'm doing my homework", "I work as an adult now",
    ],
)  # fmt: skip
def test_words_that_are_near_and_say_nothing(text: str) -> None:
    whole = text_of(text, WORDINGS.keys)
    assert whole is not None
    assert list(holds(whole)) == []


def test_a_small_name_counts_where_all_is_written_small() -> None:
    assert ("lives_in", "merano") in {
        (s.kind, s.target) for s in english.statements("home's merano for now")
    }
    assert english.statements("Home's quiet for now") == []
