from __future__ import annotations

import pytest

from persona.engine.limits import Hold, Limits, Prices
from persona.errors import UsageError
from persona.llm import Usage


def test_calls_in_flight_count_towards_the_limit() -> None:
    limits = Limits(max_calls=2)
    first, second, third = (Hold(limits, 100) for _ in range(3))
    assert first.take()
    assert second.take()
    assert not third.take()
    first.settle(Usage(calls=1, prompt_tokens=90))
    assert (limits.used.calls, limits.reserved, limits.reserved_tokens) == (1, 1, 100)
    assert not third.take()  # one is used, one is in flight


def test_a_retry_is_a_call_of_its_own() -> None:
    limits = Limits(max_calls=2)
    hold = Hold(limits, 10)
    assert hold.take()
    assert hold.take()
    assert not hold.take()
    hold.settle(Usage(calls=2))
    assert (limits.reserved, limits.reserved_tokens, limits.used.calls) == (0, 0, 2)


def test_prompts_in_flight_count_towards_tokens_and_cost() -> None:
    by_tokens = Limits(max_tokens=250)
    assert [Hold(by_tokens, 100).take() for _ in range(3)] == [True, True, False]
    # 1,000 prompt tokens at 2 a million are 0.002
    by_cost = Limits(max_cost=0.005, prices=Prices(prompt=2.0))
    assert [Hold(by_cost, 1000).take() for _ in range(3)] == [True, True, False]


def test_cost_is_of_both_directions() -> None:
    limits = Limits(
        prices=Prices(1.0, 4.0), used=Usage(prompt_tokens=500_000, completion_tokens=250_000)
    )
    assert limits.cost == pytest.approx(0.5 * 1.0 + 0.25 * 4.0)


@pytest.mark.parametrize(
    "values",
    [{"concurrency": 0}, {"max_calls": -1}, {"max_tokens": -1}, {"max_cost": 1.0}],
)
def test_what_cannot_be_meant(values: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="--"):
        Limits(**values)  # type: ignore[arg-type]
