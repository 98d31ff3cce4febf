"""Everything that the README tells people to type works, in an empty folder beside the demo's data.

Blocks of ``sh`` are run line by line, in order, in one folder; a line of ``make`` needs a network or
minutes, so its target is looked up in the Makefile instead. Blocks of ``python`` are one program; a
comment after a ``print(...)`` is what it must print.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).resolve().parent.parent
_README = (_ROOT / "README.md").read_text("utf-8")
_BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", _README, flags=re.MULTILINE | re.DOTALL)
_INLINE = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", _README, flags=re.M | re.S))


def _shell_lines() -> list[str]:
    blocks = (text for language, text in _BLOCKS if language == "sh")
    return [line for text in blocks for line in text.splitlines() if line.strip()]


def _makes(line: str) -> bool:
    return line.split()[0] == "make"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working folder that holds the data and nothing else."""
    shutil.copytree(_ROOT / "data", tmp_path / "data")
    return tmp_path


def _run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": os.pathsep.join([scripts, os.environ.get("PATH", "")])}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_every_block_is_of_a_language_that_is_run() -> None:
    assert {language for language, _ in _BLOCKS} == {"sh", "python"}


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([\w-]+):", (_ROOT / "Makefile").read_text("utf-8"), flags=re.M))
    named = [line.split()[1] for line in [*_shell_lines(), *_INLINE] if _makes(line)]
    assert len(named) >= 4
    assert set(named) <= targets


@pytest.mark.slow
def test_every_shell_command_works(folder: Path) -> None:
    lines = [line for line in _shell_lines() if not _makes(line)]
    assert len(lines) >= 10
    for line in lines:
        done = _run(line, folder)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        assert done.stdout.strip() or " -o " in line, f"{line}: nothing on standard output"


def test_the_python_program_prints_what_it_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    code = "\n".join(text for language, text in _BLOCKS if language == "python")
    printed: list[str] = []
    names: dict[str, Any] = {"print": lambda *values: printed.append(" ".join(map(str, values)))}
    for statement in ast.parse(code).body:
        before = len(printed)
        program = ast.Module(body=[statement], type_ignores=[])
        exec(compile(program, "README.md", "exec", dont_inherit=True), names)
        wanted = _comment_after(code, statement)
        if wanted is not None and len(printed) > before:
            assert printed[before:] == [wanted], ast.unparse(statement)
    assert len(printed) >= 5


def _comment_after(code: str, statement: ast.stmt) -> str | None:
    line = code.splitlines()[(statement.end_lineno or 1) - 1]
    rest = line.encode()[statement.end_col_offset or 0 :].decode()
    found = re.fullmatch(r"\s+# (.*)", rest)
    return found[1] if found else None


def test_every_command_stands_in_it_and_every_one_in_it_exists() -> None:
    import typer.main

    from persona.cli import app

    group: Any = typer.main.get_command(app)
    commands = {name for name, command in group.commands.items() if not command.hidden}
    typed = [line for line in [*_shell_lines(), *_INLINE] if line.startswith("persona ")]
    named = {line.split()[1] for line in typed}
    assert named - commands == set()
    assert commands - named == set()


def test_the_table_of_formats_is_that_of_the_readers() -> None:
    from persona import logs

    text = _README.partition("## Formats")[2].partition("\n## ")[0]
    table = [line for line in text.splitlines() if line.startswith("| `")]
    assert table == [f"| `{each.name}` | {each.summary} |" for each in logs.formats()]


def test_every_law_has_a_line() -> None:
    laws = _README.partition("## What always holds")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d+)\. \*\*", laws, flags=re.MULTILINE) == [str(n) for n in range(1, 14)]


def test_every_link_to_a_file_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", _README)
    files = [link for link in links if "://" not in link]
    assert len(files) >= 4
    assert [link for link in files if not (_ROOT / link).exists()] == []


def test_the_change_log_names_the_version() -> None:
    changes = (_ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## \[(Unreleased|\d+\.\d+\.\d+)\]", changes, flags=re.MULTILINE)
