"""Summaries of older steps by a model: facts with their source, each checked before it is kept.

A fact whose source is none of the calls, with a number that the result does not have, or that reads as
an order, is refused and counted. A call without a fact left keeps the one that is made without a model,
so a summary never loses a call, and a failing one costs nothing but its tokens.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from persona.agent.compression import folded_facts, gist
from persona.agent.numbers import ungrounded
from persona.agent.results import cap
from persona.agent.state import Made, Step
from persona.agent.wording import Language, say
from persona.errors import PersonaError
from persona.guard import reads_as_instruction, safe_line
from persona.llm import Usage, ask_json

_RESULT_TOKENS = 1200
_MOST_FACTS, _LONGEST = 5, 240
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["facts"],
    "additionalProperties": False,
    "properties": {
        "facts": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["source", "text"],
                "additionalProperties": False,
                "properties": {"source": {"type": "string"}, "text": {"type": "string"}},
            },
        }
    },
}


@dataclass(frozen=True, slots=True)
class Summary:
    """What a model made of some steps.

    Attributes:
        facts: by the id of the call that they come from.
        refused: facts that were not kept, counted by reason: source, number, order, empty, surplus.
        usage: of the call.
        fault: why there is none, in a sentence; "" where there is one.
    """

    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    refused: Mapping[str, int] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    fault: str = ""

    def lines(self, steps: Sequence[Step]) -> list[str]:
        """One line for each fact, its source in brackets; the usual line for a call without one."""
        found: list[str] = []
        for step in steps:
            if not step.calls:
                found += folded_facts(step)
            for call in step.calls:
                own = self.facts.get(call.id, ())
                found += [f"{text} [{call.id}]" for text in own] or [gist(call)]
        return found


Summariser = Callable[[Sequence[Step], Language], Awaitable[Summary]]
"""Writes a summary of steps; it may fail, but does not raise."""


def key_of(steps: Sequence[Step], language: Language) -> str:
    """The same for the same steps: a summary is asked for once."""
    data = orjson.dumps([language, [step.model_dump() for step in steps]])
    return hashlib.sha256(data).hexdigest()[:16]


def summariser(model: Any) -> Summariser:
    """What has a model write the summaries."""

    async def write(steps: Sequence[Step], language: Language) -> Summary:
        calls = [call for step in steps for call in step.calls]
        try:
            asked = await ask_json(
                model, _messages(calls, language), name="summary", schema=_SCHEMA
            )
        except PersonaError as error:
            return Summary(fault=str(error))
        except Exception as error:  # noqa: BLE001  whatever a model's client raises, the run goes on
            return Summary(fault=f"{type(error).__name__}: {error}")
        try:
            facts, refused = check_facts(asked.read(), calls)
        except PersonaError as error:
            return Summary(usage=asked.usage, fault=str(error))
        fault = "" if facts else "no fact of it could be kept"
        return Summary(facts, refused, asked.usage, fault)

    return write


def _messages(calls: Sequence[Made], language: Language) -> list[dict[str, Any]]:
    told = [
        {
            "source": call.id,
            "tool": call.name,
            "arguments": call.arguments,
            "failed": call.error,
            "result": cap(call.result, _RESULT_TOKENS),
        }
        for call in calls
    ]
    return [
        {"role": "system", "content": say(language, "summary")},
        {"role": "user", "content": orjson.dumps(told).decode()},
    ]


def check_facts(
    value: Any, calls: Sequence[Made]
) -> tuple[dict[str, tuple[str, ...]], dict[str, int]]:
    """The facts of an answer that can be kept, by call, and how many were refused for what.

    Args:
        value: the JSON of the answer.
        calls: that it is to be of.
    """
    listed = value.get("facts") if isinstance(value, Mapping) else None
    by_id = {call.id: call for call in calls}
    kept: dict[str, list[str]] = {}
    refused: Counter[str] = Counter()
    for item in listed if isinstance(listed, list) else []:
        source = str(item.get("source", "")) if isinstance(item, Mapping) else ""
        said = str(item.get("text") or "").strip() if source else ""
        why = _refusal(said, by_id.get(source), len(kept.get(source, ())))
        text = safe_line(said, _LONGEST)
        if why:
            refused[why] += 1
        elif text not in kept.setdefault(source, []):
            kept[source].append(text)
    return {source: tuple(texts) for source, texts in kept.items()}, dict(refused)


def _refusal(text: str, call: Made | None, had: int) -> str:
    if call is None:
        return "source"
    if not text:
        return "empty"
    if had >= _MOST_FACTS:
        return "surplus"
    if reads_as_instruction(text):
        return "order"
    return "number" if ungrounded(text, [call.result, call.arguments]) else ""
