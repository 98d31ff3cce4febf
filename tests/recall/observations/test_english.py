"""The third person: the name once, then "they"; verbs agree; opinions are given as such."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.recall.observations.english import speaks_of_self, told_of
from tests.strategies import NO_SHRINKING


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("I love my job", "Ann loves their job"),
        ("I'm learning to weld because I want to fix my van", "Ann is learning to weld because they want to fix their van"),
        ("I've been to Oslo and I'd go again", "Ann has been to Oslo and they would go again"),
        ("I don't eat meat", "Ann doesn't eat meat"),
        ("I was late", "Ann was late"),
        ("I went home", "Ann went home"),
        ("I read to my nephews", "Ann read to their nephews"),
        ("I need a rest", "Ann needs a rest"),
        ("I always try to study", "Ann always tries to study"),
        ("I play the cello and teach it too", "Ann plays the cello and teaches it too"),
        ("I cook for myself and eat simple meals", "Ann cooks for themselves and eats simple meals"),
        ("my shop is small and I'm proud of it", "Ann's shop is small and they are proud of it"),
        ("I love the sea and love songs", "Ann loves the sea and love songs"),
        ("my mum is a nurse", "Ann's mum is a nurse"),
        ("it taught me to trust myself", "It taught Ann to trust themselves"),
        ("we got married in May", "Ann got married in May"),
        ("my husband and I were in Rome", "Ann and their husband were in Rome"),
        ("the house is ours", "The house is Ann's"),
        ("I'd been warned", "Ann had been warned"),
        ("a friend of mine gave us a cot", "A friend of Ann's gave them a cot"),
    ],
)  # fmt: skip
def test_first_person_becomes_the_name_once(claim: str, expected: str) -> None:
    assert told_of(claim, "Ann") == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Just adopted a hedgehog", "Ann just adopted a hedgehog"),
        ("Been reading a lot", "Ann has been reading a lot"),
        ("Learning the oboe these days", "Ann is learning the oboe these days"),
        ("Can't sleep lately", "Ann can't sleep lately"),
        ("Excited for the holidays", "Ann is excited for the holidays"),
        ("Love baking on Sundays", "Ann loves baking on Sundays"),
        ("Growing up, I had no garden", "Growing up, Ann had no garden"),
        ("Painting walls is my least favourite chore", "Painting walls is Ann's least favourite chore"),
    ],
)  # fmt: skip
def test_a_dropped_subject_is_the_speaker(claim: str, expected: str) -> None:
    assert told_of(claim, "Ann") == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Small gardens make a street kind", "Ann believes small gardens make a street kind"),
        ("The trip was exhausting", "Ann found the trip exhausting"),
        ("Welding is fun", "Ann finds welding fun"),
        ("Young people's patience is amazing", "Ann finds young people's patience amazing"),
        ("The kids built a raft", "Ann says the kids built a raft"),
        ("There is nothing good on", "Ann believes there is nothing good on"),
    ],
)
def test_what_has_no_speaker_in_it_is_told_as_theirs(claim: str, expected: str) -> None:
    assert told_of(claim, "Ann") == expected


def test_a_name_at_the_beginning_keeps_its_capital() -> None:
    assert told_of("Max was seven", "Ann", proper={"Max"}) == "Ann says Max was seven"
    assert told_of("NASA built it", "Ann") == "Ann says NASA built it"


def test_after_the_name_comes_they() -> None:
    assert told_of("I am tired", "Ann", named=True) == "They are tired"
    assert told_of("cats are calm", "Ann", named=True) == "They believe cats are calm"


def test_you_is_the_other_where_that_is_known() -> None:
    assert told_of("I wish you were here", "Ann", other="Ben") == "Ann wishes Ben was here"
    assert told_of("I like your hat", "Ann", other="Ben") == "Ann likes Ben's hat"
    assert told_of("I like your hat", "Ann") == "Ann likes your hat"
    # Anybody may be meant.
    assert (
        told_of("I think your diet matters", "Ann", other="Ben") == "Ann thinks your diet matters"
    )
    assert (
        told_of("I hate when you can't park", "Ann", other="Ben") == "Ann hates when you can't park"
    )


WORDS = st.lists(
    st.sampled_from(["I", "we", "my", "me", "our", "was", "love", "the", "garden", "and", "but", "you", "'m", "don't", "since", ",", "it", "myself", "我", "C++"]),
    max_size=12,
).map(" ".join)  # fmt: skip


@given(claim=WORDS)
@settings(max_examples=60, phases=NO_SHRINKING, deadline=None)
def test_no_first_person_is_left_and_the_name_is_there(claim: str) -> None:
    told = told_of(claim, "Zed")
    assert not speaks_of_self(told)
    if speaks_of_self(claim) and "myself" not in claim:
        assert "Zed" in told
    assert told_of(claim, "Zed") == told
