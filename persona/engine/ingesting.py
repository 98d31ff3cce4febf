"""What is kept of a log: masked, dated, by user, in batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from persona import logs
from persona.config import check_user_id
from persona.engine.reports import IngestReport
from persona.errors import LogFormatError, UsageError
from persona.records import Message
from persona.redact import Redactor, mask_message, redact_message
from persona.store import PutCounts, Store

_BATCH = 8000
_BATCH_CHARACTERS = 4_000_000
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
    for batch in _batches(owned):
        by_user: dict[str, list[Message]] = {}
        for message in batch:
            cleaned = _clean(message, now + _FUTURE, extra)
            if redactor is not None:
                redacted = redact_message(cleaned, redactor)
                extra["redacted"] += redacted is not cleaned
                cleaned = redacted
            if dry_run:
                held.append(cleaned)
                seen.add((str(message.user_id), message.conversation_id))
                continue
            if cleaned.user_id is None:
                raise UsageError("the log names no user: say whose it is, with --user ID")
            owner = cleaned.user_id
            if owner not in by_user:
                by_user[check_user_id(owner)] = []
            by_user[owner].append(cleaned)
            seen.add((owner, cleaned.conversation_id))
        counts += store.put_batches(by_user)
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


def _clean(message: Message, latest: datetime, noted: Counter[str]) -> Message:
    masked, found = mask_message(message)
    if found:
        noted.update({f"masked_{name}": number for name, number in found.items()})
    if masked.time is not None and masked.time > latest:
        noted["future_time"] += 1
        return replace(masked, time=None)
    return masked


def _batches(messages: Iterable[Message]) -> Iterator[list[Message]]:
    """Messages in batches that one transaction a user takes: many short ones, or few long ones."""
    batch: list[Message] = []
    characters = 0
    for message in messages:
        batch.append(message)
        characters += len(message.text)
        if len(batch) >= _BATCH or characters >= _BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch
