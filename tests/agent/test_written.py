from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.agent import Limits
from persona.agent.events import Note, TextDelta, ToolCalled, ToolResult
from persona.agent.written import Written, WrittenCalls, read_written
from persona.llm.testing import Scripted
from tests.agent.talk import talk
from tests.strategies import NO_SHRINKING

NAMES = {"trains", "now"}


def trains(place: str, hour: int = 8) -> str:
    """Finds trains.

    Args:
        place: where they leave, for example "Ulm" or "苏州".
        hour: of the day.
    """
    return f"a train leaves {place} at {hour}:05"


def now() -> str:
    """Tells the time."""
    return "7:30"


ULM = {"place": "Ulm"}
CALL = json.dumps({"name": "trains", "arguments": ULM})
SUZHOU = json.dumps({"name": "trains", "arguments": {"place": "苏州"}}, ensure_ascii=False)

CALLS: dict[str, tuple[str, list[Any]]] = {
    "bare": (CALL, [("trains", ULM)]),
    "parameters": ('{"name": "trains", "parameters": {"place": "Ulm"}}', [("trains", ULM)]),
    "arguments as text": (r'{"name": "trains", "arguments": "{\"place\": \"Ulm\"}"}', [("trains", ULM)]),
    "type first": ('{"type": "function", "name": "trains", "parameters": {"place": "Ulm"}}', [("trains", ULM)]),
    "arguments first": ('{"arguments": {"place": "Ulm"}, "name": "trains"}', [("trains", ULM)]),
    "tag": (f"<tool_call>\n{CALL}\n</tool_call>", [("trains", ULM)]),
    "tag never closed": (f"<tool_call>{CALL}", [("trains", ULM)]),
    "two tags": (f"<tool_call>{CALL}</tool_call>\n<tool_call>{SUZHOU}</tool_call>", [("trains", ULM), ("trains", {"place": "苏州"})]),
    "tag and a made-up result": (f"<tool_call>{CALL}</tool_call>\nIt leaves at nine.", [("trains", ULM)]),
    "fence": (f"```json\n{CALL}\n```", [("trains", ULM)]),
    "fence without a word": (f"```\n{SUZHOU}\n```", [("trains", {"place": "苏州"})]),
    "list": (f"[{CALL}, {{\"name\": \"now\", \"arguments\": {{}}}}]", [("trains", ULM), ("now", {})]),
    "bracket word": (f"[TOOL_CALLS] [{CALL}]", [("trains", ULM)]),
    "bracket word and name": ('[TOOL_CALLS]trains{"place": "Ulm"}', [("trains", ULM)]),
    "named tag": ('<function=trains>{"place": "Ulm"}</function>', [("trains", ULM)]),
    "named tag, nothing in it": ("<function=now></function>", [("now", {})]),
    "parameters as tags": ("<tool_call>\n<function=trains>\n<parameter=place>\nUlm\n</parameter>\n<parameter=hour>\n9\n</parameter>\n</function>\n</tool_call>", [("trains", {"place": "Ulm", "hour": 9})]),
    "envelope": (json.dumps({"tool_calls": [{"id": "x", "type": "function", "function": {"name": "trains", "arguments": json.dumps(ULM)}}]}), [("trains", ULM)]),
    "token": ('<|python_tag|>{"name": "trains", "parameters": {"place": "Ulm"}}', [("trains", ULM)]),
    "damaged": ("{'name': 'trains', 'arguments': {'place': 'Ulm',}}", [("trains", ULM)]),
    "prefixed name": ('{"name": "functions.trains", "arguments": {"place": "Ulm"}}', [("trains", ULM)]),
}  # fmt: skip

TEXTS = [
    "车站见。",
    '{"total": 40}',
    '{"name": "Ulm", "kind": "station"}',
    '{"name": "planes", "arguments": {"place": "Ulm"}}',
    '<tool_call>{"name": "planes", "arguments": {}}</tool_call>',
    f"Write it like this:\n```json\n{CALL}\n```\nThen the tool is called.",
    f"It is {CALL} in one line.",
    '```python\nprint({"name": "trains"})\n```',
    '[{"name": "trains", "arguments": {}}, {"name": "planes", "arguments": {}}]',
    '[{"name": "Anna"}, {"name": "trains"}]',
    "a < b, <div>x</div>, [1], [T], `code`, {x}, {",
    "<tool",
    "",
]


def through(text: str, size: int) -> tuple[str, Written]:
    written = WrittenCalls(NAMES)
    said = "".join(written.feed(text[at : at + size]) for at in range(0, len(text), size))
    return said, written.close()


