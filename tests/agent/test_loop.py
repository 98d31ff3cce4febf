from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest

from persona.agent import ASK_USER, Agent, Cancel, Learned, Limits, Policy, tool
from persona.agent.events import (
    FinalAnswer,
    MemoryChanged,
    Note,
    RoundBegan,
    Stopped,
    TextDelta,
    Thought,
    ToolCalled,
    ToolResult,
)
from persona.agent.loop import without_times
from persona.agent.messages import check_pairs
from persona.engine.limits import Prices
from persona.errors import AgentError, UsageError
from persona.llm import Delta
from persona.llm.testing import Scripted
from persona.templates.definitions import SceneLimits
from persona.tokens import estimate
from tests.agent.talk import WAYS, Way, calls, says, talk, texts_of


def weather(town: str) -> str:
    """Tells the weather of a town. Not for forecasts.

    Args:
        town: for example "Marburg" or "杭州".
    """
    return f"rain in {town}"


def add(a: int, b: int) -> int:
    """Adds two whole numbers.

    Args:
        a: the first.
        b: the second.
    """
    return a + b


def broken(x: int) -> str:
    """Fails.

    Args:
        x: whatever.
    """
    raise RuntimeError(f"no luck with {x}")


@pytest.mark.parametrize("way", WAYS)
def test_both_ways_of_calling_give_the_same_events(way: Way) -> None:
    script = [calls(way, "weather", town="杭州"), says(way, "杭州在下雨")]
    with talk(script, tools=[weather], mode=way) as (agent, server):
        result = agent.run("杭州天气怎么样？")
    events = [without_times(e) for e in result.events if not isinstance(e, (TextDelta, RoundBegan))]
    thoughts = [e for e in events if isinstance(e, Thought)]
    assert thoughts[0] == Thought("let me see")
    assert [e for e in events if not isinstance(e, (Thought, Stopped))] == [
        ToolCalled("call_0", "weather", {"town": "杭州"}),
        ToolResult("call_0", "weather", "rain in 杭州"),
        FinalAnswer("杭州在下雨"),
    ]
    assert (result.reason, result.answer, result.rounds) == ("final", "杭州在下雨", 2)
    assert result.usage.calls == 2
    assert "rain in 杭州" in texts_of(server.requests[1])
    assert "\\u" not in texts_of(server.requests[1])
    asked = "completions" if way == "completion" else "chat/completions"
    assert set(server.paths) == {asked}


@pytest.mark.parametrize("way", WAYS)
def test_the_final_answer_streams(way: Way) -> None:
    with talk([says(way, "a long answer, bit by bit, until all is said")], mode=way) as (agent, _):
        result = agent.run("tell me")
    pieces = [event.text for event in result.events if isinstance(event, TextDelta)]
    assert "".join(pieces) == result.answer
    assert len(pieces) > 1


def test_a_model_that_takes_no_tools_is_asked_in_text_with_a_note() -> None:
    def script(request: Any) -> Scripted:
        if "tools" in request:
            return Scripted("tools are not supported by this model", status=400)
        if "rain" in texts_of(request):
            return says("react", "wet")
        return calls("react", "weather", town="Marburg")

    with talk(script, tools=[weather]) as (agent, server):
        result = agent.run("weather?")
    assert result.answer == "wet"
    assert result.state.mode == "react"
    assert [n.kind for n in result.events if isinstance(n, Note)] == ["fallback"]
    assert "tools" not in server.requests[-1]


def test_a_known_model_without_tools_is_asked_in_text_at_once() -> None:
    with talk([says("react", "ok")], tools=[weather], capable=False) as (agent, server):
        result = agent.run("hello")
    assert "tools" not in server.requests[0]
    assert [n.kind for n in result.events if isinstance(n, Note)] == ["fallback"]


def test_an_explicit_choice_does_not_fall_back() -> None:
    script = [Scripted("no tools here", status=400)]
    with talk(script, tools=[weather], mode="function") as (agent, _):
        result = agent.run("hello")
    assert result.reason == "model_error"
    assert "400" in result.why


