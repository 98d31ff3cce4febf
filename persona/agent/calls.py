"""The calls of one round against what the run knows: their ids, how many, what was called before."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from persona.agent.acting import Policy, Prepared
from persona.agent.canary import holds
from persona.agent.events import Note, ToolResult
from persona.agent.memory import Episodes
from persona.agent.screening import FIND_TOOL
from persona.agent.state import State
from persona.agent.tools import Tool
from persona.agent.wording import Language, say
from persona.llm import ToolCall


def unique(calls: Sequence[ToolCall], state: State) -> list[ToolCall]:
    """The calls with ids that no other call of the run has."""
    taken = {str(m.get("tool_call_id")) for m in state.history}
    taken |= {call.id for call in state.made} | _sources(state.facts)
    found: list[ToolCall] = []
    for number, call in enumerate(calls):
        identity = call.id or f"call_{number}"
        if identity in taken:
            identity = f"{identity}_{state.rounds}_{number}"
        taken.add(identity)
        found.append(replace(call, id=identity))
    return found


def _sources(facts: Sequence[str]) -> set[str]:
    return {fact[fact.rindex("[") + 1 : -1] for fact in facts if fact.endswith("]") and "[" in fact}


def within_policy(prepared: Sequence[Prepared], policy: Policy) -> list[Prepared]:
    """The calls of a round; those beyond the policy's number are refused."""
    most = policy.most
    key = "one_call" if most == 1 else "too_many"
    return [
        each
        if number < most
        else replace(each, refusal=say(policy.language, key, name=each.call.name, most=most))
        for number, each in enumerate(prepared)
    ]


def repeated(
    prepared: Sequence[Prepared], times: int, language: Language
) -> tuple[list[Prepared], Note]:
    """The calls of a round that are those of the rounds before: they are refused, and it is noted."""
    name = prepared[0].call.name
    told = say(language, "repeated", name=name, times=times)
    text = f"{name} was called {times} times in a row with the same arguments"
    note = Note("repeated_call", text, {"told": times == 3})
    return [replace(each, refusal=told) for each in prepared], note


def leaking(each: Prepared, mark: str) -> bool:
    """Whether the arguments of a call, as written or as read, give the system prompt away."""
    return holds(each.call.arguments, mark) or holds(each.arguments, mark)


def withheld(each: Prepared, language: Language) -> Prepared:
    """A call whose arguments give the system prompt away: it is not made, and they are not kept."""
    told = say(language, "leaked_arguments", name=each.call.name)
    call = replace(each.call, arguments="{}")
    return replace(each, call=call, arguments=None, checked=None, refusal=told)


def from_before(each: Prepared, results: Mapping[tuple[str, str], str]) -> Prepared:
    """A call with the result that the same call of a cached tool gave before, where it did."""
    if each.tool is None or not each.tool.cached or each.refusal:
        return each
    return replace(each, result=results.get((each.call.name, each.key)))


def known(each: Prepared, result: ToolResult, state: State, language: Language) -> ToolResult:
    """A result with a word about it where the same call gave the same before."""
    head = say(language, "known")
    for call in state.made:
        same = call.name == each.call.name and _sorted(call.arguments) == each.key
        if same and not result.error and call.result.removeprefix(f"{head}\n") == result.text:
            return replace(result, text=f"{head}\n{result.text}")
    return result


def _with_episode(episodes: Episodes, each: Prepared, result: ToolResult, turn: int) -> Episodes:
    """A failure, and what worked after one: other successes need no remembering."""
    if result.error:
        return episodes.add("failure", result.text, turn)
    failed = any(e.kind == "failure" and each.call.name in e.text for e in episodes.kept)
    given = ", ".join(f"{name}={value}" for name, value in (each.arguments or {}).items())
    worked = f"{each.call.name} worked with {given or '-'}"
    return episodes.add("success", worked, turn) if failed else episodes


def _sorted(arguments: str) -> str:
    """Arguments as `Prepared.key` has them."""
    return json.dumps(json.loads(arguments), ensure_ascii=False, sort_keys=True)


def remembered(
    state: State, each: Prepared, result: ToolResult, tools: Mapping[str, Tool]
) -> dict[str, Any]:
    """The fields of the state that a result changes: failures, tools used and looked for, episodes."""
    name = each.call.name
    failures = {**state.failures, name: state.failures.get(name, 0) + 1 if result.error else 0}
    used = [n for n in state.used if n != name] + [name] if each.tool else state.used
    episodes = state.episodes
    if result.called:
        episodes = _with_episode(episodes, each, result, state.turn)
    pinned = state.pinned
    if name == FIND_TOOL and not result.error:
        found = [line.split(":")[0] for line in result.text.splitlines()]
        pinned = [tool for tool in found if tool in tools]
    return {"failures": failures, "used": used, "episodes": episodes, "pinned": pinned}
