from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from persona.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["persona", *args])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        return code, *capsys.readouterr()

    return call


def test_each_setting_is_shown_with_its_origin(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdefghijklmn")
    (tmp_path / "persona.toml").write_text('timezone = "Asia/Shanghai"\n')
    code, out, err = run("config", "show", "--db", "sqlite:///x.db")
    assert (code, err) == (0, "")
    assert "timezone = Asia/Shanghai  (persona.toml)" in out
    assert "db = sqlite:///x.db  (the command line)" in out
    assert "model = (not set)  (default)" in out
    assert "sk-test" not in out
    code, out, _ = run("config", "show", "--json")
    assert json.loads(out)["timezone"] == {"value": "Asia/Shanghai", "from": "persona.toml"}


def test_a_file_that_is_no_toml_is_one_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("!!python/object/apply:os.system ['touch pwned']\n")
    code, out, err = run("config", "show", "--file", "c.yaml")
    assert (code, out) == (3, "")
    assert err.startswith("persona: c.yaml:")
    assert err.count("\n") == 1
    assert not (tmp_path / "pwned").exists()


def test_a_record_that_cannot_be_read_is_noted_and_strict_minds_it(
    run: Run, tmp_path: Path
) -> None:
    line = '{"messages": [{"role": "user", "content": "我喜欢茶"}]}\n'
    (tmp_path / "a.jsonl").write_text(line + "{no json\n", encoding="utf-8")
    code, out, err = run("ingest", "a.jsonl", "--user", "ann")
    assert code == 0
    assert "1 message added" in out
    assert "1 invalid_json" in out
    assert "line 2" in err
    assert run("ingest", "a.jsonl", "--user", "ann", "--strict")[0] == 1
    code, out, _ = run("ingest", "a.jsonl", "--user", "ann", "--json")
    assert json.loads(out)["noted"] == {"invalid_json": 1}
    (tmp_path / "a.jsonl").write_text(line, encoding="utf-8")
    assert run("ingest", "a.jsonl", "--user", "ann", "--strict")[0] == 0


def test_a_dry_run_prints_no_secret(run: Run, tmp_path: Path) -> None:
    secret = "sk-test-0123456789abcdefghijklmn"
    line = json.dumps({"messages": [{"role": "user", "content": f"我的密钥 {secret}"}]})
    (tmp_path / "a.jsonl").write_text(line + "\n", encoding="utf-8")
    code, out, err = run("ingest", "a.jsonl", "--user", "ann", "--dry-run", "--json")
    assert code == 0
    assert "[masked: api key]" in out
    assert secret not in out + err