def test_calls_of_one_round_run_side_by_side_in_the_order_of_the_calls() -> None:
    together = threading.Barrier(2, timeout=5)

    def slow(name: str, wait: float) -> str:
        """Waits for the other.

        Args:
            name: of the call.
            wait: seconds.
        """
        together.wait()
        time.sleep(wait)
        return f"done {name}"

    turn = Scripted(
        tool_calls=(("slow", '{"name": "a", "wait": 0.1}'), ("slow", '{"name": "b", "wait": 0}'))
    )
    with talk([turn, Scripted("both")], tools=[slow]) as (agent, server):
        result = agent.run("go")
    results = [e for e in result.events if isinstance(e, ToolResult)]
    assert [(r.id, r.text) for r in results] == [("call_0", "done a"), ("call_1", "done b")]
    check_pairs(server.requests[1]["messages"])


def test_equal_ids_of_two_rounds_are_told_apart() -> None:
    script = [calls("function", "add", a=1, b=1), calls("function", "add", a=2, b=2), Scripted("4")]
    with talk(script, tools=[add]) as (agent, server):
        agent.run("sums")
    ids = [m["tool_call_id"] for m in server.requests[2]["messages"] if m["role"] == "tool"]
    assert len(set(ids)) == 2
    check_pairs(server.requests[2]["messages"])


def test_one_call_a_turn() -> None:
    turn = Scripted(tool_calls=(("add", '{"a": 1, "b": 2}'), ("add", '{"a": 3, "b": 4}')))
    with talk([turn, Scripted("3")], tools=[add], policy=Policy(most=1)) as (agent, server):
        result = agent.run("sums")
    results = [e for e in result.events if isinstance(e, ToolResult)]
    assert (results[0].text, results[0].called) == ("3", True)
    assert not results[1].called
    assert "Only one call a turn" in results[1].text
    check_pairs(server.requests[1]["messages"])


@pytest.mark.parametrize("way", WAYS)
def test_an_unknown_tool_and_wrong_arguments_are_told_to_the_model(way: Way) -> None:
    script = [
        calls(way, "wether", town="Marburg"),
        calls(way, "weather", city="Marburg"),
        calls(way, "weather", town="Marburg"),
        says(way, "rain"),
    ]
    with talk(script, tools=[weather, add], mode=way) as (agent, _):
        result = agent.run("weather?")
    results = [e for e in result.events if isinstance(e, ToolResult)]
    assert "wether" in results[0].text
    assert "weather, add" in results[0].text
    assert "town" in results[1].text
    assert "city" in results[1].text
    assert [r.error for r in results] == [True, True, False]
    assert result.answer == "rain"


def test_a_tool_that_fails_three_times_ends_with_a_word_to_the_user() -> None:
    script = [calls("function", "broken", x=n) for n in range(3)]
    with talk([*script, Scripted("It is broken.")], tools=[broken]) as (agent, server):
        result = agent.run("try")
    assert (result.reason, result.answer) == ("tool_error", "It is broken.")
    assert "RuntimeError: no luck with 2" in texts_of(server.requests[3])
    assert "Traceback" not in str(server.requests)
    assert "tools" not in server.requests[3]


@pytest.mark.parametrize("way", WAYS)
def test_the_rounds_end_with_one_without_tools(way: Way) -> None:
    script = [calls(way, "add", a=n, b=n) for n in range(3)] + [says(way, "so far 4")]
    with talk(script, tools=[add], limits=Limits(rounds=3), mode=way) as (agent, server):
        result = agent.run("sums")
    assert (result.reason, result.answer, result.rounds) == ("max_steps", "so far 4", 4)
    assert "No more tools" in texts_of(server.requests[3])
    last = [e for e in result.events if isinstance(e, RoundBegan)][-1]
    assert (last.phase, last.tools) == ("synthesise", ())


def test_where_the_last_round_gives_no_answer_the_best_is_put_together() -> None:
    script = [calls("function", "add", a=n, b=n) for n in range(5)]
    with talk(script, tools=[add], limits=Limits(rounds=2), language="zh") as (agent, _):
        result = agent.run("求和")
    assert result.reason == "max_steps"
    assert "未能完成" in result.answer
    assert "add" in result.answer


