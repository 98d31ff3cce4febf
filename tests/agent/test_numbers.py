from __future__ import annotations

import pytest

from persona.agent.numbers import ungrounded

TABLE = '{"rows": [["2026-01", 1000], ["2026-02", 1200], ["2026-03", 1300.456]]}'


@pytest.mark.parametrize(
    "answer",
    [
        "Sales rose from 1,000 to 1200.",
        "总额为2200元，比一月多200元。",
        "March had 1300.46, in 2026.",
        "February was 20% above January.",
        "1. January\n2. February\n31 days",
        "nothing was found",
        "0.1万元",
    ],
)
def test_numbers_that_stand_in_the_results_or_follow_from_two(answer: str) -> None:
    assert ungrounded(answer, [TABLE]) == []


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("Sales were 1,350.", ["1,350"]),
        ("总额为9999元", ["9999"]),
        ("It rose by 47%.", ["47"]),
        ("大约5万元", ["5万"]),
    ],
)
def test_an_invented_number_is_found(answer: str, wanted: list[str]) -> None:
    assert ungrounded(answer, [TABLE]) == wanted
    assert ungrounded(answer, []) == wanted
