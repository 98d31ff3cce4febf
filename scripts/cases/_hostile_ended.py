"""Check words about how steps ended: errors, codes, addresses, time and memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import persona
from persona.errors import PersonaError
from scripts.cases._hostile_words import (
    Failures,
    steps_of,
    word,
)
from scripts.cases._hostile_world import Took, World

_TRACEBACK = "Traceback (most recent call last)"


@word
def _raises(world: World, wanted: Any, step: Took | None) -> Failures:
    if wanted is not True:
        yield f"wanted true, not {wanted!r}"
    for took in [step] if step else world.took[-1:]:
        error = took.error
        if not isinstance(error, PersonaError):
            yield f"wanted an error of ours, came {type(error).__name__}: {error}"
        elif "\n" in str(error) or not str(error).strip():
            yield f"wanted one sentence, came {str(error)!r}"
        if took.changed:
            yield "the store has changed"


@word
def _no_exception(world: World, _wanted: Any, step: Took | None) -> Failures:
    for took in steps_of(world, step):
        if took.error is not None:
            yield f"step {took.number} raised {type(took.error).__name__}: {took.error}"


@word
def _no_traceback(world: World, _wanted: Any, step: Took | None) -> Failures:
    for took in steps_of(world, step):
        if _TRACEBACK in took.output + took.logged:
            yield f"step {took.number} printed a traceback: {took.output[-2000:]}"
        if took.error is not None and not isinstance(took.error, PersonaError):
            yield f"step {took.number} would: {type(took.error).__name__}: {took.error}"


@word
def _exit_code(world: World, wanted: Any, step: Took | None) -> Failures:
    codes = wanted if isinstance(wanted, list) else [wanted]
    ran = [took for took in steps_of(world, step) if took.exit_code is not None]
    if not ran:
        yield "no command was run"
    for took in ran:
        if took.exit_code not in codes:
            yield f"wanted {codes}, came {took.exit_code}: {took.output[-1000:]}"


@word
def _http_status(world: World, wanted: Any, step: Took | None) -> Failures:
    for took in steps_of(world, step):
        if (step or took.op == "http") and took.status not in wanted:
            yield f"wanted {wanted}, came {took.status}"


@word
def _endpoint(world: World, wanted: Any, step: Took | None) -> Failures:
    came = [took.endpoint for took in steps_of(world, step) if took.op == "load_config"]
    if not came or any(str(url).rstrip("/") != wanted.rstrip("/") for url in came):
        yield f"wanted {wanted}, came {came}"


@word
def _redirect_named(world: World, host: Any, step: Took | None) -> Failures:
    for took in steps_of(world, step):
        if took.op == "load_config" and took.error is None:
            there = (urlsplit(took.endpoint or "").hostname or "") == host
            if there and host not in took.printed:
                yield f"calls go to {host} and nothing says so: {took.printed!r}"


@word
def _code_not_contains(_world: World, texts: Any, _step: Took | None) -> Failures:
    folder = Path(persona.__file__).resolve().parent
    for file in sorted(folder.rglob("*.py")):
        code = file.read_text("utf-8")
        for text in texts:
            if text in code:
                yield f"{file.relative_to(folder)} has {text!r}"


@word
def _time_max_s(world: World, limit: Any, step: Took | None) -> Failures:
    came = sum(took.seconds for took in steps_of(world, step))
    if came > limit:
        yield f"wanted at most {limit} s, came {came:.1f} s"


@word
def _memory_max_mb(world: World, limit: Any, step: Took | None) -> Failures:
    came = max((took.megabytes for took in steps_of(world, step)), default=0.0)
    if came > limit:
        yield f"wanted at most {limit} MB, came {came:.0f} MB"