@pytest.mark.parametrize("way", WAYS)
def test_the_same_call_again_and_again(way: Way) -> None:
    script = [calls(way, "add", b=2, a=1), calls(way, "add", a=1, b=2), calls(way, "add", a=1, b=2)]
    with talk([*script, calls(way, "add", a=1, b=2), says(way, "3")], tools=[add], mode=way) as (
        agent,
        server,
    ):
        result = agent.run("sum")
    results = [e for e in result.events if isinstance(e, ToolResult)]
    assert [r.called for r in results] == [True, True, False, False]
    assert "3 times" in results[2].text
    assert (result.reason, result.answer) == ("repeated_call", "3")
    assert len(server.requests) == 5


@pytest.mark.parametrize("way", WAYS)
def test_replies_that_cannot_be_used_are_told_three_times(way: Way) -> None:
    with talk([Scripted("")] * 3 + [says(way, "sorry")], mode=way, tools=[add]) as (agent, server):
        result = agent.run("hello")
    assert (result.reason, result.answer) == ("final", "sorry")
    assert "empty" in texts_of(server.requests[1])
    with talk([Scripted("")] * 4, mode=way, tools=[add]) as (agent, server):
        result = agent.run("hello")
    assert result.reason == "parse_failed"
    assert result.answer
    assert len(server.requests) == 4


def test_an_unreadable_action_is_told_to_the_model_with_its_reason() -> None:
    script: list[Any] = ['Thought: hm\nAction: {"action": "add", "action_input": {"a": 1,']
    with talk([*script, says("react", "ok")], mode="react", tools=[add]) as (agent, server):
        result = agent.run("sum")
    [note] = [e for e in result.events if isinstance(e, Note)]
    assert note.kind == "parse_failed"
    assert note.details["tools"] == ["add"]
    assert "add" in note.details["raw"]
    assert "ends too early" in texts_of(server.requests[1])
    assert result.answer == "ok"


def test_a_thought_alone_is_no_answer() -> None:
    script: list[Any] = ["Thought: I am thinking about how to help you", says("react", "42")]
    with talk(script, mode="react", tools=[add]) as (agent, _):
        assert agent.run("sum").answer == "42"


def test_an_observation_made_up_by_the_model_is_cut_and_the_tool_called() -> None:
    made_up = 'Action: {"action": "add", "action_input": {"a": 1, "b": 2}}\nObservation: 99\nFinal Answer: 99'
    with talk([made_up, says("react", "3")], mode="react", tools=[add]) as (agent, server):
        result = agent.run("sum")
    assert result.answer == "3"
    assert "99" not in texts_of(server.requests[1])
    assert "made_up_observation" in [e.kind for e in result.events if isinstance(e, Note)]


def test_further_actions_of_a_reply_are_reported() -> None:
    two = 'Action: {"action": "add", "action_input": {"a": 1, "b": 2}}\nAction: {"action": "weather", "action_input": "x"}'
    with talk([two, says("react", "3")], mode="react", tools=[add, weather]) as (agent, _):
        result = agent.run("sum")
    [note] = [e for e in result.events if isinstance(e, Note)]
    assert (note.kind, note.details) == ("further_actions", {"names": ["weather"]})


@pytest.mark.parametrize("way", WAYS)
def test_asking_the_user_ends_the_run(way: Way) -> None:
    script = [calls(way, "ask_user", question="哪个月？")]
    with talk(script, tools=[ASK_USER, add], mode=way) as (agent, _):
        result = agent.run("销售额是多少？")
    assert (result.reason, result.answer) == ("needs_input", "哪个月？")


def test_limits_of_tokens_cost_and_time() -> None:
    prices = Prices(prompt=1_000_000.0, completion=0.0)
    for limits in (Limits(tokens=1), Limits(cost=1.0, prices=prices), Limits(seconds=0.0)):
        with talk([calls("function", "add", a=1, b=2)], tools=[add], limits=limits) as (agent, _):
            result = agent.run("sum")
        assert result.reason == "budget"
        assert "limit" in result.why
        assert "3" in result.answer
    with pytest.raises(UsageError):
        Limits(rounds=0)
    with pytest.raises(UsageError):
        Limits(cost=1.0)


