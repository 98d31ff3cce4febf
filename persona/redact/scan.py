"""Looking for candidates: spans of text, with a check on each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Spans = Iterator[tuple[int, int]]
BLANK = "\x00"
"""What is masked already reads as this: a character that no pattern can match."""


def scan(
    pattern: re.Pattern[str],
    text: str,
    valid: Callable[[str, re.Match[str]], bool],
    group: int | str = 0,
) -> Spans:
    """Matches that are valid; after one that is not, the search goes on one character later."""
    at = 0
    while match := pattern.search(text, at):
        if valid(text, match):
            yield match.span(group)
            at = match.end()
        else:
            at = match.start() + 1
