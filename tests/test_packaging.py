"""The wheel is whole: installed in a fresh environment it runs the demo in an empty folder.

The only tests that need a package index: they install the wheel with what it declares, because a
dependency that is used and not declared shows nowhere else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.slow


def _run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=kept,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=400,
    )


def _pip(python: str | Path, *arguments: str | Path, cwd: Path) -> None:
    done = _run(python, "-m", "pip", "-q", "--disable-pip-version-check", *arguments, cwd=cwd)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _pip(sys.executable, "wheel", _ROOT, "--no-deps", "-w", folder, cwd=folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a fresh environment with the wheel and its extra `viz`."""
    folder = tmp_path_factory.mktemp("fresh")
    done = _run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    assert done.returncode == 0, done.stderr
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    _pip(programs / "python", "install", f"persona-graph[viz] @ {wheel.as_uri()}", cwd=folder)
    return programs


def test_the_wheel_holds_the_package_and_its_data_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"persona/__init__.py", "persona/py.typed"} <= names
    shipped = {f"persona/_data/{file.name}" for file in (_ROOT / "data").iterdir()}
    assert len(shipped) >= 4
    assert shipped <= names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"persona", "persona_graph"}
    assert any(name.endswith("LICENSE") for name in names)
    sources = {
        str(file.relative_to(_ROOT))
        for file in (_ROOT / "persona").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert sources <= names


def test_the_demo_runs_in_an_empty_folder_with_and_without_the_extra(
    scripts: Path, tmp_path: Path
) -> None:
    drawn, plain = tmp_path / "drawn", tmp_path / "plain"
    drawn.mkdir()
    plain.mkdir()

    done = _run(scripts / "persona", "demo", cwd=drawn)
    assert done.returncode == 0, done.stderr
    assert "苏晴" in done.stdout or "suqing" in done.stdout
    pages = list(drawn.rglob("*.html"))
    assert len(pages) >= 3
    assert all("花生" in page.read_text("utf-8") for page in pages if "suqing" in page.name)

    _pip(scripts / "python", "uninstall", "-y", "pyvis", cwd=tmp_path)
    done = _run(scripts / "persona", "demo", cwd=plain)
    assert done.returncode == 0, done.stderr
    hints = [
        line for line in (done.stdout + done.stderr).splitlines() if "persona-graph[viz]" in line
    ]
    assert len(hints) == 1
    assert list(plain.rglob("*.html")) == []
