"""The agent loop that knows the person: one loop, three ways of calling tools.

Its role: to answer a question with a model and tools, as someone who knows who asks. The persona is
the agent's long-term memory: it is in the prompt at the start, and the conversation goes back to it.

Its methods: `Agent.events` gives what happens as it happens, `Agent.arun` and `Agent.run` the end of
it; `persona.agent.session.Session` is a conversation, `persona.agent.team.Team` several agents,
`persona.agent.trace` what is kept of a run, `persona.agent.telemetry` its spans.

Its flow (`persona.agent.loop.converse`): compress the state, choose the tools, build the request, ask,
read the reply, call the tools or end. Each round has a phase: initialise, reason, act, synthesise.

The details stand in the rooms: `parser` reads ReAct text and `written` calls that stand in plain text,
`ways` knows the three ways, `calling` asks in them, `acting` calls tools, `requests`, `messages`,
`react`, `parts` and `documents` build requests, `compression`, `summaries`, `screening`, `constraints` and `memory` decide
what a request holds, `canary` what an answer may not hold, `limits` when a run stops, `person` what is
known of the user. `trying` and `judging` drive and judge the cases of an evaluation of prompts.

The names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from persona.agent.acting import Policy
    from persona.agent.agent import Agent, Result
    from persona.agent.limits import Cancel, Limits
    from persona.agent.parser import ReActParser
    from persona.agent.tools import ASK_USER, Learned, Tool, tool

__all__ = [
    "ASK_USER",
    "Agent",
    "Cancel",
    "Learned",
    "Limits",
    "Policy",
    "ReActParser",
    "Result",
    "Tool",
    "tool",
]

_ROOMS = {
    "acting": ("Policy",),
    "agent": ("Agent", "Result"),
    "limits": ("Cancel", "Limits"),
    "parser": ("ReActParser",),
    "tools": ("ASK_USER", "Learned", "Tool", "tool"),
}


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
