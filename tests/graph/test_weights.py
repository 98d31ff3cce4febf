from __future__ import annotations

import math
from datetime import timedelta

import pytest

from persona.graph import decay, evidence_weight, fact_weight, noisy_or
from persona.records import Evidence
from persona.resolve import resolve
from tests.resolve.said import at, said


def evidence(weight: float, day: float | None = 0.0) -> Evidence:
    time = None if day is None else at(day)
    return Evidence("c", "m", time, "", weight, (0, 0, "m"), open=True)


def test_decay_halves_after_the_half_life_of_the_kind() -> None:
    assert decay("likes", at(0), at(180)) == 0.5
    assert decay("learning", at(0), at(180)) == 0.25
    assert decay("owns", at(0), at(360)) == pytest.approx(math.sqrt(0.5))
    assert decay("lives_in", at(0), at(9000)) == 1.0


def test_without_a_time_nothing_fades_and_the_future_does_not_count() -> None:
    assert decay("likes", None, at(1)) == decay("likes", at(0), None) == 1.0
    assert decay("likes", at(1), at(1)) == 1.0
    assert decay("likes", at(1) + timedelta(microseconds=1), at(1)) == 0.0


def test_evidence_weight_is_half_of_weight_times_decay() -> None:
    assert evidence_weight("likes", evidence(0.8), at(180)) == pytest.approx(0.5 * 0.8 * 0.5)
    assert evidence_weight("likes", evidence(0.8, None), at(180)) == pytest.approx(0.4)


@pytest.mark.parametrize(("weight", "expected"), [(7.0, 0.5), (-1.0, 0.0), (math.nan, 0.0)])
def test_a_weight_that_is_none_is_brought_into_range(weight: float, expected: float) -> None:
    assert evidence_weight("likes", evidence(weight), at(0)) == expected


def test_one_two_three_plain_statements_give_45_70_83() -> None:
    # 1 - 0.55 = .45, 1 - 0.55^2 = .6975, 1 - 0.55^3 = .833625
    assert noisy_or([]) == 0.0
    assert [round(noisy_or([0.45] * n), 6) for n in (1, 2, 3)] == [0.45, 0.6975, 0.833625]


def test_only_the_open_interval_counts_for_a_fact() -> None:
    rows = [said("可乐", day=0, weight=0.9), said("可乐", "dislikes", -1, day=1),
            said("可乐", day=2, weight=0.6)]  # fmt: skip
    dislike, like = resolve("u", rows).facts
    assert fact_weight(dislike, at(2)) == 0.0
    assert fact_weight(like, at(2)) == pytest.approx(0.3)
