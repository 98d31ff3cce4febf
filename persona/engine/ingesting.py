"""What is kept of a log: masked, dated, by user, in batches."""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from persona import logs
from persona.config import check_user_id
from persona.engine.reports import IngestReport
from persona.errors import LogFormatError, UsageError
from persona.records import Message
from persona.redact import Redactor, mask_messages, redact_message
from persona.store import PutCounts, Store

_BATCH = 8000
_BATCH_CHARACTERS = 4_000_000
_LONG = 1000
_FUTURE = timedelta(days=1)


def owned_messages(
    log: logs.Log, *, path: str, user_id: str | None, me: str | None, dry_run: bool
) -> Iterable[Message]:
    """The messages of a log, with their owner: in a group chat one of the authors.

    Raises:
        LogFormatError: a log that belongs to nobody.
        UsageError: a group chat without a word on whose it is.
    """
    if log.annotations and not dry_run:
        raise LogFormatError(
            "these are annotations, not messages of a user: there is nobody to learn about",
            path=path,
        )
    if not log.group or dry_run:
        return log
    owner = user_id if user_id is not None else me
    if owner is None:
        raise UsageError("a chat of several people: say whose log it is, with --user and --me")
    return logs.attribute(log, user_id=check_user_id(owner), me=me)


def keep(
    store: Store,
    log: logs.Log,
    owned: Iterable[Message],
    *,
    now: datetime,
    dry_run: bool = False,
    redactor: Redactor | None = None,
) -> IngestReport:
    """Keeps messages, user by user; a dry run only reads and gives them back.

    Args:
        store: where they are kept.
        log: what they were read from, for its counts.
        owned: its messages, each with its user.
        now: a time more than a day later is no time: it is dropped and counted.
        dry_run: keep nothing.
        redactor: has the last word on each text.
    """
    counts = PutCounts()
    seen: set[tuple[str, str]] = set()
    held: list[Message] = []
    extra: Counter[str] = Counter()
    rest = iter(owned)
    with _without_collecting():
        while batch := _next_batch(rest):
            cleaned = _cleaned(batch, now + _FUTURE, redactor, extra)
            seen.update({(str(m.user_id), m.conversation_id) for m in cleaned})
            if dry_run:
                held += cleaned
            else:
                counts += store.put_batches(_by_user(cleaned))
            is_long = len(batch) >= _LONG
            del batch, cleaned
            if is_long:
                gc.collect(1)  # so that what else was left does not add up
    if counts.id_clash:
        extra["id_clash"] += counts.id_clash
    if counts.forgotten:
        extra["forgotten"] += counts.forgotten
    return IngestReport(
        format=log.format,
        users=tuple(sorted({user for user, _ in seen})),
        conversations=len(seen),
        counts=counts,
        skipped=log.skipped,
        noted=extra + log.unreadable,
        unreadable=Counter(log.unreadable),
        warnings=tuple(log.warnings),
        messages=tuple(held),
    )


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Keeps Python from looking for cycles of its own accord, among many messages that have none.

    It would look again and again as they grow in number, for a tenth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _cleaned(
    batch: list[Message], latest: datetime, redactor: Redactor | None, noted: Counter[str]
) -> list[Message]:
    """A batch as it may be kept: masked, without times to come, and as the redactor wants it."""
    masked, found = mask_messages(batch)
    for name, number in found.items():
        noted[f"masked_{name}"] += number
    for index, message in enumerate(masked):
        if message.time is not None and message.time > latest:
            noted["future_time"] += 1
            masked[index] = replace(message, time=None)
    if redactor is None:
        return masked
    redacted = [redact_message(message, redactor) for message in masked]
    noted["redacted"] += sum(new is not old for new, old in zip(redacted, masked, strict=True))
    return redacted


def _by_user(batch: list[Message]) -> dict[str, list[Message]]:
    """A batch divided among its users; each must have an id that is one."""
    found: defaultdict[str | None, list[Message]] = defaultdict(list)
    for message in batch:
        found[message.user_id].append(message)
    if None in found:
        raise UsageError("the log names no user: say whose it is, with --user ID")
    return {check_user_id(owner): theirs for owner, theirs in found.items()}


def _next_batch(rest: Iterator[Message]) -> list[Message]:
    """As many messages as one transaction takes: many short ones, or few long ones; at the end none."""
    batch: list[Message] = []
    characters = 0
    for message in rest:
        batch.append(message)
        characters += len(message.text)
        if len(batch) >= _BATCH or characters >= _BATCH_CHARACTERS:
            break
    return batch
