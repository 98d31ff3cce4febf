from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from persona.extract.llm import Asked, LLMExtractor
from persona.extract.prompt import (
    CANARIES,
    answer_schema,
    instructions,
    language,
    prompt_version,
    request_messages,
)
from persona.extract.windows import windows
from persona.llm.testing import Answer, Scripted, ScriptedServer
from persona.records import Message, Window
from persona.tokens import estimate
from persona.vocabulary import KINDS


def window(text: str = "我喜欢拿铁") -> Window:
    (made,) = windows("ann", [Message("ann", "c", "m1", "user", text)])
    return made


def answer(**fields: Any) -> str:
    row = {"source": "USER", "target": "拿铁", "relation": "喜欢", "weight": 0.9, **fields}
    return json.dumps({"entities": [], "relations": [row]}, ensure_ascii=False)


def ask(
    *script: Answer, retries: int = 1, text: str = "我喜欢拿铁"
) -> tuple[Asked, list[dict[str, Any]]]:
    async def run(server: ScriptedServer) -> Asked:
        extractor = LLMExtractor(server.model(), retries=retries, max_wait=0.0)
        try:
            return await extractor.ask(window(text))
        finally:
            await extractor.aclose()

    with ScriptedServer(script) as server:
        return asyncio.run(run(server)), server.requests


def test_a_valid_answer_is_done_in_one_call() -> None:
    asked, requests = ask(answer())
    assert asked.status == "done"
    assert asked.usage.calls == 1 == len(requests)
    assert [r.target for r in asked.extraction.relations] == ["拿铁"]
    assert "我喜欢拿铁" in requests[0]["messages"][1]["content"]


def test_an_empty_answer_is_another_outcome_than_a_broken_one() -> None:
    asked, requests = ask('{"entities": [], "relations": []}')
    assert (asked.status, len(requests)) == ("empty", 1)
    asked, requests = ask("", "")
    assert (asked.status, len(requests)) == ("failed", 2)
    assert asked.error
    assert asked.rejected


def test_rows_that_cannot_be_used_make_it_partial() -> None:
    rows = json.loads(answer())["relations"] + [{"source": "USER"}]
    asked, _ = ask(json.dumps({"entities": [], "relations": rows}))
    assert asked.status == "partial"
    assert len(asked.extraction.relations) == len(asked.rejected) == 1


@pytest.mark.parametrize("broken", ["I cannot help with that.", "{}", '{"relations": 3}', "[1, 2]"])
def test_a_broken_answer_is_asked_again_once_with_what_was_wrong(broken: str) -> None:
    asked, requests = ask(broken, answer())
    assert asked.status == "done"
    assert asked.usage.calls == 2
    *_, told, again = requests[1]["messages"]
    assert told == {"role": "assistant", "content": broken}
    assert "JSON" in again["content"]


def test_a_list_of_relations_is_what_it_looks_like() -> None:
    asked, _ = ask(json.dumps(json.loads(answer())["relations"]))
    assert asked.status == "done"


@pytest.mark.parametrize(
    ("first", "calls"), [(Scripted(status=429, retry_after=0), 2), (Scripted(status=500), 2)]
)
def test_a_server_that_recovers(first: Scripted, calls: int) -> None:
    asked, requests = ask(first, answer())
    assert (asked.status, asked.usage.calls, len(requests)) == ("done", calls, calls)


def test_a_refusal_that_will_not_change_is_not_asked_again() -> None:
    asked, requests = ask(Scripted("no such model", status=404), answer())
    assert (asked.status, len(requests)) == ("failed", 1)
    assert "no such model" in (asked.error or "")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_fixed_prompt_is_short_and_names_every_kind(lang: Any) -> None:
    text = instructions(lang)
    assert estimate(text) <= 1200
    for kind in KINDS:
        if kind != "mentions":
            assert kind in text
    assert any(name in text for name in CANARIES)


def test_the_prompt_is_in_the_language_of_the_log() -> None:
    assert language(window("我喜欢 Postgres，但是受不了 MySQL")) == "zh"
    assert language(window("I love 火锅 and spicy noodles")) == "en"
    assert request_messages(window("好"))[0]["content"] == instructions("zh")


def test_the_schema_is_generated_whole_and_without_references() -> None:
    schema = json.dumps(answer_schema())
    assert "$ref" not in schema
    assert "$defs" not in schema
    relation = answer_schema()["properties"]["relations"]["items"]
    assert set(relation["required"]) == set(relation["properties"])
    assert relation["additionalProperties"] is False
    assert set(relation["properties"]["kind"]["enum"]) == set(KINDS)


def test_the_version_is_of_the_content() -> None:
    assert prompt_version() == prompt_version()
    assert len(prompt_version()) == 11
