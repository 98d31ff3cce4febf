from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.errors import TemplateError
from persona.templates.experiment import Experiment, Tally, difference, judge, wilson

USERS = [f"user-{i}" for i in range(4000)]


@settings(max_examples=30, deadline=None)
@given(st.text(min_size=1), st.floats(0, 100), st.floats(0, 100))
def test_raising_the_ramp_moves_nobody(user: str, one: float, other: float) -> None:
    low, high = sorted((one, other))
    variants = {"a": 1, "b": 1}
    before = Experiment("e", variants, low).assign(user)
    after = Experiment("e", variants, high).assign(user)
    assert before is None or before == after


def test_shares_follow_ramp_and_weights() -> None:
    experiment = Experiment("e", {"old": 3, "new": 1}, ramp=25)
    seen = [experiment.assign(user) for user in USERS]
    taking = [s for s in seen if s is not None]
    # 4000 * 0.25 = 1000, sd sqrt(4000 * .25 * .75) = 27; of them 1/4, sd sqrt(1000 * 3/16) = 14
    assert abs(len(taking) - 1000) < 4 * 27
    assert abs(taking.count("new") - len(taking) / 4) < 4 * 14


def test_another_experiment_mixes_the_users_anew() -> None:
    one = Experiment("one", {"a": 1, "b": 1})
    two = Experiment("two", {"a": 1, "b": 1})
    same = sum(one.assign(u) == two.assign(u) for u in USERS)
    assert abs(same - 2000) < 4 * 32  # sd sqrt(4000 / 4) = 32


def test_nobody_takes_part_at_zero_and_everybody_at_a_hundred() -> None:
    assert {Experiment("e", {"a": 1}, 0).assign(u) for u in USERS} == {None}
    assert {Experiment("e", {"a": 1}, 100).assign(u) for u in USERS} == {"a"}
    assert Experiment("e", {"a": 1}).assign("用户一") == "a"


@pytest.mark.parametrize(("variants", "ramp"), [({}, 5), ({"a": 0}, 5), ({"a": 1}, 101)])
def test_what_cannot_be_is_refused(variants: dict[str, int], ramp: float) -> None:
    with pytest.raises(TemplateError, match="'e'"):
        Experiment("e", variants, ramp)


def test_wilson_interval() -> None:
    # Newcombe (1998), Statistics in Medicine 17, 857-872, table I: 81 of 263 is 0.2553 to 0.3662,
    # 15 of 148 is 0.0624 to 0.1605, 0 of 20 is 0 to 0.1611
    assert wilson(Tally(81, 263)) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(Tally(15, 148)) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(Tally(0, 20)) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(Tally(0, 0)) == (0.0, 1.0)


def test_interval_of_a_difference() -> None:
    # Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10:
    # 56/70 - 48/80 is 0.0524 to 0.3339
    assert difference(Tally(48, 80), Tally(56, 70)) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 200), st.integers(0, 200))
def test_the_interval_holds_the_rate(good: int, bad: int) -> None:
    tally = Tally(good, good + bad)
    low, high = wilson(tally)
    assert 0 <= low <= high <= 1
    if tally.total:
        assert low - 1e-12 <= tally.rate <= high + 1e-12


def test_a_verdict_needs_more_than_chance() -> None:
    assert judge(Tally(50, 100), Tally(52, 100)) == "go on"
    assert judge(Tally(500, 1000), Tally(600, 1000)) == "better"
    assert judge(Tally(600, 1000), Tally(500, 1000)) == "worse"


def test_the_guard_stops_it_first() -> None:
    verdict = judge(
        Tally(500, 1000),
        Tally(600, 1000),
        guard_control=Tally(990, 1000),
        guard_variant=Tally(900, 1000),
    )
    assert verdict == "harm"


def test_more_looks_ask_for_more() -> None:
    # difference of .055 on 1000 each: z about 2.46, between the points for 1 look (1.96) and 20 (3.02)
    assert judge(Tally(500, 1000), Tally(555, 1000), looks=1) == "better"
    assert judge(Tally(500, 1000), Tally(555, 1000), looks=20) == "go on"


def test_a_tally_that_cannot_be() -> None:
    with pytest.raises(TemplateError, match="3 of 2"):
        Tally(3, 2)
