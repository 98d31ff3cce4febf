"""Lists under a heading, and what an item of a profile says."""

from __future__ import annotations

import pytest

from persona.extract import english
from persona.extract.english.headings import headed, heads_profile
from persona.extract.english.tokens import tokens


@pytest.mark.parametrize(
    ("heading", "wanted"),
    [
        ("my setup", ("uses", 1)),
        ("things I can't stand", ("dislikes", -1)),
        ("I love three things", ("likes", 1)),
        ("top 5 bands", ("likes", 1)),
        ("the meeting", None),
    ],
)
def test_what_a_heading_says(heading: str, wanted: tuple[str, int] | None) -> None:
    assert headed(tokens(heading)) == wanted


def test_items_below_about_me() -> None:
    text = "About me:\n- pescatarian\n- three cats\n- hate mornings\n- BSD user"
    found = {(s.kind, s.target, s.polarity) for s in english.statements(text)}
    assert found == {
        ("diet", "pescatarian", 1),
        ("owns", "cats", 1),
        ("dislikes", "mornings", -1),
        ("uses", "BSD", 1),
    }


def test_no_profile() -> None:
    assert heads_profile(tokens("a bit about me"))
    assert not heads_profile(tokens("about the weather"))
    assert english.statements("About the menu:\n- vegan\n- three cats") == []
