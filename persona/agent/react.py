"""Calling tools in text: the ReAct prompt, its scratchpad, and the one text for completions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from persona.agent import parts
from persona.agent.canary import marked
from persona.agent.messages import (
    Messages,
    Setting,
    facts_text,
    first_messages,
    phase_of,
    reminder,
    told_history,
)
from persona.agent.state import Made, State
from persona.agent.templates import fill, placeholders
from persona.agent.tools import Tool, specs
from persona.agent.wording import Language, say
from persona.errors import TemplateError

_EN = """{{instruction}}

You can use these tools:
{{tools}}

Work in rounds. In each, think first, then either call one tool or give the answer.
To call a tool, write one JSON object after "Action:" and stop:

Thought: what you know, and what is missing
Action: {"action": "one of: {{tool_names}}", "action_input": {"parameter": "value"}}

The result comes back as "Observation:"; never write an observation yourself.
When you know enough, write:

Thought: why it is enough
Final Answer: the answer for the user"""
_ZH = """{{instruction}}

你可以使用以下工具：
{{tools}}

请按轮次进行。每一轮先思考，然后调用一个工具，或者给出答案。
调用工具时，在 “行动：” 之后写一个 JSON 对象，然后停止：

思考：已经知道什么，还缺什么
行动：{"action": "取自：{{tool_names}}", "action_input": {"参数": "值"}}

结果会以 “观察：” 返回；绝不要自己写观察。
知道的内容足够时，写：

思考：为什么足够
最终答案：给用户的答案"""
TEMPLATES: dict[Language, str] = {"en": _EN, "zh": _ZH}
"""The chat templates; they hold ``instruction``, ``tools`` and ``tool_names``."""

_TAILS: dict[Language, str] = {
    "en": "\n\n{{historic_messages}}\n\nQuestion: {{query}}\n\n{{agent_scratchpad}}\n\n",
    "zh": "\n\n{{historic_messages}}\n\n问题：{{query}}\n\n{{agent_scratchpad}}\n\n",
}
COMPLETION_TEMPLATES: dict[Language, str] = {"en": _EN + _TAILS["en"], "zh": _ZH + _TAILS["zh"]}
"""The same for one text, with ``historic_messages``, ``query`` and ``agent_scratchpad``."""

_LABELS: dict[Language, tuple[str, str, str, str]] = {
    "en": ("Thought: ", "Action: ", "Observation: ", "Question: "),
    "zh": ("思考：", "行动：", "观察：", "问题："),
}
STOPS: dict[Language, list[str]] = {
    "en": ["\nObservation:", "\nQuestion:"],
    "zh": ["\n观察：", "\n观察:", "\n问题：", "\n问题:"],
}
"""Where a model that only completes is to stop: else it writes the other side of the talk as well."""

_NOT_HERE = dict.fromkeys(("historic_messages", "query", "agent_scratchpad"), "")
"""Of a template for one text that is used in a chat: there they are messages of their own."""

_CHAT_NEEDS = ("instruction", "tools", "tool_names")
_COMPLETION_NEEDS = (*_CHAT_NEEDS, "historic_messages", "query", "agent_scratchpad")


def check_template(template: str, *, completion: bool) -> None:
    """Refuses a template that would leave something out.

    Raises:
        TemplateError: it lacks one of its variables, or has one that nobody fills.
    """
    needs = _COMPLETION_NEEDS if completion else _CHAT_NEEDS
    found = placeholders(template)
    missing = [name for name in needs if name not in found]
    unknown = [name for name in found if name not in needs]
    if missing or unknown:
        told = [f"it lacks {', '.join(missing)}"] if missing else []
        told += [f"nobody fills {', '.join(unknown)}"] if unknown else []
        raise TemplateError(f"the ReAct template cannot be used: {'; '.join(told)}")


def organize_system_prompt(template: str, instruction: str, tools: Sequence[Tool]) -> str:
    """The system prompt: the template with the instruction, the tools as JSON, and their names."""
    return fill(template, _tool_values(instruction, tools))


def _tool_values(instruction: str, tools: Sequence[Tool]) -> dict[str, str]:
    told = [made["function"] for made in specs(tools)]
    return {
        "instruction": instruction,
        "tools": json.dumps(told, ensure_ascii=False),
        "tool_names": ", ".join(tool.name for tool in tools),
    }


def organize_user_query(query: str | Sequence[Mapping[str, Any]], *, vision: bool = True) -> Any:
    """The question as a message's content: a text, or parts with its images and documents."""
    return parts.sent(query, vision=vision)


def scratchpad(state: State, language: Language) -> str:
    """What was thought, done and seen so far, as the model itself is to write it."""
    thought, action, observation, _ = _LABELS[language]
    lines = [facts_text(state, language)] if state.facts else []
    for step in state.steps:
        if step.said:
            lines.append(f"{thought}{step.said}")
        for call in step.calls:
            lines.append(f"{action}{_written(call)}")
            lines.append(f"{observation}{call.result}")
        if step.told:
            lines.append(f"{observation}{step.told}")
    return "\n\n".join(lines)


def _written(call: Made) -> str:
    try:
        value: Any = json.loads(call.arguments)
    except ValueError:
        value = call.arguments
    return json.dumps({"action": call.name, "action_input": value}, ensure_ascii=False)


def organize_prompt_messages(
    state: State, setting: Setting, tools: Sequence[Tool], template: str | None = None
) -> Messages:
    """A request in ReAct: system, history, question; later the scratchpad and a turn to go on."""
    language = setting.language
    chosen = TEMPLATES[language] if template is None else template
    system = fill(chosen, {**_NOT_HERE, **_tool_values(setting.system, tools)})
    ready = Setting(system, language, setting.vision, canary=setting.canary)
    made = first_messages(state, ready, pairs=False)
    told = reminder(state, setting, phase_of(state), tools=bool(tools))
    pad = scratchpad(state, language)
    if pad:
        made.append({"role": "assistant", "content": pad})
        made.append({"role": "user", "content": f"{told}\n\n{say(language, 'continue')}".strip()})
    elif told:
        made.append({"role": "system", "content": told})
    return made


def completion_messages(
    state: State, setting: Setting, tools: Sequence[Tool], template: str | None = None
) -> Messages:
    """The same as one text, for endpoints that only complete: a single user message.

    Documents stand in it in the first round, images never: there they are a note. A chat template is
    gone on with by history, question and scratchpad.
    """
    language = setting.language
    asks = _LABELS[language][3]
    history = [
        f"{asks if m['role'] == 'user' else ''}{m['content']}"
        for m in told_history(state, language)
    ]
    told = reminder(state, setting, phase_of(state), tools=bool(tools))
    pad = "\n\n".join(text for text in (scratchpad(state, language), told) if text)
    values = {
        **_tool_values(marked(setting.system, setting.canary, language), tools),
        "historic_messages": "\n\n".join(history),
        "query": parts.told(state.question, documents=not (state.steps or state.rounds)),
        "agent_scratchpad": pad,
    }
    chosen = TEMPLATES[language] if template is None else template
    if "query" not in placeholders(chosen):
        chosen += _TAILS[language]
    return [{"role": "user", "content": fill(chosen, values)}]
