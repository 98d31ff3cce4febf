"""The model of a hostile case: its answers in the order of the calls."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from persona.llm.testing import Scripted
from scripts.cases._script import Asked, read_request

_BEYOND = Scripted("the script has no further answer", status=500, retry_after=0)


@dataclass
class Model:
    """A script for the server: the answers one after the other.

    A single answer goes to the first call of every window; one with `repeat` is given to every
    further call. What is not in the script is answered with HTTP 500.
    """

    rows: Sequence[Mapping[str, Any]]
    asked: list[Asked] = field(default_factory=list)
    _next: int = 0
    _seen: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, request: Mapping[str, Any]) -> Scripted:
        """The answer to a request, which is remembered."""
        with self._lock:
            asked = read_request(request)
            self.asked.append(asked)
            window = asked.contents[1]
            first = window not in self._seen
            self._seen.add(window)
            row = self._row(first=first)
            return _BEYOND if row is None else scripted(row)

    def _row(self, *, first: bool) -> Mapping[str, Any] | None:
        if len(self.rows) == 1:
            return self.rows[0] if first or self.rows[0].get("repeat") else None
        if self._next >= len(self.rows):
            return None
        row = self.rows[self._next]
        if not row.get("repeat"):
            self._next += 1
        return row


def scripted(row: Mapping[str, Any]) -> Scripted:
    """A row of the case as an answer of the server."""
    if "error" in row:
        error = row["error"]
        message = error.get("message", "scripted")
        return Scripted(message, status=error["status"], retry_after=error.get("retry_after", 0))
    if "generate" in row:
        return Scripted(generated(**row["generate"]))
    return Scripted(row["text"])


def generated(entities: int, name: str, relation: str, weight: float) -> str:
    """An answer with that many entities, and a relation of the user to each."""
    names = [name.replace("{i}", f"{number:04d}") for number in range(1, entities + 1)]
    relations = [
        {"source": "USER", "target": target, "relation": relation, "weight": weight}
        for target in names
    ]
    return json.dumps(
        {"entities": [{"name": n, "type": "topic"} for n in names], "relations": relations}
    )
