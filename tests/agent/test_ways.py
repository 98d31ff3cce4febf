from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from persona.agent import Agent, Limits, tool
from persona.agent.events import Note, ToolResult
from persona.agent.parts import document, image, text
from persona.agent.plan import Plan
from persona.agent.state import State
from persona.agent.ways import first_way, next_way
from persona.errors import ModelError
from persona.llm import Delta, Reply
from persona.llm.testing import CHAT, TEXT, ScriptedServer
from tests.agent.talk import calls, says, talk, texts_of

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 16


def tide(port: str) -> str:
    """Tells the tide.

    Args:
        port: for example "Husum" or "宁波".
    """
    return f"high water in {port}"


def notes(result: Any) -> list[str]:
    return [event.kind for event in result.events if isinstance(event, Note)]


def test_the_one_text_goes_to_the_completions_endpoint() -> None:
    script = [calls("completion", "tide", port="宁波"), says("completion", "涨潮")]
    settings: dict[str, Any] = {"mode": "completion", "tools": [tide], "language": "zh"}
    with talk(script, options={"temperature": 0}, system="你懂潮汐。", **settings) as (
        agent,
        server,
    ):
        result = agent.run("宁波的潮汐？", history=[{"role": "user", "content": "你好"}])
    assert (result.reason, result.answer) == ("final", "涨潮")
    assert server.paths == [TEXT, TEXT]
    first, second = server.requests
    assert "问题：你好" in first["prompt"]
    assert "问题：宁波的潮汐？" in first["prompt"]
    assert "观察：high water in 宁波" in second["prompt"]
    assert first["stop"] == ["\n观察：", "\n观察:", "\n问题：", "\n问题:"]
    assert first["temperature"] == 0
    assert 256 <= first["max_tokens"] <= 2048  # servers give 16 where nothing is said
    assert first["stream"] is True
    assert not {"tools", "messages"} & first.keys()


def test_a_model_that_writes_on_is_stopped_where_the_other_side_would_speak() -> None:
    made_up = "Thought: hm\nFinal Answer: At six.\nQuestion: And tomorrow?\nFinal Answer: At seven."
    with talk([made_up], mode="completion", tools=[tide]) as (agent, _):
        assert agent.run("when?").answer == "At six."
    with talk([made_up], mode="completion", tools=[tide], options={"stop": ["seven"]}) as (
        agent,
        _,
    ):
        assert "tomorrow" in agent.run("when?").answer


def test_the_users_own_length_holds() -> None:
    with ScriptedServer([says("completion", "ok")]) as server:
        model = server.model(options={"max_tokens": 33})
        with Agent(model, mode="completion") as agent:
            agent.run("hello")
    assert server.requests[0]["max_tokens"] == 33


def test_a_server_without_chat_is_found_out_by_itself() -> None:
    script = [calls("completion", "tide", port="宁波"), says("completion", "涨潮")]
    with (
        ScriptedServer(script, serves=[TEXT]) as server,
        Agent(server.model(), tools=[tide]) as agent,
    ):
        result = agent.run("宁波的潮汐？")
    assert (result.reason, result.answer, result.rounds) == ("final", "涨潮", 2)
    assert notes(result) == ["fallback", "fallback"]
    assert server.paths == [CHAT, CHAT, TEXT, TEXT]
    assert result.state.mode == "completion"
    with (
        ScriptedServer([says("completion", "hi")], serves=[TEXT]) as server,
        Agent(server.model()) as agent,
    ):  # nothing to call: at once
        result = agent.run("hello")
    assert (result.answer, server.paths) == ("hi", [CHAT, TEXT])


def test_a_chat_template_is_gone_on_with_where_the_run_ends_up_at_completions() -> None:
    template = "{{instruction}} | {{tools}} | {{tool_names}}"
    with (
        ScriptedServer([says("completion", "hi")], serves=[TEXT]) as server,
        Agent(server.model(), template=template, system="S", canary="") as agent,
    ):
        agent.run("海边见？")
    assert server.requests[-1]["prompt"].startswith("S | [] | ")
    assert "Question: 海边见？" in server.requests[-1]["prompt"]


def test_one_text_goes_by_chat_where_the_server_has_no_completions() -> None:
    with (
        ScriptedServer([says("react", "ok")], serves=[CHAT]) as server,
        Agent(server.model(), mode="completion", tools=[tide]) as agent,
    ):
        result = agent.run("hello")
    assert (result.answer, notes(result)) == ("ok", ["fallback"])
    assert server.paths == [TEXT, CHAT]
    assert "completions" in next(e.text for e in result.events if isinstance(e, Note))


