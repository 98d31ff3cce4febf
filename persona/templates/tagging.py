"""A git tag for a release, where the library's own folder lies in a git repository.

The tag is annotated, stands at the last commit, and its message is the entry of the changelog. It is
made only where the last commit holds just the templates that are released. Git is asked as a program;
where it is not installed, or the folder is in no repository, there is no tag and nothing is said.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from persona.templates.library import ENDINGS, TEMPLATE_PATHS, TemplateLibrary, read_folder

_SECONDS = 30
_OF_ANOTHER = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX")
"""Variables that would make git look at another repository."""

_NO_REPOSITORY = "not a git repository"


@dataclass(frozen=True, slots=True)
class Tagged:
    """What came of a tag.

    Attributes:
        name: of the tag that was made, or None.
        note: why there is none, in one sentence, where there might have been one.
    """

    name: str | None = None
    note: str | None = None


class _GitError(Exception):
    """Git did not do it; the text is its own first line."""


def tag(library: TemplateLibrary, name: str, message: str, *, now: datetime) -> Tagged:
    """Makes a tag in the repository that a library's own folders lie in; never moves one.

    Args:
        library: as it is released.
        name: of the tag.
        message: of the tag.
        now: the time that the tag bears.
    """
    git = shutil.which("git")
    folders = list(_folders(library))
    if git is None or not folders:
        return Tagged()
    try:
        return _tag(git, folders, name, message, now)
    except (_GitError, OSError, subprocess.TimeoutExpired) as error:
        return Tagged(note=f"no tag {name}: git says {' '.join(str(error).split())!r}")


def _tag(git: str, folders: list[Path], name: str, message: str, now: datetime) -> Tagged:
    homes = {folder: _repository(git, folder) for folder in folders}
    home = next((home for home in homes.values() if home is not None), None)
    if home is None:
        return Tagged()
    for folder in (folder for folder in folders if homes[folder] == home):
        changed = _uncommitted(git, folder)
        if changed:
            said = f"no tag {name}: {changed[0]} in {folder} is not committed as it is"
            return Tagged(note=f"{said}; commit it, then run `git tag -a {name}`")
    standing = _run(git, home, "tag", "--list", name)
    if standing:
        return Tagged(note=f"no tag {name}: it is there already and stays where it is")
    _run(git, home, "tag", "-a", "--cleanup=verbatim", "-F", "-", name, text=message, now=now)
    return Tagged(name)


def _folders(library: TemplateLibrary) -> Iterator[Path]:
    """Folders whose content is a layer of the library, the most important first."""
    for layer in library.to_dict()["layers"]:
        folder = Path(layer["name"])
        if folder.is_dir() and read_folder(folder) == layer["files"]:
            yield folder


def _repository(git: str, folder: Path) -> Path | None:
    """The top folder of the repository that a folder lies in."""
    try:
        return Path(_run(git, folder, "rev-parse", "--show-toplevel"))
    except _GitError as error:
        if _NO_REPOSITORY in str(error):
            return None
        raise


def _uncommitted(git: str, folder: Path) -> list[str]:
    """Template files that the last commit does not hold as they are, sorted."""
    places = ("-z", "--", *TEMPLATE_PATHS)
    known = set(_run(git, folder, "ls-files", *places).split("\0"))
    differ = _run(git, folder, "diff", "--name-only", "--relative", "HEAD", *places).split("\0")
    files = set(read_folder(folder))
    gone = {name for name in differ if name.endswith(ENDINGS)}
    return sorted((files - known) | gone)


def _run(
    git: str, folder: Path, *args: str, text: str | None = None, now: datetime | None = None
) -> str:
    environment = {name: v for name, v in os.environ.items() if name not in _OF_ANOTHER}
    environment |= {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}
    if now is not None:
        environment["GIT_COMMITTER_DATE"] = f"{int(now.timestamp())} +0000"
    done = subprocess.run(
        [git, "-C", str(folder), *args],
        input=text or "",
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=_SECONDS,
        env=environment,
        check=False,
    )
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise _GitError(_first_fault(lines) or f"exit code {done.returncode}")
    return done.stdout.strip("\n")


def _first_fault(lines: list[str]) -> str:
    """The line that says what is wrong; git may give advice before it."""
    marked = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return next(iter(marked or lines), "")
