"""Where a person lives, comes from and works."""

from __future__ import annotations

import pytest

from persona.extract import english


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I'm from Accra", ("from", "Accra", 1)),
        ("I'm Finnish, living in Turin", ("lives_in", "Turin", 1)),
        ("I've been at Siemens for six years", ("works_at", "Siemens", 1)),
        ("I grew up in Lviv, now I'm in Bergen", ("lives_in", "Bergen", 1)),
        ("I'm no longer at Siemens", ("works_at", "Siemens", -1)),
    ],
)
def test_a_home_or_firm(text: str, wanted: tuple[str, str, int]) -> None:
    assert wanted in {(s.kind, s.target, s.polarity) for s in english.statements(text)}


@pytest.mark.parametrize(
    "text",
    ["I'm in Bergen now", "I've been in Bergen for two weeks", "I've been at Siemens for hours",
     "I'm halfway through moving from Wix to Ghost", "I'm taking a break", "From Chrome"],
)  # fmt: skip
def test_a_stay_or_a_deed_is_no_home(text: str) -> None:
    assert not [s for s in english.statements(text) if s.kind in ("lives_in", "from", "works_at")]
