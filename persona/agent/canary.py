"""A mark in the system prompt that betrays its leaking: an answer or an argument that holds it is caught.

The mark stands before and after the prompt, so that a part of it that is repeated mostly has one. It
is found in either case, with a few other characters between its letters, and backwards. A prompt that
is told in other words, or without its mark, is not found.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from persona.agent.wording import Language, say

_LETTERS = 12
_GAP = 8
_LONGEST = _LETTERS + (_LETTERS - 1) * _GAP
_BETWEEN = rf"[\W_]{{0,{_GAP}}}"
_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
STRUCK = "▇"


def mark_of(*parts: str) -> str:
    """The mark of a prompt, made from what it consists of: the same for the same parts."""
    data = "\0".join(parts).encode("utf-8", "replace")
    return "k" + hashlib.sha256(b"canary\0" + data).hexdigest()[: _LETTERS - 1]


def marked(system: str, mark: str, language: Language) -> str:
    """A system prompt with its mark at both ends; an empty prompt, or no mark: as it is."""
    if not system or not mark:
        return system
    return f"[{mark}]\n{system}\n\n[{mark}] {say(language, 'canary')}"


def holds(value: Any, mark: str) -> bool:
    """Whether a text, or a text anywhere within lists and objects, holds a mark."""
    return bool(mark) and any(_pattern(mark).search(_narrow(text)) for text in _texts(value))


def struck(text: str, mark: str) -> str:
    """A text with each mark in it replaced by ▇."""
    if not mark:
        return text
    parts: list[str] = []
    at = 0
    for found in _pattern(mark).finditer(_narrow(text)):
        parts += [text[at : found.start()], STRUCK]
        at = found.end()
    return "".join([*parts, text[at:]])


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _narrow(text: str) -> str:
    """Full-width letters and digits as plain ones, of the same number."""
    return text if text.isascii() else text.translate(_WIDE)


@lru_cache(maxsize=64)
def _pattern(mark: str) -> re.Pattern[str]:
    either = (_BETWEEN.join(map(re.escape, one)) for one in (mark, mark[::-1]))
    return re.compile("|".join(either), re.IGNORECASE)


@lru_cache(maxsize=64)
def _growing(mark: str) -> re.Pattern[str]:
    """Every beginning of a mark at the end of a text."""
    return re.compile(f"(?:{_beginnings(mark)}|{_beginnings(mark[::-1])})\\Z", re.IGNORECASE)


def _beginnings(mark: str) -> str:
    pattern = ""
    for letter in reversed(mark[:-1]):
        pattern = f"{re.escape(letter)}{_BETWEEN}(?:{pattern})?"
    return pattern


class Watch:
    """Lets a text through piece by piece until it holds the mark; of it and what follows, nothing.

    What may become the mark is held back until it is certain. What is let through does not depend on
    how the text is cut into pieces.

    Attributes:
        leaked: whether the mark was found.
    """

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self._held = ""
        self.leaked = False

    def feed(self, piece: str) -> str:
        """What of another piece, and of what was held back, may be shown."""
        if not self._mark or self.leaked:
            return "" if self.leaked else piece
        text = self._held + piece
        narrow = _narrow(text)
        found = _pattern(self._mark).search(narrow)
        if found is not None:
            self.leaked, self._held = True, ""
            return text[: found.start()]
        begun = _growing(self._mark).search(narrow, max(len(text) - _LONGEST, 0))
        start = len(text) if begun is None else begun.start()
        self._held = text[start:]
        return text[:start]

    def close(self) -> str:
        """What was held back: the text has ended, so it was no mark."""
        held, self._held = self._held, ""
        return held
