"""From the state of a run to the messages of a request: pure functions, one for each way of calling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from persona.agent import parts
from persona.agent.canary import marked
from persona.agent.constraints import block as constraints_block
from persona.agent.constraints import rebuild
from persona.agent.events import Note, Phase
from persona.agent.state import State, Step
from persona.agent.tools import Tool
from persona.agent.wording import Language, say
from persona.errors import AgentError

Messages = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change within a run.

    Attributes:
        system: the system prompt, with the persona in it.
        language: of what the loop itself says.
        vision: whether the model sees images.
        formats: what to ask for in the output, by phase.
        final_rules: constraints of the scene for the answer.
        canary: the mark of the system prompt; "" for none.
        schema: of the answer, as JSON; "" for an answer in words.
    """

    system: str = ""
    language: Language = "en"
    vision: bool = True
    formats: Mapping[Phase, str] | None = None
    final_rules: str = ""
    canary: str = ""
    schema: str = ""


def phase_of(state: State) -> Phase:
    """What the next round is for."""
    if state.closing:
        return "synthesise"
    if not state.steps and not state.facts:
        return "initialise"
    return "act" if state.steps and state.steps[-1].calls else "reason"


def reminder(state: State, setting: Setting, phase: Phase, *, tools: bool) -> str:
    """What stands near the end of a request: memory, rules for tools, constraints, output format."""
    language = setting.language
    turns = [parts.noted(m["content"]) for m in state.history if m.get("role") == "user"]
    held = rebuild([*turns, parts.noted(state.question)])
    closing = phase == "synthesise"
    found = [
        state.working.block(language) if phase != "initialise" else "",
        state.episodes.block(language, state.turn) if closing or state.episodes.kept else "",
        say(language, "rules") if tools else "",
        constraints_block(held, language),
        setting.final_rules if closing else "",
        (setting.formats or {}).get(phase, ""),
        say(language, "answer_form", schema=setting.schema) if setting.schema else "",
        say(language, "synthesise") if closing else "",
    ]
    return "\n\n".join(text for text in found if text)


def first_messages(state: State, setting: Setting, *, pairs: bool = True) -> Messages:
    """System, history and the question; in later rounds its images and documents are only noted.

    Args:
        state: of the run.
        setting: of the run.
        pairs: earlier calls stay calls; else they become text of the assistant's turn.
    """
    made: Messages = []
    if setting.system:
        system = marked(setting.system, setting.canary, setting.language)
        made.append({"role": "system", "content": system})
    made.extend(map(_noted, state.history) if pairs else told_history(state, setting.language))
    later = bool(state.steps or state.facts or state.rounds)
    question = (
        parts.noted(state.question) if later else parts.sent(state.question, vision=setting.vision)
    )
    made.append({"role": "user", "content": question})
    return made


def _noted(message: Mapping[str, Any]) -> dict[str, Any]:
    content = message["content"]
    return {**message, "content": None if content is None else parts.noted(content)}


def told_history(state: State, language: Language) -> Messages:
    """The history as text alone: calls and their results stand in the assistant's turn."""
    action, observation = say(language, "action"), say(language, "observation")
    made: Messages = []
    for message in map(_noted, state.history):
        text = message["content"] or ""
        for call in message.get("tool_calls", ()):
            function = call["function"]
            text += f"\n{action}{function['name']} {function['arguments']}"
        if message["role"] == "tool":
            made[-1]["content"] += f"\n{observation}{text}"
        else:
            made.append({"role": message["role"], "content": text.strip()})
    return made


def facts_text(state: State, language: Language) -> str:
    """What compression kept of older steps."""
    if not state.facts:
        return ""
    return "\n".join([say(language, "facts"), *(f"- {fact}" for fact in state.facts)])


def function_messages(state: State, setting: Setting, tools: Sequence[Tool]) -> Messages:
    """A request with function calling: each call stands before its results, ids paired."""
    made = first_messages(state, setting)
    facts = facts_text(state, setting.language)
    if facts:
        made.append({"role": "assistant", "content": facts})
    for step in state.steps:
        made.extend(_step_messages(step))
    told = reminder(state, setting, phase_of(state), tools=bool(tools))
    if told:
        made.append({"role": "system", "content": told})
    return made


