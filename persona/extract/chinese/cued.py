"""A cue beside words without one of which it cannot match.

There are many such cues and few texts that hold the words of one, so they are found by their words
before any expression is tried.
"""

from __future__ import annotations

from persona.extract.chinese.rule import Rule, rule

Cued = tuple[str, Rule]
"""Words with | between them, and the cue that needs one of them."""

NAME = "[^，,我你他她您它]{1,16}?"
"""A name before a cue, as short as the cue allows."""


def cued(words: str, kind: str, pattern: str, polarity: int = 1, weight: float = 0.9) -> Cued:
    """A cue with its words; what is taken up ends at a second verb (改用X写爬虫)."""
    return words, rule(kind, pattern, polarity, weight, flags="tool" if polarity > 0 else "")
