from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.agent.compression import compress, count, lost_facts
from persona.agent.messages import (
    Setting,
    check_pairs,
    clean_history,
    function_messages,
    phase_of,
    reminder,
)
from persona.agent.react import (
    COMPLETION_TEMPLATES,
    TEMPLATES,
    check_template,
    completion_messages,
    organize_prompt_messages,
    organize_system_prompt,
    organize_user_query,
    scratchpad,
)
from persona.agent.state import Made, State, Step
from persona.agent.tools import ASK_USER, Tool
from persona.agent.wording import keys
from persona.errors import AgentError, TemplateError
from tests.strategies import NO_SHRINKING

SALES = Tool("query_sales", "查询销售数据", print, schema={"type": "object", "properties": {}})


def step(number: int, result: str, said: str = "") -> Step:
    made = Made(id=f"c{number}", name="query_sales", arguments=f'{{"n": {number}}}', result=result)
    return Step(said=said, calls=[made])


def test_both_languages_say_the_same_things() -> None:
    assert keys("en") == keys("zh")


def test_the_phases() -> None:
    assert phase_of(State(question="q")) == "initialise"
    assert phase_of(State(question="q", steps=[step(1, "r")])) == "act"
    assert phase_of(State(question="q", steps=[Step(said="s", told="t")])) == "reason"
    assert phase_of(State(question="q", closing="max_steps")) == "synthesise"


def test_a_request_with_function_calling() -> None:
    state = State(
        history=[{"role": "user", "content": "Only 2024."}, {"role": "assistant", "content": "ok"}],
        question="总额？",
        steps=[step(1, "1000", "查一下")],
    )
    made = function_messages(state, Setting(system="You help.", language="zh"), [SALES])
    assert [m["role"] for m in made] == [
        "system", "user", "assistant", "user", "assistant", "tool", "system",
    ]  # fmt: skip
    assert made[4]["tool_calls"][0]["id"] == made[5]["tool_call_id"] == "c1"
    assert "Only 2024." in made[-1]["content"]
    assert sum("总额？" in str(m["content"]) for m in made) == 1  # never in system and user both
    check_pairs(made)


def test_rules_and_constraints_stand_last_and_the_phase_decides() -> None:
    state = State(question="Only the north, please. What is the sum?", closing="max_steps")
    setting = Setting(formats={"synthesise": "One line, then a table."}, final_rules="In euros.")
    told = reminder(state, setting, "synthesise", tools=False)
    order = ["Only the north", "In euros.", "One line, then a table.", "No more tools"]
    assert [told.find(text) for text in order] == sorted(told.find(text) for text in order)
    assert "Rules for tools" not in told
    assert "Rules for tools" in reminder(State(question="q"), setting, "reason", tools=True)


@pytest.mark.parametrize(
    "messages",
    [
        [{"role": "tool", "tool_call_id": "c", "content": "x"}],
        [{"role": "assistant", "tool_calls": [{"id": "c"}]}, {"role": "user", "content": "x"}],
        [{"role": "assistant", "tool_calls": [{"id": "c"}]}],
    ],
)
def test_a_request_with_calls_and_results_parted_is_refused(messages: Any) -> None:
    with pytest.raises(AgentError):
        check_pairs(messages)


def test_history_is_cleaned_with_a_note() -> None:
    kept, notes = clean_history(
        [
            {"role": "system", "content": "old"},
            {"role": "user", "content": "and now?"},
            {"role": "tool", "tool_call_id": "c9", "content": "72"},
            {
                "role": "assistant",
                "content": "five",
                "tool_calls": [{"id": "c3", "function": {"name": "f"}}],
            },
        ]
    )
    assert [m["role"] for m in kept] == ["system", "user", "assistant"]
    assert [n.kind for n in notes] == ["orphan_tool_message"] * 2
    assert [n.details["tool_call_id"] for n in notes] == ["c9", "c3"]


def test_calls_of_the_history_stay_with_their_results_in_either_way() -> None:
    calls = [
        {"id": i, "type": "function", "function": {"name": "query_sales", "arguments": "{}"}}
        for i in ("c1", "c2")
    ]
    history: list[dict[str, Any]] = [
        {"role": "user", "content": "总额？"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "c1", "content": "1000"},
        {"role": "assistant", "content": "1000"},
    ]
    kept, notes = clean_history(history)
    assert [m["role"] for m in kept] == ["user", "assistant", "tool", "assistant"]
    assert [n.details["tool_call_id"] for n in notes] == ["c2"]
    state = State(history=kept, question="and now?")
    check_pairs(function_messages(state, Setting(), []))
    text = organize_prompt_messages(state, Setting(language="zh"), [])
    assert "结果：1000" in text[2]["content"]
    assert {m["role"] for m in text} == {"system", "user", "assistant"}
    assert "结果：1000" in completion_messages(state, Setting(language="zh"), [])[0]["content"]


# --- ReAct --------------------------------------------------------------------------------------


