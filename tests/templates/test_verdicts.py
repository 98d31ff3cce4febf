from __future__ import annotations

import pytest

from persona.errors import TemplateError
from persona.templates.cases import read_cases
from persona.templates.trial import Judged, Response, Trial, Verdict, evaluate, known_results

CASES = read_cases(
    "- {id: a, language: zh, input: [一, 二], repeats: 2,"
    " expect: [{rubric: [礼貌, 简短], contains: 好}]}"
)


def test_each_rule_is_asked_of_the_judge_with_what_was_said_before() -> None:
    seen: list[Judged] = []

    def judge(judged: Judged) -> Verdict:
        seen.append(judged)
        return Verdict(holds=judged.rule == "礼貌", why="太长")

    (result,) = evaluate(CASES, lambda trial: f"好 {len(trial.messages)}", judge=judge).results
    assert result.failures == (
        "try 1: the judge does not find that '简短' holds: 太长",
        "try 2: the judge does not find that '简短' holds: 太长",
    )
    assert [(j.rule, j.repeat) for j in seen] == [
        ("礼貌", 0),
        ("简短", 0),
        ("礼貌", 1),
        ("简短", 1),
    ]
    assert [m["content"] for m in seen[0].said] == ["一", "好 1", "二"]
    assert (seen[0].answer, seen[0].language) == ("好 3", "zh")


def test_a_judge_that_finds_all_kept() -> None:
    found = evaluate(CASES, lambda _: "好", judge=lambda _: Verdict(holds=True))
    assert found.passed


def test_the_other_keys_count_beside_a_rubric() -> None:
    found = evaluate(CASES, lambda _: "", judge=lambda _: Verdict(holds=True))
    assert found.results[0].failures[0] == "try 1: the answer lacks '好'"


def test_a_rubric_without_a_judge_is_said_before_anybody_is_asked() -> None:
    asked: list[Trial] = []

    def agent(trial: Trial) -> str:
        asked.append(trial)
        return "好"

    with pytest.raises(TemplateError, match="case a: it has a rubric"):
        evaluate(CASES, agent)
    assert asked == []


def test_a_result_depends_on_the_judge_only_where_there_is_a_rubric() -> None:
    plain = read_cases("- {id: b, input: hi, expect: [{contains: 好}]}")
    both = (*CASES, *plain)

    def report(name: str) -> dict[str, str]:
        made = evaluate(
            both, lambda _: Response("好"), judge=lambda _: Verdict(holds=True), judge_name=name
        )
        return {result.case_id: key for key, result in known_results(made.to_dict()).items()}

    one, other = report("judge-1"), report("judge-2")
    assert one["a"] != other["a"]
    assert one["b"] == other["b"]
