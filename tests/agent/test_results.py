from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from persona.agent.results import ResultError, Serialisers, cap, scrub
from persona.tokens import estimate


@dataclass
class Row:
    """A row."""

    town: str
    when: date


class Model(BaseModel):
    """A model."""

    amount: Decimal


class Colour(Enum):
    """Colours."""

    RED = "red"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("晚上好", "晚上好"),
        (None, "null"),
        (3, "3"),
        (True, "true"),
        ({"城市": ["杭州"]}, '{"城市": ["杭州"]}'),
        (Row("杭州", date(2026, 3, 1)), '{"town": "杭州", "when": "2026-03-01"}'),
        (Model(amount=Decimal("1.50")), '{"amount": "1.50"}'),
        (Colour.RED, "red"),
        (b"\x00\x01", "(2 bytes)"),
        ({1, }, "[1]"),
        ((i for i in range(3)), "[0, 1, 2]"),
        (ValueError("no"), "ValueError: no"),
    ],
)  # fmt: skip
def test_each_kind_of_value_as_text(value: object, text: str) -> None:
    assert Serialisers().text(value) == text


def test_a_table_is_rows_and_never_an_address() -> None:
    frame = pd.DataFrame({"month": ["2026-01"], "sum": [1200]})
    told = json.loads(Serialisers().text(frame))
    assert told == {"columns": ["month", "sum"], "rows": [["2026-01", 1200]], "row_count": 1}


def test_an_object_without_a_text_form_is_refused() -> None:
    for value in (object(), {"a": object()}, print, type):
        with pytest.raises(ResultError, match="no text form"):
            Serialisers().text(value)
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(ResultError, match="nested"):
        Serialisers().text(loop)


def test_a_serialiser_of_ones_own() -> None:
    assert Serialisers({complex: lambda z: [z.real, z.imag]}).text(1 + 2j) == "[1.0, 2.0]"


def test_secrets_leave_a_result_and_what_was_asked_for_stays() -> None:
    said = "邮箱 ann@example.org，password: hunter2secret，tel +49 6421 2824444"
    short = scrub(said)
    assert "hunter2secret" not in short
    assert "[masked: password]" in short
    assert "ann@example.org" in short
    assert "2824444" in short
    assert scrub("1000 → 1200") == "1000 → 1200"


@settings(max_examples=60)
@given(st.text("ab 晚上", max_size=400), st.integers(40, 120))
def test_a_capped_text_is_within_its_budget_and_says_what_is_missing(
    text: str, tokens: int
) -> None:
    short = cap(text, tokens)
    assert estimate(short) <= max(tokens, estimate(text) if estimate(text) <= tokens else 0)
    assert short == text or "characters left out" in short
    if short != text:
        assert text.startswith(short[:5])
        assert text.endswith(short[-5:])
