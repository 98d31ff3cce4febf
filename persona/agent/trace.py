"""Traces: every step of a run in a file of JSON lines, to look at, ask again, go on from, replay, compare.

A line holds its number, kind, data, and the hash of the line before: a line that was changed or lost
shows. The file is only ever appended to.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass, replace
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel

from persona.agent.acting import Outcome, Policy, Prepared
from persona.agent.events import ToolResult
from persona.agent.plan import Observer, Plan, Request
from persona.agent.results import Serialisers
from persona.agent.running import Run
from persona.agent.state import State, Step
from persona.agent.summaries import Summary, key_of
from persona.agent.tools import Learned, specs
from persona.agent.ways import by_completions
from persona.agent.wording import Language
from persona.errors import AgentError, ModelError
from persona.llm import Delta, Reply, ToolCall, Usage

_VERSION = 1
_KEPT = frozenset({"state", "request", "reply", "summary", "result", "stop"})


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a trace: `kind` is state, request, reply, summary, result or stop."""

    number: int
    kind: str
    data: dict[str, Any]


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, Request):
        return {
            "mode": value.mode,
            "phase": value.phase,
            "tokens": value.tokens,
            "messages": value.messages,
            "tools": specs(value.tools),
        }
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _digest(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()[:16]


def recorder(path: Path | str | None) -> Observer:
    """What appends each step of a run to a file; None: nothing is kept.

    Raises:
        AgentError: the file holds something else.
    """
    if path is None:
        return lambda _kind, _value: None
    target = Path(path)
    before, number = "", 0
    if target.exists() and target.stat().st_size:
        number = len(read(target))
        before = _digest(target.read_bytes().splitlines()[-1])

    def observe(kind: str, value: Any) -> None:
        nonlocal before, number
        if kind not in _KEPT:
            return
        record = {"v": _VERSION, "n": number, "kind": kind, "before": before, "data": _plain(value)}
        line = orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
        with target.open("ab") as stream:
            stream.write(line + b"\n")
        before, number = _digest(line), number + 1

    return observe


def read(path: Path | str) -> list[Line]:
    """The lines of a trace; an unfinished last line, of a process that died, is left out.

    Raises:
        AgentError: no trace, or a line that was changed or lost.
    """
    target = Path(path)
    try:
        data = target.read_bytes()
    except OSError as error:
        raise AgentError(f"{target}: the trace cannot be read ({error.strerror})") from error
    lines = data.split(b"\n")[:-1]
    return list(_checked(target, lines))


def _checked(path: Path, lines: Sequence[bytes]) -> Iterator[Line]:
    before = ""
    for number, line in enumerate(lines):
        try:
            record = orjson.loads(line)
            fits = record["v"] == _VERSION and record["n"] == number and record["before"] == before
            found = Line(record["n"], record["kind"], record["data"])
        except (orjson.JSONDecodeError, KeyError, TypeError) as error:
            raise AgentError(f"{path}, line {number + 1}: this is no trace of a run") from error
        if not fits:
            raise AgentError(f"{path}, line {number + 1}: a line before this was changed or lost")
        yield found
        before = _digest(line)


def states(lines: Sequence[Line]) -> list[State]:
    """The state after each step."""
    return [State.model_validate(line.data) for line in lines if line.kind == "state"]


def resume(plan: Plan, path: Path | str, *, step: int = -1, trace: Path | str | None = None) -> Run:
    """A run that goes on from a state of a trace.

    Args:
        plan: how it is to go on; `persona.agent.running.Run.plan` of the first run, or another.
        path: of the trace.
        step: which of its states; by default the last.
        trace: where the new run is written; by default nowhere. Give `path` to append to it.

    Raises:
        AgentError: the trace has no such state.
    """
    found = states(read(path))
    try:
        state = found[step]
    except IndexError as error:
        raise AgentError(
            f"{path}: the trace has {len(found)} states, none is number {step}"
        ) from error
    return Run(plan, state, observe=recorder(trace))


def request_at(plan: Plan, path: Path | str, *, step: int = -1) -> list[dict[str, Any]]:
    """The messages that go out after a step of a trace: what to look at where a run went wrong.

    Raises:
        AgentError: the trace has no such state, or its request does not fit the model.
    """
    return resume(plan, path, step=step).prepare().messages


def sent_in(path: Path | str, *, number: int = -1) -> dict[str, Any]:
    """A request of a trace as it was sent: mode, phase, tokens, messages, tools.

    Args:
        path: of the trace.
        number: which request, from 0; by default the last.

    Raises:
        AgentError: the trace has no such request.
    """
    found = [line.data for line in read(path) if line.kind == "request"]
    try:
        return found[number]
    except IndexError as error:
        raise AgentError(
            f"{path}: the trace has {len(found)} requests, none is number {number}"
        ) from error


async def ask_again(model: Any, request: Mapping[str, Any]) -> Reply:
    """What a model says now to a request of a trace.

    Args:
        model: whom.
        request: as `sent_in` gives it.

    Raises:
        ModelError: no reply.
    """
    tools = (
        {"tools": request["tools"]} if request["mode"] == "function" and request["tools"] else {}
    )
    asked = by_completions(model, {}) if request["mode"] == "completion" else model
    reply: Reply = await asked.areply(request["messages"], **tools)
    return reply


class Replayed:
    """A model that gives the recorded replies of a trace, in order."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._replies = [_reply(line.data) for line in lines if line.kind == "reply"]
        self._next = 0

    @property
    def name(self) -> str:
        """Its name."""
        return "replayed"

    async def areply(self, messages: Sequence[Mapping[str, Any]], **options: Any) -> Reply:
        """The next reply, whatever is asked.

        Raises:
            ModelError: the trace has no further one.
        """
        del messages, options
        if self._next >= len(self._replies):
            raise ModelError("the trace has no further reply", retryable=False)
        self._next += 1
        return self._replies[self._next - 1]

    async def stream(
        self, messages: Sequence[Mapping[str, Any]], **options: Any
    ) -> AsyncIterator[Delta]:
        """The same in two pieces."""
        reply = await self.areply(messages, **options)
        yield Delta(reply.text)
        yield Delta(reply=reply)


def _reply(data: Mapping[str, Any]) -> Reply:
    calls = tuple(ToolCall(**call) for call in data["tool_calls"])
    usage = Usage(**data["usage"])
    return Reply(data["text"], calls, data["finish_reason"], usage, data["model"])


def replayed(plan: Plan, path: Path | str) -> Run:
    """A run with the replies and tool results of a trace: nothing is asked, no tool is called.

    Raises:
        AgentError: no trace.
    """
    lines = read(path)
    first = states(lines)[:1]
    if not first:
        raise AgentError(f"{path}: the trace has no state to begin with")
    results = {line.data["result"]["id"]: line.data for line in lines if line.kind == "result"}

    async def act(
        calls: Sequence[Prepared], policy: Policy, serialisers: Serialisers
    ) -> list[Outcome]:
        del policy, serialisers
        return [_outcome(results, call) for call in calls]

    summaries = {line.data["key"]: line.data for line in lines if line.kind == "summary"}

    async def summary(steps: Sequence[Step], language: Language) -> Summary:
        data = summaries.get(key_of(steps, language))
        return Summary(fault="the trace has no such summary") if data is None else _summary(data)

    ready = replace(plan, model=Replayed(lines), act=act, summariser=summary if summaries else None)
    return Run(ready, first[0])


def _summary(data: Mapping[str, Any]) -> Summary:
    facts = {source: tuple(texts) for source, texts in data["facts"].items()}
    return Summary(facts, data["refused"], Usage(**data["usage"]), data["fault"])


def _outcome(results: Mapping[str, Mapping[str, Any]], call: Prepared) -> Outcome:
    data = results.get(call.call.id)
    if data is None:
        raise AgentError(f"the trace has no result of call {call.call.id}")
    learned = data["learned"]
    known = (
        None
        if learned is None
        else Learned(**{name: tuple(found) for name, found in learned.items()})
    )
    return Outcome(ToolResult(**data["result"]), known)


_RUN_METADATA = frozenset({"seconds", "usage", "spent"})


def diff(one: Path | str, other: Path | str) -> list[str]:
    """Where two traces differ, one line for each place; times and usage are left out.

    Raises:
        AgentError: either is no trace.
    """
    left, right = read(one), read(other)
    found: list[str] = []
    for a, b in zip(left, right, strict=False):
        if a.kind != b.kind:
            found.append(f"step {a.number}: {a.kind}, {b.kind}")
            break
        found.extend(
            f"step {a.number}, {a.kind}{place}" for place in _differences(a.data, b.data, "")
        )
    if len(left) != len(right):
        found.append(f"{len(left)} steps, {len(right)} steps")
    return found


def _differences(one: Any, other: Any, place: str) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            if key not in _RUN_METADATA:
                yield from _differences(one.get(key), other.get(key), f"{place}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from _differences(a, b, f"{place}[{index}]")
    elif one != other:
        yield f"{place}: {_short(one)}, {_short(other)}"


def _short(value: Any) -> str:
    text = orjson.dumps(value).decode()
    return text if len(text) <= 80 else text[:79] + "…"
