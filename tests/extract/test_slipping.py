"""Which statements a correction takes back."""

from __future__ import annotations

import pytest

from persona.extract.rules import extract
from persona.records import Message, Turn, Window


def targets(*said: str) -> set[str]:
    messages = [
        Message("ann", "c1", f"m{i}", "user", text, position=i) for i, text in enumerate(said)
    ]
    window = Window("ann", "c1", tuple(Turn(m, 0, len(m.text)) for m in messages))
    return {row.target for row in extract(window).relations}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (("I live in Austin.", "Sorry, I meant Houston, not Austin."), {"Houston"}),
        (("I adore whiskey.", "Correction: I adore whisky."), {"whisky"}),
        (("My name is Jonas.", "Actually it's Tomas, not Jonas."), {"Tomas"}),
        (("我养了一只柯基。", "更正一下，是柴犬。"), {"柴犬"}),
        (("我住在常州。", "打错了，是扬州，不是常州。"), {"扬州"}),
    ],
)
def test_the_slip_goes_and_what_was_meant_stays(said: tuple[str, ...], wanted: set[str]) -> None:
    assert targets(*said) == wanted


def test_two_things_of_one_kind_are_no_slip_without_a_word_of_correction() -> None:
    assert targets("I adore whiskey.", "I adore whisky.") == {"whiskey", "whisky"}
