"""The counts and the common rules of every reader."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from persona.errors import LogFormatError
from persona.logs.reading import MAX_WARNINGS, Reading
from persona.records import Message


def turn(reading: Reading, role: str, text: str) -> Message | None:
    return reading.turn(role, text, user_id=None, conversation_id="c", index=4, where="line 1")


def test_a_turn_has_the_callers_user_and_an_id_of_its_index() -> None:
    reading = Reading("x", user_id="小满", source="test")
    message = turn(reading, "human", "我喜欢喝茶")
    assert message == Message(
        "小满", "c", "c#4", "user", "我喜欢喝茶", source="test", id_origin="index"
    )


def test_what_is_left_out_is_counted_and_keeps_its_place() -> None:
    reading = Reading("x", user_id="ann")
    for role, text in (
        ("system", "be brief"),
        ("tool", "42"),
        ("user", " \n"),
        ("pirate", "arr"),
        ("user", "\x00"),
        ("assistant", "<think>hm</think>"),
    ):
        assert turn(reading, role, text) is None
    assert dict(reading.skipped) == {"system": 1, "tool": 1, "empty": 3, "unknown_role": 1}
    last = turn(reading, "user", "hi")
    assert last is not None
    assert last.position == 6


def test_sentences_are_kept_up_to_a_number_and_then_counted() -> None:
    reading = Reading("x")
    for index in range(MAX_WARNINGS + 5):
        reading.bad("invalid_json", f"line {index}")
    assert len(reading.warnings) == MAX_WARNINGS + 1
    assert reading.warnings[-1] == "and 5 more"
    assert dict(reading.unreadable) == {"invalid_json": MAX_WARNINGS + 5}


def test_one_user_id_that_is_none_does_not_end_the_reading() -> None:
    reading = Reading("x", user_id="\n")
    assert turn(reading, "user", "hi") is None
    assert dict(reading.skipped) == {"bad_user": 1}
    assert reading.warnings == ["line 1: '\\n' is no user id (skipped)"]


def test_for_authors_numbers_are_no_times_and_texts_not_marked() -> None:
    whole, short = Reading("x", user_id="ann"), Reading("x", user_id="ann", authors_only=True)
    assert whole.time("1700000000", "line 1") == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    assert short.time("1700000000", "line 1") is None
    # What names no zone is an error for both.
    with pytest.raises(LogFormatError):
        short.time("2023-11-14 22:13", "line 1")
    read = [turn(reading, "user", "> 我喜欢喝茶") for reading in (whole, short)]
    assert [bool(message and message.foreign) for message in read] == [True, False]
