"""How much of a budget a piece of a block takes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from persona.text import is_cjk

Measure = Callable[[str], tuple[int, int]]
"""Tokens of a piece of text as (whole ones, quarters), both additive over pieces."""


def quarters(parts: tuple[int, int]) -> int:
    """Tokens as whole ones and quarters, in quarters.

    A text of w whole ones and q quarters takes w + ceil(q / 4) tokens, and that is at most n just
    where 4 · w + q is at most 4 · n.
    """
    return 4 * parts[0] + parts[1]


@lru_cache(maxsize=16384)
def counts(text: str) -> tuple[int, int]:
    """The measure of `persona.tokens.estimate`."""
    cjk = 0 if text.isascii() else sum(map(is_cjk, text))
    return cjk, len(text) - cjk
