"""Where a hostile case happens: a working folder with a store below it, and what each step took."""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import os
import re
import resource
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from persona.config import Settings, load
from persona.engine import IngestReport, PersonaEngine, RebuildReport
from scripts.cases._script import Asked

FIRST = datetime.fromisoformat("2026-03-01T09:00:00+08:00")
_OURS = re.compile("OPENAI_|PERSONA_")


@dataclass
class Took:
    """What one step returned, printed and took.

    Attributes:
        number: of the step, from 1.
        texts: what it returned as text.
        printed: what it printed on stdout and stderr.
        logged: what it logged.
        error: what it raised.
        exit_code: of a command.
        status: of an HTTP answer.
        reports: of ingests and rebuilds.
        pages: HTML texts that it made, each with how to make the same of harmless words.
        files: what it wrote at our choice of name, or was told to write.
        asked: what a model was asked.
        endpoint: base URL of the model's client.
        seconds: wall time.
        megabytes: growth of the resident set at its peak.
        changed: whether the rows of the store differ from before.
    """

    number: int
    op: str
    texts: list[str] = field(default_factory=list)
    printed: str = ""
    logged: str = ""
    error: BaseException | None = None
    exit_code: int | None = None
    status: int | None = None
    reports: list[IngestReport | RebuildReport] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    endpoint: str | None = None
    seconds: float = 0.0
    megabytes: float = 0.0
    changed: bool = False

    @property
    def output(self) -> str:
        """What it returned as text and printed."""
        return "\n".join([*self.texts, self.printed])


@dataclass(frozen=True)
class Page:
    """A page that we made, and the same one of harmless words."""

    text: str
    harmless: str
    is_graph: bool


@dataclass
class World:
    """The folders of a case, and what happened in them.

    Attributes:
        root: of everything; what appears in it beside `folder` escaped.
        folder: the working folder.
        took: what each step took, in order.
        snapshots: what was stored of a user at a step `snapshot`.
        users: ids that the steps name.
    """

    root: Path
    folder: Path
    took: list[Took] = field(default_factory=list)
    snapshots: dict[str, Any] = field(default_factory=dict)
    users: list[str] = field(default_factory=list)
    _said: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def store(self) -> Path:
        """The store's folder."""
        return self.folder / "store"

    @property
    def url(self) -> str:
        """The store, for the engine and the command line."""
        return f"sqlite:///{self.store / 'persona.db'}"

    @contextlib.contextmanager
    def engine(
        self, environment: Mapping[str, str] | None = None, **settings: Any
    ) -> Iterator[PersonaEngine]:
        """An engine of its own on the store."""
        values = {"db": self.url, **settings}
        chosen: Settings = load(values, environment=environment or {})
        with PersonaEngine(settings=chosen) as engine:
            yield engine

    def next_number(self, user: object) -> int:
        """How many messages of the user were said before, and one more."""
        with self._lock:
            self._said[repr(user)] += 1
            return self._said[repr(user)]

    def rows(self, user: str | None = None) -> dict[str, list[str]]:
        """Every row of the store, of one user or of all, by table."""
        file = self.store / "persona.db"
        if not file.exists():
            return {}
        try:
            return _all_rows(file, user)
        except sqlite3.DatabaseError:
            return {"no database": [hashlib.sha256(file.read_bytes()).hexdigest()]}

    def strangers(self) -> list[str]:
        """Files and folders that were made outside the working folder."""
        ours = (self.folder, *self.folder.parents)
        return [
            str(path)
            for path in sorted(self.root.rglob("*"))
            if path not in ours and self.folder not in path.parents
        ]


def _all_rows(file: Path, user: str | None) -> dict[str, list[str]]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        found = {name: _rows(connection, name, user) for name in _tables(connection)}
    return {name: rows for name, rows in found.items() if rows}


def _tables(connection: sqlite3.Connection) -> list[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [str(name) for (name,) in found if name not in ("leases", "meta", "sqlite_sequence")]


def _rows(connection: sqlite3.Connection, table: str, user: str | None) -> list[str]:
    columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
    if user is None:
        found = connection.execute(f'SELECT * FROM "{table}"')  # noqa: S608  a table of the store
    elif "user_id" in columns:
        found = connection.execute(f'SELECT * FROM "{table}" WHERE user_id = ?', [user])  # noqa: S608
    else:
        return []
    return sorted(map(repr, found))


@contextlib.contextmanager
def new_world() -> Iterator[World]:
    """An empty world; while it is open its working folder is the process's, without our settings.

    The working folder lies deep, so that a path that climbs out of it lands in `root` still.
    """
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="persona-case-", ignore_cleanup_errors=True) as made:
        world = World(Path(made).resolve(), Path(made).resolve() / "a" / "b" / "c" / "work")
        world.store.mkdir(parents=True)
        kept = {name: os.environ.pop(name) for name in list(os.environ) if _OURS.match(name)}
        os.chdir(world.folder)
        try:
            yield world
        finally:
            os.chdir(before)
            os.environ.update(kept)


@contextlib.contextmanager
def environment(values: Mapping[str, str]) -> Iterator[None]:
    """Sets variables for a while."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextlib.contextmanager
def measured(took: Took) -> Iterator[None]:
    """Keeps what the block prints, logs and raises, its wall time and its growth in memory."""
    printed, logged = io.StringIO(), io.StringIO()
    handler = logging.StreamHandler(logged)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    resident, started = _resident(peak=False), time.perf_counter()
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            yield
    except Exception as error:  # noqa: BLE001  whether it may raise, the checks say
        took.error = error
    finally:
        took.seconds = time.perf_counter() - started
        took.megabytes = max(took.megabytes, (_resident(peak=True) - resident) / 2**20)
        root.removeHandler(handler)
        root.setLevel(level)
        took.printed += printed.getvalue()
        took.logged += logged.getvalue()


def _resident(*, peak: bool) -> int:
    """Bytes in memory now, or at the most since the last call with ``peak=False``."""
    try:
        if not peak:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    line = re.search(r"VmHWM:\s+(\d+) kB" if peak else r"VmRSS:\s+(\d+) kB", status)
    return int(line[1]) * 1024 if line else 0


def said_at(number: int) -> str:
    """The time of a user's n-th message, from 1."""
    return (FIRST + timedelta(minutes=number - 1)).isoformat()
