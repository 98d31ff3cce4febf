"""What a rebuild would do, before it does it: which users, how many windows, how many tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from persona.config import check_user_id
from persona.engine.asking import DEAD_AFTER_RUNS
from persona.engine.matching import match_windows, reader_for, shown_reader
from persona.engine.run import Run, settings_digest
from persona.errors import UsageError
from persona.extract.prompt import request_tokens
from persona.extract.windows import windows
from persona.store import UserState
from persona.store.recent import users_since


@dataclass(frozen=True, slots=True)
class Plan:
    """What a rebuild would do for one user.

    Attributes:
        extractor: what would read.
        due: whether the user would be rebuilt at all.
        windows: of the user's messages.
        to_ask: windows that have no answer yet; of these the model, or the rules, would be asked.
        tokens: estimated prompt tokens of the calls; 0 where the rules read.
        cost: of these tokens at the configured price of prompts, without what the model writes.
    """

    user_id: str
    extractor: str
    due: bool
    windows: int
    to_ask: int
    tokens: int
    cost: float

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON values."""
        return {
            "user_id": self.user_id,
            "extractor": self.extractor,
            "due": self.due,
            "windows": self.windows,
            "to_ask": self.to_ask,
            "tokens": self.tokens,
            "cost": round(self.cost, 6),
        }


def is_due(run: Run, state: UserState) -> bool:
    """Whether a user's views are not those of the messages, settings and reader of today."""
    options = run.options
    if options.refresh or options.retry_dead:
        return True
    if options.accept_loss and state.refresh == "refused":
        return True
    kept = {} if run.extractor is not None else run.store.answers(state.user_id)
    reader = reader_for(run.settings, run.reader, kept)
    return state.is_due(settings_digest(run.settings, reader))


def choose(
    run: Run,
    user_ids: Sequence[str] | None,
    *,
    since: datetime | None = None,
    limit: int | None = None,
) -> list[str]:
    """The users of a run, in order.

    Args:
        run: with the options that decide who is due.
        user_ids: whom; None: everybody.
        since: only users with a message at or after it.
        limit: at most so many, counting only those who are due.

    Raises:
        UserIdError: a user id that is refused.
        UnknownNameError: a user who is not in the store.
        UsageError: a limit below 1, or a time without a zone.
    """
    wanted = run.store.user_ids() if user_ids is None else [check_user_id(u) for u in user_ids]
    for user_id in user_ids or ():
        run.store.state(user_id)
    if since is not None:
        if since.tzinfo is None:
            raise UsageError("since needs a time zone")
        lately = users_since(run.store, since)
        wanted = [user_id for user_id in wanted if user_id in lately]
    if limit is None:
        return list(dict.fromkeys(wanted))
    if limit < 1:
        raise UsageError(f"a limit of users is at least 1, not {limit}")
    chosen: list[str] = []
    for user_id in dict.fromkeys(wanted):
        if is_due(run, run.store.state(user_id)):
            chosen.append(user_id)
        if len(chosen) == limit:
            break
    return chosen


def plan_user(run: Run, user_id: str) -> Plan:
    """What a rebuild would do for a user; asks nothing and changes nothing."""
    store = run.store
    state = store.state(user_id)
    kept = store.answers(user_id)
    reader = reader_for(run.settings, run.reader, kept)
    refreshing = run.options.refresh
    known = store.answers(user_id, aside=True) if refreshing and state.refresh == "running" else {}
    found = match_windows(
        windows(user_id, store.messages(user_id)), known if refreshing else kept, reader
    )
    dead = set() if run.options.retry_dead else _dead(run, user_id)
    missing = [item for item in found if item.answer is None and item.key not in dead]
    due = is_due(run, state)
    tokens = sum(request_tokens(item.window) for item in missing) if run.extractor and due else 0
    return Plan(
        user_id,
        shown_reader(reader),
        due,
        len(found),
        len(missing) if due else 0,
        tokens,
        tokens * run.limits.prices.prompt / 1_000_000,
    )


def _dead(run: Run, user_id: str) -> set[str]:
    """Keys of the windows that failed in so many runs that they are left alone."""
    failures = run.store.failures(user_id).values()
    return {failure.key for failure in failures if failure.runs >= DEAD_AFTER_RUNS}
