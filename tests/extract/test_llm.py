from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from persona.extract.llm import Asked, LLMExtractor
from persona.extract.prompt import CANARIES, answer_schema
from persona.extract.windows import windows
from persona.llm.testing import Answer, Scripted, ScriptedServer
from persona.records import Message, Reason, Window


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


def test_what_a_model_copies_from_the_examples_is_dropped_and_counted() -> None:
    copied = json.loads(answer())["relations"] + json.loads(answer(target=CANARIES[0]))["relations"]
    entities = [
        {"name": CANARIES[0]},
        {"name": "拿铁", "aliases": [CANARIES[-1]]},
        {"name": "拿铁"},
    ]
    asked, _ = ask(json.dumps({"entities": entities, "relations": copied}))
    assert asked.status == "partial"
    assert [r.target for r in asked.extraction.relations] == ["拿铁"]
    assert [(m.name, m.aliases) for m in asked.extraction.mentions] == [("拿铁", ())]
    assert [r.reason for r in asked.rejected] == [Reason.CANARY]


@pytest.mark.parametrize("name", [CANARIES[0], CANARIES[-1]])
def test_a_name_of_the_examples_that_the_log_has_is_the_logs(name: str) -> None:
    asked, _ = ask(answer(target=name), text=f"我喜欢{name}")
    assert (asked.status, asked.rejected) == ("done", ())


def test_secrets_that_a_model_makes_up_are_masked() -> None:
    secret = "sk-proj-NOTAREALKEY00000000000000"
    asked, _ = ask(answer(target=secret, quote=f"key {secret}"))
    assert secret not in repr(asked)
    asked, _ = ask(f"my key is {secret}", retries=0)
    assert asked.status == "failed"
    assert secret not in repr(asked)


def test_a_retry_needs_leave() -> None:
    async def run(server: ScriptedServer) -> Asked:
        extractor = LLMExtractor(server.model(), max_wait=0.0)
        try:
            return await extractor.ask(window(), may_call=lambda: False)
        finally:
            await extractor.aclose()

    with ScriptedServer(["no", answer()]) as server:
        assert asyncio.run(run(server)).status == "failed"
        assert len(server.requests) == 1


def test_a_new_server_is_probed_once_however_many_windows_wait() -> None:
    """Three forms are refused; nine windows take one call each beside those three."""

    async def run(server: ScriptedServer) -> list[Asked]:
        extractor = LLMExtractor(server.model())
        try:
            return await asyncio.gather(*(extractor.ask(window()) for _ in range(9)))
        finally:
            await extractor.aclose()

    refuses = ("json_schema", "json_object_schema", "json_object")
    with ScriptedServer(lambda _: answer(), refuses=refuses) as server:
        asked = asyncio.run(run(server))
    assert {a.status for a in asked} == {"done"}
    assert len(server.requests) == 12 == sum(a.usage.calls for a in asked)


def test_a_server_that_wants_a_pause_gets_it_from_every_call() -> None:
    """The first answer asks for 0.3 s: no later call leaves before that, whichever window it is of."""
    times: list[float] = []

    def script(_: Any) -> Answer:
        times.append(time.monotonic())
        return Scripted(status=429, retry_after=0.3) if len(times) == 1 else answer()

    async def run(server: ScriptedServer) -> list[Asked]:
        extractor = LLMExtractor(server.model())
        try:
            return await asyncio.gather(*(extractor.ask(window()) for _ in range(4)))
        finally:
            await extractor.aclose()

    with ScriptedServer(script) as server:
        asked = asyncio.run(run(server))
    assert {a.status for a in asked} == {"done"}
    assert len(times) == 5
    assert min(times[1:]) - times[0] >= 0.25


def test_the_first_rung_is_strict_only_where_every_field_is_required() -> None:
    _, requests = ask(answer())
    wanted = requests[0]["response_format"]
    assert wanted["json_schema"]["strict"] is False
    assert wanted["json_schema"]["schema"] == answer_schema(["我喜欢拿铁"])


def by_number(*rows: dict[str, Any], number: int = 1) -> str:
    return json.dumps({"clauses": [{"n": number, "rows": list(rows)}]}, ensure_ascii=False)


def clause_row(*targets: str) -> dict[str, Any]:
    return {
        "targets": list(targets),
        "relation": "喜欢",
        "kind": "likes",
        "polarity": 1,
        "type": "饮料",
    }


def test_clauses_are_asked_and_answered_by_number() -> None:
    text = "我喜欢拿铁和红茶，但受不了可乐。"
    asked, requests = ask(by_number(clause_row("拿铁", "红茶")), text=text)
    assert asked.status == "done"
    assert [(r.target, r.evidence, r.quote) for r in asked.extraction.relations] == [
        ("拿铁", ("m1",), "我喜欢拿铁和红茶"),
        ("红茶", ("m1",), "我喜欢拿铁和红茶"),
    ]
    words = ["我喜欢拿铁和红茶", "但受不了可乐。"]
    shown = json.loads(requests[0]["messages"][1]["content"])["clauses"]
    assert shown == [{"n": 1, "clause": words[0]}, {"n": 2, "clause": words[1]}]
    assert requests[0]["response_format"]["json_schema"]["schema"] == answer_schema(words)


def test_a_list_of_clauses_is_what_it_looks_like() -> None:
    asked, _ = ask(json.dumps(json.loads(by_number(clause_row("拿铁")))["clauses"]))
    assert [r.target for r in asked.extraction.relations] == ["拿铁"]


def test_clauses_without_rows_are_an_empty_answer() -> None:
    asked, requests = ask(by_number())
    assert (asked.status, len(requests)) == ("empty", 1)


@pytest.mark.parametrize(
    "whole",
    [
        by_number(clause_row("拿铁"), clause_row("红茶")),
        json.dumps(
            {
                "entities": [],
                "relations": [
                    {"source": "USER", "target": name, "relation": "喜欢", "weight": 0.9}
                    for name in ("拿铁", "红茶")
                ],
            },
            ensure_ascii=False,
        ),
    ],
)
def test_an_answer_that_broke_off_keeps_its_whole_rows_and_says_so(whole: str) -> None:
    """Cut in the middle of the second name: 红 is no name that the answer has."""
    cut = Scripted(whole[: whole.index("茶")], finish_reason="length")
    asked, requests = ask(cut, text="我喜欢拿铁和红茶")
    assert (asked.status, len(requests)) == ("partial", 1)
    assert [r.target for r in asked.extraction.relations] == ["拿铁"]
    assert [r.reason for r in asked.rejected] == [Reason.INVALID_ANSWER]


def test_an_answer_without_an_end_is_broken_off_whatever_the_server_says() -> None:
    """What is there is whole but for its relations: an empty success would lose the window."""
    shown = '{"entities":[{"name":"拿铁"}],"relations":[{"source":"USER","target":"拿'
    asked, requests = ask(Scripted(shown), by_number(clause_row("拿铁")))
    assert (asked.status, len(requests)) == ("done", 2)
    asked, _ = ask(Scripted(shown), Scripted(shown))
    assert asked.status == "failed"


def test_an_answer_that_broke_off_before_its_first_row_is_asked_again() -> None:
    cut = Scripted('{"clauses":[{"n":1,"rows":[{"targets":["拿', finish_reason="length")
    asked, requests = ask(cut, by_number(clause_row("拿铁")))
    assert (asked.status, len(requests)) == ("done", 2)
