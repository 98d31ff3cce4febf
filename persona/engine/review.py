"""What waits for the person's word: rows that the gate refused, and names that may be one thing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from persona.records import Correction, Entity, Reason, Rejection
from persona.resolve import Proposal

_ABOUT_RUNS = frozenset({Reason.LOSS_GUARD, Reason.INVALID_ANSWER, Reason.TOO_MANY})
"""Reasons that are about a run or an answer as a whole: nothing to ask the person."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A question to the person.

    Attributes:
        id: a hash of what it is about; the same question has the same id after every rebuild.
        sort: "row" (accept makes it a fact) or "merge" (accept makes two names one).
        reason: why it waits: the gate's reason, or why the two names look like one.
        detail: in words.
        message_ids: that it is about; empty for a merge.
        score: how alike two names are, in [0, 1]; None for a row.
        names: the keys of the two entities; empty for a row.
        acceptable: whether it can be accepted, or only taken off the list.
    """

    id: str
    sort: Literal["row", "merge"]
    reason: str
    detail: str
    message_ids: tuple[str, ...] = ()
    score: float | None = None
    names: tuple[str, ...] = ()
    acceptable: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The item as JSON values."""
        return {
            "id": self.id,
            "sort": self.sort,
            "reason": self.reason,
            "detail": self.detail,
            "message_ids": list(self.message_ids),
            "score": self.score,
            "names": list(self.names),
            "acceptable": self.acceptable,
        }


def _hash(*parts: object) -> str:
    return hashlib.sha256(orjson.dumps(parts)).hexdigest()[:12]


def rejection_id(rejection: Rejection) -> str:
    """The id of a refused row: a hash of reason, message ids and detail."""
    return _hash("row", rejection.reason.value, rejection.message_ids, rejection.detail)


def verdicts(corrections: Iterable[Correction]) -> dict[str, Correction]:
    """The last word of the person on each item, by the item's id."""
    return {c.entity: c for c in corrections if c.action in ("accept", "reject")}


def items(
    rejections: Sequence[Rejection],
    proposals: Sequence[Proposal],
    entities: Mapping[str, Entity],
    corrections: Sequence[Correction],
) -> tuple[ReviewItem, ...]:
    """What is open: merges, the most alike first, then refused rows; what was answered is off."""
    answered = verdicts(corrections)
    found: dict[str, ReviewItem] = {}
    for proposal in proposals:
        pair = (proposal.left, proposal.right)
        names = " = ".join(f"{entities[key].name} [{key}]" for key in pair)
        item = ReviewItem(
            _hash("merge", *pair), "merge", proposal.why, names, (), proposal.score, pair
        )
        found[item.id] = item
    for rejection in rejections:
        if rejection.reason in _ABOUT_RUNS:
            continue
        found.setdefault(
            rejection_id(rejection),
            ReviewItem(
                rejection_id(rejection),
                "row",
                rejection.reason.value,
                rejection.detail,
                rejection.message_ids,
                acceptable=rejection.row is not None,
            ),
        )
    return tuple(item for item in found.values() if item.id not in answered)
