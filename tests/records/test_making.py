"""Records that are made in great number."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from datetime import UTC, datetime
from typing import Any

import pytest

from persona.records import Message, Reason, Span
from persona.records.making import make_message

FULL = (
    "ann", "c", "c/1", "user", "我喜欢喝茶", datetime(2026, 3, 1, tzinfo=UTC), "小满", 7, "telegram",
    "index", (Span(0, 2, Reason.QUOTED),), ("image",), "c/0", True, True, ("d1",),
)  # fmt: skip


@pytest.mark.parametrize("number", range(5, len(FULL) + 1))
def test_they_are_as_those_made_one_by_one(number: int) -> None:
    fields: Any = FULL[:number]
    made = make_message(*fields)
    assert type(made) is Message
    assert (made, hash(made), repr(made)) == (
        Message(*fields),
        hash(Message(*fields)),
        repr(Message(*fields)),
    )
    assert pickle.loads(pickle.dumps(made)) == made


def test_they_take_names_and_want_the_same_fields() -> None:
    made = make_message("ann", "c", "m", role="user", text="hi", author="Bo")
    assert made == Message("ann", "c", "m", "user", "hi", author="Bo")
    with pytest.raises(TypeError, match="text"):
        make_message("ann", "c", "m", "user")  # type: ignore[call-arg]


def test_they_are_frozen() -> None:
    made = make_message("ann", "c", "m", "user", "hi")
    with pytest.raises(FrozenInstanceError):
        made.text = "ho"  # type: ignore[misc]
    assert made.text == "hi"
