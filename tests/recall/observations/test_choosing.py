"""What a talk's messages are worth to each other, by hand."""

from __future__ import annotations

import math

import pytest

from persona.recall.observations.choosing import (
    ALONE,
    FEW,
    MARGIN,
    MOST_TERMS,
    PRIOR,
    RELATIVE,
    chosen_claims,
    chosen_messages,
    together,
)
from persona.recall.observations.weights import THRESHOLD, USUAL


def test_claims_together_are_worth_their_odds() -> None:
    # Two claims of odds 1 (log odds 0) have odds 2 together.
    assert together([0.0, 0.0]) == pytest.approx(math.log(2))
    assert together([3.0]) == 3.0


def test_a_message_is_measured_against_its_talk() -> None:
    # Three equal ones: usual = (3 w + PRIOR * USUAL) / (3 + PRIOR); they pass where
    # w (1 - RELATIVE * 3 / (3 + PRIOR)) >= THRESHOLD + RELATIVE * PRIOR * USUAL / (3 + PRIOR).
    least = (THRESHOLD + RELATIVE * PRIOR * USUAL / (3 + PRIOR)) / (1 - RELATIVE * 3 / (3 + PRIOR))
    assert chosen_messages([least + 0.01] * 3) == [0, 1, 2]
    assert 2 not in chosen_messages([least - 0.01] * 3)
    # Among much better ones it no longer passes.
    assert chosen_messages([least + 0.01, 4.0, 4.0, 4.0]) == [1, 2, 3]
    assert chosen_messages([]) == []


def test_the_best_few_of_a_talk_need_less() -> None:
    assert ALONE < THRESHOLD + RELATIVE * USUAL
    assert chosen_messages([ALONE, ALONE - 0.1]) == [0]
    assert chosen_messages([ALONE] * (FEW + 1)) == list(range(FEW))


def test_the_best_claims_within_the_length_and_near_the_best() -> None:
    assert chosen_claims([0.1, 0.9, 0.5], [3, 3, 3]) == [1, 2]
    assert chosen_claims([0.9, 0.9 - MARGIN - 0.1], [3, 3]) == [0]
    assert chosen_claims([0.9, 0.8, 0.7], [10, MOST_TERMS, 3]) == [0, 2]
    assert chosen_claims([0.5, 0.5, 0.5], [1, 1, 1]) == [0, 1]
