import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.evaluate.measures import (
    Tally,
    content_words,
    coverage,
    difference,
    first_tokens,
    interval,
    packed,
    says_the_same,
    tokens,
)
from tests.strategies import NO_SHRINKING


def test_tokens_are_characters_words_and_marks() -> None:
    # I, don't, eat, 鱼, !: five.
    assert tokens("I don't eat鱼!") == 5
    assert tokens("") == 0
    assert first_tokens("one two, three", 3) == "one two,"


def test_content_words_are_stripped_of_stop_words_and_endings() -> None:
    assert content_words("I'm hiking the longest trails") == ("hik", "longest", "trail")


def test_coverage() -> None:
    assert coverage(["red", "wine"], "A red apple") == 0.5
    assert coverage([], "anything") == 0


def test_a_line_says_the_same_only_with_the_same_sign() -> None:
    gold = "I avoid long films with gore."
    assert says_the_same(gold, "dislikes, avoid: long films with gore")
    assert not says_the_same(gold, "likes: long films with gore")
    assert not says_the_same(gold, "dislikes, avoid: films")


def test_packing_skips_what_does_not_fit() -> None:
    assert packed([(0, 5), (1, 90), (2, 4)], 10) == [0, 2]
    assert packed([(0, 8), (1, 1)], 10) == [0]  # with fewer than 4 left it ends


def test_the_interval_of_a_constant_is_a_point() -> None:
    assert interval([1.0, 1.0, 1.0]) == (1.0, 1.0)
    assert interval([]) == (0.0, 0.0)
    assert difference([1, 1, 1], [0, 0, 0]) == (1.0, 1.0, 1.0)


@settings(max_examples=30, phases=NO_SHRINKING)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_mean_is_within_its_interval_or_near(values: list[float]) -> None:
    low, high = interval(values)
    assert low - 1e-3 <= high + 1e-3
    assert 0 <= low <= 1
    assert interval(values) == (low, high)


def test_one_cluster_has_no_spread() -> None:
    low, high = interval([0.0, 1.0, 0.5], ["a", "a", "a"])
    assert low == high == 0.5


def test_a_tally_gives_means_and_the_gap() -> None:
    tally = Tally()
    for ours, theirs in ((1, 0), (1, 1)):
        tally.add("persona", {"R": ours})
        tally.add("bm25", {"R": theirs})
    assert tally.means() == {"persona": {"R": 1.0}, "bm25": {"R": 0.5}}
    found = tally.intervals("R")
    assert found["bm25"]["gap"][0] == pytest.approx(0.5)  # type: ignore[index]
    assert "gap" not in found["persona"]


def test_a_summary_has_the_interval_beside_the_mean() -> None:
    tally = Tally()
    for value in (1, 1):
        tally.add("persona", {"R": value, "P": 0})
    assert tally.summary("R") == {"persona": {"R": 1.0, "P": 0.0, "R interval": [1.0, 1.0]}}
    assert tally.summary() == tally.means()
