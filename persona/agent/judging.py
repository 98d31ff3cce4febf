"""A model as the judge of an evaluation: whether an answer keeps a rule that no pattern can check.

The answer goes to the judge as data; what it says to the judge is not obeyed more than any other text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from persona.errors import ExtractionError
from persona.llm.structured import read_json
from persona.templates import TemplateLibrary, shipped
from persona.templates.trial import Judge, Judged, Verdict

PROMPT = "task/judgement"
"""Id of the template that asks for a verdict."""

_TRIES = 2


def case_judge(
    model: Any,
    *,
    library: TemplateLibrary | None = None,
    options: Mapping[str, Any] | None = None,
) -> Judge:
    """A judge for `persona.templates.trial.evaluate`.

    A verdict that cannot be read is asked for once more, with another seed; then the rule counts as
    not kept.

    Args:
        model: with ``reply``; better another one than the model that is tried.
        library: in place of the shipped templates.
        options: of each request; by default at temperature 0.
    """
    templates = library or shipped()
    given = {"temperature": 0, **(options or {})}

    def judge(judged: Judged) -> Verdict:
        prompt = templates.prompt(PROMPT, language=judged.language)
        values = {
            "rule": judged.rule,
            "conversation": json.dumps(list(judged.said), ensure_ascii=False),
            "answer": json.dumps(judged.answer, ensure_ascii=False),
        }
        messages = [{"role": "user", "content": prompt.render(values).text}]
        for attempt in range(_TRIES):
            seed = judged.repeat * _TRIES + attempt
            verdict = _read(model.reply(messages, **{"seed": seed, **given}).text)
            if verdict is not None:
                return verdict
        return Verdict(holds=False, why="the judge gave no verdict that can be read")

    return judge


def _read(text: str) -> Verdict | None:
    try:
        value = read_json(text)
    except ExtractionError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("holds"), bool):
        return None
    return Verdict(holds=value["holds"], why=" ".join(str(value.get("why") or "").split()))
