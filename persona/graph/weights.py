"""How much a piece of evidence weighs, and a fact of several.

::

    decay            = 2 ** (-age / half-life of the kind)      1 undated or without half-life, 0 in the future
    evidence weight  = 0.5 * weight * decay                     one plain statement convinces by half
    fact weight      = 1 - product(1 - evidence weight)         noisy-or (Pearl 1988, section 4.3.2)

Only evidence of the open interval counts; each message counts once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime, timedelta

from persona.records import Evidence, Fact
from persona.vocabulary import KINDS

CONVICTION = 0.5
"""What one fresh statement of weight 1 weighs."""

_DAY = timedelta(days=1)


def decay(kind: str, time: datetime | None, as_of: datetime | None) -> float:
    """What age leaves of a statement, in [0, 1]; 0 for one made after `as_of`."""
    if time is None or as_of is None:
        return 1.0
    if time > as_of:
        return 0.0
    half_life = KINDS[kind].half_life
    return 1.0 if half_life is None else math.exp2(-((as_of - time) / half_life))


def strength(weight: float) -> float:
    """A stated weight brought into [0, 1]; what is not a number is 0."""
    return min(max(weight, 0.0), 1.0) if weight == weight else 0.0


def evidence_weight(kind: str, evidence: Evidence, as_of: datetime | None) -> float:
    """The weight of one message as evidence for a fact of this kind, in [0, 0.5]."""
    return CONVICTION * strength(evidence.weight) * decay(kind, evidence.time, as_of)


def noisy_or(weights: Iterable[float]) -> float:
    """1 - product(1 - w): the chance that at least one of independent causes holds."""
    return 1.0 - math.prod(1.0 - weight for weight in weights)


def fact_weight(fact: Fact, as_of: datetime | None) -> float:
    """The noisy-or of a fact's open evidence, in [0, 1); 0 for a fact that does not hold now."""
    return noisy_or(evidence_weight(fact.kind, e, as_of) for e in fact.evidence if e.open)
