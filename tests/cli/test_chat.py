from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from persona.cli import chat
from persona.cli.output import say
from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import PersonaError
from persona.llm.testing import Scripted, ScriptedServer


class Ran:
    def __init__(self, out: str, err: str, code: int) -> None:
        self.out, self.err, self.code = out, err, code


@pytest.fixture
def store(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'persona.db'}"
    with PersonaEngine(settings=Settings(db=url, extractor="rules")) as engine:
        engine.add(
            "ann", [{"role": "user", "content": "I love oolong tea. 我讨厌香菜。", "timestamp": 1}]
        )
        engine.rebuild(["ann"])
    return url


def talk(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: list[str],
    *args: str,
    environment: dict[str, str],
) -> Ran:
    app = typer.Typer()
    app.callback()(lambda: None)
    chat.register(app)
    for name, value in {**environment, "PERSONA_EXTRACTOR": "rules"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    code = 0
    try:
        app(["chat", *args], standalone_mode=False)
    except PersonaError as error:
        say(str(error))
        code = error.exit_code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return Ran(captured.out, captured.err, code)


def test_a_conversation_with_its_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], store: str
) -> None:
    script: list[Any] = [
        Scripted("", tool_calls=(("remember", '{"quote": "我在学围棋"}'),)),
        Scripted("围棋，好！"),
        Scripted("And oolong."),
    ]
    lines = [
        "我在学围棋。",
        "",
        "/persona",
        "/why oolong tea",
        "/why",
        "/why chess",
        "/dance",
        "and?",
        "/quit",
        "no",
    ]
    with ScriptedServer(script) as server:
        ran = talk(
            monkeypatch, capsys, lines, "ann", "--db", store, "--lang", "zh",
            environment=server.environment(),
        )  # fmt: skip
        assert "oolong tea" in server.requests[0]["messages"][0]["content"]
    assert ran.code == 0
    assert "围棋，好！" in ran.out
    assert "And oolong." in ran.out
    assert "[remember: quote=我在学围棋]" in ran.err
    assert ": I love oolong tea" in ran.out  # /why quotes the evidence
    assert "/why needs a name" in ran.err
    assert "chess" in ran.err
    assert "/persona shows" in ran.err
    with PersonaEngine(settings=Settings(db=store, extractor="rules")) as engine:
        assert not engine.status("ann")["due"]  # the worker has rebuilt it
        assert "围棋" in str(engine.persona("ann").to_dict())


def test_forgetting_in_the_conversation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], store: str
) -> None:
    with ScriptedServer([]) as server:
        ran = talk(
            monkeypatch, capsys, ["/forget 香菜"], "ann", "--db", store,
            environment=server.environment(),
        )  # fmt: skip
    assert "forgotten: 香菜, struck out of 1 message" in ran.err
    with PersonaEngine(settings=Settings(db=store, extractor="rules")) as engine:
        engine.rebuild(["ann"])
        assert "香菜" not in str(engine.persona("ann").to_dict())


def test_a_server_that_is_down_is_said_and_the_talk_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], store: str
) -> None:
    script = [Scripted("no", status=401), Scripted("now it works")]
    with ScriptedServer(script) as server:
        ran = talk(
            monkeypatch, capsys, ["hi", "hi again"], "ann", "--db", store,
            environment=server.environment(),
        )  # fmt: skip
    assert "stopped: model_error" in ran.err
    assert "now it works" in ran.out


def test_without_a_model_and_with_wrong_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], store: str
) -> None:
    assert talk(monkeypatch, capsys, [], "ann", "--db", store, environment={}).code == 3
    for wrong in (["--lang", "de"], ["--mode", "magic"]):
        assert talk(monkeypatch, capsys, [], "ann", "--db", store, *wrong, environment={}).code == 2


def test_a_trace_is_kept_and_the_model_may_only_complete(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    store: str,
    tmp_path: Path,
) -> None:
    from persona.agent.trace import read, sent_in

    path = tmp_path / "trace.jsonl"
    with ScriptedServer([Scripted("Final Answer: 喝茶")]) as server:
        ran = talk(
            monkeypatch, capsys, ["喝什么？"], "ann", "--db", store, "--mode", "completion",
            "--trace", str(path), environment=server.environment(),
        )  # fmt: skip
        assert server.paths == ["completions"]
    assert "喝茶" in ran.out
    assert sent_in(path)["mode"] == "completion"
    assert read(path)[-1].kind == "stop"
    ran = talk(
        monkeypatch, capsys, [], "ann", "--db", store, "--mode", "smoke", environment={}
    )  # fmt: skip
    assert ran.code == 2


def test_a_file_goes_with_the_next_message(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    store: str,
    tmp_path: Path,
) -> None:
    notes = tmp_path / "会议 纪要.txt"
    notes.write_bytes("周三讨论预算".encode("gb18030"))
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 8)
    lines = [
        "/file", f"/file {tmp_path / 'none.pdf'}", f"/file {notes}", f"/file {picture}", "说了什么？", "还有呢？",
    ]  # fmt: skip
    with ScriptedServer([Scripted("预算"), Scripted("没有了")]) as server:
        ran = talk(
            monkeypatch, capsys, lines, "ann", "--db", store, environment=server.environment()
        )
        first, second = ([m for m in r["messages"] if m["role"] == "user"] for r in server.requests)
    assert "/file needs a path" in ran.err
    assert "none.pdf: the file cannot be read" in ran.err
    assert [part["type"] for part in first[0]["content"]] == ["text", "text", "image_url"]
    assert first[0]["content"][1]["text"] == "[会议 纪要.txt]\n周三讨论预算"
    assert second[0]["content"] == "说了什么？\n[file]\n[image]"
    assert second[1]["content"] == "还有呢？"
