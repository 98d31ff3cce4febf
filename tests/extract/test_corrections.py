"""Slips that are taken back."""

from __future__ import annotations

import pytest

from persona.extract.corrections import correction


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("Sorry, I meant Microsoft, not Google", "Google", "Microsoft"),
        ("Correction: make that Globex, not Initech.", "Initech", "Globex"),
        ("oops, not Cork but York", "Cork", "York"),
        ("Sorry, I mean Braga.", "", "Braga"),
        ("scratch that, it's teal", "", "teal"),
        ("说错了，是徐州不是宿州", "宿州", "徐州"),
        ("打错了，不是宿州，是徐州", "宿州", "徐州"),
        ("Correction: I meant Leeds.", "", "Leeds"),
    ],
)
def test_what_is_taken_back(text: str, old: str, new: str) -> None:
    found = correction(text)
    assert found is not None
    assert (found.old, found.new) == (old, new)
    assert text[found.start : found.start + len(new)] == new


def test_a_clause_that_says_all_of_it_names_the_slip_after_it() -> None:
    found = correction("不对，我住在徐州，不是宿州")
    assert found is not None
    assert (found.old, found.new, found.strong) == ("宿州", "", True)


@pytest.mark.parametrize("text", ["I like tea, not coffee", "Thanks!", "我喜欢茶，不是咖啡", ""])
def test_no_correction_without_a_mark(text: str) -> None:
    assert correction(text) is None


def test_a_polite_sorry_is_weak() -> None:
    found = correction("Sorry to bother you again")
    assert found is not None
    assert not found.strong
    assert found.new == ""
