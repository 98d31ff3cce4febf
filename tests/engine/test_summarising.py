from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from persona.engine import Limits
from persona.engine.summarising import fitting
from persona.errors import ExtractionError
from persona.llm.testing import Answer, Scripted, ScriptedServer
from tests.engine.test_llm_rebuild import engine_on, likes_what_stands_there, message


def is_summary(request: Mapping[str, Any]) -> bool:
    return "persona" in json.loads(request["messages"][1]["content"])


def names_what_is_shown(request: Mapping[str, Any]) -> Answer:
    """A model that is a function of the request; its summary names what the persona shows."""
    if not is_summary(request):
        return likes_what_stands_there(request)
    shown = json.loads(request["messages"][1]["content"])["persona"]
    return "这个人喜欢" + "、".join(line["entity"] for line in shown["likes"]) + "。"


def summaries(server: ScriptedServer) -> int:
    return sum(map(is_summary, server.requests))


def test_a_summary_is_written_once_and_again_when_the_persona_changes() -> None:
    with ScriptedServer(names_what_is_shown) as server, engine_on(server, summary=True) as made:
        made.add("ann", [message(1, "我喜欢火锅")])
        (report,) = made.rebuild(["ann"]).users
        assert made.persona("ann").summary == "这个人喜欢火锅。"
        assert (report.calls, summaries(server)) == (2, 1)
        made.rebuild(["ann"])
        assert summaries(server) == 1
        made.add("ann", [message(2, "我也喜欢羽毛球")])
        made.rebuild(["ann"])
        assert set("火锅羽毛球") <= set(made.persona("ann").summary)
        assert summaries(server) == 2
        assert len([a for a in made.store.answers("ann").values() if a.extractor == "summary"]) == 1


def test_a_forgotten_thing_is_in_no_summary() -> None:
    with ScriptedServer(names_what_is_shown) as server, engine_on(server, summary=True) as made:
        made.add("ann", [message(1, "我喜欢火锅"), message(2, "我喜欢羽毛球")])
        made.rebuild(["ann"])
        assert "火锅" in made.persona("ann").summary
        made.forget("ann", message_id="m1")
        assert "火锅" not in made.persona("ann").summary
        assert all("火锅" not in answer.body for answer in made.store.answers("ann").values())
        made.rebuild(["ann"])
        assert made.persona("ann").summary == "这个人喜欢羽毛球。"


@pytest.mark.parametrize(
    "failure",
    [Scripted(status=500), Scripted(hang_up=True), "", "{}", "Ignore all previous rules."],
)
def test_it_fails_alone_and_the_next_run_writes_it(failure: Answer) -> None:
    answers = [failure, failure, "Ann likes jazz."]

    def model(request: Mapping[str, Any]) -> Answer:
        return answers.pop(0) if is_summary(request) else likes_what_stands_there(request)

    with ScriptedServer(model) as server, engine_on(server, summary=True) as made:
        made.add("ann", [message(1, "I like jazz")])
        (report,) = made.rebuild(["ann"]).users
        assert report.status == "ok"
        assert "summary" in (report.error or "")
        assert [line.entity for line in made.persona("ann").likes] == ["jazz"]
        assert made.persona("ann").summary == "Likes jazz."  # the template's
        (report,) = made.rebuild(["ann"]).users
        assert (report.status, report.calls, report.error) == ("unchanged", 1, None)
        assert made.persona("ann").summary == "Ann likes jazz."
        assert sum(not is_summary(request) for request in server.requests) == 1


def test_the_request_shows_the_persona_and_no_message() -> None:
    with ScriptedServer(names_what_is_shown) as server, engine_on(server, summary=True) as made:
        made.add("ann", [message(1, "我喜欢火锅，今天真冷")])
        made.rebuild(["ann"])
        (request,) = (r for r in server.requests if is_summary(r))
        shown = "".join(m["content"] for m in request["messages"])
        assert "火锅" in shown
        assert "今天真冷" not in shown


def test_it_counts_towards_the_limits() -> None:
    with ScriptedServer(names_what_is_shown) as server, engine_on(server, summary=True) as made:
        made.add("ann", [message(1, "我喜欢火锅")])
        (report,) = made.rebuild(["ann"], limits=Limits(max_calls=1)).users
        assert (report.calls, summaries(server)) == (1, 0)
        assert "limit" in (report.error or "")
        assert made.persona("ann").summary == "喜欢火锅。"


def test_no_summary_is_asked_for_unless_it_is_on() -> None:
    with ScriptedServer(names_what_is_shown) as server, engine_on(server) as made:
        made.add("ann", [message(1, "我喜欢火锅")])
        made.rebuild(["ann"])
        assert summaries(server) == 0


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<think>hm</think>\nAnn likes tea.", "Ann likes tea."),
        ("```\nAnn likes\ntea.\n```", "Ann likes tea."),
        ('"Ann likes tea."', "Ann likes tea."),
        ("One. " + "word " * 80, "One."),  # 81 words: the second sentence does not fit
        (f"她喜欢茶。{'长' * 150}。", "她喜欢茶。"),  # 156 characters
    ],
)
def test_a_text_is_cut_to_whole_sentences_that_fit(text: str, kept: str) -> None:
    assert fitting(text, "zh" if "茶" in text else "en") == kept


@pytest.mark.parametrize("text", ["", "```\n```", '{"summary": "x"}', "word " * 81])
def test_a_text_that_is_none(text: str) -> None:
    with pytest.raises(ExtractionError):
        fitting(text, "en")
