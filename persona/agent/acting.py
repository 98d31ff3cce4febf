"""Calling the tools of one round: checked, in parallel, within their time, every call with a result."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from persona.agent.arguments import ArgumentsError, check_arguments, read_arguments
from persona.agent.events import ToolCalled, ToolResult
from persona.agent.results import Serialisers, cap, scrub
from persona.agent.tools import Learned, Tool
from persona.agent.wording import Language, say
from persona.llm import ToolCall
from persona.text import storable

MOST_PARALLEL = 8
_FIRST_PAUSE = 0.1
_LONG = 100_000
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class Policy:
    """How the tools of a round are called.

    Attributes:
        most: calls a round; 1: one call a turn.
        result_tokens: of one result.
        language: of what the model is told.
        require_tool: an answer has to rest on at least one call; one that does not is sent back.
    """

    most: int = MOST_PARALLEL
    result_tokens: int = 2000
    language: Language = "en"
    require_tool: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call with its arguments read, or with what the model is told instead.

    Attributes:
        call: as the model made it, its id unique in the run.
        tool: None where there is none of that name.
        arguments: as read; None where they could not be.
        checked: as the function takes them.
        refusal: why it is not called.
        result: what the same call gave before; it is not called then.
    """

    call: ToolCall
    tool: Tool | None
    arguments: dict[str, Any] | None
    checked: dict[str, Any] | None
    refusal: str = ""
    result: str | None = None

    @property
    def event(self) -> ToolCalled:
        """That it is about to be called."""
        return ToolCalled(self.call.id, self.call.name, self.arguments)

    @property
    def json(self) -> str:
        """Its arguments as they stand in the next request: always JSON."""
        return json.dumps(self.arguments or {}, ensure_ascii=False)

    @property
    def key(self) -> str:
        """The same for equal arguments, whatever their order."""
        return json.dumps(self.arguments or {}, ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a call, and what the working memory learns from it."""

    result: ToolResult
    learned: Learned | None = None


def prepare(call: ToolCall, tools: Mapping[str, Tool], language: Language) -> Prepared:
    """Reads and checks a call; an unknown tool or wrong arguments become a sentence for the model.

    A name that no server takes back in a request is made one that it does.
    """
    tool = tools.get(call.name)
    asked = storable(call.name)
    arguments_text = storable(call.arguments or "")
    call = replace(call, name=_NO_NAME.sub("_", asked)[:64] or "unnamed", arguments=arguments_text)
    if tool is None:
        told = say(language, "unknown_tool", name=asked[:64], known=", ".join(tools) or "-")
        try:
            return Prepared(call, None, read_arguments(call.arguments), None, told)
        except ArgumentsError:
            return Prepared(call, None, None, None, told)
    arguments: dict[str, Any] | None = None
    try:
        arguments = read_arguments(call.arguments, tool)
        return Prepared(call, tool, arguments, check_arguments(tool, arguments))
    except ArgumentsError as error:
        told = say(language, "bad_arguments", name=call.name, why=str(error))
        return Prepared(call, tool, arguments, None, told)


async def call_all(
    calls: Sequence[Prepared], policy: Policy, serialisers: Serialisers
) -> list[Outcome]:
    """Calls what is to be called, side by side; the outcomes are in the order of the calls."""
    gate = asyncio.Semaphore(max(policy.most, 1))

    async def one(prepared: Prepared) -> Outcome:
        async with gate:
            return await _call(prepared, policy, serialisers)

    return list(await asyncio.gather(*(one(call) for call in calls)))


async def _call(prepared: Prepared, policy: Policy, serialisers: Serialisers) -> Outcome:
    call, tool = prepared.call, prepared.tool
    if prepared.refusal or tool is None or prepared.checked is None:
        return Outcome(ToolResult(call.id, call.name, prepared.refusal, error=True, called=False))
    if prepared.result is not None:
        return Outcome(ToolResult(call.id, call.name, prepared.result, called=False))
    started = time.perf_counter()
    error, learned = False, None
    try:
        async with asyncio.timeout(tool.timeout):
            value = await _tried(tool, {**prepared.checked, **tool.bound})
            text = await _text(value, policy, serialisers)
            if tool.learn is not None:
                learned = tool.learn(prepared.arguments or {}, value)
    except TimeoutError:
        error = True
        text = say(policy.language, "timeout", name=tool.name, seconds=tool.timeout)
    except Exception as fault:  # noqa: BLE001  whatever a tool raises is told to the model
        error = True
        why = scrub(cap(" ".join(f"{type(fault).__name__}: {fault}".split()), 200))
        text = say(policy.language, "failed", name=tool.name, why=why)
    seconds = time.perf_counter() - started
    return Outcome(ToolResult(call.id, call.name, text, error, seconds), learned)


async def _tried(tool: Tool, arguments: dict[str, Any]) -> Any:
    """The value of a function; a connection that failed is tried again where the tool allows it."""
    for attempt in range(tool.retries):
        try:
            return await _value(tool, arguments)
        except ConnectionError:
            await asyncio.sleep(_FIRST_PAUSE * 2**attempt)
    return await _value(tool, arguments)


async def _text(value: Any, policy: Policy, serialisers: Serialisers) -> str:
    """A value as capped text; what may take long is done in a thread."""
    small = value is None or isinstance(value, (bool, int, float))
    if small or (isinstance(value, str) and len(value) < _LONG):
        return scrub(cap(serialisers.text(value), policy.result_tokens))
    return await asyncio.to_thread(
        lambda: scrub(cap(serialisers.text(value), policy.result_tokens))
    )


async def _value(tool: Tool, arguments: dict[str, Any]) -> Any:
    """The value of a function: a plain one runs in a thread, so that it cannot stop the loop."""
    if inspect.iscoroutinefunction(tool.function):
        return await tool.function(**arguments)
    value = await asyncio.to_thread(lambda: tool.function(**arguments))
    return await value if inspect.isawaitable(value) else value
