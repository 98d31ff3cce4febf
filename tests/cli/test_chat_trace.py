from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from persona.agent import Agent
from persona.llm.testing import Scripted, ScriptedServer


def tea(kind: str) -> str:
    """Tells of a tea.

    Args:
        kind: for example "龙井".
    """
    return f"{kind} is green"


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "trace.jsonl"
    script = [Scripted(tool_calls=(("tea", '{"kind": "龙井"}'),)), Scripted("绿茶")]
    with (
        ScriptedServer(script) as server,
        Agent(server.model(), tools=[tea], system="懂茶") as agent,
    ):
        agent.run("龙井是什么茶？", trace=path)
    return path


def doctor(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI_", "PERSONA_"))}
    return subprocess.run(
        [sys.executable, "-m", "persona", "doctor", *args],
        capture_output=True, text=True, encoding="utf-8", check=False,
        env={**kept, "PYTHONIOENCODING": "utf-8", **environment},
    )  # fmt: skip


def test_a_trace_shows_its_steps_and_what_was_sent(trace: Path) -> None:
    done = doctor("--trace", str(trace))
    assert done.returncode == 0
    assert "龙井 is green" in done.stdout
    assert "stop: final" in done.stdout
    assert "calls tea" in done.stdout
    assert "懂茶" in done.stdout
    first = doctor("--trace", str(trace), "--request", "0", "--json")
    told = json.loads(first.stdout)
    assert [step["kind"] for step in told["steps"]] == [
        "state", "request", "reply", "result", "state", "request", "reply", "state", "stop",
    ]  # fmt: skip
    assert [m["role"] for m in told["request"]["messages"]] == ["system", "user", "system"]
    assert told["reply"] is None


def test_a_request_is_sent_again_as_it_was(trace: Path) -> None:
    with ScriptedServer([Scripted("今天是红茶")]) as server:
        done = doctor("--trace", str(trace), "--ask", **server.environment())
        sent: Any = server.requests[0]
    assert "今天是红茶" in done.stdout
    assert any(message["role"] == "tool" for message in sent["messages"])
    assert [tool["function"]["name"] for tool in sent["tools"]] == ["tea"]
    assert doctor("--trace", str(trace), "--ask").returncode == 3


def test_what_is_no_trace_is_said_in_a_sentence(trace: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("no\n", encoding="utf-8")
    for args in (("--trace", str(wrong)), ("--trace", str(trace), "--request", "7")):
        done = doctor(*args)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert done.stderr.strip()