def _step_messages(step: Step) -> Iterator[dict[str, Any]]:
    if step.calls:
        calls = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in step.calls
        ]
        yield {"role": "assistant", "content": step.said or None, "tool_calls": calls}
        for call in step.calls:
            yield {"role": "tool", "tool_call_id": call.id, "content": call.result}
    elif step.said:
        yield {"role": "assistant", "content": step.said}
    if step.told:
        yield {"role": "user", "content": step.told}


def check_pairs(messages: Sequence[Mapping[str, Any]]) -> None:
    """Every call has its result, right after it, and no result stands without its call.

    Raises:
        AgentError: one does not; servers refuse such a request.
    """
    waiting: list[str] = []
    for number, message in enumerate(messages):
        if message.get("role") == "tool":
            if message.get("tool_call_id") not in waiting:
                raise AgentError(f"message {number}: a tool result without its call")
            waiting.remove(str(message["tool_call_id"]))
            continue
        if waiting:
            raise AgentError(f"message {number}: the calls {', '.join(waiting)} have no result")
        waiting = [call["id"] for call in message.get("tool_calls") or ()]
    if waiting:
        raise AgentError(f"the calls {', '.join(waiting)} have no result")


def clean_history(messages: Sequence[Mapping[str, Any]]) -> tuple[Messages, list[Note]]:
    """Earlier messages as a run keeps them: with something in them, calls with their results.

    A result without its call, and a call without its result, is left out with a note: a server
    refuses them.

    Raises:
        AgentError: a content that is neither text nor parts.
    """
    for number, message in enumerate(messages):
        check_content(message.get("content"), f"message {number} of the history")
    kept: Messages = []
    notes: list[Note] = []
    at = 0
    while at < len(messages):
        message = messages[at]
        end = at + 1
        while end < len(messages) and messages[end].get("role") == "tool":
            end += 1
        if message.get("role") == "tool":
            notes.append(_orphan(message.get("tool_call_id"), "result", "call before it"))
            at += 1
            continue
        results = {str(m.get("tool_call_id")): m for m in messages[at + 1 : end]}
        calls = [call for call in message.get("tool_calls") or () if _is_call(call)]
        paired = [call for call in calls if call["id"] in results]
        notes += [_orphan(c["id"], "call", "result after it") for c in calls if c not in paired]
        ids = [call["id"] for call in paired]
        notes += [_orphan(i, "result", "call before it") for i in results if i not in ids]
        content = message.get("content") or None
        if paired:
            kept.append({"role": "assistant", "content": content, "tool_calls": paired})
            kept += [_result(identity, results[identity]) for identity in ids]
        elif content and message.get("role") in ("user", "assistant", "system"):
            kept.append({"role": message["role"], "content": content})
        at = end
    return kept, notes


def check_content(content: Any, where: str) -> None:
    """Refuses a content that is neither nothing, a text, nor parts.

    Raises:
        AgentError: it is something else.
    """
    if content is None or isinstance(content, str):
        return
    listed = isinstance(content, Sequence) and not isinstance(content, bytes)
    if not listed or not all(isinstance(part, Mapping) for part in content):
        raise AgentError(
            f"{where}: a content is a text or a list of parts, not {type(content).__name__}"
        )


def _is_call(call: Any) -> bool:
    function = call.get("function") if isinstance(call, Mapping) else None
    return isinstance(function, Mapping) and bool(function.get("name")) and bool(call.get("id"))


def _result(identity: str, message: Mapping[str, Any]) -> dict[str, Any]:
    content = parts.noted(message.get("content") or "")
    return {"role": "tool", "tool_call_id": identity, "content": content}


def _orphan(identity: object, what: str, lacks: str) -> Note:
    text = f"the {what} {identity} has no {lacks} and was left out"
    return Note("orphan_tool_message", text, {"tool_call_id": identity})
