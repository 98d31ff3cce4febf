"""The answers of a case, given to the engine's requests by what each request is for."""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from persona.errors import ExtractionError
from persona.llm.structured import read_json
from persona.llm.testing import Scripted

Row = Mapping[str, Any]
_BEYOND = Scripted("the script has no further answer", status=500)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the server saw it.

    Attributes:
        purpose: "extract" (retries and later runs included) or "summary".
        contents: of its messages, in order.
        shown: the JSON of the message that shows the data.
    """

    purpose: str
    contents: tuple[str, ...]
    shown: Mapping[str, Any]

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text of the request: of the messages, and inside the data that they show."""
        return (*self.contents, *_strings(self.shown))


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for item in value.values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item)]
    return []


def read_request(request: Mapping[str, Any]) -> Asked:
    """A request of the engine: data as a JSON object in its second message."""
    contents = tuple(str(message.get("content") or "") for message in request["messages"])
    shown = json.loads(contents[1])
    return Asked("extract" if "messages" in shown else "summary", contents, shown)


def scripted(row: Row) -> Scripted:
    """A row of the case as an answer of the server."""
    error = row.get("error")
    if error is None:
        return Scripted(row["text"])
    if error.get("timeout"):
        return Scripted(hang_up=True)  # no answer comes; the wait itself is shortened
    return Scripted("scripted", status=error["status"], retry_after=error.get("retry_after"))


@dataclass(slots=True)
class Queue:
    """Answers that are given one after the other; one with `repeat` stays."""

    rows: list[Row]

    def take(self) -> Row | None:
        """The next answer; None: there is none."""
        if not self.rows:
            return None
        return self.rows[0] if self.rows[0].get("repeat") else self.rows.pop(0)


@dataclass(slots=True)
class Answers:
    """What a model says in one stage of a case (before it, or in it).

    Attributes:
        by_message: one `extract` answer for each user message (``feed: message``).
        queues: the other answers, by purpose.
        single: the one `extract` answer that every window gets (``feed: once``).
        made: answers that are made of names (``setup.answers``).
        given: which `extract` answer went to a window of which messages, for a build of some of them.
    """

    by_message: dict[str, Row] = field(default_factory=dict)
    queues: dict[str, Queue] = field(default_factory=dict)
    single: Row | None = None
    made: Row | None = None
    given: list[tuple[frozenset[str], Row]] = field(default_factory=list)

    @classmethod
    def of(
        cls, rows: Sequence[Row], *, users: Sequence[str] | None, made: Row | None = None
    ) -> Answers:
        """The answers of a case.

        Args:
            rows: in the order of the calls.
            users: ids of the user messages that the `extract` answers belong to, one each; None:
                they belong to windows.
            made: names that answers are made of, in place of `extract` answers.
        """
        queues = {
            purpose: Queue([row for row in rows if row.get("for", "extract") == purpose])
            for purpose in ("extract", "retry", "rerun", "summary")
        }
        extract = queues["extract"].rows
        if users is not None:
            return cls(dict(zip(users, extract, strict=False)), queues, made=made)
        return cls({}, queues, extract[0] if len(extract) == 1 else None, made)


@dataclass(slots=True)
class Script:
    """The server's side of a case: a function of the requests, in the order in which they come.

    Attributes:
        answers: of this stage.
        rerun: whether this is a later run (an `after` step).
        asked: the requests so far.
    """

    answers: Answers = field(default_factory=Answers)
    rerun: bool = False
    asked: list[Asked] = field(default_factory=list)
    _calls: dict[str, int] = field(default_factory=dict)
    _lock: Any = field(default_factory=threading.Lock)

    def begin_run(self) -> None:
        """A rebuild begins: the next call of a window is its first again."""
        self._calls = {}

    def copied(self) -> Script:
        """The same, with nothing asked yet, for a step after the case."""
        return Script(copy.deepcopy(self.answers), rerun=True)

    def __call__(self, request: Mapping[str, Any]) -> Scripted:
        """The answer to a request, which is remembered."""
        with self._lock:
            asked = read_request(request)
            self.asked.append(asked)
            if asked.purpose == "summary":
                row = self.answers.queues["summary"].take() if self.answers.queues else None
                return _BEYOND if row is None else scripted(row)
            return self._extraction(asked)

    def _extraction(self, asked: Asked) -> Scripted:
        window = asked.contents[1]
        self._calls[window] = number = self._calls.get(window, 0) + 1
        queues = self.answers.queues
        due = "rerun" if self.rerun else "retry" if number > 1 else None
        row = queues[due].take() if due in queues else None
        if row is not None:
            return scripted(row)
        if self.answers.made is not None:
            return Scripted(_made_of(self.answers.made, window))
        if self.answers.by_message:
            return self._joined(asked)
        if self.answers.given and not queues:
            return scripted(_nearest(self.answers.given, _ids(asked)))
        if number > 1 and not (self.answers.single or {}).get("repeat"):
            return _BEYOND
        row = self.answers.single or (queues["extract"].take() if "extract" in queues else None)
        if row is not None:
            self.answers.given.append((_ids(asked), row))
        return _BEYOND if row is None else scripted(row)

    def _joined(self, asked: Asked) -> Scripted:
        """The answers of all user messages of a window, joined."""
        ids = dict.fromkeys(item["id"] for item in asked.shown["messages"])
        rows = [self.answers.by_message[i] for i in ids if i in self.answers.by_message]
        if not rows:
            return _BEYOND
        if len(rows) == 1 or any("error" in row for row in rows):
            return scripted(next((row for row in rows if "error" in row), rows[0]))
        entities, relations = [], []
        for row in rows:
            try:
                answer = read_json(row["text"])
            except ExtractionError:
                return scripted(row)
            entities += answer.get("entities", [])
            relations += answer.get("relations", [])
        return Scripted(_answer(entities, relations))


def _ids(asked: Asked) -> frozenset[str]:
    return frozenset(item["id"] for item in asked.shown["messages"])


def _nearest(given: Sequence[tuple[frozenset[str], Row]], ids: frozenset[str]) -> Row:
    """The answer of the window that shares most messages with these."""
    return max(given, key=lambda pair: len(pair[0] & ids))[1]


def _made_of(made: Row, window: str) -> str:
    names = dict.fromkeys(
        made["name"].replace("{i}", f"{i:04d}") for i in range(1, made["entities"] + 1)
    )
    found = [name for name in names if name in window]
    relations = [
        {
            "source": "USER",
            "target": name,
            "relation": made["relation"],
            "weight": made.get("weight", 0.9),
        }
        for name in found
    ]
    return _answer([{"name": name, "type": "topic"} for name in found], relations)


def _answer(entities: Sequence[Any], relations: Sequence[Any]) -> str:
    return json.dumps({"entities": entities, "relations": relations}, ensure_ascii=False)
