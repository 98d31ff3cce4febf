from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.errors import ExtractionError, ModelError
from persona.llm import Reply, Structured, Usage, ask_json
from persona.llm.structured import forget_servers, read_json
from persona.llm.testing import Scripted, ScriptedServer

ASK = [{"role": "user", "content": "JSON, please"}]
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}
GOOD = '{"entities": [], "relations": [{"source": "USER", "target": "徒步", "weight": 0.9}]}'


async def ask(server: ScriptedServer, times: int = 1) -> list[Structured]:
    model = server.model()
    try:
        return [await ask_json(model, ASK, name="answer", schema=SCHEMA) for _ in range(times)]
    finally:
        await model.aclose()


@pytest.mark.parametrize(
    ("refuses", "rung"),
    [
        ((), "json_schema"),
        (("json_schema",), "json_object_schema"),
        (("json_schema", "json_object_schema"), "json_object"),
        (("json_schema", "json_object_schema", "json_object"), "prompt"),
    ],
)
def test_the_ladder_is_climbed_once_and_remembered(refuses: tuple[str, ...], rung: str) -> None:
    forget_servers()
    with ScriptedServer(lambda _: '{"a": 1}', refuses=refuses) as server:
        first, second = asyncio.run(ask(server, 2))
    assert (first.read(), first.rung, second.rung) == ({"a": 1}, rung, rung)
    assert first.usage.calls == len(refuses) + 1
    assert second.usage.calls == 1
    assert len(server.requests) == len(refuses) + 2


def test_a_fault_of_the_server_is_no_refusal_of_the_rung() -> None:
    forget_servers()
    with ScriptedServer([Scripted("down", status=503)]) as server:
        with pytest.raises(ModelError):
            asyncio.run(ask(server))
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here is what I found {{about travel}}:\n{GOOD}\nI left out {{chatter}}.",
        f'<think>maybe {{"entities": 1}} hmm</think>\n{GOOD}',
        f"<think>first</think>{GOOD}<think>never closed",
        GOOD.replace("}]}", "},]}"),
        GOOD.replace('"', "'"),
        GOOD.replace('"source"', "“source”").replace(": ", "：", 1),
        GOOD[:-2],
        "好的，结果如下：\n```\n" + GOOD,
        GOOD.replace('"', "“"),
        "结果{见下}：" + re.sub('"([^"]*)"', "“\\1”", GOOD),
        "\ufeff" + GOOD,
    ],
    ids=range(13),
)
def test_what_is_unambiguous_is_read(text: str) -> None:
    value = read_json(text)
    assert value["relations"][0]["target"] == "徒步"


@pytest.mark.parametrize(
    "text", ["", "  ", "I cannot do that.", "<think>hmm", "no {braces} here", "12"]
)
def test_an_answer_without_json(text: str) -> None:
    with pytest.raises(ExtractionError) as caught:
        read_json(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"rows": [{"name": "茶"}, {"name": "咖', ["茶"]),
        ('{"rows": [{"name": "a } b"}, {"na', ["a } b"]),
        ('```json\n{"rows": [{"name": "茶"},', ["茶"]),
        ('{"rows": [{"name": "茶"}]}', ["茶"]),
    ],
)
def test_of_an_answer_that_broke_off_the_whole_objects_are_read(
    text: str, names: list[str]
) -> None:
    cut = Structured(Reply(text, finish_reason="length"), "prompt", Usage())
    assert cut.is_cut
    assert [row["name"] for row in cut.read()["rows"]] == names
    assert not Structured(Reply("{}"), "prompt", Usage()).is_cut


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ('{"rows": [{"name": "茶"}, {"name": "咖', True),
        ('<think>{"a": 1}</think>好：```json\n{"rows": [{"name": "a } b"},', True),
        ('{"rows": [{"name": "茶"},', True),
        ('{"rows": [{"name": "茶"}]\n```', False),
        ('{"rows": [{"name": "a { b"}]}', False),
        ("{'rows': [{'name': 'tea',}],}", False),
        ('```json\n{"rows": []}', False),
        ('{draft} then {"rows": []} {', False),
        ("no JSON {at all", False),
    ],
)
def test_an_answer_without_an_end_broke_off_though_the_server_does_not_say_so(
    text: str, cut: bool
) -> None:
    assert Structured(Reply(text), "prompt", Usage()).is_cut is cut


@pytest.mark.parametrize("text", ["", '{"rows": [{"name": "咖', "I would say"])
def test_an_answer_that_broke_off_before_a_whole_object_is_none(text: str) -> None:
    with pytest.raises(ExtractionError):
        Structured(Reply(text, finish_reason="length"), "prompt", Usage()).read()


json_objects = st.dictionaries(
    st.text(max_size=6),
    st.text(max_size=12) | st.integers(-9, 9) | st.lists(st.text(max_size=4), max_size=3),
    min_size=1,
    max_size=4,
)


@given(json_objects, st.sampled_from(["{}", "```json\n{}\n```", "well, {}", "<think>x</think>{}"]))
def test_any_object_is_read_through_its_wrapping(value: dict[str, Any], wrapping: str) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert read_json(wrapping.replace("{}", text)) == value


@given(st.text(max_size=200))
def test_any_text_gives_json_or_an_error_of_ours(text: str) -> None:
    with contextlib.suppress(ExtractionError):
        read_json(text)
