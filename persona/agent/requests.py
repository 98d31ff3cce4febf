"""The next request of a run: the tools that it shows, and its messages within the model's window."""

from __future__ import annotations

from persona.agent.events import Note
from persona.agent.fitting import fitted, too_large
from persona.agent.memory import texts
from persona.agent.messages import check_pairs, phase_of
from persona.agent.parts import has_images
from persona.agent.plan import Plan, Request
from persona.agent.screening import screen
from persona.agent.state import State
from persona.agent.tools import Tool
from persona.agent.ways import measure_of, messages_of
from persona.errors import AgentError


def tools_for(plan: Plan, state: State) -> list[Tool]:
    """The tools that a round shows, in the plan's order; none in the last one."""
    if state.closing:
        return []
    last = state.steps[-1].said if state.steps else ""
    query = f"{texts(state.question)}\n{last}"
    shown = screen(plan.tools, query, used=[*state.pinned, *state.used], most=plan.shown)
    names = {tool.name for tool in shown} | set(state.pinned)
    return [tool for name, tool in plan.tools.items() if name in names]


def request_for(plan: Plan, state: State) -> tuple[State, Request]:
    """The next request, and the state that it is of: made smaller where it is large.

    Raises:
        AgentError: it does not fit the model's window, however small.
    """
    tools = tools_for(plan, state)
    smaller, size, notes = fitted(plan, state, measure_of(plan, state.mode, tools))
    why = too_large(plan, size)
    if why:
        raise AgentError(why)
    messages = messages_of(plan, smaller, tools)
    check_pairs(messages)
    notes = [*_not_sent(state), *notes]
    phase = phase_of(state)
    return smaller, Request(messages, tuple(tools), phase, size, tuple(notes), state.mode)


def _not_sent(state: State) -> list[Note]:
    """Of a question with images for a model that goes on with one text."""
    if state.mode != "completion" or state.rounds or not has_images(state.question):
        return []
    return [Note("not_sent", "images cannot be sent to a completions endpoint; it is told of them")]
