"""What an ingest or a rebuild did, counted; each report knows its own JSON shape and exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from persona.llm import Usage
from persona.records import Message, Rejection
from persona.store import PutCounts

WINDOW_STATUSES = ("done", "cached", "empty", "partial", "failed", "dead", "pending", "outdated")


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest read and kept.

    Attributes:
        format: the log format that was detected.
        users: whose messages were in it, sorted.
        conversations: how many.
        counts: messages added, updated, unchanged, and with an id that clashed.
        skipped: records that were not taken, by reason.
        noted: what was changed on the way: secrets masked, times in the future dropped, id clashes;
            and what is `unreadable`.
        unreadable: records, lines and files that could not be read, by reason.
        warnings: one line each, with file, line or record.
        messages: what was read, for a dry run only.
    """

    format: str
    users: tuple[str, ...]
    conversations: int
    counts: PutCounts
    skipped: Counter[str]
    noted: Counter[str]
    warnings: tuple[str, ...]
    messages: tuple[Message, ...] = ()
    unreadable: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values; a dry run adds its messages at the command line."""
        return {
            "format": self.format,
            "users": list(self.users),
            "conversations": self.conversations,
            "added": self.counts.added,
            "updated": self.counts.updated,
            "unchanged": self.counts.unchanged,
            "skipped": dict(sorted(self.skipped.items())),
            "noted": dict(sorted(self.noted.items())),
            "warnings": list(self.warnings),
        }


@dataclass(slots=True)
class UserReport:
    """What a rebuild did for one user.

    Attributes:
        status: ok, partial, failed, pending, refused (loss guard), or unchanged.
        windows: number of windows by status; each has one; `outdated` is a count beside them.
        calls: of the model.
        tokens: that the calls took, in and out.
        cached_tokens: those of them that the server had in its cache.
        seconds: that the calls took, each by itself.
        facts: added, superseded and removed against the views before.
        rejected: what was not taken, by reason.
        rejections: the same, one by one.
        error: why it failed, in one sentence.
    """

    user_id: str
    status: str
    extractor: str
    windows: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    facts: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    rejections: tuple[Rejection, ...] = ()
    error: str | None = None

    def spend(self, usage: Usage) -> None:
        """Counts calls of a model."""
        self.calls += usage.calls
        self.tokens += usage.tokens
        self.cached_tokens += usage.cached_tokens
        self.seconds += usage.seconds

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "user_id": self.user_id,
            "status": self.status,
            "extractor": self.extractor,
            "windows": {name: self.windows[name] for name in WINDOW_STATUSES},
            "calls": self.calls,
            "tokens": self.tokens,
            "cached_tokens": self.cached_tokens,
            "seconds": round(self.seconds, 3),
            "facts": {name: self.facts[name] for name in ("added", "superseded", "removed")},
            "rejected": dict(sorted(self.rejected.items())),
            **({"error": self.error} if self.error else {}),
        }


@dataclass(frozen=True, slots=True)
class RebuildReport:
    """What a rebuild did, user by user."""

    users: tuple[UserReport, ...]

    @property
    def rejected(self) -> Counter[str]:
        """What was not taken, by reason, over all users."""
        return _summed(report.rejected for report in self.users)

    @property
    def windows(self) -> Counter[str]:
        """Windows by status, over all users."""
        return _summed(report.windows for report in self.users)

    @property
    def failed(self) -> bool:
        """Whether a window failed or a swap was refused: the command exits 1."""
        return any(
            report.status in ("failed", "refused") or report.windows["failed"] > 0
            for report in self.users
        )

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values, users and totals."""
        facts = _summed(report.facts for report in self.users)
        return {
            "users": [report.to_dict() for report in self.users],
            "totals": {
                "users": len(self.users),
                "statuses": dict(sorted(Counter(r.status for r in self.users).items())),
                "windows": {name: self.windows[name] for name in WINDOW_STATUSES},
                "calls": sum(report.calls for report in self.users),
                "tokens": sum(report.tokens for report in self.users),
                "cached_tokens": sum(report.cached_tokens for report in self.users),
                "seconds": round(sum(report.seconds for report in self.users), 3),
                "facts": {name: facts[name] for name in ("added", "superseded", "removed")},
                "rejected": dict(sorted(self.rejected.items())),
            },
        }


def _summed(counters: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counter in counters:
        total.update(counter)
    return total
