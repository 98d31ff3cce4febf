"""How facts change: intervals of validity, a fold over assertions in order.

Assertions are taken in the order (time, position, message id, quote offset), which is a function of
the set. Each one

* closes what says the opposite: an open fact of the other sign between the same two, of the same
  family (0 is nobody's opposite; `other`, whose words nobody understood, only closes `other`),
* where its kind holds one value and it is positive, closes the earlier value of the same
  (source, kind, slot),
* and extends the open interval of its own fact, or opens a new one.

Nothing else retires anything: a dislike of Jira leaves "uses Jira" as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from persona.records import Assertion, Evidence, Fact, Interval
from persona.resolve.sightings import Order
from persona.vocabulary import KINDS


class FactKey(NamedTuple):
    """What makes two assertions say the same; the slot is "" where there is none."""

    source: str
    kind: str
    slot: str
    target: str
    polarity: int


class Claim(NamedTuple):
    """An assertion with both ends resolved."""

    key: FactKey
    assertion: Assertion


def fact_id(user_id: str, key: FactKey) -> str:
    """The first 16 hexadecimal digits of SHA-256 over the canonical JSON of user and key."""
    named = {"user_id": user_id, **key._asdict(), "slot": key.slot or None}
    text = json.dumps(named, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(slots=True)
class _Growing:
    """A fact while the fold runs: its claims, each with the number of its interval."""

    claims: list[tuple[Assertion, int]] = field(default_factory=list)
    intervals: list[Interval] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        return bool(self.intervals) and self.intervals[-1].open

    def say(self, assertion: Assertion) -> None:
        if not self.is_open:
            self.intervals.append(Interval(assertion.time, None, open=True))
        self.claims.append((assertion, len(self.intervals) - 1))

    def close(self, time: datetime | None) -> None:
        self.intervals[-1] = Interval(self.intervals[-1].start, time, open=False)


def _arena(kind: str) -> str:
    return kind if kind == "other" else KINDS[kind].family


def _claim_order(claim: Claim) -> tuple[object, ...]:
    # The tail makes the order total; of two signs in one breath the dislike is the later.
    said = claim.assertion
    return (said.order, said.conversation_id, said.offset, -claim.key.polarity, claim.key,
            said.label, said.quote, said.weight)  # fmt: skip


def fold(user_id: str, claims: Iterable[Claim]) -> tuple[Fact, ...]:
    """The facts that claims add up to, sorted by (source, kind, slot, target, polarity)."""
    facts: dict[FactKey, _Growing] = {}
    pairs: dict[tuple[str, str, str, int], set[FactKey]] = defaultdict(set)
    slots: dict[tuple[str, str, str], set[FactKey]] = defaultdict(set)
    for key, assertion in sorted(claims, key=_claim_order):
        arena = _arena(key.kind)
        closed = set[FactKey]()
        if key.polarity:
            closed |= pairs[key.source, key.target, arena, -key.polarity]
        single = KINDS[key.kind].single and key.polarity > 0
        if single:
            closed |= slots[key.source, key.kind, key.slot] - {key}
            slots[key.source, key.kind, key.slot].add(key)
        for other in closed:
            facts[other].close(assertion.time)
            pairs[other.source, other.target, _arena(other.kind), other.polarity].discard(other)
            slots[other.source, other.kind, other.slot].discard(other)
        facts.setdefault(key, _Growing()).say(assertion)
        pairs[key.source, key.target, arena, key.polarity].add(key)
    return tuple(_finish(user_id, key, facts[key]) for key in sorted(facts))


def _finish(user_id: str, key: FactKey, growing: _Growing) -> Fact:
    return Fact(
        id=fact_id(user_id, key),
        user_id=user_id,
        source=key.source,
        kind=key.kind,
        target=key.target,
        polarity=key.polarity,
        label=_label(growing),
        slot=key.slot or None,
        evidence=_evidence(growing),
        intervals=tuple(growing.intervals),
    )


def _label(growing: _Growing) -> str:
    """The label of most messages; of several the earliest."""
    messages: dict[str, set[tuple[str, str]]] = defaultdict(set)
    first: dict[str, Order] = {}
    for said, _ in growing.claims:
        messages[said.label].add((said.conversation_id, said.message_id))
        first.setdefault(said.label, said.order)
    return min(messages, key=lambda label: (-len(messages[label]), first[label], label))


def _evidence(growing: _Growing) -> tuple[Evidence, ...]:
    """Each message once, with its strongest words; it counts in the last interval it speaks in."""
    by_message: dict[tuple[str, str], list[tuple[Assertion, int]]] = defaultdict(list)
    for said, interval in growing.claims:
        by_message[said.conversation_id, said.message_id].append((said, interval))
    last = len(growing.intervals) - 1
    evidence = []
    for (conversation_id, message_id), claims in by_message.items():
        best = min((said for said, _ in claims), key=lambda s: (-s.weight, s.offset, s.quote))
        support = {message for said, _ in claims for message in said.support}
        evidence.append(
            Evidence(
                conversation_id=conversation_id,
                message_id=message_id,
                time=best.time,
                quote=best.quote,
                weight=best.weight,
                order=best.order,
                open=growing.is_open and max(interval for _, interval in claims) == last,
                support=tuple(sorted(support)),
            )
        )
    return tuple(sorted(evidence, key=lambda e: (e.order, e.conversation_id, e.message_id)))
