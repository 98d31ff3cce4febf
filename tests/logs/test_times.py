"""Times as logs write them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.errors import UsageError
from persona.logs.times import NaiveTimeError, from_epoch, is_count, read_time, written, zone

BERLIN = zone("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("2024-03-02T18:20:05+01:00", "2024-03-02T17:20:05Z"),
        ("2024-06-02T10:00:00.1234567+02:00", "2024-06-02T08:00:00.123456Z"),
        ("2024-03-02 18:20:05", "2024-03-02T17:20:05Z"),
        ("2024/3/2 8:05", "2024-03-02T07:05:00Z"),
        ("2024年3月2日 8:05", "2024-03-02T07:05:00Z"),
        ("2024年3月2日8时5分", "2024-03-02T07:05:00Z"),
        ("25.12.2023 08:05", "2023-12-25T07:05:00Z"),
        ("1709290100.000200", "2024-03-01T10:48:20.0002Z"),
        ("1709400000123", "2024-03-02T17:20:00.123Z"),
        ("2024-03-31 02:30", "2024-03-31T01:30:00Z"),  # skipped hour: the offset before
        ("2024-10-27 02:30", "2024-10-27T00:30:00Z"),  # twice: the first
    ],
)
def test_read_time(text: str, right: str) -> None:
    assert written(read_time(text, BERLIN)) == right


@pytest.mark.parametrize("value", [None, "", "  "])
def test_no_time_stays_none(value: object) -> None:
    assert read_time(value, None) is None


@pytest.mark.parametrize(
    "value", ["yesterday", "2024-13-01", float("inf"), float("nan"), True, [], "9" * 19, 10**400]
)
def test_what_is_no_time(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_time(value, UTC)


def test_naive_needs_a_zone() -> None:
    with pytest.raises(NaiveTimeError):
        read_time("2024-03-02 10:00", None)


def test_no_such_zone() -> None:
    with pytest.raises(UsageError, match="Mars/Olympus"):
        zone("Mars/Olympus")


@given(st.integers(10**8, 10**11 - 1))  # 1973 to 5138: the span in which the units are apart
def test_the_three_units_mean_the_same(seconds: int) -> None:
    time = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    assert from_epoch(seconds) == from_epoch(seconds * 1000) == from_epoch(seconds * 10**6) == time


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_is_read_again(time: datetime) -> None:
    assert read_time(written(time), None) == time


@given(st.integers(0, 10**21).map(str) | st.from_regex(r"[0-9]{1,22}", fullmatch=True))
def test_plain_digits_are_read_as_numbers_are(text: str) -> None:
    def outcome(read: Callable[[], datetime | None]) -> datetime | str | None:
        try:
            return read()
        except ValueError as error:
            return str(error)

    if len(text) <= 20:  # what is longer is no number of seconds, but may be a date
        assert outcome(lambda: read_time(text, None)) == outcome(lambda: from_epoch(Decimal(text)))
    assert is_count(text) == (len(text) <= 20)


@pytest.mark.parametrize("value", ["", "1.5", "-1", " 1", "１７", "²", None, 1, "1700000000x"])
def test_what_is_no_count(value: object) -> None:
    assert not is_count(value)