def test_a_run_is_cancelled_while_the_model_or_a_tool_is_at_work() -> None:
    cancel = Cancel()

    def stop(x: int) -> str:
        """Stops.

        Args:
            x: whatever.
        """
        cancel.set()
        time.sleep(0.2)
        return "too late"

    with talk([calls("function", "stop", x=1), Scripted("no")], tools=[stop]) as (agent, server):
        result = agent.run("go", cancel=cancel)
    assert result.reason == "cancelled"
    assert len(server.requests) == 1
    later = Cancel()
    threading.Timer(0.2, later.set).start()
    with talk([Scripted("late", delay=8.0)]) as (agent, _):
        begun = time.monotonic()
        assert agent.run("go", cancel=later).reason == "cancelled"
        assert time.monotonic() - begun < 7


def test_a_tool_that_hangs_is_left_after_its_time() -> None:
    async def hang(x: int) -> str:
        """Hangs.

        Args:
            x: whatever.
        """
        await asyncio.sleep(60)
        return "never"

    script = [calls("function", "hang", x=1), Scripted("it hangs")]
    with talk(script, tools=[tool(hang, timeout=0.1)]) as (agent, _):
        result = agent.run("go")
    [answer] = [e for e in result.events if isinstance(e, ToolResult)]
    assert answer.error
    assert "0.1 seconds" in answer.text
    assert result.answer == "it hangs"


def test_fifty_megabytes_and_an_object_from_a_tool() -> None:
    def huge(x: int) -> str:
        """Gives much.

        Args:
            x: whatever.
        """
        return "row " * 13_000_000

    def odd(x: int) -> object:
        """Gives an object.

        Args:
            x: whatever.
        """
        return object()

    script = [calls("function", "huge", x=1), calls("function", "odd", x=1), Scripted("ok")]
    with talk(script, tools=[huge, odd]) as (agent, server):
        result = agent.run("go")
    first, second = (e for e in result.events if isinstance(e, ToolResult))
    assert len(first.text) < 10_000
    assert "characters left out" in first.text
    assert second.error
    assert "object at 0x" not in str(server.requests)
    assert "no text form" in second.text


def test_a_question_beyond_the_window_ends_with_one_sentence() -> None:
    with talk([Scripted("never")], window=1000) as (agent, server):
        result = agent.run("word " * 4000)
    assert result.reason == "context"
    assert "window" in result.why or "tokens" in result.why
    assert result.answer
    assert server.requests == []


def test_an_empty_question_is_refused() -> None:
    with talk([]) as (agent, _), pytest.raises(AgentError, match="empty"):
        agent.run("  ")


def test_a_server_that_is_busy_is_asked_again_and_one_that_is_down_ends_the_run() -> None:
    busy = Scripted("busy", status=503, retry_after=0.0)
    with talk([busy, busy, Scripted("ok")]) as (agent, _):
        result = agent.run("hello")
    assert result.answer == "ok"
    assert [e.kind for e in result.events if isinstance(e, Note)] == ["retry", "retry"]
    with talk([busy, busy, busy]) as (agent, _):
        result = agent.run("hello")
    assert result.reason == "model_error"
    assert result.answer


def test_usage_is_the_sum_of_all_calls() -> None:
    script = [calls("function", "add", a=1, b=2), Scripted("3")]
    with talk(script, tools=[add]) as (agent, server):
        result = agent.run("sum")
    assert result.usage.calls == len(server.requests) == 2
    counted = [
        estimate(json.dumps(request["messages"], ensure_ascii=False)) for request in server.requests
    ]
    assert result.usage.prompt_tokens == sum(counted)  # as the scripted server counts
    assert result.state.spent.usage == result.usage


def test_numbers_of_an_answer_must_stand_in_the_results() -> None:
    script = [calls("function", "add", a=700, b=34), Scripted("It is 815."), Scripted("It is 734.")]
    with talk(script, tools=[add], check_numbers=True) as (agent, server):
        result = agent.run("700 and 34?")
    assert result.answer == "It is 734."
    assert "815" in texts_of(server.requests[2])
    script = [calls("function", "add", a=700, b=34), Scripted("It is 815."), Scripted("It is 816.")]
    with talk(script, tools=[add], check_numbers=True) as (agent, _):
        result = agent.run("700 and 34?")
    assert "816" not in result.answer.splitlines()[-1]
    assert "734" in result.answer


