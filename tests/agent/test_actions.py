from __future__ import annotations

from typing import Any

import pytest

from persona.agent.actions import (
    Call,
    NamelessError,
    is_final,
    read_actions,
    repaired_actions,
    strict,
)


@pytest.mark.parametrize(
    "name", [None, "Final Answer", "final_answer", "finalAnswer", "FINAL ANSWER", "最终答案"]
)
def test_a_final_answer_however_it_is_written(name: str | None) -> None:
    assert is_final(name)


@pytest.mark.parametrize("name", ["find", "finalize_answers", "answer", "final", "答案"])
def test_another_name_is_none(name: str) -> None:
    assert not is_final(name)


@pytest.mark.parametrize(
    ("value", "call"),
    [
        ({"action": "a", "action_input": None}, Call("a", {})),
        ({"Tool": " a ", "Tool Input": "x"}, Call("a", "x")),
        ({"tool_name": "a", "args": [1]}, Call("a", [1])),
        ({"name": "a", "arguments": '{"k": 1}'}, Call("a", {"k": 1})),
        ({"name": "a", "arguments": "plain"}, Call("a", "plain")),
        (
            {"id": "1", "type": "function", "function": {"name": "a", "arguments": {}}},
            Call("a", {}),
        ),
        ({"tool_calling": {"thought": "x", "action": "a"}}, Call("a", {})),
        ({"action": {"name": "a", "arguments": {"k": 1}}}, Call("a", {"k": 1})),
        ({"工具": "查询", "my_input": 1}, Call("查询", 1)),
    ],
)
def test_forms_of_one_action(value: Any, call: Call) -> None:
    assert read_actions(value) == [call]


@pytest.mark.parametrize(
    "value", [1, "x", None, [], [1], {}, {"name": "Runa"}, {"k": {"action": "a"}}, [{"a": 1}]]
)
def test_what_is_no_action(value: Any) -> None:
    assert read_actions(value) == []


@pytest.mark.parametrize(
    "value",
    [
        {"input": 1},
        {"action": "", "action_input": 1},
        {"tool_call": {"input": 1}},
        [{"action": "a"}, {"b": 1}],
    ],
)
def test_an_input_without_a_name(value: Any) -> None:
    with pytest.raises(NamelessError):
        read_actions(value)


def test_json_with_line_breaks_in_texts_but_without_nan() -> None:
    assert strict('{"a": "x\ny"}') == {"a": "x\ny"}
    assert strict('{"a": NaN}') is None
    assert strict("[" * 100_000) is None
    assert strict('{"a": ' + "9" * 5000 + "}") is None


def test_a_repair_does_not_make_up_a_name() -> None:
    assert repaired_actions("{'action': 'a', 'action_input': 'x',}") == [Call("a", "x")]
    assert repaired_actions("{'action': 'a', 'action_input': None}") == [Call("a", {})]
    assert repaired_actions("{'action': 'a', 'action_input': [True, None, 'None, x']}") == [
        Call("a", [True, None, "None, x"])
    ]
    assert repaired_actions("{oops}") == []
    assert repaired_actions('{"action": "a"' + " " * 70_000) == []
