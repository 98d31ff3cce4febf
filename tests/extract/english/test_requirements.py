"""What a message in English requires of the thing it looks for, and what only looks like it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract.english.requirements import requirements
from tests.strategies import NO_SHRINKING

ALL: list[tuple[str, set[tuple[str, str]]]] = [
    (
        "I need a hostel below $40 a night with lockers and laundry, rated at least 4.2, near the harbour.",
        {
            ("hostel price", "below $40 a night"),
            ("hostel facility", "lockers"),
            ("hostel facility", "laundry"),
            ("hostel rating", "at least 4.2"),
            ("hostel area", "the harbour"),
        },
    ),
    ("Find me a boutique hotel for under 120 euros.", {("hotel class", "boutique"), ("hotel price", "under 120 euros")}),
    ("Any restaurant that serves pho or ramen?", {("restaurant dish", "pho"), ("restaurant dish", "ramen")}),
    ("Looking for a museum that takes about an hour", {("museum duration", "about an hour")}),
    ("I want a laptop with a matte screen.", {("laptop facility", "matte screen")}),
    (
        "We are looking for a flat close to King Street. It should have a balcony.",
        {("flat area", "King Street"), ("flat facility", "balcony")},
    ),
    ("Recommend a café with 4.5 stars or more", {("café rating", "4.5 stars or more")}),
]  # fmt: skip


def asked(text: str) -> set[tuple[str | None, str]]:
    return {(s.slot, s.target) for s in requirements(text)}


@pytest.mark.parametrize(("text", "expected"), ALL)
def test_what_is_required(text: str, expected: set[tuple[str, str]]) -> None:
    assert asked(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I stayed at a hotel under $90 with a pool last week.",
        "My laptop cost 900 dollars.",
        "I love hotels with sea views.",
        "We found that the rating of 4.5 was fair.",
        "I want to go to a restaurant with my friends.",
        "I run for about an hour every day.",
        "Could you help me find my keys?",
    ],
)
def test_what_is_told_is_not_required(text: str) -> None:
    assert asked(text) == set()


def test_a_requirement_has_the_weight_and_sign_of_a_question() -> None:
    for text, _ in ALL:
        for s in requirements(text):
            assert (s.kind, s.polarity, s.weight) == ("asks_about", 0, 0.3)
            assert text[s.start : s.start + len(s.target)] == s.target


@settings(max_examples=60, deadline=None, phases=NO_SHRINKING)
@given(
    st.lists(
        st.one_of(
            st.sampled_from([text for text, _ in ALL]),
            st.text(alphabet="a hotel with under $9.5, and near looking for", max_size=40),
        ),
        max_size=4,
    )
)
def test_targets_stand_where_they_are_said_to(pieces: list[str]) -> None:
    text = " ".join(pieces)
    for s in requirements(text):
        assert text[s.start : s.start + len(s.target)] == s.target
        assert s.target.strip() == s.target != ""


@pytest.mark.parametrize("unit", ["need a hotel with ", "a, ", "under ", "1", "near the "])
def test_a_long_text_is_read_in_time(unit: str) -> None:
    began = time.perf_counter()
    requirements("I need a hotel " + unit * (4000 // len(unit)))
    assert time.perf_counter() - began < 5
