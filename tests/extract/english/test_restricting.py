from __future__ import annotations

import pytest

from persona.evaluate.people import of_single_messages


def targets(text: str) -> list[str]:
    person = of_single_messages([text])
    return sorted({fact.target for fact in person.facts})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I dislike smartwatches with square dials.", ["smartwatches with square dials"]),
        ("I hate lectures without slides.", ["lectures without slides"]),
        ("I love documentaries about glaciers.", ["documentaries about glaciers"]),
        ("I enjoy essays by Woolf.", ["essays by woolf"]),
        ("I avoid lotions that contain lanolin.", ["lotions that contain lanolin"]),
        ("I avoid any soup containing leeks.", ["soup containing leeks"]),
        ("I can't stand bands that never tune up.", ["bands that never tune up"]),
        ("I love novels set in Iceland.", ["novels set in iceland"]),
        ("I love teas from Assam and Ceylon.", ["teas from assam and ceylon"]),
        ("I like music without drums.", ["music without drums"]),
    ],
)
def test_a_kind_is_named_with_what_restricts_it(text: str, names: list[str]) -> None:
    assert targets(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I love games with my cousins.", ["games"]),
        ("I like dogs with all my heart.", ["dogs"]),
        ("I love coffee with oat milk.", ["coffee"]),
        ("I prefer tools that I can repair.", ["tools"]),
        ("I use Postgres with Redis.", ["postgres", "redis"]),
        ("I hate lectures because they drag on.", ["lectures"]),
        ("I love lectures and hate exams.", ["exams", "lectures"]),
        ("I love films about war, musicals and jazz.", ["films about war", "jazz", "musicals"]),
    ],
)
def test_what_goes_with_a_thing_does_not_restrict_it(text: str, names: list[str]) -> None:
    assert targets(text) == names


def test_one_disliked_of_a_kind_leaves_the_kind_liked() -> None:
    person = of_single_messages(["I love films.", "I hate films with dubbed voices."])
    assert {(fact.target, fact.polarity, fact.is_open) for fact in person.facts} == {
        ("films", 1, True),
        ("films with dubbed voices", -1, True),
    }
