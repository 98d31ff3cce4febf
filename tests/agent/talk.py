"""Scripted models for the tests of the loop: the same scene in either way of calling tools."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from persona.agent import Agent
from persona.llm.testing import Script, Scripted, ScriptedServer

Way = Literal["function", "react", "completion"]
WAYS: tuple[Way, ...] = ("function", "react", "completion")


def calls(way: Way, name: str, /, thought: str = "let me see", **arguments: Any) -> Scripted:
    """A model's turn that calls one tool."""
    if way == "function":
        told = json.dumps(arguments, ensure_ascii=False)
        return Scripted(thought, tool_calls=((name, told),))
    action = json.dumps({"action": name, "action_input": arguments}, ensure_ascii=False)
    return Scripted(f"Thought: {thought}\nAction: {action}")


def says(way: Way, text: str) -> Scripted:
    """A model's turn that answers."""
    return Scripted(text if way == "function" else f"Thought: enough\nFinal Answer: {text}")


@contextmanager
def talk(script: Script, **settings: Any) -> Iterator[tuple[Agent, ScriptedServer]]:
    """An agent over a scripted server, which remembers what it was asked."""
    with ScriptedServer(script) as server:
        model = server.model()
        agent = Agent(model, **settings)
        try:
            yield agent, server
        finally:
            agent._loop.run(model.aclose())
            agent.close()


def texts_of(request: Any) -> str:
    """All that a request says: its message contents, or its one text."""
    if "prompt" in request:
        return str(request["prompt"])
    return "\n".join(str(message.get("content") or "") for message in request["messages"])