@pytest.mark.parametrize("before", ["", "我查一下。\n"])
@pytest.mark.parametrize("kind", CALLS)
def test_a_call_of_a_tool_that_there_is(kind: str, before: str) -> None:
    text, wanted = CALLS[kind]
    for size in (1, 4, 10_000):
        said, end = through(before + text, size)
        assert (said, end.text, end.why) == (before, "", "")
        assert [(c.name, json.loads(c.arguments)) for c in end.calls] == wanted
    assert len({call.id for call in end.calls}) == len(wanted)


@pytest.mark.parametrize("text", TEXTS)
def test_everything_else_is_text_to_the_letter(text: str) -> None:
    for size in (1, 4, 10_000):
        said, end = through(text, size)
        assert (said + end.text, end.calls, end.why) == (text, (), "")


def test_a_call_that_is_cut_off_or_no_json_is_neither_text_nor_a_call() -> None:
    assert read_written('{"name": "trains", "arguments": {"place": "Ul', NAMES)[1]
    assert read_written('{"name": "planes", "arguments": {"place": "Ul', NAMES) == ((), "")


PIECES = st.lists(
    st.sampled_from([CALL, SUZHOU, "<tool_call>", "</tool_call>", "```json\n", "\n```", "\n", "文字", " ", "{", "[", '"', '{"name": "', "<", "now"]),
    max_size=7,
).map("".join)  # fmt: skip


@settings(max_examples=120, phases=NO_SHRINKING, deadline=None)
@given(PIECES, st.integers(1, 9))
def test_nothing_depends_on_how_a_text_is_cut_and_nothing_is_lost(text: str, size: int) -> None:
    said, end = through(text, size)
    whole, whole_end = through(text, len(text) or 1)
    assert (said + end.text, end.calls, end.why) == (
        whole + whole_end.text,
        whole_end.calls,
        whole_end.why,
    )
    if not end.calls and not end.why:
        assert said + end.text == text
    else:
        assert text.startswith(said)


# --- in the loop --------------------------------------------------------------------------------


def shown(result: Any) -> str:
    return "".join(event.text for event in result.events if isinstance(event, TextDelta))


@pytest.mark.parametrize("chunk", [1, 16, 999])
def test_a_written_call_is_called_and_never_the_answer(chunk: int) -> None:
    script: list[Any] = [
        Scripted(f"我查一下。\n<tool_call>\n{SUZHOU}\n</tool_call>", chunk=chunk),
        Scripted("八点零五分有车。"),
    ]
    with talk(script, tools=[trains]) as (agent, server):
        result = agent.run("苏州的火车？")
    assert (result.reason, result.answer) == ("final", "八点零五分有车。")
    [given_back] = [e for e in result.events if isinstance(e, ToolResult)]
    assert given_back.text == "a train leaves 苏州 at 8:05"
    assert shown(result) == "我查一下。\n八点零五分有车。"
    [note] = [e for e in result.events if isinstance(e, Note)]
    assert (note.kind, note.details) == ("written_call", {"names": ["trains"]})
    roles = [message["role"] for message in server.requests[1]["messages"]]
    assert roles[:3] == ["user", "assistant", "tool"]


def test_a_written_call_of_no_tool_is_the_answer() -> None:
    said = '{"name": "planes", "arguments": {"place": "Ulm"}}'
    with talk([Scripted(said)], tools=[trains]) as (agent, _):
        result = agent.run("show me a call")
    assert (result.reason, result.answer, shown(result)) == ("final", said, said)
    with talk([Scripted(CALL)]) as (agent, _):
        assert agent.run("show me a call").answer == CALL


def test_a_written_call_that_is_cut_off_is_told_to_the_model() -> None:
    script: list[Any] = [
        Scripted('{"name": "trains", "arguments": {"pla'),
        Scripted("没有车。"),
    ]
    with talk(script, tools=[trains]) as (agent, _):
        result = agent.run("苏州的火车？")
    assert result.answer == "没有车。"
    assert [e.kind for e in result.events if isinstance(e, Note)] == ["parse_failed"]


def test_in_the_last_round_a_written_call_is_no_answer_either() -> None:
    script = [Scripted(CALL), Scripted(f"<tool_call>{SUZHOU}</tool_call>")]
    with talk(script, tools=[trains], limits=Limits(rounds=1)) as (agent, _):
        result = agent.run("trains?")
    assert result.reason == "max_steps"
    assert "tool_call" not in result.answer
    assert "8:05" in result.answer
    assert len([e for e in result.events if isinstance(e, ToolCalled)]) == 1
