"""Times of messages: ISO, plain date and clock, or seconds since 1970 in three units; always to UTC."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from decimal import Decimal, InvalidOperation
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from persona.errors import UsageError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"\s*[-+]?\d{1,20}(?:\.\d{1,20})?\s*")
_PLAIN = re.compile(
    r"\s*(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?"
    r"(?:[T\s,]*(\d{1,2})[:时時](\d{1,2})分?(?:[:]?(\d{1,2})(?:\.(\d{1,6}))?秒?)?)?\s*"
)
_DAY_FIRST = re.compile(
    r"\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*"
)


class NaiveTimeError(ValueError):
    """A time that says no zone, where none was given."""


class DateOrderError(ValueError):
    """A date that can be read day first and month first, where no order was given."""


def zone(name: str | tzinfo | None) -> tzinfo | None:
    """A time zone by its name ("Asia/Shanghai").

    Raises:
        UsageError: if there is no such zone.
    """
    if name is None or isinstance(name, tzinfo):
        return name
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UsageError(
            f"there is no time zone {name!r}; give one such as Europe/Berlin or UTC"
        ) from error


def aware(time: datetime, tz: tzinfo | None) -> datetime:
    """A time in UTC; a naive one is read in the zone.

    A local time that a change of the clock skips, or that comes twice, is read with the offset
    that held before the change (``fold=0``).

    Raises:
        NaiveTimeError: if the time is naive and there is no zone.
        ValueError: if the result lies outside the calendar.
    """
    if time.tzinfo is None:
        if tz is None:
            raise NaiveTimeError("the time names no zone")
        time = time.replace(tzinfo=tz, fold=0)
    try:
        return time.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("the time is out of range") from error


def from_epoch(value: int | float | Decimal) -> datetime:
    """Seconds, milliseconds or microseconds since 1970, told apart by magnitude.

    Below 1e11 it is seconds (until the year 5138), below 1e14 milliseconds, else microseconds.

    Raises:
        ValueError: if it is not finite or lies outside the calendar.
    """
    try:
        size = abs(float(value))
        scale = 1_000_000 if size < 1e11 else 1_000 if size < 1e14 else 1
        return _EPOCH + timedelta(microseconds=round(value * scale))
    except (OverflowError, ValueError, InvalidOperation) as error:
        raise ValueError("the time is out of range") from error


def is_count(value: Any) -> bool:
    """Whether a value is a text of few plain digits, as most texts of seconds are."""
    return isinstance(value, str) and len(value) <= 20 and value.isascii() and value.isdecimal()


def read_time(value: Any, tz: tzinfo | None, date_order: str | None = None) -> datetime | None:
    """A time as logs write it, in UTC; None for None and blank text.

    Args:
        value: a number or its text (see `from_epoch`), ISO 8601, or year, month, day and clock
            ("2024/3/2 8:05", "2024年3月2日 8:05"); with an order also "2/3/2024 8:05".
        tz: the zone of a time that names none.
        date_order: "dmy" or "mdy".

    Raises:
        NaiveTimeError: if the time names no zone and there is none.
        DateOrderError: if day and month cannot be told apart and there is no order.
        ValueError: if it is no time.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return _from_text(value, tz, date_order) if value.strip() else None
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise ValueError("this is no time")
    return from_epoch(value)


def _from_text(text: str, tz: tzinfo | None, date_order: str | None) -> datetime:
    if is_count(text):
        return from_epoch(int(text))
    if _NUMBER.fullmatch(text):
        try:
            return from_epoch(Decimal(text.strip()))
        except InvalidOperation as error:
            raise ValueError("this is no time") from error
    try:
        return aware(datetime.fromisoformat(text.strip()), tz)
    except NaiveTimeError:
        raise
    except ValueError:
        return aware(_plain(text, date_order), tz)


def _plain(text: str, date_order: str | None) -> datetime:
    if match := _PLAIN.fullmatch(text):
        year, month, day, *clock, fraction = match.groups()
        return naive(int(year), int(month), int(day), clock, fraction)
    if match := _DAY_FIRST.fullmatch(text):
        first, second, year, *clock = match.groups()
        day_, month_ = _day_month(int(first), int(second), date_order)
        return naive(int(year), month_, day_, clock)
    raise ValueError("this is no time")


def naive(
    year: int, month: int, day: int, clock: Sequence[str | int | None], fraction: str | None = None
) -> datetime:
    """A local time from its parts; hour, minute and second may be missing.

    Raises:
        ValueError: if there is no such day or time.
    """
    hour, minute, second = (int(part or 0) for part in (*clock, None, None, None)[:3])
    micro = (fraction or "").ljust(6, "0")[:6]
    return datetime.fromisoformat(
        f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micro}"
    )


def _day_month(first: int, second: int, date_order: str | None) -> tuple[int, int]:
    if date_order:
        return (first, second) if date_order.lower() == "dmy" else (second, first)
    if first > 12:
        return first, second
    if second > 12:
        return second, first
    raise DateOrderError("day and month cannot be told apart")


def written(time: datetime | None) -> str | None:
    """A time as ISO text in UTC with ``Z`` and no trailing zeros in the fraction; None for None."""
    if time is None:
        return None
    text = time.astimezone(UTC).replace(tzinfo=None).isoformat()
    return (text.rstrip("0") if "." in text else text) + "Z"
