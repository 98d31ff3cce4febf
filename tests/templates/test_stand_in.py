from __future__ import annotations

from typing import Any

import pytest

from persona.errors import TemplateError
from persona.templates.cases import read_cases
from persona.templates.stand_in import StandIn, ToolError
from persona.templates.trial import Response, ToolUse, Trial, evaluate

WEATHER = """
tools:
  - name: weather
    description: The weather of a town on a day. Not for the past.
    parameters:
      town: string
      day: {type: integer, default: 0}
    results:
      - {when: {town: "^(oslo|奥斯陆)$"}, returns: {sky: 雪}}
      - {when: {day: "^[1-9]"}, error: no forecast}
      - {times: 1, error: busy}
      - sunny
cases:
  - {id: a, input: hi, expect: [{tool_called: weather}]}
"""


def stand_in(text: str = WEATHER) -> StandIn:
    return StandIn(read_cases(text)[0].tools[0])


def test_the_first_result_that_fits_answers() -> None:
    tool = stand_in()
    assert tool.call({"town": "OSLO"}) == {"sky": "雪"}
    assert tool.call({"town": "奥斯陆"}) == {"sky": "雪"}
    with pytest.raises(ToolError, match="no forecast"):
        tool.call({"town": "Rome", "day": 3})
    with pytest.raises(ToolError, match="busy"):
        tool.call({"town": "Rome"})
    assert [tool.call({"town": "Rome"}) for _ in range(2)] == ["sunny", "sunny"]
    with pytest.raises(ToolError, match="busy"):
        stand_in().call({"town": "Rome"})  # another try begins anew


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [({}, "'town' is a required"), ({"town": 3}, "town"), ({"town": "x", "x": 1}, "'x'")],
)
def test_arguments_are_checked(arguments: dict[str, Any], fault: str) -> None:
    with pytest.raises(ToolError, match=fault):
        stand_in().call(arguments)


def test_what_nothing_is_declared_for_is_an_error() -> None:
    tool = stand_in(
        "[{id: a, input: hi, expect: [{no_tool: true}], tools: [{name: f, parameters: {x: string},"
        " results: [{when: {x: a}, returns: b}]}]}]"
    )
    with pytest.raises(ToolError, match="f has nothing for these arguments"):
        tool.call({"x": "z"})


def test_a_case_has_the_tools_of_its_file_unless_it_says_otherwise() -> None:
    cases = read_cases(
        "tools:\n  - {name: f, results: 1}\n  - {name: g, results: 2}\n"
        "cases:\n"
        "  - {id: both, input: hi, expect: [{no_tool: true}]}\n"
        "  - {id: none, input: hi, tools: [], expect: [{no_tool: true}]}\n"
        "  - {id: own, input: hi, tools: [{name: f, results: 3}, {name: h, results: 4}],"
        " expect: [{no_tool: true}]}\n"
    )
    found = {c.id: [(t.name, t.results[0].returns) for t in c.tools] for c in cases}
    assert found == {
        "both": [("f", 1), ("g", 2)],
        "none": [],
        "own": [("g", 2), ("f", 3), ("h", 4)],
    }


@pytest.mark.parametrize(
    ("tool", "fault"),
    [
        ("{name: f}", "results"),
        ("{name: f, results: []}", "results"),
        ("{name: f g, results: 1}", "name"),
        ("{name: f, results: [{times: 0, returns: 1}]}", "times"),
        ("{name: f, results: [{returns: 1, error: x}]}", "either returns or error"),
        ("{name: f, results: [{when: {}}]}", "either returns or error"),
        ("{name: f, results: [{when: {x: a}, returns: 1}]}", "no parameter 'x'"),
        ("{name: f, parameters: {x: string}, required: [y], results: 1}", "no parameter 'y'"),
        (
            "{name: f, parameters: {x: string}, results: [{when: {x: '('}, returns: 1}]}",
            "no regular expression",
        ),
        ("{name: g, results: 1}", "expects a call of 'f'"),
        ("{name: f, results: 1}, {name: f, results: 2}", "two tools are named 'f'"),
    ],
)
def test_a_tool_that_cannot_be_names_file_and_case(tool: str, fault: str) -> None:
    with pytest.raises(TemplateError, match=rf"x\.yaml, case a: .*{fault}"):
        read_cases(
            f"[{{id: a, input: hi, expect: [{{tool_called: f}}], tools: [{tool}]}}]", "x.yaml"
        )


@pytest.mark.parametrize("text", ["{cases: []}", "{tools: []}", "{cases: 3}", "{case: []}"])
def test_a_file_that_is_none(text: str) -> None:
    with pytest.raises(TemplateError, match=r"x\.yaml"):
        read_cases(text, "x.yaml")


def test_an_agent_of_ones_own_may_call_them() -> None:
    def agent(trial: Trial) -> Response:
        (tool,) = trial.tools
        assert (tool.tool.name, trial.language) == ("weather", "en")
        return Response(str(tool.call({"town": "Oslo"})), (ToolUse("weather"),))

    assert evaluate(read_cases(WEATHER), agent).passed


def test_why_a_run_ended_stands_with_the_faults() -> None:
    cases = read_cases("- {id: a, input: hi, expect: [{contains: x}]}")
    (bad,) = evaluate(cases, lambda _: Response("", why="it ended by max_steps")).results
    assert bad.failures == ("try 1: the answer lacks 'x'", "try 1: it ended by max_steps")
    (good,) = evaluate(cases, lambda _: Response("x", why="it ended by max_steps")).results
    assert good.failures == ()
