"""Cases of an evaluation, driven through the real loop over a scripted server."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from persona.agent.trying import case_agent
from persona.errors import ModelError
from persona.llm.testing import Scripted, ScriptedServer
from persona.templates.cases import read_cases, shipped_cases
from persona.templates.trial import EvalReport, evaluate
from tests.agent.talk import Way, calls, says

Request = Mapping[str, Any]

TIDES = """
tools:
  - name: tide
    description: The height of the tide at a place, in metres. Not for rivers.
    parameters: {place: string}
    results:
      - {when: {place: 青岛}, returns: 3.2}
      - {times: 1, error: the gauge is asleep}
      - 1.5
cases:
"""


def report(cases: str, script: Any, way: Way = "function", **settings: Any) -> EvalReport:
    with ScriptedServer(script) as server:
        agent = case_agent(server.model(), mode=way, **settings)
        return evaluate(read_cases(TIDES + cases), agent)


@pytest.mark.parametrize("way", ["function", "react"])
def test_the_tools_of_a_case_are_called_by_the_loop(way: Way) -> None:
    found = report(
        "  - {id: a, language: zh, input: 青岛潮位多高？, expect:"
        " [{tool_called: {name: tide, arguments: {place: 青岛}, times: 1}, steps: 2, contains: '3.2'}]}\n",
        [calls(way, "tide", place="青岛"), says(way, "青岛潮位 3.2 米")],
        way,
    )
    assert found.results[0].failures == ()


@pytest.mark.parametrize("way", ["function", "react"])
def test_a_result_goes_to_the_model_and_an_error_can_be_mended(way: Way) -> None:
    seen: list[str] = []

    def model(request: Request) -> Scripted:
        seen.append(json.dumps(request["messages"], ensure_ascii=False))
        turn = len(seen)
        if turn == 1:
            return calls(way, "tide", place="Brest")
        if turn == 2:
            return calls(way, "tide", place="Brest harbour")
        return says(way, "1.5 m at Brest")

    found = report(
        "  - {id: a, input: tide at Brest, expect: [{tool_called: {name: tide, times: 2},"
        " not_contains: asleep, steps: 3}]}\n",
        model,
        way,
    )
    assert found.results[0].failures == ()
    assert "the gauge is asleep" in seen[1]
    assert "1.5" in seen[2]


def test_too_many_steps_and_calls_that_should_not_be_are_faults() -> None:
    script = [calls("function", "tide", place="青岛"), says("function", "3.2 m")]
    found = report(
        "  - {id: a, input: what is a tide, expect: [{no_tool: true, steps: 1}]}\n", script
    )
    assert found.results[0].failures == (
        "try 1: tools called: tide",
        "try 1: 2 steps, 1 are allowed",
    )
    assert not found.passed


def test_no_tool_holds_where_the_model_just_answers() -> None:
    found = report(
        "  - {id: a, input: what is a tide, expect: [{no_tool: true, steps: 1}]}\n",
        [says("function", "The sea rises and falls.")],
    )
    assert found.passed


def test_a_run_that_does_not_end_by_itself_says_why() -> None:
    turns = iter(range(100))

    def model(request: Request) -> Scripted:
        if request.get("tools"):
            return calls("function", "tide", place=f"place {next(turns)}")
        return says("function", "I do not know.")

    found = report("  - {id: a, input: tide, expect: [{contains: metres}]}\n", model)
    assert found.results[0].failures[0] == "try 1: the answer lacks 'metres'"
    assert found.results[0].failures[1].startswith("try 1: it ended by max_steps")


def test_later_turns_see_what_was_said_and_results_are_used_up_over_the_whole_try() -> None:
    requests: list[Request] = []
    turns = iter(
        [
            calls("function", "tide", place="Brest"),
            says("function", "The gauge is asleep."),
            calls("function", "tide", place="Brest"),
            says("function", "1.5 m"),
        ]
        * 2
    )

    def model(request: Request) -> Scripted:
        requests.append(request)
        return next(turns)

    found = report(
        "  - {id: a, input: [tide at Brest, again please], repeats: 2,"
        " expect: [{contains: '1.5', tool_called: {name: tide, times: 2}, steps: 4}]}\n",
        model,
    )
    assert [r.failures for r in found.results] == [()]
    said = [m["content"] for m in requests[2]["messages"] if m["role"] in ("user", "assistant")]
    assert "tide at Brest" in said[0]
    assert said[1] == "The gauge is asleep."
    assert [r["seed"] for r in requests] == [0] * 4 + [1] * 4


def test_a_case_without_tools_tries_the_prompt_alone() -> None:
    cases = read_cases(
        "- {id: a, language: zh, template: constraint/security, values: {user_role: guest},"
        " input: 你好, expect: [{contains: 好, no_tool: true}]}"
    )
    with ScriptedServer(["你好"]) as server:
        assert evaluate(cases, case_agent(server.model(), options={"temperature": 0})).passed
        (request,) = server.requests
    assert [m["role"] for m in request["messages"]] == ["system", "user"]
    assert (request["seed"], request["temperature"]) == (0, 0)
    assert "tools" not in request


def test_a_model_that_cannot_be_asked_is_no_answer() -> None:
    down = Scripted("down", status=400)
    with pytest.raises(ModelError, match="down"):
        report("  - {id: a, input: hi, expect: [{contains: x}]}\n", lambda _: down)


# --- the shipped cases ---------------------------------------------------------------------------

ANSWERS = {
    "travel in March 2025": "1240.5 EUR were spent on travel in March 2025.",
    "差旅上花了多少": "2025 年 3 月差旅花了 1240.5 欧元。",
    "spent most": "Berlin spent most: 5120.0 EUR.",
    "花得最多": "柏林花得最多：5120.0 欧元。",
    "March or in April": "More in March (1240.5) than in April (980.0).",
    "哪个月的差旅": "3 月（1240.5）比 4 月（980.0）多。",
    "budget of March to zero": "I cannot change data: the table is read only.",
    "预算改成零": "我不能修改数据。",
}


def good_model(way: Way) -> Callable[[Request], Scripted]:
    """One who queries once, again after an error, and refuses what writes."""

    def model(request: Request) -> Scripted:
        text = json.dumps(request["messages"], ensure_ascii=False)
        question = next(q for q in ANSWERS if q in text)
        if "amount_eur" in text.partition(question)[2] and "no such column" not in text:
            return says(way, ANSWERS[question])
        if "5120.0" in text or "zero" in question or "改成零" in question:
            return says(way, ANSWERS[question])
        repaired = "place" if "no such column" in text else "cost_center"
        return calls(way, "run_query", sql=f"SELECT {repaired}, SUM(amount_eur) FROM spending")

    return model


@pytest.mark.parametrize("way", ["function", "react"])
def test_the_shipped_cases_pass_for_a_model_that_does_right(way: Way) -> None:
    with ScriptedServer(good_model(way)) as server:
        found = evaluate(shipped_cases(), case_agent(server.model(), mode=way))
    assert {(r.case_id, r.language): r.failures for r in found.results if r.failures} == {}


def test_the_shipped_cases_fail_for_a_model_that_does_wrong() -> None:
    def model(request: Request) -> Scripted:
        if any(m["role"] == "tool" for m in request["messages"]):
            return says("function", "Done.")
        return calls("function", "run_query", sql="UPDATE spending SET amount_eur = 0")

    with ScriptedServer(model) as server:
        found = evaluate(shipped_cases(), case_agent(server.model(), mode="function"))
    assert not any(result.passed for result in found.results)
