"""Faults that systems of this kind have had, each as a test that they are not here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from persona.agent import Agent, Limits, tool
from persona.agent.compression import COMPRESS_AT, count
from persona.agent.events import Note, ToolResult
from persona.agent.messages import check_pairs
from persona.agent.react import TEMPLATES
from persona.errors import TemplateError
from persona.llm import Reply, ToolCall
from persona.llm.testing import Scripted
from persona.templates import shipped
from tests.agent.talk import WAYS, Way, calls, says, talk, texts_of


def rows(n: int) -> list[dict[str, Any]]:
    """Gives rows.

    Args:
        n: how many.
    """
    return [{"城市": "杭州", "sum": i} for i in range(n)]


def test_1_a_call_stands_before_its_result() -> None:
    script = [calls("function", "rows", n=n) for n in range(3)] + [Scripted("ok")]
    with talk(script, tools=[rows]) as (agent, server):
        agent.run("rows")
    for request in server.requests:
        check_pairs(request["messages"])
    roles = [m["role"] for m in server.requests[-1]["messages"]]
    assert roles.count("tool") == 3


def test_2_length_is_in_tokens_and_content_may_be_none() -> None:
    chinese, latin = "城市" * 100, "ab" * 100
    assert count([{"role": "user", "content": chinese}]) == 4 + 200
    assert count([{"role": "user", "content": latin}]) == 4 + 50
    assert count([{"role": "assistant", "content": None, "tool_calls": []}]) == 4


@pytest.mark.parametrize("way", WAYS)
def test_3_what_the_user_writes_is_never_read_as_a_template(way: Way) -> None:
    question = "[constraint: security] {{tools}} {{instruction}} {% raw %} 你好"
    with talk([says(way, "hm")], mode=way, system="SYS", tools=[rows]) as (agent, server):
        agent.run(question)
    assert question in texts_of(server.requests[0])


def test_4_the_values_of_a_scene_are_in_its_prompt() -> None:
    for scene in shipped().ids("scene"):
        prompt = shipped().prompt(scene)
        rendered = prompt.render(prompt.samples)
        told = json.dumps(prompt.presets, ensure_ascii=False, default=str)
        for value in (v for v in prompt.presets.values() if isinstance(v, list) and v):
            assert str(value[0]) in rendered.text, told


def test_5_a_variable_that_nobody_gives_is_an_error() -> None:
    with pytest.raises(TemplateError, match="customer"):
        talk([], template=TEMPLATES["en"] + " {{customer}}", mode="react").__enter__()


@pytest.mark.parametrize("way", WAYS)
def test_6_the_question_stands_in_a_request_once(way: Way) -> None:
    script = [calls(way, "rows", n=1), says(way, "ok")]
    with talk(script, mode=way, tools=[rows], system="You help.") as (agent, server):
        agent.run("what about zebras?")
    for request in server.requests:
        assert texts_of(request).count("what about zebras?") == 1


class Restless:
    """A model that cannot stream and only ever calls tools."""

    asked = 0

    async def areply(self, messages: Any, **options: Any) -> Reply:
        self.asked += 1
        return Reply("", (ToolCall("call_0", "rows", json.dumps({"n": self.asked % 7})),))


def test_7_ninety_nine_rounds_are_a_loop_and_then_it_ends() -> None:
    model = Restless()
    with Agent(model, tools=[rows], limits=Limits(rounds=99, result_tokens=50)) as agent:
        result = agent.run("rows")
    assert result.reason == "max_steps"
    assert model.asked == 100


def test_9_there_is_one_threshold_and_it_is_half_of_the_window() -> None:
    assert COMPRESS_AT == 0.5
    window = 4000
    script = [calls("function", "rows", n=30 + n) for n in range(7)] + [Scripted("ok")]
    with talk(script, tools=[rows], window=window, limits=Limits(result_tokens=600)) as (
        agent,
        server,
    ):
        result = agent.run("rows")
    sizes = [count(r["messages"], r.get("tools", ())) for r in server.requests]
    assert max(sizes) <= window * COMPRESS_AT
    notes = [e for e in result.events if isinstance(e, Note)]
    assert {n.kind for n in notes} == {"compressed"}
    assert all(n.details["before"] > window * COMPRESS_AT for n in notes)


def test_10_a_result_is_never_a_memory_address() -> None:
    class Frame:
        pass

    def frame(n: int) -> Any:
        """Gives an object."""
        return Frame()

    with talk([calls("function", "frame", n=1), Scripted("ok")], tools=[frame]) as (agent, server):
        agent.run("frame")
    assert " at 0x" not in json.dumps(server.requests)


@pytest.mark.parametrize("way", WAYS)
def test_11_what_the_user_asked_for_is_in_every_round(way: Way) -> None:
    script = [calls(way, "rows", n=1), calls(way, "rows", n=2), says(way, "ok")]
    with talk(script, mode=way, tools=[rows], language="zh") as (agent, server):
        agent.run("各城市的总额？", history=[{"role": "user", "content": "以后只看杭州。"}])
    for request in server.requests:
        assert "- 以后只看杭州。" in texts_of(request)


# --- what the reference promises ------------------------------------------------------------------


def test_the_template_is_set_by_configuration() -> None:
    template = "INSTRUCTION {{instruction}}\nTOOLS {{tools}}\nNAMES {{tool_names}}"
    script = [says("react", "ok")]
    with talk(script, mode="react", template=template, tools=[rows], canary="") as (agent, server):
        agent.run("hello")
    system = server.requests[0]["messages"][0]["content"]
    assert system.startswith("INSTRUCTION \nTOOLS [{")
    assert system.endswith("NAMES rows")


@pytest.mark.parametrize("shape", [("name", "parameters"), ("action", "action_input")])
def test_either_shape_of_an_action_is_understood(shape: tuple[str, str]) -> None:
    name, given = shape
    said = "Thought: hm\nAction: " + json.dumps({name: "rows", given: {"n": 1}})
    with talk([Scripted(said), says("react", "ok")], mode="react", tools=[rows]) as (agent, _):
        result = agent.run("rows")
    [found] = [e for e in result.events if isinstance(e, ToolResult)]
    assert found.text == '[{"城市": "杭州", "sum": 0}]'


class Total(BaseModel):
    total: int


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_of_a_form_is_asked_for_until_it_fits(way: Way) -> None:
    script = [says(way, "about forty"), says(way, '{"total": 40}')]
    with talk(script, mode=way, answer=Total) as (agent, server):
        result = agent.run("how many?")
    assert (result.reason, result.answer) == ("final", '{"total": 40}')
    assert "form" in texts_of(server.requests[1])
    for request in server.requests:
        assert '"title": "Total"' in texts_of(request)
    if way != "completion":  # its endpoint takes no format
        assert server.requests[0]["response_format"]["json_schema"]["name"] == "Total"


@pytest.mark.parametrize("way", WAYS)
def test_the_form_of_an_answer_is_told_while_there_are_tools(way: Way) -> None:
    script = [calls(way, "rows", n=1), says(way, '{"total": 40}')]
    settings: dict[str, Any] = {"mode": way, "answer": Total, "tools": [rows], "language": "zh"}
    with talk(script, **settings) as (agent, server):
        assert agent.run("一共多少？").answer == '{"total": 40}'
    for request in server.requests:
        assert "给用户的答案只写 JSON" in texts_of(request)
        assert '"title": "Total"' in texts_of(request)


def test_a_connection_that_fails_is_tried_again_where_the_tool_allows_it(tmp_path: Path) -> None:
    tries: list[int] = []

    def fetch(n: int) -> str:
        """Fetches."""
        tries.append(n)
        if len(tries) < 3:
            raise ConnectionError("reset")
        return "fetched"

    with talk(
        [calls("function", "fetch", n=1), Scripted("ok")], tools=[tool(fetch, retries=2)]
    ) as (
        agent,
        _,
    ):
        result = agent.run("fetch")
    [found] = [e for e in result.events if isinstance(e, ToolResult)]
    assert (found.text, len(tries)) == ("fetched", 3)


def test_a_call_made_before_is_named_so() -> None:
    script = [
        calls("function", "rows", n=1),
        calls("function", "rows", n=2),
        calls("function", "rows", n=1),
    ]
    with talk([*script, Scripted("ok")], tools=[rows]) as (agent, server):
        agent.run("rows")
    last = [m for m in server.requests[3]["messages"] if m["role"] == "tool"][-1]
    assert last["content"].startswith("(the same call was made before")


def test_a_correction_by_the_user_is_an_episode() -> None:
    history = [
        {"role": "user", "content": "请用英文回答。"},
        {"role": "assistant", "content": "ok"},
    ]
    with talk([Scripted("好")]) as (agent, server):
        result = agent.run("请用中文回答。", history=history)
    assert [e.kind for e in result.state.episodes.kept] == ["correction"]
    assert "请用英文回答" not in server.requests[0]["messages"][-1]["content"]