def test_two_runs_of_one_agent_at_once_do_not_mix() -> None:
    def script(request: Any) -> Scripted:
        last = [m for m in request["messages"] if m["role"] in ("user", "tool")][-1]
        if last["role"] == "tool":
            return Scripted(f"weather: {last['content']}")
        return calls("function", "weather", town=last["content"])

    with talk(script, tools=[weather]) as (agent, _):

        async def both() -> list[str]:
            towns = [f"town{n}" for n in range(6)]
            results = await asyncio.gather(*(agent.arun(town) for town in towns))
            return [result.answer for result in results]

        answers = agent._loop.run(both())
    assert answers == [f"weather: rain in town{n}" for n in range(6)]


def test_the_model_looks_for_a_tool_that_is_not_shown() -> None:
    def made(number: int) -> Any:
        def other(x: int) -> str:
            return "x"

        return tool(other, name=f"other_{number}", description=f"Counts sheep of herd {number}.")

    script = [calls("function", "find_tool", purpose="the weather of a town"), Scripted("found")]
    with talk(script, tools=[*(made(n) for n in range(9)), weather], shown=4) as (agent, server):
        agent.run("count the sheep of herd 3")
    first, second = ([t["function"]["name"] for t in r["tools"]] for r in server.requests)
    assert len(first) <= 4
    assert "weather" not in first
    assert "other_3" in first
    assert "weather" in second


def test_the_agent_can_be_called_inside_a_running_loop() -> None:
    with talk([Scripted("hi")]) as (agent, _):

        async def inside() -> str:
            return agent.run("hello").answer

        assert asyncio.run(inside()) == "hi"


def test_events_come_one_by_one() -> None:
    with talk([calls("function", "add", a=1, b=2), Scripted("3")], tools=[add]) as (agent, _):

        async def kinds() -> list[str]:
            return [type(event).__name__ async for event in agent.events("sum")]

        assert agent._loop.run(kinds()) == [
            "RoundBegan", "TextDelta", "Thought", "ToolCalled", "ToolResult",
            "RoundBegan", "TextDelta", "FinalAnswer", "Stopped",
        ]  # fmt: skip


def test_a_reader_who_leaves_early_leaves_nothing_open() -> None:
    with talk([Scripted("a long answer " * 40)]) as (agent, _):

        async def first() -> str:
            async with aclosing(agent.events("go")) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        return event.text
            return ""

        assert agent._loop.run(first()).startswith("a long")


class Endless:
    """A model that begins to talk and never stops."""

    name = "endless"
    calls = 0

    async def stream(self, messages: Any, **options: Any) -> AsyncIterator[Delta]:
        self.calls += 1
        while True:
            yield Delta("说" * 10_000)


@pytest.mark.parametrize("way", WAYS)
def test_a_model_that_never_stops_is_left(way: Way) -> None:
    model = Endless()
    with Agent(model, mode=way) as agent:
        result = agent.run("hello")
    assert result.reason == "parse_failed"
    assert model.calls == 4
    assert len(result.answer) < 10_000


def test_an_answer_cut_off_by_the_model_is_noted() -> None:
    with talk([Scripted("half an ans", finish_reason="length")]) as (agent, _):
        result = agent.run("hello")
    assert result.answer == "half an ans"
    assert [e.kind for e in result.events if isinstance(e, Note)] == ["cut_off"]


def test_the_limits_of_a_scene() -> None:
    assert Limits.of_scene(SceneLimits(steps=16), seconds=5.0) == Limits(rounds=16, seconds=5.0)
    assert Limits.of_scene(SceneLimits()) == Limits()


@pytest.mark.parametrize("blank", ["\u3000", " \r\n", "**", "\t"])
def test_a_reply_of_nothing_but_blanks_is_empty(blank: str) -> None:
    with talk([Scripted(blank), says("react", "好")], mode="react", tools=[add]) as (agent, _):
        assert agent.run("在吗？").answer == "好"


