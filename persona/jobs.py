"""Background work: the nightly rebuild, in a zone that is said, and a worker for those who just spoke."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from persona.errors import PersonaError, UsageError

if TYPE_CHECKING:
    from persona.engine import PersonaEngine, RebuildReport

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


def _why(report: RebuildReport) -> str:
    """Why a rebuild failed, in one sentence."""
    errors = [user.error for user in report.users if user.error]
    return errors[0] if errors else f"{report.windows['failed']} of its windows failed"


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


@dataclass(slots=True)
class _Waiting:
    """A user who waits for a rebuild.

    Attributes:
        due: when it may begin.
        latest: when it begins, however often the user speaks again.
        tries: that have failed.
    """

    due: float
    latest: float
    tries: int = 0


class Worker:
    """Rebuilds users in a thread of its own, soon after they have said something.

    Of each user one rebuild waits at most. It begins when the user has been quiet for a while. An
    error is logged and counted, and the rebuild is tried again; what failed to the last, and what
    waits when the process dies, is still due in the store: the next worker takes it up as it starts.
    A store in memory is shared with the thread, which takes turns at it with the others.

    ::

        with Worker(engine) as worker:
            engine.observe("ann", messages)
            worker.notify("ann")

    Args:
        engine: whose users.
        quiet: seconds without another word of a user before the rebuild.
        longest: seconds that it may be put off at most.
        retries: of a rebuild that failed.
        pause: seconds before the first of them; twice as long before each further one.
        poll: seconds between looks for users who are due in the store, whoever wrote.

    Attributes:
        counts: of ``rebuilt``, ``failed`` and ``retried``.
    """

    def __init__(
        self,
        engine: PersonaEngine,
        *,
        quiet: float = 2.0,
        longest: float = 30.0,
        retries: int = 3,
        pause: float = 5.0,
        poll: float = 60.0,
    ) -> None:
        self._engine = engine
        self._quiet, self._longest = quiet, longest
        self._retries, self._pause, self._poll = retries, pause, poll
        self._waiting: dict[str, _Waiting] = {}
        self._change = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="persona-worker", daemon=True)
        self.counts: Counter[str] = Counter()

    def __enter__(self) -> Worker:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def start(self) -> None:
        """Takes up who is due in the store, and begins."""
        self._thread.start()

    def notify(self, user_id: str) -> None:
        """A user has said something: a rebuild waits for them, and only one."""
        now = time.monotonic()
        with self._change:
            held = self._waiting.get(user_id)
            latest = now + self._longest if held is None else held.latest
            self._waiting[user_id] = _Waiting(min(now + self._quiet, latest), latest)
            self._change.notify()

    @property
    def waiting(self) -> tuple[str, ...]:
        """Users whose rebuild has not begun."""
        with self._change:
            return tuple(self._waiting)

    def stop(self) -> None:
        """Rebuilds who still waits, once and without waiting any longer, and ends."""
        with self._change:
            self._stopping = True
            self._change.notify()
        if self._thread.ident is not None:
            self._thread.join()

    def _work(self) -> None:
        look = 0.0
        while not self._stopping:
            now = time.monotonic()
            if now >= look:
                self._take_up()
                look = now + self._poll
            user_id = self._next(look)
            if user_id is not None:
                self._rebuild(user_id)
        for user_id in self.waiting:
            held = self._take(user_id)
            held.tries = self._retries
            self._run(user_id, held)

    def _take_up(self) -> None:
        """Puts the users who are due in the store among those that wait."""
        try:
            due = [u for u in self._engine.users() if self._engine.status(u)["due"]]
        except PersonaError as error:
            log.error("the worker cannot read the store: %s", error)
            return
        now = time.monotonic()
        with self._change:
            for user_id in due:
                self._waiting.setdefault(user_id, _Waiting(now, now))

    def _next(self, look: float) -> str | None:
        """A user whose time has come, or None: it is time to look, or to stop."""
        with self._change:
            while not self._stopping:
                now = time.monotonic()
                first = min(self._waiting.items(), key=lambda item: item[1].due, default=None)
                if first is not None and first[1].due <= now:
                    return first[0]
                if now >= look:
                    return None
                until = look if first is None else min(look, first[1].due)
                self._change.wait(until - now)
            return None

    def _take(self, user_id: str) -> _Waiting:
        with self._change:
            return self._waiting.pop(user_id)

    def _rebuild(self, user_id: str) -> None:
        self._run(user_id, self._take(user_id))

    def _run(self, user_id: str, held: _Waiting) -> None:
        try:
            report = self._engine.rebuild([user_id])
            failed, why = report.failed, _why(report)
        except PersonaError as error:
            failed, why = True, str(error)
        except Exception as error:  # noqa: BLE001  the worker outlives whatever a rebuild raises
            failed, why = True, f"{type(error).__name__}: {error}"
        if not failed:
            self.counts["rebuilt"] += 1
            return
        self.counts["failed"] += 1
        log.error("the rebuild of %s failed: %s", user_id, why)
        if held.tries >= self._retries:
            return
        self.counts["retried"] += 1
        due = time.monotonic() + self._pause * 2**held.tries
        with self._change:
            self._waiting.setdefault(user_id, _Waiting(due, due, held.tries + 1))
