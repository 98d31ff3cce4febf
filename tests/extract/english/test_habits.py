"""Activities without an object: the activity is the verb or gerund itself."""

from __future__ import annotations

import pytest

from persona.extract import english


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I jog before breakfast", ("uses", "jog", 1)),
        ("I've been climbing a lot this year", ("uses", "climbing", 1)),
        ("I spend every Sunday birdwatching", ("uses", "birdwatching", 1)),
        ("I keep getting nosebleeds", ("struggles_with", "nosebleeds", 1)),
    ],
)
def test_a_habit(text: str, wanted: tuple[str, str, int]) -> None:
    assert [(s.kind, s.target, s.polarity) for s in english.statements(text)] == [wanted]


@pytest.mark.parametrize(
    "text",
    ["I run a meeting", "I might swim tomorrow", "I spend money", "I keep getting better", "I ran"],
)
def test_one_event_or_another_sense_is_no_habit(text: str) -> None:
    assert not [s for s in english.statements(text) if s.kind in ("uses", "struggles_with")]
