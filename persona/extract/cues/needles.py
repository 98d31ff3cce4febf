"""A fast look before a slow pattern."""

from __future__ import annotations


def may_hold(text: str, needles: tuple[str, ...]) -> bool:
    """Whether a text holds a word without which a pattern cannot match; much faster than the pattern."""
    return any(needle in text for needle in needles)