@pytest.mark.parametrize("way", WAYS)
def test_what_the_working_memory_learned_is_an_event(way: Way) -> None:
    def learn(arguments: Any, result: Any) -> Learned:
        town = arguments["town"]
        return Learned((f"{town}: {result}",), covered=(town,), missing=("上海", "杭州"))

    script = [
        calls(way, "weather", town="杭州"),
        calls(way, "weather", town="杭州"),
        calls(way, "weather", town="上海"),
        says(way, "都在下雨"),
    ]
    with talk(script, tools=[tool(weather, learn=learn)], mode=way) as (agent, _):
        result = agent.run("天气？")
    changed = [e.changes for e in result.events if isinstance(e, MemoryChanged)]
    assert changed == [
        {"done": ["杭州: rain in 杭州"], "covered": ["杭州"], "missing": ["上海"]},
        {"done": ["上海: rain in 上海"], "covered": ["上海"]},
    ]
    kinds = [type(event).__name__ for event in result.events]
    assert kinds.index("MemoryChanged") == kinds.index("ToolResult") + 1


@pytest.mark.parametrize("way", WAYS)
def test_a_call_of_a_cached_tool_is_made_once(way: Way) -> None:
    made: list[str] = []

    def price(item: str, city: str) -> str:
        """Tells a price.

        Args:
            item: for example "茶".
            city: for example "杭州".
        """
        made.append(item)
        if item == "gold":
            raise RuntimeError("not for sale")
        return f"{item} in {city}: {100 + len(made)}"

    script = [
        calls(way, "price", item="茶", city="杭州"),
        calls(way, "price", item="gold", city="杭州"),
        calls(way, "price", city="杭州", item="茶"),
        calls(way, "price", item="gold", city="杭州"),
        says(way, "101"),
    ]
    with talk(script, tools=[tool(price, cached=True)], mode=way, language="zh") as (agent, _):
        result = agent.run("茶多少钱？")
    results = [e for e in result.events if isinstance(e, ToolResult)]
    assert made == ["茶", "gold", "gold"]  # what failed is tried again
    assert [r.called for r in results] == [True, True, False, True]
    assert results[2].text == "（之前做过同样的调用，以下是其结果）\n茶 in 杭州: 101"


def test_what_works_after_a_failure_is_remembered_for_the_answer() -> None:
    def lookup(column: str) -> str:
        """Looks a column up.

        Args:
            column: for example "city".
        """
        if column == "town":
            raise RuntimeError("no column town")
        return "杭州"

    script = [
        calls("function", "lookup", column="town"),
        calls("function", "lookup", column="city"),
        Scripted("杭州"),
    ]
    with talk(script, tools=[lookup]) as (agent, server):
        result = agent.run("哪个城市？")
    assert [(e.kind, e.text) for e in result.state.episodes.kept] == [
        ("failure", "lookup failed: RuntimeError: no column town"),
        ("success", "lookup worked with column=city"),
    ]
    assert "lookup worked with column=city" in texts_of(server.requests[2])


def test_a_reply_that_cannot_be_read_is_noted_with_all_that_is_needed_to_find_out_why() -> None:
    script: list[Any] = ['Thought: hm\nAction: {"action": "add", "action_input": {"a": 1,']
    with talk([*script, says("react", "ok")], mode="react", tools=[add]) as (agent, _):
        result = agent.run("和是多少？")
    [note] = [e for e in result.events if isinstance(e, Note)]
    assert note.details["descriptions"] == {"add": "Adds two whole numbers."}
    assert 0 < note.details["prompt_share"] < 1
    assert note.details["raw"].endswith('"action_input": {"a": 1,')


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_may_have_to_rest_on_a_call(way: Way) -> None:
    script = [
        says(way, "我查过了，是晴天。"),
        calls(way, "weather", town="杭州"),
        says(way, "在下雨。"),
    ]
    policy = Policy(require_tool=True)
    with talk(script, tools=[weather], mode=way, policy=policy, language="zh") as (agent, server):
        result = agent.run("杭州天气？")
    assert (result.reason, result.answer) == ("final", "在下雨。")
    assert "请先调用工具" in texts_of(server.requests[1])
    shown = "".join(e.text for e in result.events if isinstance(e, TextDelta))
    assert "晴天" not in shown
    with talk([says(way, "晴天")] * 4, tools=[weather], mode=way, policy=policy) as (agent, _):
        assert agent.run("weather?").reason == "parse_failed"
    with talk([says(way, "好")], mode=way, policy=policy) as (
        agent,
        _,
    ):  # no tools, nothing to ask for
        assert agent.run("hello").answer == "好"
