"""What the reference of such a runner promises in words, point by point, where no other test has it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

import persona.agent
from persona.agent.react import organize_system_prompt
from persona.agent.tools import tool
from persona.errors import AgentError
from persona.llm.testing import Scripted
from tests.agent.talk import WAYS, Way, says, talk


class Stop(BaseModel):
    city: str = Field(description="城市")
    nights: int = 1


ROOMS = {path.stem for path in Path(str(persona.agent.__file__)).parent.glob("*.py")}


def test_the_room_explains_itself_on_four_levels_with_names_that_there_are() -> None:
    told = persona.agent.__doc__ or ""
    heads = ["Its role:", "Its methods:", "Its flow", "The details stand in the rooms:"]
    places = [told.find(head) for head in heads]
    assert places == sorted(places)
    assert min(places) >= 0
    details = told[places[-1] :]
    named = [name for name in re.findall("`([a-z_]+)`", details) if name != "persona"]
    assert len(named) > 10
    assert set(named) <= ROOMS
    for name in re.findall(r"`(persona\.agent[\w.]*)`", told):
        room, _, attribute = name.rpartition(".")
        if name.removeprefix("persona.agent.") in ROOMS:
            import_module(name)
        else:
            assert hasattr(import_module(room), attribute)
    for method in re.findall(r"`Agent\.(\w+)`", told):
        assert hasattr(persona.agent.Agent, method)


def test_the_loop_fits_on_a_screen() -> None:
    text = (Path(str(persona.agent.__file__)).parent / "loop.py").read_text("utf-8")
    begin = text.index("async def converse")
    assert text[begin : text.index("\n\n\n", begin)].count("\n") <= 40


@pytest.mark.parametrize("content", [5, 2.5, b"bytes", {"text": "x"}, ["x"], [1]])
def test_a_content_is_a_text_or_parts(content: Any) -> None:
    with talk([]) as (agent, server):
        with pytest.raises(AgentError, match=r"message 1 of the history.*not \w+"):
            agent.run(
                "你好",
                history=[{"role": "user", "content": "x"}, {"role": "user", "content": content}],
            )
        with pytest.raises(AgentError, match="the question"):
            agent.run(content)
        assert server.requests == []


@pytest.mark.parametrize("way", WAYS)
def test_history_of_any_roles_with_nothing_in_some(way: Way) -> None:
    history = [
        {"role": "assistant", "content": None},
        {"role": "user", "content": [{"type": "text", "text": "早"}, {"type": "image_url"}]},
        {"role": "assistant", "content": ""},
    ]
    with talk([says(way, "好")], mode=way) as (agent, _):
        assert agent.run("在吗？", history=history).answer == "好"


def test_tools_with_objects_in_objects_are_plain_json_in_the_prompt() -> None:
    def route(stops: list[Stop], labels: dict[str, list[int]]) -> str:
        """Plans a route.

        Args:
            stops: in order.
            labels: by name.
        """
        return ""

    text = organize_system_prompt("{{instruction}}{{tools}}{{tool_names}}", "", [tool(route)])
    assert '"城市"' in text
    assert '"nights"' in text
    assert "\\u" not in text


def test_a_trace_of_thoughts_is_open_to_the_reader() -> None:
    said = "Thought: 先看天气\nFinal Answer: 带伞"
    with talk([Scripted(said)], mode="react") as (agent, _):
        result = agent.run("要带伞吗？")
    assert "Thought(text='先看天气')" in [str(event) for event in result.events]
