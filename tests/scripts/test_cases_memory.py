from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.cases import Outcome
from scripts.cases.memory import run


def answer(target: str, relation: str = "likes", **fields: Any) -> str:
    row = {"source": "USER", "target": target, "relation": relation, "weight": 0.9, **fields}
    entities = [{"name": target, "type": "thing"}]
    return json.dumps({"entities": entities, "relations": [row]}, ensure_ascii=False)


def said(number: int, text: str, **fields: Any) -> dict[str, Any]:
    return {"id": f"m{number}", "role": "user", "content": text, **fields}


CASE: dict[str, Any] = {
    "id": "c",
    "title": "told to people",
    "feed": "once",
    "input_messages": [said(1, "我喜欢爵士")],
    "mocked_llm_output": [{"for": "extract", "text": answer("爵士", "喜欢")}],
    "checks": [{"edge": {"src": "USER", "dst": "爵士", "kind": "likes", "polarity": 1}}],
}


def outcome(tmp_path: Path, **case: Any) -> Outcome:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([{**CASE, **case}], ensure_ascii=False), encoding="utf-8")
    (result,) = run(path)
    return result


HOLD: list[dict[str, Any]] = [
    {"node": "爵士"},
    {"no_node": "摇滚"},
    {"node_count": {"count": 1}},
    {"mentions": {"爵士": 1, "摇滚": 0}},
    {"intervals": {"src": "USER", "dst": "爵士", "count": 1}},
    {"section_contains": {"likes": ["爵士"]}},
    {"section_not_contains": {"dislikes": ["爵士"]}},
    {"rank_before": ["爵士", "摇滚"]},
    {"root_intact": True},
    {"no_self_loops": True},
    {"weights_in": [0, 1]},
    {"component_share_min": {"pagerank": 0.1}},
    {"local_date": {"message": "m1", "date": "2026-03-01"}},
    {"user_count": 1},
    {"no_persona": "u2"},
    {"messages_stored": {"user": "u1", "count": 1}},
    {"windows": {"done": 1, "failed": 0}},
    {"pending": []},
    {"summary_present": True},
    {"llm_calls": {"purpose": "extract", "min": 1, "max": 1}},
    {"llm_prompt_contains": {"text": "爵士", "call": 1}},
    {"llm_prompt_not_contains": "摇滚"},
    {"llm_prompt_tokens_max": 2000},
    {"llm_tokens_total_max": 2000},
    {"llm_prompt_delimits_turns": True},
    {"prompt_contains": "爵士"},
    {"prompt_not_contains": {"text": "爵士", "max_tokens": 0}},
    {"prompt_fence_intact": True},
    {"prompt_tokens_max": {"max_tokens": 100}},
    {"html_contains": "爵士"},
    {"html_text_only": True},
    {"store_bytes_not_contain": "摇滚"},
    {"no_file_outside_store": True},
    {"order_independent": True},
    {"equals_build_of": ["m1"]},
    {"raises": {"op": "forget", "user": "", "everything": True}},
    {"after": {"rerun": 2}, "unchanged": True},
    {"after": {"rerun": 2}, "llm_calls": {"max": 0}},
    {"after": {"replay": 2}, "unchanged": True, "user": "u1"},
    {"after": {"reopen": True}, "edge": {"src": "USER", "dst": "爵士"}},
    {"after": {"forget_message": "m1"}, "no_node": "爵士"},
    {"after": {"forget_user": "u1"}, "no_persona": "u1"},
]


def test_checks_that_hold(tmp_path: Path) -> None:
    assert outcome(tmp_path, checks=[*CASE["checks"], *HOLD]).failures == ()


FAIL: list[tuple[dict[str, Any], str]] = [
    ({"edge": {"src": "USER", "dst": "爵士", "polarity": -1}}, "wanted an edge"),
    ({"edge": {"src": "USER", "dst": "爵士", "count": 2}}, "came 1"),
    ({"no_edge": {"src": "USER", "dst": "爵士"}}, "no edge"),
    ({"node": "摇滚"}, "wanted the node"),
    ({"node_count": {"min": 2}}, "came 1"),
    ({"mentions": {"爵士": 2}}, "came 1"),
    ({"rank_before": ["摇滚", "爵士"]}, "not ranked"),
    ({"not_in_top_preferences": "爵士"}, "is in"),
    ({"section_contains": {"uses": ["爵士"]}}, "in uses"),
    ({"weights_in": [0, 0.1]}, "within"),
    ({"local_date": {"message": "m1", "date": "2026-03-02"}}, "2026-03-02"),
    ({"windows": {"failed": 1}}, "1 windows failed"),
    ({"windows": {"lost": 1}}, "does not know"),
    ({"pending": ["m1"]}, "pending"),
    ({"reported": {"question": 1}}, "reported"),
    ({"llm_calls": {"max": 0}}, "came 1"),
    ({"llm_calls": {"purpose": "tea"}}, "does not know"),
    ({"llm_prompt_contains": {"text": "爵士", "call": 2}}, "in a request"),
    ({"prompt_contains": "摇滚"}, "in the prompt"),
    ({"html_not_contains": "爵士"}, "the page has"),
    ({"store_bytes_not_contain": "爵士"}, "has"),
    ({"raises": {"op": "show", "user": "u1"}}, "came none"),
    ({"raises": {"op": "fly"}}, "does not know"),
    ({"jumps": True}, "does not know the check"),
    ({"after": {"forget_message": "m1"}, "unchanged": True}, "differ"),
    ({"after": {"jump": 1}, "unchanged": True}, "does not know the step"),
]


