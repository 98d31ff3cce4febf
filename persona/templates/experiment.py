"""Trying a new prompt on some users: sticky assignment, a ramp, and when to stop.

Who sees what is a hash of the experiment's name and the user: the same user always sees the same
variant, raising the ramp adds users and moves none, and no list of users is kept.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from persona.errors import TemplateError

RAMP = (5, 25, 50, 100)
"""Usual steps of a ramp, in per cent of the users."""

Z95 = 1.959963984540054
"""The 97.5 % point of the standard normal distribution: two-sided intervals of 95 %."""

Verdict = Literal["go on", "better", "worse", "harm"]


@dataclass(frozen=True, slots=True)
class Experiment:
    """Variants of a prompt and who takes part.

    Attributes:
        name: part of the hash: another experiment mixes the users anew.
        variants: name (of a label or version) to its weight, all positive.
        ramp: per cent of the users who take part, in [0, 100].

    Raises:
        TemplateError: no variants, a weight that is not positive, or a ramp outside [0, 100].
    """

    name: str
    variants: Mapping[str, int]
    ramp: float = 100.0

    def __post_init__(self) -> None:
        if not self.variants or min(self.variants.values()) <= 0:
            raise TemplateError(f"experiment {self.name!r}: give variants with positive weights")
        if not 0 <= self.ramp <= 100:
            raise TemplateError(f"experiment {self.name!r}: the ramp is {self.ramp}; give 0 to 100")

    def assign(self, user_id: str) -> str | None:
        """The user's variant, or None for one who does not take part."""
        if _share(f"{self.name}\0ramp\0{user_id}") * 100 >= self.ramp:
            return None
        total = sum(self.variants.values())
        at = _share(f"{self.name}\0variant\0{user_id}") * total
        for variant, weight in sorted(self.variants.items()):
            at -= weight
            if at < 0:
                return variant
        raise AssertionError("a share is below 1")


def _share(text: str) -> float:
    """A number in [0, 1) that a hash gives."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of a variant: how many of how many went well."""

    good: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.good <= self.total:
            raise TemplateError(f"a tally of {self.good} of {self.total} cannot be")

    @property
    def rate(self) -> float:
        """Share that went well, in [0, 1]; 0 where nothing was tried."""
        return self.good / self.total if self.total else 0.0


def wilson(tally: Tally, z: float = Z95) -> tuple[float, float]:
    """The score interval of a rate, both ends in [0, 1].

    Wilson, E. B. (1927), Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 209-212. Without trials it is (0, 1).
    """
    n = tally.total
    if n == 0:
        return 0.0, 1.0
    middle = tally.rate + z * z / (2 * n)
    reach = z * math.sqrt(tally.rate * (1 - tally.rate) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def difference(control: Tally, variant: Tally, z: float = Z95) -> tuple[float, float]:
    """The interval of ``variant.rate - control.rate``, in [-1, 1].

    Newcombe, R. G. (1998), Interval estimation for the difference between independent proportions,
    Statistics in Medicine 17, 873-890, method 10.
    """
    low_c, high_c = wilson(control, z)
    low_v, high_v = wilson(variant, z)
    gap = variant.rate - control.rate
    low = math.hypot(variant.rate - low_v, high_c - control.rate)
    high = math.hypot(high_v - variant.rate, control.rate - low_c)
    return gap - low, gap + high


def judge(
    control: Tally,
    variant: Tally,
    *,
    guard_control: Tally | None = None,
    guard_variant: Tally | None = None,
    looks: int = 5,
) -> Verdict:
    """What the results so far say.

    Args:
        control: results of what is to get better, with the prompt in use.
        variant: the same with the new prompt.
        guard_control: results of what must not get worse, with the prompt in use.
        guard_variant: the same with the new prompt.
        looks: how often the results are looked at in all; the error of 5 % is shared among the
            looks (Bonferroni), so that looking often does not make chance a finding.

    Returns:
        "harm" (stop: the guard got worse), "better", "worse", or "go on".
    """
    z = normal_point(1 - 0.025 / max(1, looks))
    guarded = guard_control is not None and guard_variant is not None
    if guarded and difference(guard_control, guard_variant, z)[1] < 0:  # type: ignore[arg-type]  # both are given
        return "harm"
    low, high = difference(control, variant, z)
    if low > 0:
        return "better"
    return "worse" if high < 0 else "go on"


def normal_point(probability: float) -> float:
    """The point below which a standard normal variable lies with a probability in (0, 1)."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(probability)
