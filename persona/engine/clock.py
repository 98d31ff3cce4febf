"""The engine's default clock: the one place of the library where the time of day is read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """The time now, aware UTC."""
    return datetime.now(UTC)
