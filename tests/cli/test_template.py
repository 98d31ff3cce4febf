from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from persona.cli import main
from persona.llm.testing import Scripted, ScriptedServer


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """Runs ``persona template ...`` in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["persona", "template", *args])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """A library with one role of its own."""
    folder = tmp_path / "mine" / "atomic" / "role"
    folder.mkdir(parents=True)
    (folder / "greeter.en.md").write_text(
        "---\nid: role/greeter\nkind: role\ninputs:\n  name:\n    type: str\n    sample: Ann\n---\nGreet {{ name }}.\n",
        encoding="utf-8",
    )
    return tmp_path / "mine"


def test_the_shipped_library_has_no_findings(run: Run) -> None:
    code, out, _ = run("lint")
    assert code == 0
    assert "0 findings" in out


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_scene_renders_in_both_languages_and_shows_its_source(run: Run, lang: str) -> None:
    code, out, _ = run("render", "scene/finance", "--lang", lang)
    assert code == 0
    assert "{{" not in out
    code, source, _ = run("render", "profile/system", "--source", "--lang", lang)
    assert code == 0
    assert "{{" in source


def test_an_overlay_and_a_variable(run: Run, overlay: Path) -> None:
    assert run("render", "role/greeter", "--library", str(overlay))[1].strip() == "Greet Ann."
    code, out, _ = run("render", "role/greeter", "--library", str(overlay), "--set", "name=小林")
    assert (code, out.strip()) == (0, "Greet 小林.")
    assert run("render", "role/nobody")[0] != 0
    assert run("lint", "--library", "absent")[0] == 2


def test_a_release_needs_an_evaluation_and_can_be_rolled_back(
    run: Run, overlay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = run("release", "production", "--reason", "first", "--library", str(overlay))
    assert code == 1
    assert "evaluat" in err
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        "- id: greets\n  template: role/greeter\n  values: {name: Ann}\n  input: hello\n"
        "  expect:\n    - contains: Ann\n",
        encoding="utf-8",
    )
    assert run("eval", str(cases), "--library", str(overlay))[0] == 3
    with ScriptedServer(lambda _: "Hello Ann") as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        code, out, err = run("eval", str(cases), "--library", str(overlay))
        assert code == 0, out + err
        assert run("release", "production", "--reason", "first", "--library", str(overlay))[0] == 0
        greeter = overlay / "atomic" / "role" / "greeter.en.md"
        greeter.write_text(greeter.read_text("utf-8").replace("Greet", "Welcome"), "utf-8")
        run("eval", str(cases), "--library", str(overlay))
        assert run("release", "production", "--reason", "kinder", "--library", str(overlay))[0] == 0
    code, out, _ = run("rollback", "production")
    assert code == 0
    new, _, old = out.partition(": ")[2].partition(" -> ")
    assert "+Welcome" in run("diff", old.strip(), new.strip())[1]
    assert "kinder" in (tmp_path / "prompts" / "CHANGELOG.md").read_text("utf-8")


def test_a_model_has_a_size_of_its_own(run: Run, overlay: Path) -> None:
    scene = overlay / "scene"
    scene.mkdir()
    (scene / "hall.yaml").write_text(
        "id: scene/hall\nextends: scene/finance\nlimits: {models: {'tiny*': 10}}\n", "utf-8"
    )
    library = ("--library", str(overlay))
    code, _, err = run("render", "scene/hall", *library, "--model", "tiny-1", "--lang", "zh")
    assert code == 0
    assert "more than 10 for tiny-1" in err
    assert "tiny" not in run("render", "scene/hall", *library)[2]
    code, out, _ = run("lint", *library)
    assert code == 0
    assert "tiny*" in out
    assert run("lint", *library, "--strict")[0] == 1


TOOLS = """
tools: [{name: find, parameters: {name: string}, results: [{when: {name: 小林}, returns: here}]}]
cases:
  - {id: finds, template: role/greeter, values: {name: 小林}, input: hello,
     expect: [{tool_called: {name: find, arguments: {name: 小林}}, contains: 小林, steps: 2}]}
  - {id: greets, template: role/greeter, values: {name: Ann}, input: hi, tools: [],
     expect: [{no_tool: true, contains: hello}]}
"""


def test_cases_with_tools_drive_the_agent_loop(
    run: Run, overlay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = tmp_path / "cases.yaml"
    cases.write_text(TOOLS, "utf-8")

    def model(request: Mapping[str, Any]) -> Scripted:
        if not request.get("tools"):
            return Scripted("hello")
        if any(message["role"] == "tool" for message in request["messages"]):
            return Scripted("你好，小林")
        return Scripted("", tool_calls=(("find", '{"name": "小林"}'),))

    with ScriptedServer(model) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        code, out, err = run("eval", str(cases), "--library", str(overlay), "--json")
        assert code == 0, out + err
        assert json.loads(out)["metrics"]["pass_rate"] == 1.0
        assert run("eval", str(cases), "--mode", "telepathy")[0] == 2
        cases.write_text("- {id: a, input: hi, expect: [{tool_called: find}]}\n", "utf-8")
        code, _, err = run("eval", str(cases))
        assert code == 2
        assert "declares no tools" in err


def test_a_release_tags_the_repository_of_the_library(
    run: Run, overlay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gitconfig").write_text("[user]\nname = Ann\nemail = ann@example.com\n", "utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))

    def git(*args: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(overlay), *args], capture_output=True, encoding="utf-8", check=True
        )
        return done.stdout.strip()

    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--message", "templates")
    cases = tmp_path / "cases.yaml"
    cases.write_text("- {id: a, input: hi, expect: [{contains: hello}]}\n", "utf-8")
    with ScriptedServer(lambda _: "hello") as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        assert run("eval", str(cases), "--library", str(overlay))[0] == 0
    release = ("--reason", "更亲切", "--library", str(overlay))
    code, _, _ = run("release", "canary", *release, "--no-tag")
    assert (code, git("tag", "--list")) == (0, "")
    code, _, err = run("release", "production", *release)
    assert code == 0
    assert f"tag {git('tag', '--list')} made" in err


def test_a_rubric_is_judged_by_a_model(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = tmp_path / "cases.yaml"
    cases.write_text("- {id: a, language: zh, input: 你好, expect: [{rubric: 有礼貌}]}\n", "utf-8")

    def model(request: Mapping[str, Any]) -> Scripted:
        if "有礼貌" in request["messages"][0]["content"]:
            strict = request["model"] == "strict"
            return Scripted(json.dumps({"holds": not strict, "why": "太随便"}, ensure_ascii=False))
        return Scripted("嗨")

    with ScriptedServer(model) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        assert run("eval", str(cases))[0] == 0
        code, out, _ = run("eval", str(cases), "--judge", "strict", "--json")
        assert code == 1
        assert "太随便" in json.loads(out)["results"][0]["failures"][0]
