"""What a clause undoes of the one before: a thing taken up again, a thing that is gone."""

from __future__ import annotations

import pytest

from persona.extract import english
from persona.extract.english.resumptions import is_gone, resumes
from persona.extract.english.tokens import tokens


@pytest.mark.parametrize(
    "words",
    ["but I've started again", "I picked it up again", "back at it now", "and I'm back on it",
     "though I went back to it"],
)  # fmt: skip
def test_taken_up_again(words: str) -> None:
    assert resumes(tokens(words))


@pytest.mark.parametrize(
    "words", ["I started again at Acme", "starting again would be silly", "I'm back in Leeds", ""]
)
def test_not_taken_up_again(words: str) -> None:
    assert not resumes(tokens(words))


@pytest.mark.parametrize("words", ["but I returned it", "then sold it", "and it broke"])
def test_gone(words: str) -> None:
    assert is_gone(tokens(words))


def test_the_sign_of_what_came_before_is_turned() -> None:
    (again,) = english.statements("I gave up archery, but I've started again")
    assert (again.kind, again.target, again.polarity) == ("uses", "archery", 1)
    (gone,) = english.statements("I bought a Walkman but returned it")
    assert (gone.kind, gone.target, gone.polarity) == ("owns", "Walkman", -1)
