"""A run over users: who is due, some at a time, each under a lease."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import datetime

from persona.engine.building import add_summary, build_user
from persona.engine.lease import Lease
from persona.engine.matching import reader_for, shown_reader
from persona.engine.planning import choose, is_due
from persona.engine.reports import UserReport
from persona.engine.run import Options, Run
from persona.engine.summarising import lacks_summary
from persona.store import UserState

__all__ = ["Options", "Run", "rebuild_users"]


async def rebuild_users(
    run: Run,
    user_ids: Sequence[str] | None,
    *,
    fail_fast: bool,
    progress: Callable[[UserReport], None],
    since: datetime | None = None,
    limit: int | None = None,
) -> list[UserReport]:
    """Rebuilds users; None: everybody, under the lease of the whole run.

    Args:
        run: what the users share.
        user_ids: whom.
        fail_fast: stop after the first user that fails.
        progress: called with each user's report as it is done.
        since: only users with a message at or after it.
        limit: at most so many users who are due.

    Raises:
        BusyError: another run holds a lease.
        UnknownNameError: a user that is not there.
    """
    chosen = choose(run, user_ids, since=since, limit=limit)
    states = [run.store.state(user_id) for user_id in chosen]
    lease = nullcontext() if user_ids is not None else Lease(run.store, "run", run.clock)
    try:
        with lease:
            return await _some_at_a_time(run, states, fail_fast, progress)
    finally:
        if run.extractor is not None:
            await run.extractor.aclose()


async def _some_at_a_time(
    run: Run,
    states: Sequence[UserState],
    fail_fast: bool,
    progress: Callable[[UserReport], None],
) -> list[UserReport]:
    reports: dict[str, UserReport] = {}
    gate = asyncio.Semaphore(1 if run.extractor is None else run.limits.concurrency)
    failed = False

    async def one(state: UserState) -> None:
        nonlocal failed
        async with gate:
            if fail_fast and failed:
                return
            report = await _rebuild(run, state)
            reports[state.user_id] = report
            failed = failed or report.status in ("failed", "refused")
            progress(report)

    try:
        async with asyncio.TaskGroup() as group:
            for state in states:
                group.create_task(one(state))
    except ExceptionGroup as errors:
        raise _first(errors) from None
    return [reports[s.user_id] for s in states if s.user_id in reports]


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _rebuild(run: Run, state: UserState) -> UserReport:
    if not is_due(run, state):
        kept = {} if run.extractor is not None else run.store.answers(state.user_id)
        reader = reader_for(run.settings, run.reader, kept)
        counts = run.store.count_answers(state.user_id)
        cached = Counter({"cached": counts.pop("done", 0), **counts})
        report = UserReport(state.user_id, "unchanged", shown_reader(reader), windows=cached)
        if lacks_summary(run, state.user_id):
            await _only_summary(run, report)
        return report
    with Lease(run.store, f"user:{state.user_id}", run.clock) as lease:
        return await build_user(run, state.user_id, on_commit=lease.renew)


async def _only_summary(run: Run, report: UserReport) -> None:
    """Writes the summary that an earlier run failed to write."""
    with Lease(run.store, f"user:{report.user_id}", run.clock):
        persona = run.store.persona(report.user_id)
        if persona is not None:
            await add_summary(run, report, persona)
