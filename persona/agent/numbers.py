"""Whether the numbers of an answer stand in what the tools gave: an answer never invents one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])[-−+]?\d[\d,，]*(?:\.\d+)?\s?(?P<scale>[万亿]|[kKmM](?![A-Za-z0-9_]))?"
)
_SCALE = {"万": 10_000, "亿": 100_000_000, "k": 1000, "K": 1000, "m": 1_000_000, "M": 1_000_000}
_FREE = 31
"""Whole numbers up to this are days, counts and list markers; they need no source."""


def numbers(text: str) -> dict[Decimal, str]:
    """The numbers of a text, each as it is written."""
    found: dict[Decimal, str] = {}
    for match in _NUMBER.finditer(text):
        written = match[0].strip()
        scale = match["scale"] or ""
        digits = (
            written.removesuffix(scale).strip().replace(",", "").replace("，", "").replace("−", "-")
        )
        try:
            value = Decimal(digits) * _SCALE.get(scale, 1)
        except InvalidOperation:
            continue
        found.setdefault(value, written)
    return found


def ungrounded(answer: str, sources: Iterable[str]) -> list[str]:
    """The numbers of an answer, as written, that no source has.

    A number also counts as there when a source has it with more decimals, as the sum, the difference
    or the change in percent of two numbers of the sources, when it is a year, or a small whole number.
    """
    known: set[Decimal] = set()
    for source in sources:
        known |= numbers(source).keys()
    missing = [
        (value, written)
        for value, written in numbers(answer).items()
        if not _free(value) and abs(value) not in {abs(k) for k in known}
    ]
    return [written for value, written in missing if not _derived(abs(value), known)]


def _free(value: Decimal) -> bool:
    whole = value == value.to_integral_value()
    return whole and (abs(value) <= _FREE or 1900 <= value <= 2100)


def _derived(value: Decimal, known: set[Decimal]) -> bool:
    exponent = value.as_tuple().exponent
    step = Decimal(10) ** min(exponent if isinstance(exponent, int) else 0, 0)

    def same(other: Decimal) -> bool:
        return abs(abs(other) - value) <= step / 2

    ordered = sorted(known)[-300:]
    if any(same(k) for k in ordered):
        return True
    pairs = ((a, b) for i, a in enumerate(ordered) for b in ordered[i + 1 :])
    for a, b in pairs:
        if same(a + b) or same(b - a):
            return True
        if any(base and same((a - b) / base * 100) for base in (a, b)):
            return True
    return False
