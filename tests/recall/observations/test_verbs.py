"""Forms of English verbs, by the rules of spelling."""

from __future__ import annotations

import pytest

from persona.recall.observations.verbs import is_past, third_person


@pytest.mark.parametrize(
    ("verb", "expected"),
    [("try", "tries"), ("play", "plays"), ("go", "goes"), ("watch", "watches"), ("miss", "misses"), ("have", "has")],
)  # fmt: skip
def test_third_person(verb: str, expected: str) -> None:
    assert third_person(verb) == expected


def test_past_forms() -> None:
    assert all(map(is_past, ("walked", "went", "cut", "tried")))
    assert not any(map(is_past, ("need", "feed", "love", "succeed")))