@pytest.mark.parametrize(("check", "told"), FAIL, ids=lambda value: str(value)[:40])
def test_a_check_that_fails_says_what_came(
    tmp_path: Path, check: dict[str, Any], told: str
) -> None:
    failures = outcome(tmp_path, checks=[check]).failures
    assert len(failures) >= 1
    assert any(told in failure for failure in failures), failures


def test_an_unknown_field_or_feed_fails(tmp_path: Path) -> None:
    assert "'tea'" in outcome(tmp_path, tea=1).failures[0]
    assert "'tea'" in outcome(tmp_path, setup={"tea": 1}).failures[0]
    assert "'twice'" in outcome(tmp_path, feed="twice").failures[0]


def test_every_variant_must_pass(tmp_path: Path) -> None:
    right, wrong = CASE["mocked_llm_output"], [{"for": "extract", "text": answer("爵士", "讨厌")}]
    failures = outcome(tmp_path, variants=[right, wrong], mocked_llm_output=[]).failures
    assert [failure.split(":")[0] for failure in failures] == ["variant 1"]


def test_answers_by_message_and_retries_and_later_runs(tmp_path: Path) -> None:
    """m1 fails twice in its run and is answered in the next; m2's answer is joined where needed."""
    script = [
        {"for": "extract", "error": {"status": 500}},
        {"for": "retry", "error": {"status": 500}},
        {"for": "extract", "text": answer("tea")},
        {"for": "rerun", "text": answer("jazz", evidence=["m1"])},
    ]
    result = outcome(
        tmp_path,
        feed="once",
        input_messages=[
            said(1, "I like jazz", timestamp="2026-03-01T09:00:00+08:00"),
            said(2, "I like tea", timestamp="2026-03-05T09:00:00+08:00"),
        ],
        mocked_llm_output=script,
        checks=[
            {"pending": ["m1"]},
            {"llm_calls": {"min": 3, "max": 3}},
            {"after": {"rerun": 1}, "llm_calls": {"min": 1, "max": 1}},
            {"after": {"rerun": 1}, "edge": {"src": "USER", "dst": "jazz"}},
        ],
    )
    assert result.failures == ()


def test_made_answers_a_log_before_and_threads(tmp_path: Path) -> None:
    result = outcome(
        tmp_path,
        setup={
            "generate": {"messages": 3, "text": "我喜欢主题{i}。"},
            "answers": {"entities": 3, "name": "主题{i}", "relation": "喜欢", "weight": 0.9},
            "before": {
                "messages": [said(9, "I use Rust", id="b1")],
                "answers": [{"for": "extract", "text": answer("Rust", "uses", evidence=["b1"])}],
            },
            "concurrent": 3,
        },
        input_messages=[],
        mocked_llm_output=[],
        checks=[
            {"node_count": {"count": 4}},
            {"others_unchanged": True},
            {"mentions": {"Rust": 1}},
        ],
    )
    assert result.failures == ()


def test_a_build_of_some_messages_gets_the_answers_of_their_windows(tmp_path: Path) -> None:
    """Three windows with an answer each; without the second, the third keeps its own."""
    things = ("jazz", "tea", "opera")
    result = outcome(
        tmp_path,
        input_messages=[
            said(n, f"I like {thing}", timestamp=f"2026-03-0{n}T09:00:00+08:00")
            for n, thing in enumerate(things, 1)
        ],
        mocked_llm_output=[{"for": "extract", "text": answer(thing)} for thing in things]
        + [{"for": "rerun", "repeat": True, "text": answer("opera")}],
        checks=[
            {"node_count": {"count": 3}},
            {"order_independent": True},
            {"after": {"forget_message": "m2"}, "equals_build_of": ["m1", "m3"]},
        ],
    )
    assert result.failures == ()


@pytest.mark.parametrize(
    ("time", "zone", "date"),
    [
        ("2026-03-01T23:30:00", "Asia/Shanghai", "2026-03-01"),  # 15:30 UTC
        ("2026-03-01T00:30:00", "Asia/Shanghai", "2026-03-01"),  # the day before in UTC
        ("2026-03-01T23:30:00-05:00", None, "2026-03-01"),  # the day after in UTC
    ],
)
def test_the_day_of_a_message_is_that_of_its_own_zone(
    tmp_path: Path, time: str, zone: str | None, date: str
) -> None:
    result = outcome(
        tmp_path,
        setup={"timezone": zone} if zone else {},
        input_messages=[said(1, "我喜欢爵士", timestamp=time)],
        checks=[{"local_date": {"message": "m1", "date": date}}],
    )
    assert result.failures == ()


def test_a_process_of_its_own_has_the_environment_of_the_case(tmp_path: Path) -> None:
    result = outcome(
        tmp_path,
        setup={"env": {"LC_ALL": "C", "PYTHONUTF8": "0"}},
        checks=[{"html_contains": "爵士"}, {"html_not_contains": "cdn."}],
    )
    assert result.failures == ()
    failing = outcome(tmp_path, setup={"env": {"A": "b"}}, checks=[{"node": "摇滚"}])
    assert failing.failures == ("wanted the node '摇滚'",)
