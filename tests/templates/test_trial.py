from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from persona.templates import TemplateLibrary
from persona.templates.cases import Case, read_cases, shipped_cases
from persona.templates.experiment import Tally
from persona.templates.trial import (
    EvalReport,
    Response,
    ToolUse,
    Trial,
    compare,
    evaluate,
    known_results,
)
from tests.templates.conftest import BASE, atomic


def case(expect: str, more: str = "") -> tuple[Case, ...]:
    return read_cases(f"- {{id: a, input: hi, {more} expect: [{expect}]}}")


CALLED = Response('{"n": 1}', (ToolUse("run", {"sql": "select 1", "rows": 5}),), steps=2)


@pytest.mark.parametrize(
    ("expect", "passes"),
    [
        ("{contains: N}", True),
        ("{contains: [n, x]}", False),
        ("{not_contains: x}", True),
        ("{not_contains: [x, N]}", False),
        ("{regex: '^.\"n\"'}", True),
        ("{regex: '^n'}", False),
        ("{json_schema: {type: object, required: [n]}}", True),
        ("{json_schema: {type: object, required: [m]}}", False),
        ("{json_schema: {type: array}}", False),
        ("{tool_called: run}", True),
        ("{tool_called: stop}", False),
        ("{tool_called: {name: run, arguments: {rows: 5}}}", True),
        ("{tool_called: {name: run, arguments: {rows: 6}}}", False),
        ("{tool_called: {name: run, times: 2}}", False),
        ("{no_tool: true}", False),
        ("{no_tool: false}", True),
        ("{steps: 2}", True),
        ("{steps: 1}", False),
        ("{tokens: 2}", True),  # 8 characters
        ("{tokens: 1}", False),
        ("{contains: n, steps: 1}", False),
    ],
)
def test_expectations(expect: str, *, passes: bool) -> None:
    report = evaluate(case(expect), lambda _: CALLED)
    assert report.passed is passes
    assert bool(report.results[0].failures) is not passes


def test_chinese_answers() -> None:
    found = evaluate(
        case("{contains: 差旅, not_contains: 预算, tokens: 6}"), lambda _: "差旅是三千"
    )
    assert found.passed


def test_an_answer_that_is_no_json() -> None:
    (result,) = evaluate(case("{json_schema: {type: object}}"), lambda _: "{'n': 1}").results
    assert result.failures == ("try 1: the answer is no JSON",)


def test_repeats_and_the_rate_that_is_asked() -> None:
    def sometimes(trial: Trial) -> str:
        return "yes" if trial.repeat % 4 else "no"  # three of four

    good = evaluate(case("{contains: yes}", "repeats: 8, pass_rate: 0.75,"), sometimes)
    assert good.passed
    assert good.tally == Tally(6, 8)
    low, high = good.interval
    assert low < 0.75 < high
    assert not evaluate(case("{contains: yes}", "repeats: 8, pass_rate: 0.8,"), sometimes).passed
    assert good.metrics()["pass_rate"] == 0.75


def test_the_agent_is_given_the_rendered_prompt_and_what_was_said() -> None:
    seen: list[Trial] = []

    def agent(trial: Trial) -> str:
        seen.append(trial)
        return f"answer {len(seen)}"

    cases = read_cases(
        "- {id: a, language: zh, template: scene/dinner, persona: <b>, input: [一, 二],"
        " expect: [{contains: answer 2}]}"
    )
    library = TemplateLibrary.from_layers([("test", BASE)])
    assert evaluate(cases, agent, library=library).passed
    assert [m["role"] for m in seen[1].messages] == ["system", "user", "assistant", "user"]
    assert seen[1].messages[0]["content"].startswith("你为小安做饭。\n\n<b>")
    assert [m["content"] for m in seen[1].messages[1:]] == ["一", "answer 1", "二"]


def test_a_variant_for_the_model_is_what_is_tried() -> None:
    files = {**BASE, "atomic/role/cook.small.en.md": (
        "---\nid: role/cook\nkind: role\nlanguage: en\nmodel: small-1\n"
        "inputs: {guest: {sample: Ada}}\n---\nCook for {{ guest }}.\n"
    )}  # fmt: skip
    library = TemplateLibrary.from_layers([("test", files)])
    cases = read_cases("- {id: a, template: scene/dinner, input: hi, expect: [{contains: Cook}]}")

    def told(trial: Trial) -> str:
        return trial.messages[0]["content"]

    assert evaluate(cases, told, library=library, model="small-1").passed
    (other,) = evaluate(cases, told, library=library, model="large-1").results
    (small,) = evaluate(cases, told, library=library, model="small-1").results
    assert other.key != small.key


