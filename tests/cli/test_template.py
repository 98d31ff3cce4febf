from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from persona.cli import main
from persona.llm.testing import ScriptedServer


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
