"""The options of `persona rebuild` that bound it, choose users, and say what it would do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from persona.cli.options import read_start
from persona.llm.testing import Answer, ScriptedServer
from tests.cli.test_cli import Run, run  # noqa: F401  # a fixture
from tests.engine.test_llm_rebuild import likes_what_stands_there

BROKEN: dict[str, Answer] = {}


def model(request: Mapping[str, Any]) -> Answer:
    return BROKEN.get("answer") or likes_what_stands_there(request)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """The scripted server, as the configured model."""
    BROKEN.clear()
    with ScriptedServer(model) as started:
        for name, value in started.environment().items():
            monkeypatch.setenv(name, value)
        yield started


@pytest.fixture
def logged(run: Run, tmp_path: Path) -> Run:  # noqa: F811  # the fixture
    """The command line with two users' logs ingested: ann's four days in May, bob's in June."""
    lines = [
        {"id": f"m{day}", "role": "user", "content": text, "user": user, "conversation_id": "c",
         "timestamp": f"2026-0{month}-0{day}T09:00:00Z"}
        for user, month, text in (("ann", 5, "I like jazz"), ("bob", 6, "我喜欢火锅"))
        for day in range(1, 5)
    ]  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    assert run("ingest", str(path)).code == 0
    return run


def test_a_dry_run_names_users_windows_and_tokens_and_calls_nothing(
    server: ScriptedServer, logged: Run
) -> None:
    shown = logged("rebuild", "--dry-run", "--json")
    assert shown.code == 0
    users = {plan["user_id"]: plan for plan in shown.json["users"]}
    assert {user: plan["to_ask"] for user, plan in users.items()} == {"ann": 4, "bob": 4}
    assert shown.json["totals"]["users"] == 2
    assert shown.json["totals"]["tokens"] == sum(plan["tokens"] for plan in users.values()) > 0
    text = logged("rebuild", "--all", "--dry-run")
    assert "ann: 4 of 4 windows to ask by llm:scripted" in text.out
    assert "2 users due, 8 windows" in text.out
    assert server.requests == []
    assert logged("show", "ann").code == 2  # nothing was rebuilt


@pytest.mark.parametrize(
    ("options", "asked"),
    [(("--max-calls", "2"), 2), (("--max-tokens", "2700"), 2), (("--max-calls", "0"), 0)],
)
def test_limits_leave_windows_pending_and_say_so(
    server: ScriptedServer, logged: Run, options: tuple[str, str], asked: int
) -> None:
    ran = logged("rebuild", "--user", "ann", "--concurrency", "1", *options)
    assert ran.code == 0
    assert len(server.requests) == asked
    assert f"ann: {4 - asked} windows wait" in ran.err
    assert logged("rebuild", "--user", "ann").code == 0
    assert len(server.requests) == 4


def test_the_cost_of_a_run_needs_prices(
    server: ScriptedServer, logged: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert logged("rebuild", "--max-cost", "1").code == 2
    monkeypatch.setenv("PERSONA_PRICE_PROMPT", "1000")  # 0.001 a token, so over 1.1 a call
    ran = logged("rebuild", "--user", "ann", "--max-cost", "2.5", "--concurrency", "1")
    assert (ran.code, len(server.requests)) == (0, 2)


def test_since_and_limit_choose_users(server: ScriptedServer, logged: Run) -> None:
    late = logged("rebuild", "--since", "2026-06-04", "--json").json
    assert [user["user_id"] for user in late["users"]] == ["bob"]
    one = logged("rebuild", "--limit", "1", "--json").json
    assert [user["user_id"] for user in one["users"]] == ["ann"]
    assert len(server.requests) == 8
    assert logged("rebuild", "--since", "yesterday").code == 2
    assert logged("rebuild", "--limit", "0").code == 2


def test_dead_windows_are_named_and_asked_again_when_told_to(
    server: ScriptedServer, logged: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSONA_RETRIES", "0")
    BROKEN["answer"] = "I would rather not."
    for _ in range(5):
        assert logged("rebuild", "--user", "ann").code == 1
    calls = len(server.requests)
    ran = logged("rebuild", "--user", "ann")
    assert "--retry-dead" in ran.err
    assert len(server.requests) == calls
    BROKEN.clear()
    assert logged("rebuild", "--user", "ann", "--retry-dead").code == 0
    assert "jazz" in logged("show", "ann").out


def test_a_refused_refresh_is_taken_when_told_to(server: ScriptedServer, logged: Run) -> None:
    assert logged("rebuild", "--all").code == 0
    BROKEN["answer"] = '{"entities": [], "relations": []}'
    refused = logged("rebuild", "--user", "bob", "--refresh")
    assert refused.code == 1
    assert "accept-loss" in refused.err
    assert "火锅" in logged("show", "bob").out
    calls = len(server.requests)
    assert logged("rebuild", "--user", "bob", "--accept-loss").code == 0
    assert len(server.requests) == calls
    assert "火锅" not in logged("show", "bob").out


def test_a_report_has_what_the_calls_took(server: ScriptedServer, logged: Run) -> None:
    report = logged("rebuild", "--json").json
    assert report["totals"]["calls"] == len(server.requests) == 8
    assert report["totals"]["tokens"] == sum(user["tokens"] for user in report["users"]) > 0
    assert report["totals"]["seconds"] > 0
    assert logged("rebuild", "--refresh", "--user", "ann").out.startswith("ann: ok by llm:scripted")


def test_a_date_is_its_beginning() -> None:
    date, moment = read_start("2026-06-04"), read_start("2026-06-04T09:30+08:00")
    assert date is not None
    assert moment is not None
    assert date.isoformat() == "2026-06-04T00:00:00+00:00"
    assert moment.isoformat() == "2026-06-04T09:30:00+08:00"
    assert read_start(None) is None
