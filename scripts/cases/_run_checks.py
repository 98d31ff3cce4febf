"""Check words about the runs: windows, reasons, calls and requests."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from persona.engine.matching import match_windows, reader_for
from persona.extract.windows import windows
from persona.tokens import estimate
from scripts.cases._script import Asked
from scripts.cases._view import Failures
from scripts.cases._world import World

Check = Callable[[World, Any, str], Iterable[str]]


def _windows(world: World, wanted: Any, _user: str) -> Failures:
    counts = dict(world.runs[-1].windows) if world.runs else {}
    counts["done"] = counts.get("done", 0) + counts.get("cached", 0)
    for status, number in wanted.items():
        if status not in ("done", "empty", "partial", "failed", "pending"):
            yield f"the runner does not know the window status {status!r}"
        elif counts.get(status, 0) != number:
            yield f"wanted {number} windows {status}, came {counts}"


def _pending(world: World, wanted: Any, user: str) -> Failures:
    engine = world.engine()
    kept = engine.store.answers(user)
    reader = reader_for(engine.settings, None, kept)
    if reader.name != "llm":  # nothing was ever answered
        kept = {}
    matched = match_windows(windows(user, engine.store.messages(user)), kept, reader)
    waiting = {
        turn.message.message_id
        for item in matched
        if item.answer is None
        for turn in item.window.turns
        if turn.message.is_users
    }
    if waiting != set(wanted):
        yield f"wanted {wanted} pending, came {sorted(waiting)}"


def _reported(world: World, wanted: Any, _user: str) -> Failures:
    came = world.reported()
    for reason, number in wanted.items():
        if came[reason] < number:
            yield f"wanted {number} reported as {reason}, came {dict(came)}"


def _exit_code(world: World, wanted: Any, _user: str) -> Failures:
    came = int(world.runs[-1].failed)
    if came not in (wanted if isinstance(wanted, list) else [wanted]):
        yield f"wanted the exit code {wanted}, came {came}"


def _of_purpose(world: World, purpose: str | None) -> list[Asked]:
    if purpose not in (None, "extract", "summary"):
        raise ValueError(f"the runner does not know the purpose {purpose!r}")
    return [asked for asked in world.script.asked if purpose in (None, asked.purpose)]


def _llm_calls(world: World, wanted: Any, _user: str) -> Failures:
    came = len(_of_purpose(world, wanted.get("purpose")))
    if not wanted.get("min", 0) <= came <= wanted.get("max", math.inf):
        yield f"wanted calls {wanted}, came {came}"


def _llm_prompt_contains(world: World, wanted: Any, _user: str) -> Failures:
    given = wanted if isinstance(wanted, Mapping) else {"text": wanted}
    asked = _of_purpose(world, "extract")
    if "call" in given:
        asked = asked[given["call"] - 1 : given["call"]]
    if not any(given["text"] in text for each in asked for text in each.texts):
        yield f"wanted {given} in a request"


def _llm_prompt_not_contains(world: World, text: Any, _user: str) -> Failures:
    if any(text in shown for asked in world.script.asked for shown in asked.texts):
        yield f"a request has {text!r}"


def _tokens(asked: Asked) -> int:
    return sum(estimate(content) for content in asked.contents)


def _llm_prompt_tokens_max(world: World, number: Any, _user: str) -> Failures:
    came = max(map(_tokens, world.script.asked), default=0)
    if came > number:
        yield f"wanted requests of at most {number} tokens, came {came}"


def _llm_tokens_total_max(world: World, number: Any, _user: str) -> Failures:
    came = sum(map(_tokens, world.script.asked))
    if came > number:
        yield f"wanted at most {number} tokens in all requests, came {came}"


CLAUSES = "clauses"
"""The part of an extraction request that lists the clauses of its messages; the others are turns."""


def _llm_prompt_delimits_turns(world: World, _wanted: Any, user: str) -> Failures:
    stored = {m.message_id: m for m in world.engine().store.messages(user)}
    for asked in _of_purpose(world, "extract"):
        for name, items in asked.shown.items():
            for item in () if name == CLAUSES else items:
                message = stored.get(item.get("id"))
                if message is None:
                    yield f"an item has the id {item.get('id')!r} of no message"
                elif item.get("role") != message.role or item["text"] not in message.text:
                    yield f"the item {item} is not the message {message.message_id!r}"


RUN_CHECKS: dict[str, Check] = {
    "exit_code": _exit_code,
    "llm_calls": _llm_calls,
    "llm_prompt_contains": _llm_prompt_contains,
    "llm_prompt_delimits_turns": _llm_prompt_delimits_turns,
    "llm_prompt_not_contains": _llm_prompt_not_contains,
    "llm_prompt_tokens_max": _llm_prompt_tokens_max,
    "llm_tokens_total_max": _llm_tokens_total_max,
    "pending": _pending,
    "reported": _reported,
    "windows": _windows,
}
