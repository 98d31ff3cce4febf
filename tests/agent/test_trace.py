from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from persona.agent import Learned, Limits, tool
from persona.agent.agent import finish
from persona.agent.loop import without_times
from persona.agent.trace import (
    ask_again,
    diff,
    read,
    replayed,
    request_at,
    resume,
    sent_in,
    states,
)
from persona.errors import AgentError
from persona.llm.testing import Scripted
from tests.agent.talk import WAYS, Way, calls, says, talk, texts_of

COUNT: list[int] = []


def sales(month: int) -> dict[str, Any]:
    """Sales of a month.

    Args:
        month: its number.
    """
    COUNT.append(month)
    return {"月份": month, "sum": 1000 + 100 * month}


SALES = tool(sales, learn=lambda a, r: Learned(facts=(f"month {a['month']}: {r['sum']}",)))


def script(way: Way) -> list[Any]:
    return [calls(way, "sales", month=1), calls(way, "sales", month=2), says(way, "1100，1200")]


@pytest.mark.parametrize("way", WAYS)
def test_a_run_is_replayed_from_its_trace_alone(way: Way, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    with talk(script(way), tools=[SALES], mode=way) as (agent, _):
        first = agent.run("一月和二月？", trace=path)
        COUNT.clear()
        again = asyncio.run(finish(replayed(agent.plan, path)))
    assert COUNT == []

    def seen(events: Any) -> list[Any]:
        return [
            without_times(e) for e in events if type(e).__name__ not in ("TextDelta", "Stopped")
        ]

    assert seen(again.events) == seen(first.events)
    assert (again.answer, again.reason) == (first.answer, first.reason)
    assert again.state.working == first.state.working


def test_each_step_is_a_snapshot_and_a_run_goes_on_from_any(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    with talk([*script("function")[:2]], tools=[SALES]) as (agent, _):
        assert agent.run("months?", trace=path).reason == "model_error"
    assert [state.rounds for state in states(read(path))] == [0, 1, 2]
    with talk([Scripted("1100 and 1200")], tools=[SALES]) as (agent, server):
        result = agent._loop.run(finish(resume(agent.plan, path, trace=path)))
    assert result.answer == "1100 and 1200"
    assert result.rounds == 3
    assert "1200" in str(server.requests[0]["messages"])
    assert read(path)[-1].kind == "stop"
    with talk([Scripted("1100 so far")], tools=[SALES]) as (agent, server):
        forked = agent._loop.run(finish(resume(agent.plan, path, step=1)))
    assert forked.rounds == 2
    assert "1200" not in str(server.requests[0]["messages"])
    with talk([], tools=[SALES]) as (agent, _):
        assert request_at(agent.plan, path, step=1) == server.requests[0]["messages"]
    with pytest.raises(AgentError, match="number 99"):
        resume(agent.plan, path, step=99)


@pytest.mark.parametrize("way", WAYS)
def test_a_request_is_kept_as_it_was_sent_and_can_be_asked_again(way: Way, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    with talk(script(way), tools=[SALES], mode=way) as (agent, server):
        agent.run("一月和二月？", trace=path)
    with talk([says(way, "又来了")]) as (agent, again):
        reply = agent._loop.run(ask_again(agent.plan.model, sent_in(path, number=1)))
    assert "又来了" in reply.text
    first, second = server.requests[1], again.requests[0]
    assert texts_of(first) == texts_of(second)
    assert first.get("tools") == second.get("tools")
    assert sent_in(path)["phase"] == "act"
    with pytest.raises(AgentError, match="3 requests"):
        sent_in(path, number=3)


def test_two_traces_are_compared(tmp_path: Path) -> None:
    paths = [tmp_path / "a", tmp_path / "b", tmp_path / "c"]
    for path, answer in zip(paths, ["same", "same", "other"], strict=True):
        with talk([Scripted(answer)], limits=Limits(rounds=2)) as (agent, _):
            agent.run("q", trace=path)
    assert diff(paths[0], paths[1]) == []
    found = diff(paths[0], paths[2])
    assert 'step 2, reply.text: "same", "other"' in found


def test_a_trace_that_was_changed_or_is_none(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    with talk([Scripted("hi")]) as (agent, _):
        agent.run("q", trace=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines) + b'{"half')
    assert len(read(path)) == len(lines)
    path.write_bytes(b"".join([lines[0].replace(b'"q"', b'"x"'), *lines[1:]]))
    with pytest.raises(AgentError, match="line 2"):
        read(path)
    path.write_bytes(b"no\n")
    with pytest.raises(AgentError, match="no trace"):
        read(path)
    with pytest.raises(AgentError, match="cannot be read"):
        read(tmp_path / "none")
