"""What a person cannot have enough of, and what they gave up."""

from __future__ import annotations

import pytest

from persona.extract import english


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I could talk about chess for hours", ("likes", "chess", 1)),
        ("I couldn't put Middlemarch down", ("likes", "Middlemarch", 1)),
        ("I stopped biting my nails", ("uses", "biting my nails", -1)),
        ("I no longer drive", ("uses", "drive", -1)),
        ("I don't smoke", ("avoids", "smoke", -1)),
    ],
)
def test_statements(text: str, wanted: tuple[str, str, int]) -> None:
    assert wanted in {(s.kind, s.target, s.polarity) for s in english.statements(text)}


@pytest.mark.parametrize(
    "text", ["I could talk about it later", "I put the book down", "I could eat"]
)
def test_no_appetite(text: str) -> None:
    assert english.statements(text) == []
