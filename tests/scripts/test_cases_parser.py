from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.run_cases import main, outcomes

RIGHT = {
    "core_parser": [
        {
            "id": "whole",
            "chunks": ["Thought: hm\n", 'Action: {"action": "a", "action_input": "晚"}'],
            "actions": [{"name": "a", "input": "晚"}],
            "text": " hm\n ",
            "events": [{"type": "text", "text": " hm\n "}, {"type": "action", "name": "a", "input": "晚"}],
        },
        {"id": "ours", "chunks": ["Final Answer: 7"], "text": "x", "recommended": {"final": "7", "parse_failed": 0}},
    ],
    "runner": [
        {"id": "fill", "unit": "fill", "input": {"instruction": "{{x}}", "inputs": {"x": {"__unprintable__": True}}},
         "recommended": {"raises": ["x"]}},
        {"id": "calls", "unit": "tool_call",
         "input": {"tools": ["find"], "calls": [{"id": "p", "name": "find", "arguments": "{}"},
                                                {"id": "q", "name": "find", "arguments": "{}"}]},
         "recommended": {"result_ids": ["p", "q"], "tool_result_error": False, "goes_on": True}},
        {"id": "limit", "unit": "limit", "input": {"max_steps": 2, "answers": []},
         "recommended": {"stop_reason": "max_steps", "answer_nonempty": True, "raises": None}},
    ],
}  # fmt: skip


def write(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_right_cases_pass(tmp_path: Path) -> None:
    results = outcomes("parser", write(tmp_path / "c.json", RIGHT))
    assert [(r.case, r.failures) for r in results if not r.passed] == []
    assert len(results) == 5


def test_wrong_cases_fail_and_an_unknown_word_is_no_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {
        "core_parser": [
            {"id": "a", "chunks": ["hi"], "text": "ho"},
            {"id": "b", "chunks": ["hi"], "shouts": True},
        ],
        "runner": [
            {"id": "c", "unit": "is_final", "input": {"action": "find"}, "expected": True},
            {"id": "d", "unit": "flies", "input": 1, "expected": 1},
            {"id": "e", "unit": "limit", "input": {"max_steps": 2, "answers": [{"text": "x"}]},
             "recommended": {"stop_reason": "max_steps", "sings": 1}},
        ],
    }  # fmt: skip
    assert main(["parser", str(write(tmp_path / "c.json", wrong))]) == 1
    said = capsys.readouterr().out
    assert said.endswith("0 passed, 5 failed\n")
    for word in ("shouts", "flies", "sings"):
        assert word in said
