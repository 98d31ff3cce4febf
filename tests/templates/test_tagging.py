"""Releases in a real git repository."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from persona.templates import Release, TemplateLibrary, Versions
from tests.templates.conftest import BASE

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Git without the developer's settings, and with a name to commit under."""
    for name in [n for n in os.environ if n.startswith("GIT_")]:
        monkeypatch.delenv(name)
    settings = tmp_path / "gitconfig"
    settings.write_text("[user]\nname = Ann\nemail = ann@example.com\n", "utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))


def git(folder: Path, *args: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *args], capture_output=True, encoding="utf-8", check=True
    )
    return done.stdout.strip()


def write(folder: Path, files: dict[str, str] = BASE) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "templates")


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """A folder of templates, committed, within a repository."""
    repository = tmp_path / "repository"
    repository.mkdir()
    git(repository, "init", "--quiet")
    folder = write(repository / "提示" / "mine")
    commit(repository)
    return folder


def release(
    store: Path, *folders: Path, label: str = "production", rate: float = 1.0, tag: bool = True
) -> Release:
    versions, library = Versions(store), TemplateLibrary(*folders)
    versions.record(versions.keep(library), {"pass_rate": rate})
    return versions.release(library, label, reason="更清楚的规则", now=NOW, tag=tag)


def tags(folder: Path) -> list[str]:
    return git(folder, "tag", "--list").splitlines()


def test_a_release_is_a_tag_at_the_last_commit(overlay: Path, tmp_path: Path) -> None:
    done = release(tmp_path / "store", overlay)
    assert (done.tag, done.notes) == (f"prompts/production/{done.version}", ())
    assert tags(overlay) == [done.tag]
    assert git(overlay, "rev-parse", f"{done.tag}^{{commit}}") == git(overlay, "rev-parse", "HEAD")
    message = git(overlay, "for-each-ref", "--format=%(contents)", f"refs/tags/{done.tag}")
    assert message.splitlines()[0] == f"production: released {done.version}, 2026-03-01"
    assert "更清楚的规则 (before: nothing)" in message
    assert "- pass_rate: - -> 1" in message
    told = git(overlay, "for-each-ref", "--format=%(taggerdate:unix)", f"refs/tags/{done.tag}")
    assert int(told) == int(NOW.timestamp())


def test_the_store_may_lie_beside_the_templates(overlay: Path) -> None:
    done = release(overlay, overlay)  # what a release writes itself is no uncommitted template
    assert done.tag is not None
    assert (overlay / "CHANGELOG.md").is_file()


def test_no_tag_is_overwritten(overlay: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    first = release(store, overlay)
    where = git(overlay, "rev-parse", str(first.tag))
    role = overlay / "atomic" / "role" / "cook.en.md"
    old = role.read_text("utf-8")
    role.write_text(old.replace("You cook", "You bake"), "utf-8")
    commit(overlay)
    second = release(store, overlay)
    assert second.tag != first.tag
    role.write_text(old, "utf-8")
    commit(overlay)
    third = release(store, overlay)  # the first content again, at another commit
    assert (third.version, third.tag) == (first.version, None)
    assert third.notes == (f"no tag {first.tag}: it is there already and stays where it is",)
    assert git(overlay, "rev-parse", str(first.tag)) == where
    assert release(store, overlay, label="canary").tag == f"prompts/canary/{first.version}"


@pytest.mark.parametrize("how", ["changed", "new", "staged", "ignored", "removed"])
def test_templates_that_are_not_committed_get_no_tag(
    overlay: Path, tmp_path: Path, how: str
) -> None:
    role = overlay / "atomic" / "role" / "cook.zh.md"
    if how == "changed":
        role.write_text(role.read_text("utf-8") + "先问清人数。\n", "utf-8")
        named = "atomic/role/cook.zh.md"
    elif how == "removed":
        role.unlink()
        named = "atomic/role/cook.zh.md"
    else:
        text = role.read_text("utf-8").replace("role/cook", "role/baker")
        (overlay / "atomic" / "role" / "baker.zh.md").write_text(text, "utf-8")
        named = "atomic/role/baker.zh.md"
    if how == "staged":
        git(overlay, "add", "--all")
    if how == "ignored":
        (overlay.parents[1] / ".git" / "info" / "exclude").write_text("baker*\n", "utf-8")
    done = release(tmp_path / "store", overlay)
    assert done.tag is None
    (note,) = done.notes
    assert note.startswith(f"no tag prompts/production/{done.version}: {named} in ")
    assert "commit it" in note
    assert tags(overlay) == []
    assert Versions(tmp_path / "store").labels() == {"production": done.version}


def test_other_files_need_not_be_committed(overlay: Path, tmp_path: Path) -> None:
    (overlay / "atomic" / "role" / "notes.txt").write_text("later", "utf-8")
    (overlay.parent / "draft.md").write_text("later", "utf-8")
    assert release(tmp_path / "store", overlay).tag is not None


def test_a_failure_of_git_is_said_and_the_release_stands(
    overlay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gitconfig").write_text("[user]\nuseConfigOnly = true\n", "utf-8")
    done = release(tmp_path / "store", overlay)
    assert done.tag is None
    (note,) = done.notes
    assert note.startswith(f"no tag prompts/production/{done.version}: git says ")
    assert "\n" not in note
    assert Versions(tmp_path / "store").labels() == {"production": done.version}


def test_a_repository_without_a_commit(tmp_path: Path) -> None:
    folder = write(tmp_path / "new")
    git(folder, "init", "--quiet")
    done = release(tmp_path / "store", folder)
    assert done.tag is None
    assert len(done.notes) == 1


def test_where_there_is_no_repository_nothing_is_said(tmp_path: Path) -> None:
    done = release(tmp_path / "store", write(tmp_path / "plain"))
    assert (done.tag, done.notes) == (None, ())


def test_where_there_is_no_git_nothing_is_said(
    overlay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = release(tmp_path / "store", overlay)
    assert (done.tag, done.notes) == (None, ())


def test_it_can_be_left_out(overlay: Path, tmp_path: Path) -> None:
    assert release(tmp_path / "store", overlay, tag=False).tag is None
    assert tags(overlay) == []


def test_a_library_that_is_of_no_folder_has_no_tag(
    overlay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(overlay.parent)
    versions = Versions(tmp_path / "store")
    library = TemplateLibrary.from_layers([("mine", {**BASE, "joints.yaml": "[]\n"})])
    versions.record(versions.keep(library), {})
    done = versions.release(library, "production", reason="r", now=NOW)
    assert (done.tag, done.notes) == (None, ())


def test_another_repository_in_the_environment_is_not_meant(
    overlay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "--quiet")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    done = release(tmp_path / "store", overlay)
    monkeypatch.delenv("GIT_DIR")
    assert tags(overlay) == [done.tag]
    assert tags(other) == []


def test_the_first_folder_in_a_repository_counts(overlay: Path, tmp_path: Path) -> None:
    plain = write(
        tmp_path / "plain", {"atomic/role/own.md": "---\nid: role/own\nkind: role\n---\nHi.\n"}
    )
    done = release(tmp_path / "store", plain, overlay)
    assert tags(overlay) == [done.tag]
