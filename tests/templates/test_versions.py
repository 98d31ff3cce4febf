from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from persona.errors import TemplateError
from persona.templates import TemplateLibrary
from persona.templates.versions import Versions
from tests.templates.conftest import BASE, atomic

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def library(*files: tuple[str, str]) -> TemplateLibrary:
    return TemplateLibrary.from_layers([("test", {**BASE, **dict(files)})])


ONE = library()
TWO = library(atomic("constraint/safe", "- No milk.", start="rules", end="rules"))
THREE = library(atomic("constraint/safe", "- 不放鱼。", "zh", start="rules", end="rules"))


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    return Versions(tmp_path)


def evaluated(versions: Versions, lib: TemplateLibrary, rate: float) -> TemplateLibrary:
    versions.record(versions.keep(lib), {"pass_rate": rate})
    return lib


def test_a_snapshot_is_the_library(versions: Versions) -> None:
    name = versions.keep(ONE)
    assert name == ONE.version == versions.keep(ONE)
    assert versions.versions() == (name,)
    again = versions.library(name)
    assert again.prompt("scene/dinner").render().text == ONE.prompt("scene/dinner").render().text


def test_a_snapshot_is_immutable(versions: Versions, tmp_path: Path) -> None:
    name = versions.keep(ONE)
    path = tmp_path / "versions" / f"{name}.json"
    path.write_text(path.read_text("utf-8").replace("No nuts", "More nuts"), encoding="utf-8")
    with pytest.raises(TemplateError, match="changed by hand"):
        versions.library(name)
    with pytest.raises(TemplateError, match="changed by hand"):
        versions.keep(ONE)


def test_a_release_without_evaluation_is_refused(versions: Versions) -> None:
    versions.keep(ONE)
    with pytest.raises(TemplateError, match="has not been evaluated"):
        versions.release(ONE, "production", reason="first", now=NOW)
    assert versions.labels() == {}


def test_the_evaluation_must_be_of_this_very_content(versions: Versions) -> None:
    evaluated(versions, ONE, 0.9)
    with pytest.raises(TemplateError, match="has not been evaluated"):
        versions.release(TWO, "production", reason="milk", now=NOW)


@pytest.mark.parametrize(
    ("label", "reason", "told"), [("production", " ", "reason"), ("Bad Label", "x", "label")]
)
def test_a_release_needs_a_reason_and_a_label(
    versions: Versions, label: str, reason: str, told: str
) -> None:
    with pytest.raises(TemplateError, match=told):
        versions.release(evaluated(versions, ONE, 1), label, reason=reason, now=NOW)


def test_a_release_writes_reason_and_metrics_into_the_changelog(
    versions: Versions, tmp_path: Path
) -> None:
    versions.release(evaluated(versions, ONE, 0.8), "production", reason="first", now=NOW)
    made = versions.release(
        evaluated(versions, TWO, 0.9), "production", reason="不放牛奶\n更安全", now=NOW
    )
    assert (made.previous, made.version) == (ONE.version, TWO.version)
    text = (tmp_path / "CHANGELOG.md").read_text("utf-8")
    newest = text.split("## ")[1]
    assert newest.startswith(f"production: released {TWO.version}, 2026-03-01\n")
    assert "不放牛奶 更安全" in newest
    assert "- pass_rate: 0.8 -> 0.9" in newest
    assert text.count("## ") == 2
    assert text.startswith("# Changes of the templates\n")


def test_the_same_content_is_not_released_twice(versions: Versions) -> None:
    versions.release(evaluated(versions, ONE, 1), "production", reason="first", now=NOW)
    with pytest.raises(TemplateError, match="already"):
        versions.release(ONE, "production", reason="again", now=NOW)
    versions.release(ONE, "canary", reason="another label", now=NOW)
    assert versions.labels() == {"production": ONE.version, "canary": ONE.version}


def test_a_rollback_moves_the_label_and_nothing_else(versions: Versions, tmp_path: Path) -> None:
    for lib in (ONE, TWO, THREE):
        versions.release(evaluated(versions, lib, 1), "production", reason="next", now=NOW)
    kept = {p.name: p.read_bytes() for p in (tmp_path / "versions").glob("*.json")}
    assert versions.rollback("production", now=NOW).version == TWO.version
    assert versions.library("production").version == TWO.version
    back = versions.rollback("production", now=NOW, to=ONE.version)
    assert back.previous == TWO.version
    assert versions.labels() == {"production": ONE.version}
    assert kept == {p.name: p.read_bytes() for p in (tmp_path / "versions").glob("*.json")}
    assert "rolled back" in (tmp_path / "CHANGELOG.md").read_text("utf-8")


def test_a_rollback_to_nothing_is_refused(versions: Versions) -> None:
    versions.release(evaluated(versions, ONE, 1), "production", reason="first", now=NOW)
    with pytest.raises(TemplateError, match="pointed at nothing before"):
        versions.rollback("production", now=NOW)
    with pytest.raises(TemplateError, match="did you mean production"):
        versions.rollback("produktion", now=NOW)
    with pytest.raises(TemplateError, match="has never pointed at"):
        versions.rollback("production", now=NOW, to=TWO.version)


def test_a_diff_shows_what_changed(versions: Versions) -> None:
    old, new = versions.keep(ONE), versions.keep(TWO)
    lines = versions.diff(old, new).split("\n")
    assert "-- No nuts." in lines
    assert "+- No milk." in lines
    assert versions.diff(old, old) == ""


@pytest.mark.parametrize("name", ["nothing", "../labels", "0123456789abcdef", ""])
def test_an_unknown_version(versions: Versions, name: str) -> None:
    with pytest.raises(TemplateError, match="there is no version or label"):
        versions.library(name)


def test_a_file_that_is_damaged_is_named(versions: Versions, tmp_path: Path) -> None:
    versions.keep(ONE)
    (tmp_path / "labels.json").write_text("{", encoding="utf-8")
    with pytest.raises(TemplateError, match=r"labels\.json"):
        versions.labels()


def test_two_layers_with_files_of_one_name_keep_their_version(versions: Versions) -> None:
    file, text = atomic("constraint/safe", "- Acme.", for_="{tenant: acme}")
    both = TemplateLibrary.from_layers([("over", {file: text}), ("test", BASE)])
    name = versions.keep(both)
    assert versions.library(name).version == name
    assert json.dumps(versions.library(name).files()).count("- Acme.") == 1
