"""Telling a model's hidden reasoning from what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable

TAG = re.compile(r"<(/?)(?:think|thinking|reasoning)\s{0,8}>", re.IGNORECASE)
"""What hidden reasoning begins with, or ends with."""

GROWING_TAG = re.compile(r"</?(?:[a-z]{0,9}|(?:think|thinking|reasoning)\s{0,8})\Z", re.I)
"""Every beginning of a tag at the end of a text."""

_TAG = re.compile(rf"{TAG.pattern}\n?", re.IGNORECASE)
_GROWING = re.compile(
    r"<(?:/?[a-z]{0,9}\s{0,8})\Z|<(?:/?(?:think|thinking|reasoning)\s{0,8}>)\Z", re.I
)
_LONGEST = 24
_OPEN, _CLOSE = re.compile(r"<think(?:ing)?>", re.I), re.compile(r"</think(?:ing)?>", re.I)


def next_tag(text: str, at: int, *, closed: bool) -> tuple[int, re.Match[str] | None]:
    """Where text from a place on ends before a tag, and that tag; without one, before what may become one.

    Args:
        text: so far.
        at: the place.
        closed: no more follows.
    """
    found = TAG.search(text, at)
    if found is not None:
        return found.start(), found
    start = -1 if closed else text.rfind("<", max(at, len(text) - _LONGEST))
    grows = start >= 0 and GROWING_TAG.match(text, start) is not None
    return start if grows else len(text), None


class Thoughts:
    """Splits a text that comes in pieces into what is said and what stands within ``<think>``."""

    def __init__(self) -> None:
        self._held = ""
        self._depth = 0
        self.thought: list[str] = []

    def feed(self, piece: str) -> str:
        """What is said in another piece."""
        return self._split(self._held + piece, closed=False)

    def close(self) -> str:
        """What was held back: it was no tag."""
        return self._split(self._held, closed=True)

    def _split(self, text: str, *, closed: bool) -> str:
        said: list[str] = []
        at = 0
        for tag in _TAG.finditer(text):
            if tag.end() == len(text) and not closed and not tag[0].endswith("\n"):
                break  # a line break that belongs to the tag may follow
            self._put(text[at : tag.start()], said)
            self._depth = max(self._depth + (-1 if tag[1] else 1), 0)
            at = tag.end()
        rest = text[at:]
        start = rest.rfind("<", max(len(rest) - _LONGEST, 0))
        growing = not closed and start >= 0 and _GROWING.match(rest, start) is not None
        self._held = rest[start:] if growing else ""
        self._put(rest[:start] if growing else rest, said)
        return "".join(said)

    def _put(self, text: str, said: list[str]) -> None:
        if text:
            (self.thought if self._depth else said).append(text)


def shown(stream: Iterable[tuple[bool, str]]) -> str:
    """The text of a stream of (folded, text) with its folded parts left out.

    A ``<think>`` that was opened is closed, also where its end was folded away or never came.
    """
    text = ""
    hidden_end = False
    for folded, piece in stream:
        if folded:
            hidden_end = hidden_end or _CLOSE.search(piece) is not None
            continue
        if hidden_end and _is_open(text):
            text += "\n</think>"
        hidden_end = False
        text += piece
    return text + "\n</think>" if _is_open(text) else text


def _is_open(text: str) -> bool:
    return len(_OPEN.findall(text)) > len(_CLOSE.findall(text))