def test_the_rounds_are_those_of_the_variant_that_is_tried() -> None:
    scene = BASE["scene/dinner.yaml"]
    files = {
        **BASE,
        "scene/dinner.yaml": f"{scene}limits: {{steps: 9}}\n",
        "scene/dinner.zh.yaml": f"{scene}language: zh\nlimits: {{steps: 4}}\n",
        "scene/dinner.small.yaml": f"{scene}model: small-1\nlimits: {{steps: 2}}\n",
    }
    library = TemplateLibrary.from_layers([("test", files)])
    seen: list[int | None] = []

    def told(trial: Trial) -> str:
        seen.append(trial.steps)
        return "x"

    for language, model in (("en", None), ("zh", None), ("en", "small-1")):
        row = f"- {{id: a, language: {language}, template: scene/dinner, input: hi, expect: [{{contains: x}}]}}"
        evaluate(read_cases(row), told, library=library, model=model)
    assert seen == [9, 4, 2]


def test_what_the_agent_raises_is_not_swallowed() -> None:
    def broken(_: Trial) -> str:
        raise RuntimeError("down")

    with pytest.raises(RuntimeError, match="down"):
        evaluate(case("{contains: x}"), broken)


def counted(agent: Callable[[Trial], str]) -> tuple[Callable[[Trial], str], list[str]]:
    calls: list[str] = []

    def run(trial: Trial) -> str:
        calls.append(trial.case_id)
        return agent(trial)

    return run, calls


CASES = read_cases(
    "- {id: cook, template: role/cook, values: {guest: a}, input: hi, expect: [{contains: x}]}\n"
    "- {id: safe, template: constraint/safe, input: hi, expect: [{contains: x}]}\n"
)


def test_only_what_a_change_touches_is_tried_again() -> None:
    agent, calls = counted(lambda _: "x")
    before = evaluate(CASES, agent, library=TemplateLibrary.from_layers([("t", BASE)]))
    known = known_results(json.loads(json.dumps(before.to_dict())))
    changed = {**BASE, **dict([atomic("constraint/safe", "- No milk.")])}
    after = evaluate(
        CASES, agent, library=TemplateLibrary.from_layers([("t", changed)]), known=known
    )
    assert calls == ["cook", "safe", "safe"]
    assert [r.cached for r in after.results] == [True, False]
    other = evaluate(
        CASES,
        agent,
        agent_name="another",
        known=known,
        library=TemplateLibrary.from_layers([("t", BASE)]),
    )
    assert not any(r.cached for r in other.results)


def test_a_comparison_shows_the_worst_first() -> None:
    library = TemplateLibrary.from_layers([("t", BASE)])

    def report(**answers: str) -> EvalReport:
        return evaluate(CASES, lambda t: answers[t.case_id], library=library)

    changes = compare(report(cook="", safe="x"), report(cook="x", safe=""))
    assert [(c.case_id, c.before, c.after) for c in changes] == [
        ("safe", 1.0, 0.0),
        ("cook", 0.0, 1.0),
    ]
    assert compare(report(cook="x", safe="x"), report(cook="x", safe="x")) == ()


def right(trial: Trial) -> Response:
    """A person's idea of what the agent should do, by case."""
    query = ToolUse("run_query", {"sql": "select 1"})
    done = {
        "answer": (1, "March 2025: 1200.00 EUR. 2025 年 3 月：1200 元"),
        "refusal": (0, "I cannot change data, 不能修改"),
        "self_repair": (2, "Berlin spent most. 柏林最多"),
        "comparison": (2, "March more than April. 3 月多于 4 月"),
    }
    calls, text = done[trial.case_id]
    return Response(text, (query,) * calls, steps=calls + 1)


def test_the_shipped_cases_pass_for_a_right_agent_and_fail_for_a_wrong_one() -> None:
    good = evaluate(shipped_cases(), right)
    assert [r.failures for r in good.results] == [()] * 8
    bad = evaluate(shipped_cases(), lambda _: Response("", (ToolUse("drop"),), steps=99))
    assert not any(result.passed for result in bad.results)
