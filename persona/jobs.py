"""Background work: the nightly rebuild, in a zone that is said and not guessed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from persona.errors import PersonaError, UsageError

if TYPE_CHECKING:
    from persona.engine import PersonaEngine

log = logging.getLogger(__name__)

_GRACE_SECONDS = 3600


def daily_trigger(at: str, zone: str) -> Any:
    """An APScheduler trigger that fires once a day.

    Args:
        at: time of day as HH:MM, in the zone; across a change of clocks it stays that time of day.
        zone: IANA name.

    Raises:
        UsageError: either cannot be read.
    """
    from apscheduler.triggers.cron import CronTrigger

    try:
        clock = datetime.strptime(at, "%H:%M").time()  # noqa: DTZ007 - a time of day has no zone
    except ValueError as error:
        raise UsageError(f"{at!r} is no time of day: write HH:MM") from error
    try:
        place = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise UsageError(f"{zone!r} is no IANA time zone, such as Asia/Shanghai") from error
    return CronTrigger(hour=clock.hour, minute=clock.minute, timezone=place)


def nightly(engine: PersonaEngine) -> bool:
    """One run over every user who is due; errors are logged, and the next night tries again.

    Returns:
        Whether every user was rebuilt.
    """
    try:
        report = engine.rebuild()
    except PersonaError as error:
        log.error("the nightly rebuild stopped: %s", error)
        return False
    for user in report.users:
        log.info("%s: %s, facts +%d -%d", user.user_id, user.status, *_changes(user.facts))
    return not report.failed


def _changes(facts: Any) -> tuple[int, int]:
    return facts["added"], facts["removed"]


def run_schedule(
    engine: PersonaEngine, *, at: str, zone: str, announce: Callable[[str], None]
) -> None:
    """Rebuilds every night until interrupted; blocks.

    A run that a sleeping machine missed is made up within an hour; two runs never overlap.

    Args:
        engine: whose users.
        at: time of day, HH:MM.
        zone: IANA name of the zone of `at`.
        announce: told once when the first run will be.
    """
    from apscheduler.schedulers.blocking import BlockingScheduler

    trigger = daily_trigger(at, zone)
    scheduler = BlockingScheduler(timezone=trigger.timezone)
    scheduler.add_job(
        nightly,
        trigger,
        args=[engine],
        id="nightly",
        coalesce=True,
        max_instances=1,
        misfire_grace_time=_GRACE_SECONDS,
    )
    first = trigger.get_next_fire_time(None, datetime.now(trigger.timezone))
    announce(f"next rebuild {first.isoformat()}")
    scheduler.start()
