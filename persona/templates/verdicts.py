"""Verdicts on a response: what of an expectation holds, checked by us or asked of a judge."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from persona.templates.cases import Expectation
from persona.templates.language import Language
from persona.templates.stand_in import schema_faults
from persona.tokens import estimate


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool that an agent called, with its arguments."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Response:
    """What an agent did.

    Attributes:
        text: the answer.
        tools: calls of tools, in order.
        steps: rounds that it took.
        why: where it ended otherwise than by an answer, one sentence.
    """

    text: str
    tools: tuple[ToolUse, ...] = ()
    steps: int = 1
    why: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a judge is given.

    Attributes:
        rule: what must hold of the answer, in words.
        said: what was said before the answer, the system prompt left out.
        answer: of the agent.
        language: of the case.
        repeat: number of the try, from 0; also a seed for the judge.
    """

    rule: str
    said: tuple[Mapping[str, str], ...]
    answer: str
    language: Language
    repeat: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a rule is kept, and why in one sentence."""

    holds: bool
    why: str = ""


Judge = Callable[[Judged], Verdict]


def faults(expected: Expectation, response: Response) -> Iterator[str]:
    """What of an expectation does not hold of a response, one sentence for each; rubrics apart."""
    folded = response.text.casefold()
    for text in expected.contains:
        if text.casefold() not in folded:
            yield f"the answer lacks {text!r}"
    for text in expected.not_contains:
        if text.casefold() in folded:
            yield f"the answer holds {text!r}"
    if expected.regex is not None and not re.search(expected.regex, response.text):
        yield f"the answer does not match {expected.regex!r}"
    if expected.json_schema is not None:
        yield from _schema_faults(response.text, expected.json_schema)
    yield from _tool_faults(expected, response)
    if expected.steps is not None and response.steps > expected.steps:
        yield f"{response.steps} steps, {expected.steps} are allowed"
    if expected.tokens is not None and estimate(response.text) > expected.tokens:
        yield f"{estimate(response.text)} tokens, {expected.tokens} are allowed"


def _tool_faults(expected: Expectation, response: Response) -> Iterator[str]:
    names = ", ".join(use.name for use in response.tools) or "none"
    if expected.no_tool is not None and bool(response.tools) == expected.no_tool:
        yield f"tools called: {names}"
    wanted = expected.tool_called
    if wanted is None:
        return
    fits = [
        use
        for use in response.tools
        if use.name == wanted.name
        and all(use.arguments.get(k) == v for k, v in wanted.arguments.items())
    ]
    if not fits or (wanted.times is not None and len(fits) != wanted.times):
        told = f" with {wanted.arguments}" if wanted.arguments else ""
        many = f" {wanted.times} times" if wanted.times else ""
        yield f"{wanted.name}{told} was not called{many}; called: {names}"


def _schema_faults(text: str, schema: Mapping[str, Any]) -> Iterator[str]:
    try:
        value = json.loads(text)
    except ValueError:
        yield "the answer is no JSON"
        return
    for fault in schema_faults(value, schema):
        yield f"the answer is not of the schema {fault}"


def rubric_faults(expected: Expectation, asked: Judged, judge: Judge) -> Iterator[str]:
    """Rules of a rubric that a judge does not find kept, with what the judge says."""
    for rule in expected.rubric:
        verdict = judge(replace(asked, rule=rule))
        if not verdict.holds:
            yield f"the judge does not find that {rule!r} holds: {verdict.why or 'no reason given'}"
