"""The shell scripts can be run, and the runner of services hands on what it should."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_SCRIPTS = sorted(
    path for path in (_ROOT / "scripts").iterdir() if path.is_file() and not path.suffix
)


@pytest.mark.parametrize("script", [*_SCRIPTS, _ROOT / ".ci" / "run"], ids=lambda path: path.name)
def test_a_script_is_executable_strict_and_well_formed(script: Path) -> None:
    text = script.read_text("utf-8")
    first = text.splitlines()[0]
    assert first in ("#!/bin/sh", "#!/usr/bin/env bash")
    assert os.access(script, os.X_OK)
    assert re.search(r"^set -eu", text, flags=re.MULTILINE)
    shell = "sh" if first.endswith("/sh") else "bash"
    assert subprocess.run([shell, "-n", script], check=False).returncode == 0


def test_what_make_and_ci_call_is_there() -> None:
    called = re.findall(r"@(scripts/\w+)", (_ROOT / "Makefile").read_text("utf-8"))
    assert called == ["scripts/check", "scripts/test"]
    assert all((_ROOT / name).is_file() for name in called)
    assert "make test" in (_ROOT / ".ci" / "run").read_text("utf-8")


def _services(*command: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    browser = folder / "chromium"  # stands for an installed one, so that nothing is installed
    browser.write_text("#!/bin/sh\n", encoding="utf-8")
    browser.chmod(0o755)
    environment = {**os.environ, **variables, "PATH": f"{folder}:{os.environ['PATH']}"}
    return subprocess.run(
        [_ROOT / "scripts" / "services", *command],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def test_a_server_that_is_named_is_used_and_the_exit_code_is_the_commands(tmp_path: Path) -> None:
    url = "postgresql+psycopg://somebody@127.0.0.1:1/nowhere"
    command = ("sh", "-c", 'echo "$PERSONA_TEST_POSTGRES"; exit 7')
    done = _services(*command, folder=tmp_path, PERSONA_TEST_POSTGRES=url)
    assert (done.returncode, done.stdout.strip()) == (7, url)


def test_without_a_command_it_asks_for_one(tmp_path: Path) -> None:
    done = _services(folder=tmp_path)
    assert done.returncode == 2
    assert "which command" in done.stderr
