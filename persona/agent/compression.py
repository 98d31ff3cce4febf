"""Making a run's state smaller in tokens, by meaning: old rounds become facts with their source.

A call and its result are one value and go together; system, the question, the last step and the last
turn of the history stay; the user's constraints are rebuilt from what is kept apart for them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import orjson

from persona.agent import parts
from persona.agent.results import cap
from persona.agent.state import Made, State, Step
from persona.guard import cut
from persona.tokens import estimate

COMPRESS_AT, DOWN_TO = 0.5, 0.3
"""Shares of the model's window: above the first a state is made smaller, to below the second."""

_OLD_RESULT, _GIST = 200, 240
_MESSAGE_OVERHEAD = 4
IMAGE_TOKENS = {"low": 85, "high": 1100, "auto": 1100}

Measure = Callable[[State], int]
_short_estimate = lru_cache(maxsize=4096)(estimate)


def count(messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] = ()) -> int:
    """Tokens of a request by the project's estimate; an image by its detail, content None by nothing."""
    total = estimate(orjson.dumps(list(tools)).decode()) if tools else 0
    for message in messages:
        total += _MESSAGE_OVERHEAD + _content(message.get("content"))
        for call in message.get("tool_calls") or ():
            total += _tokens(call["function"]["name"] + call["function"]["arguments"]) + 8
    return total


def _tokens(text: str) -> int:
    """Tokens of a text; the same texts stand in every request of a run."""
    return _short_estimate(text) if len(text) < 4096 else estimate(text)


def _content(content: Any) -> int:
    if content is None:
        return 0
    if isinstance(content, str):
        return _tokens(content)
    total = 0
    for part in content:
        if part.get("type") == "image_url":
            total += IMAGE_TOKENS.get(part["image_url"].get("detail", "auto"), 1100)
        else:
            total += estimate(str(part.get("text", "")))
    return total


def gist(call: Made) -> str:
    """A call and its result in one line: what was asked, how much came, the beginning of it, the source."""
    asked = cut(" ".join(call.arguments.split()), 100)
    if call.error:
        return f"{call.name} {asked} failed: {cut(_line(call.result), 120)} [{call.id}]"
    counted = _COUNTED.match(call.result)
    rows = None if counted is not None else _rows(call.result)
    size = f"{rows} rows: " if rows is not None else ""
    return f"{call.name} {asked}: {size}{cut(_line(call.result), _GIST)} [{call.id}]"


def _line(text: str) -> str:
    return " ".join(text[: 8 * _GIST].split())


def _rows(text: str) -> int | None:
    try:
        value = json.loads(text) if len(text) < 1_000_000 else None
    except ValueError:
        return None
    if isinstance(value, dict):
        value = value.get("rows")
    return len(value) if isinstance(value, list) else None


_COUNTED = re.compile(r"\d+ rows: ")


def compress(state: State, measure: Measure, target: int) -> State:
    """A state whose request is at most `target` tokens, or as near as it can be made.

    In order, until it fits: results of older steps are capped; older steps are folded into facts;
    older turns of the history are folded; the oldest facts are merged; the last result is capped.
    What the user asked to be kept to stands in `constraints.rebuild` over the user turns, which are
    never dropped, only shortened to their constraints.
    """
    for shrink in (_cap_old, _fold_steps, _fold_history, _fewer_facts, _cap_last):
        if measure(state) <= target:
            return state
        state = shrink(state, measure, target)
    return state


def _cap_old(state: State, measure: Measure, target: int) -> State:
    del measure, target
    older = [
        step.model_copy(
            update={
                "calls": [
                    call.model_copy(update={"result": _capped(call.result)}) for call in step.calls
                ]
            }
        )
        for step in state.steps[:-1]
    ]
    return state.model_copy(update={"steps": [*older, *state.steps[-1:]]})


def _capped(result: str) -> str:
    """A result within the budget of older ones; how many rows it had stays known."""
    capped = cap(result, _OLD_RESULT)
    rows = None if capped == result else _rows(result)
    return capped if rows is None else f"{rows} rows: {capped}"


def _fold_steps(state: State, measure: Measure, target: int) -> State:
    while len(state.steps) > 1 and measure(state) > target:
        first, *rest = state.steps
        update = {"steps": rest, "facts": [*state.facts, *folded_facts(first)]}
        state = state.model_copy(update=update)
    return state


def folded_facts(step: Step) -> list[str]:
    """A step as facts, made without a model: one line for each call, else what was said."""
    return [gist(call) for call in step.calls] or (
        [cut(_line(step.said), _GIST)] if step.said else []
    )


def _fold_history(state: State, measure: Measure, target: int) -> State:
    """Older turns are shortened, oldest first; a user's turn keeps every sentence that binds."""
    history = list(state.history)
    for index in range(len(history) - 2):
        if measure(state) <= target:
            break
        history[index] = {**history[index], "content": _shortened(history[index])}
        state = state.model_copy(update={"history": list(history)})
    return state


def _shortened(message: Mapping[str, Any]) -> str:
    from persona.agent.constraints import binding_sentences

    text = parts.noted(message["content"] or "")
    if len(text) <= 80:
        return text
    if message["role"] != "user":
        return cut(_line(text), 80)
    bound = binding_sentences(text)
    return "\n".join(bound) if bound else cut(_line(text), 80)


def _fewer_facts(state: State, measure: Measure, target: int) -> State:
    """Facts are shortened, oldest first, keeping the source of each."""
    facts = list(state.facts)
    for index, fact in enumerate(facts):
        if measure(state) <= target:
            break
        source = re.search(r"\[[^\]]*\]$", fact)
        facts[index] = f"{cut(fact, 48)} {source[0] if source else ''}".strip()
        state = state.model_copy(update={"facts": list(facts)})
    return state


def _cap_last(state: State, measure: Measure, target: int) -> State:
    if not state.steps:
        return state
    last = state.steps[-1]
    size = max((estimate(call.result) for call in last.calls), default=0)
    while size > 32 and measure(state) > target:
        size //= 2
        calls = [c.model_copy(update={"result": cap(c.result, size)}) for c in last.calls]
        steps = [*state.steps[:-1], last.model_copy(update={"calls": calls})]
        state = state.model_copy(update={"steps": steps})
    return state


def lost_facts(before: State, after: State) -> list[str]:
    """Ids of calls of a state that a smaller one neither shows nor has a fact of: it should be none."""
    kept = {call.id for call in after.made}
    told = "\n".join(after.facts)
    return [call.id for call in before.made if call.id not in kept and f"[{call.id}]" not in told]
