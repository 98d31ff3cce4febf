"""What a tool gave, as text for the model: serialised by kind, never by a default repr, and capped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from itertools import islice
from pathlib import PurePath
from typing import Any

from persona.errors import AgentError
from persona.redact import mask
from persona.text import storable
from persona.tokens import estimate

MOST_ROWS = 200
_MOST_DEPTH = 32
_MOST_ITEMS = 100_000

Serialiser = Callable[[Any], Any]


class ResultError(AgentError):
    """A result that has no text form; the text is for the model and the developer."""


class Serialisers:
    """How values of each type become JSON values; the first that fits is used.

    Args:
        further: by type, in front of the usual ones.
    """

    def __init__(self, further: Mapping[type, Serialiser] | None = None) -> None:
        self._further = dict(further or {})

    def text(self, value: Any) -> str:
        """A value as text: texts as they are, everything else as JSON with Chinese unescaped.

        Raises:
            ResultError: a value of a type that has no text form.
        """
        if value is None:
            return "null"
        if isinstance(value, str):
            return storable(value)
        plain = self._plain(value, 0)
        if isinstance(plain, str):
            return storable(plain)
        return storable(json.dumps(plain, ensure_ascii=False, allow_nan=True))

    def _plain(self, value: Any, depth: int) -> Any:
        if depth > _MOST_DEPTH:
            raise ResultError("the tool returned a value nested too deeply; return a flat one")
        for kind, serialiser in self._further.items():
            if isinstance(value, kind):
                return self._plain(serialiser(value), depth + 1)
        if value is None or type(value) in (bool, int, float, str):
            return value
        simple = _simple(value)
        if simple is not None:
            return simple
        inner = _opened(value)
        if isinstance(inner, Mapping):
            return {str(key): self._plain(item, depth + 1) for key, item in inner.items()}
        if isinstance(inner, (Sequence, Set, Iterator)):
            listed = islice(inner, _MOST_ITEMS)
            return [self._plain(item, depth + 1) for item in listed]
        raise ResultError(
            f"the tool returned a {type(value).__name__}, which has no text form;"
            " return text, numbers, lists, dicts, a dataclass or a table"
        )


def _simple(value: Any) -> Any:
    """A scalar as a JSON value, or None."""
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, (str, int, float)) else value.name
    if isinstance(value, (str, int, float)):  # subclasses of them
        return next(kind(value) for kind in (str, int, float) if isinstance(value, kind))
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"({len(value)} bytes)"
    if isinstance(value, (Decimal, timedelta, PurePath)):
        return str(value)
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {value}"
    if hasattr(value, "item") and hasattr(value, "dtype") and getattr(value, "ndim", 1) == 0:
        return value.item()
    return None


def _opened(value: Any) -> Any:
    """A container as a mapping or a sequence, or the value itself."""
    if hasattr(value, "model_dump") and not isinstance(value, type):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in fields(value)}
    if hasattr(value, "columns") and hasattr(value, "to_dict") and hasattr(value, "head"):
        shown = value.head(MOST_ROWS).to_dict(orient="split")
        return {"columns": shown["columns"], "rows": shown["data"], "row_count": len(value)}
    if hasattr(value, "tolist"):  # arrays, series
        return value.tolist()
    return value


def cap(text: str, tokens: int) -> str:
    """A text within a budget: its head and its tail, with what was left out between them.

    The estimate of a text never exceeds its length, so only texts above the budget are counted.
    """
    if len(text) <= tokens or (len(text) <= 8 * tokens and estimate(text) <= tokens):
        return text
    room = max(tokens - 16, 8)
    head = _within(text[: 4 * room], 2 * room // 3)
    tail = _within(text[::-1][: 4 * room], room // 3)[::-1]
    left = len(text) - len(head) - len(tail)
    return f"{head}\n[… {left} characters left out …]\n{tail}"


_SECRETS = frozenset({"private key", "api key", "token", "password"})


def scrub(text: str) -> str:
    """A text without keys, tokens and passwords; what else is masked in logs stays: it is asked for."""
    masked = mask(text)
    if not _SECRETS & masked.counts.keys():
        return text
    parts: list[str] = []
    at = 0
    for edit in masked.edits:
        shown = masked.text[edit.at : edit.until]
        if any(kind in shown for kind in _SECRETS):
            parts += [text[at : edit.start], shown]
            at = edit.end
    return "".join([*parts, text[at:]])


def _within(text: str, tokens: int) -> str:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate(text[:middle]) <= tokens:
            low = middle
        else:
            high = middle - 1
    return text[:low]