def test_a_template_for_one_text_is_used_in_a_chat_as_well() -> None:
    template = "{{instruction}} {{tools}} {{tool_names}} {{historic_messages}} {{query}} {{agent_scratchpad}}"
    settings: dict[str, Any] = {
        "mode": "completion",
        "template": template,
        "system": "S",
        "canary": "",
    }
    script = [says("react", "ok")]
    with (
        ScriptedServer(script, serves=[CHAT]) as server,
        Agent(server.model(), **settings) as agent,
    ):
        agent.run("海边见？")
    assert [m["content"].strip() for m in server.requests[1]["messages"]] == ["S []", "海边见？"]


@pytest.mark.parametrize(
    ("mode", "at", "status", "why", "wanted"),
    [
        ("auto", "function", 400, "tools are not supported", "react"),
        ("auto", "function", 404, "no such page", "react"),
        ("auto", "function", 404, "This is not a chat model, use v1/completions", "completion"),
        ("auto", "function", 400, "there is no default chat template any more", "completion"),
        ("auto", "react", 405, "method not allowed", "completion"),
        ("auto", "react", 400, "bad request", None),
        ("auto", "completion", 404, "no such page", None),
        ("auto", "function", 404, "The model 'small' does not exist", None),
        ("auto", "function", 404, 'model "small" not found, try pulling it first', None),
        ("auto", "function", 401, "no key", None),
        ("auto", "function", None, "cannot be reached", None),
        ("function", "function", 400, "tools are not supported", None),
        ("react", "react", 404, "no such page", None),
        ("completion", "completion", 404, "no such page", "react"),
        ("completion", "react", 404, "no such page", None),
    ],
)
def test_which_way_comes_after_which(
    mode: Any, at: str, status: int | None, why: str, wanted: str | None
) -> None:
    plan = Plan(model=None, tools={"tide": tool(tide)}, mode=mode)
    found = next_way(plan, State(mode=at), ModelError(why, status=status))
    assert (found and found[0]) == wanted
    assert next_way(plan, State(mode=at, rounds=1), ModelError(why, status=status)) is None


def test_the_first_way() -> None:
    assert first_way(Plan(model=None, tools={})) == "function"
    assert first_way(Plan(model=None, tools={}, capable=False)) == "react"
    assert first_way(Plan(model=None, tools={}, mode="completion")) == "completion"


class Tape:
    """A model of somebody else's: it chats, and has a completions side of its own or none."""

    name = "tape"

    def __init__(self, said: str, completions: Any = None) -> None:
        self.said = said
        self.asked: list[Any] = []
        self.options: dict[str, Any] = {}
        if completions is not None:
            self.completions = completions

    async def stream(self, messages: Any, **options: Any) -> AsyncIterator[Delta]:
        self.asked.append(messages)
        self.options = options
        yield Delta(self.said)
        yield Delta(reply=Reply(self.said))


def test_a_model_of_another_kind() -> None:
    own = Tape("Final Answer: by completions")
    with Agent(Tape("no", own), mode="completion", options={"stop": ["s"]}) as agent:
        assert agent.run("hello").answer == "by completions"
    assert own.options["stop"] == ["s"]
    assert own.options["max_tokens"] >= 256
    chat = Tape("Final Answer: by chat")
    with Agent(chat, mode="completion") as agent:
        assert agent.run("你好").answer == "by chat"
    [[message]] = chat.asked
    assert message["role"] == "user"
    assert "Question: 你好" in message["content"]


def test_documents_are_in_the_one_text_and_images_are_told_of(tmp_path: Path) -> None:
    file = tmp_path / "潮汐.txt"
    file.write_text("涨潮在六点", encoding="utf-8")
    script = [calls("completion", "tide", port="x"), says("completion", "六点")]
    with talk(script, mode="completion", tools=[tide]) as (agent, server):
        result = agent.run([text("几点？"), document(file), image(PNG)])
    assert "涨潮在六点" in server.requests[0]["prompt"]
    assert "[image]" in server.requests[0]["prompt"]
    assert "几点？\n[file]\n[image]" in server.requests[1]["prompt"]
    assert notes(result) == ["not_sent"]


def test_a_made_up_observation_after_the_stop_is_no_result() -> None:
    said = 'Action: {"action": "tide", "action_input": {"port": "Ulm"}}\nObservation: none\n'
    settings: dict[str, Any] = {"tools": [tide], "limits": Limits(rounds=2)}
    with talk([said, says("completion", "ok")], mode="completion", **settings) as (agent, server):
        result = agent.run("tide?")
    [found] = [e for e in result.events if isinstance(e, ToolResult)]
    assert found.text == "high water in Ulm"
    assert "Observation: none" not in texts_of(server.requests[1])