def test_the_system_prompt_has_its_three_variables_filled_in_one_pass() -> None:
    text = organize_system_prompt(
        "{{instruction}}|{{tools}}|{{tool_names}}", "say {{tools}}", [SALES, ASK_USER]
    )
    instruction, tools, names = text.split("|")
    assert instruction == "say {{tools}}"
    assert "查询销售数据" in tools
    assert "\\u" not in tools
    assert names == "query_sales, ask_user"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_usual_templates_can_be_used_and_others_are_checked(language: Any) -> None:
    check_template(TEMPLATES[language], completion=False)
    check_template(COMPLETION_TEMPLATES[language], completion=True)
    with pytest.raises(TemplateError, match="tools"):
        check_template("{{instruction}} {{tool_names}}", completion=False)
    with pytest.raises(TemplateError, match="persona"):
        check_template(TEMPLATES[language] + "{{persona}}", completion=False)


def test_a_question_as_text_or_as_parts() -> None:
    assert organize_user_query("hi") == "hi"
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,", "detail": "low"}}
    assert organize_user_query([{"type": "text", "text": "hi"}, image])[1] == image
    with pytest.raises(AgentError, match="see"):
        organize_user_query([image], vision=False)


def test_the_scratchpad_is_written_as_the_model_is_to_write() -> None:
    state = State(question="q", steps=[step(1, "1000", "查一下"), Step(said="嗯", told="说答案")])
    assert scratchpad(state, "zh") == (
        '思考：查一下\n\n行动：{"action": "query_sales", "action_input": {"n": 1}}\n\n观察：1000'
        "\n\n思考：嗯\n\n观察：说答案"
    )


def test_the_first_round_and_the_later_ones() -> None:
    first = organize_prompt_messages(State(question="q"), Setting(system="s"), [SALES])
    assert [m["role"] for m in first] == ["system", "user", "system"]
    later = organize_prompt_messages(State(question="q", steps=[step(1, "r")]), Setting(), [SALES])
    assert [m["role"] for m in later] == ["system", "user", "assistant", "user"]
    assert later[-1]["content"].endswith("continue")


def test_one_text_for_completion_with_nothing_expanded_twice() -> None:
    history = [{"role": "user", "content": "{{query}}"}, {"role": "assistant", "content": "hm"}]
    state = State(question="{{agent_scratchpad}}?", history=history, steps=[step(1, "r")])
    [message] = completion_messages(state, Setting(system="s"), [SALES])
    text = message["content"]
    assert text.count("Question: {{agent_scratchpad}}?") == 1
    assert "Question: {{query}}\n\nhm" in text
    assert "Question: Question:" not in text
    assert "Observation: r" in text


# --- compression --------------------------------------------------------------------------------


def measure(state: State) -> int:
    return count(function_messages(state, Setting(system="sys"), []))


def test_content_that_is_none_and_images_are_counted() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:" + "x" * 9999, "detail": "low"}}
    assert count([{"role": "assistant", "content": None}]) == 4
    assert count([{"role": "user", "content": [image]}]) == 4 + 85


def test_old_rounds_become_facts_with_their_source() -> None:
    rows = "[" + ", ".join('{"month": "2024-01", "sum": 1}' for _ in range(20)) + "]"
    state = State(question="goal", steps=[step(n, rows) for n in range(6)])
    smaller = compress(state, measure, measure(state) // 4)
    assert smaller.steps[-1] == state.steps[-1] or len(smaller.steps) == 1
    assert smaller.question == "goal"
    assert "query_sales" in smaller.facts[0]
    assert "20 rows" in smaller.facts[0]
    assert lost_facts(state, smaller) == []
    check_pairs(function_messages(smaller, Setting(), []))


def test_constraints_of_the_first_turn_survive_the_compression_of_fifty() -> None:
    first = "Only the north region, please. " + "I have told you a long story. " * 40
    history: list[dict[str, Any]] = [{"role": "user", "content": first}]
    for number in range(50):
        history.append({"role": "assistant", "content": f"answer {number} " * 30})
        history.append({"role": "user", "content": f"and product {number}? " + "so long. " * 30})
    state = State(history=history, question="and the last?")
    smaller = compress(state, measure, measure(state) // 5)
    assert measure(smaller) < measure(state) // 3
    told = function_messages(smaller, Setting(), [])[-1]["content"]
    assert "Only the north region" in told


@settings(max_examples=40, phases=NO_SHRINKING)
@given(
    st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 300)), min_size=1, max_size=8),
    st.integers(100, 2000),
)
def test_whatever_is_compressed_calls_and_results_stay_together(
    sizes: list[tuple[int, int]], target: int
) -> None:
    steps = [step(n, "字" * size, "想" * said) for n, (size, said) in enumerate(sizes)]
    state = State(question="目标", steps=steps)
    smaller = compress(state, measure, target)
    assert measure(smaller) <= max(measure(state), target)
    assert lost_facts(state, smaller) == []
    assert len(smaller.steps) >= 1
    check_pairs(function_messages(smaller, Setting(), []))
