from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.agent.items import Action
from persona.agent.messages import Setting, function_messages
from persona.agent.parser import parse
from persona.agent.parts import image, text
from persona.agent.react import scratchpad
from persona.agent.state import Made, State, Step
from persona.agent.vendors import from_anthropic, to_anthropic
from persona.errors import AgentError
from tests.strategies import NO_SHRINKING

WORDS = st.text("ab 晚上{}\"'\n", min_size=1, max_size=12).map(lambda t: f"x{t}x")
VALUES = st.dictionaries(
    WORDS, st.one_of(WORDS, st.integers(), st.lists(WORDS, max_size=2)), max_size=3
)


@st.composite
def states(draw: Any) -> State:
    steps = []
    for number in range(draw(st.integers(0, 3))):
        made = [
            Made(
                id=f"c{number}_{k}",
                name=draw(st.sampled_from(["find", "add"])),
                arguments=json.dumps(draw(VALUES), ensure_ascii=False),
                result=draw(WORDS),
            )
            for k in range(draw(st.integers(1, 3)))
        ]
        steps.append(Step(said=draw(st.one_of(st.just(""), WORDS)), calls=made))
    return State(question=draw(WORDS), steps=steps)


@settings(max_examples=60, phases=NO_SHRINKING)
@given(states())
def test_a_request_goes_to_anthropics_form_and_back(state: State) -> None:
    messages = function_messages(state, Setting(system="You help."), [])
    request = to_anthropic(messages)
    roles = [turn["role"] for turn in request["messages"]]
    assert all(a != b for a, b in zip(roles, roles[1:], strict=False))  # noqa: RUF007
    assert roles[0] == "user"
    assert from_anthropic(request) == messages


def test_an_image_and_a_later_system_message() -> None:
    picture = image(b"\x89PNG1234")
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "s"},
        {"role": "user", "content": [text("什么？"), picture]},
        {"role": "system", "content": "rules"},
    ]
    request = to_anthropic(messages)
    [turn] = request["messages"]
    assert [block["type"] for block in turn["content"]] == ["text", "image", "text"]
    assert turn["content"][1]["source"]["media_type"] == "image/png"
    assert from_anthropic(request)[1]["content"][:2] == [text("什么？"), picture]
    with pytest.raises(AgentError):
        to_anthropic([{"role": "tool", "tool_call_id": "x", "content": "y"}])


@settings(max_examples=60, phases=NO_SHRINKING)
@given(VALUES, st.sampled_from(["en", "zh"]))
def test_what_the_scratchpad_writes_the_parser_reads(
    arguments: dict[str, Any], language: Any
) -> None:
    made = Made(id="c", name="find", arguments=json.dumps(arguments), result="7")
    pad = scratchpad(State(steps=[Step(said="想一想", calls=[made])]), language)
    [action] = [item for item in parse(pad) if isinstance(item, Action)]
    assert (action.name, action.input, action.place) == ("find", arguments, "prefix")
