"""A case in motion: a store of its own, the scripted server, the feed and the steps after it."""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from persona.config import Settings
from persona.engine import IngestReport, Limits, PersonaEngine, RebuildReport
from persona.errors import BusyError
from persona.llm.testing import ScriptedServer
from persona.records import Entity, Fact, Persona, Rejection
from persona.store.codec import encode
from scripts.cases._script import Answers, Row, Script

NOW = datetime(2026, 12, 1, tzinfo=UTC)
_ZONE = timezone(timedelta(hours=8))
_STARTS = {"before": datetime(2026, 2, 1, 9, tzinfo=_ZONE), "case": datetime(2026, 3, 1, 9, tzinfo=_ZONE)}  # fmt: skip
_DEPTH = ("a", "b", "c")
"""Folders above the store, so that a name that climbs out of it still lands where we look."""


@dataclass(frozen=True, slots=True)
class Dump:
    """All views of one user, as canonical text."""

    facts: tuple[str, ...]
    entities: tuple[str, ...]
    persona: str | None


def timed(messages: Sequence[Row], stage: str) -> list[dict[str, Any]]:
    """Messages with the times that those without one get, as `engine.add` takes them."""
    made = []
    for number, message in enumerate(messages):
        time = (_STARTS[stage] + timedelta(minutes=number)).isoformat()
        made.append({"user": "u1", "timestamp": time, **message})
    return made


def generated(wanted: Row | None) -> list[dict[str, Any]]:
    """The messages of `generate`."""
    if wanted is None:
        return []
    return [
        {"id": f"g{i:04d}", "role": "user", "content": wanted["text"].replace("{i}", f"{i:04d}")}
        for i in range(1, wanted["messages"] + 1)
    ]


@dataclass(slots=True)
class World:
    """A store, a server and what happened so far.

    Attributes:
        case: the case.
        base: a folder of its own; the store lies some way below it.
        script: answers the model's requests.
        runs: the reports of the rebuilds.
        ingests: the reports of what was taken in.
        fed: messages of the case, with their times.
    """

    case: Row
    base: Path
    script: Script
    server: ScriptedServer
    runs: list[RebuildReport] = field(default_factory=list)
    ingests: list[IngestReport] = field(default_factory=list)
    fed: list[dict[str, Any]] = field(default_factory=list)
    before: dict[str, Dump] = field(default_factory=dict)
    _engine: PersonaEngine | None = None

    @property
    def setup(self) -> Row:
        """The setup of the case."""
        found: Row = self.case.get("setup") or {}
        return found

    @property
    def store_folder(self) -> Path:
        """Where the store's files are."""
        return self.base.joinpath(*_DEPTH, "store")

    def engine(self) -> PersonaEngine:
        """The engine, opened when first needed."""
        if self._engine is None:
            self._engine = self.new_engine()
        return self._engine

    def new_engine(self) -> PersonaEngine:
        """An engine of its own on the same store."""
        self.store_folder.mkdir(parents=True, exist_ok=True)
        settings = Settings(
            db=f"sqlite:///{self.store_folder / 'persona.db'}",
            extractor="llm",
            retries=self.setup.get("retries", 1),
            summary=self.setup.get("summary", False),
            timezone=self.setup.get("timezone"),
        )
        return PersonaEngine(settings=settings, model=self.server.model(), clock=lambda: NOW)

    def close(self) -> None:
        """Closes the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def add(self, message: Row, engine: PersonaEngine | None = None) -> None:
        """Takes one message in."""
        given = {key: value for key, value in message.items() if key != "user"}
        self.ingests.append((engine or self.engine()).add(message["user"], [given]))

    def rebuild(self, users: Sequence[str] | None = None, **options: Any) -> RebuildReport:
        """One rebuild, one call at a time."""
        self.script.begin_run()
        report = self.engine().rebuild(users, limits=Limits(concurrency=1), **options)
        self.runs.append(report)
        return report

    def feed(self, messages: Sequence[Row], how: str) -> None:
        """Takes messages in, one by one with rebuilds between, or all at once."""
        if how not in ("message", "once"):
            raise ValueError(f"the runner does not know the feed {how!r}")
        for message in messages:
            self.add(message)
            if how == "message" and message["role"] == "user":
                self.rebuild([message["user"]])
        if how == "once":
            self.rebuild()

    def feed_from_threads(self, messages: Sequence[Row], number: int) -> None:
        """The same messages ingested and rebuilt by several engines at once."""
        self.engine()
        self.script.begin_run()
        crashes: list[BaseException] = []

        def work() -> None:
            try:
                own = self.new_engine()
                try:
                    for message in messages:
                        self.add(message, own)
                    self.runs.append(own.rebuild(limits=Limits(concurrency=1)))
                except BusyError:
                    pass  # another one rebuilds
                finally:
                    own.close()
            except BaseException as error:  # noqa: BLE001  # handed to the thread that waits
                crashes.append(error)

        threads = [threading.Thread(target=work) for _ in range(number)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if crashes:
            raise crashes[0]
        self.rebuild()

    def dump(self, user: str) -> Dump:
        """The stored views of a user."""
        store = self.engine().store
        persona = store.persona(user) if user in store.user_ids() else None
        return Dump(
            tuple(encode(Fact, fact) for fact in store.facts(user)),
            tuple(encode(Entity, entity) for entity in store.entities(user)),
            None if persona is None else encode(Persona, persona),
        )

    def dumps(self) -> dict[str, Dump]:
        """The views of every user."""
        return {user: self.dump(user) for user in self.engine().users()}

    def reported(self) -> Counter[str]:
        """What the rebuilds did not take, each thing once, by reason."""
        seen: Counter[Rejection] = Counter()
        for run in self.runs:
            for report in run.users:
                seen |= Counter(report.rejections)
        found = Counter(rejection.reason.value for rejection in seen.elements())
        for taken in self.ingests:
            found.update(taken.skipped)
            found.update(taken.noted)
        return found

    def zone_of(self, message_id: str) -> Any:
        """A message's own zone: that of its time, else the configured one."""
        for message in self.fed:
            if message["id"] == message_id:
                own = datetime.fromisoformat(str(message["timestamp"])).tzinfo
                return own or ZoneInfo(self.setup["timezone"])
        raise KeyError(message_id)


def answers_of(case: Row, rows: Sequence[Row], messages: Sequence[Row]) -> Answers:
    """The answers of the case itself."""
    users = [message["id"] for message in messages if message["role"] == "user"]
    by_message = users if case.get("feed", "once") == "message" else None
    return Answers.of(rows, users=by_message, made=(case.get("setup") or {}).get("answers"))


def case_messages(case: Row) -> list[dict[str, Any]]:
    """The messages of the case, generated ones first, with their times."""
    setup = case.get("setup") or {}
    return timed([*generated(setup.get("generate")), *case["input_messages"]], "case")


@contextmanager
def world(case: Row) -> Iterator[World]:
    """A world in which nothing has happened."""
    script = Script()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as base,
        ScriptedServer(script) as server,
    ):
        made = World(case, Path(base), script, server)
        try:
            yield made
        finally:
            made.close()


def play_before(made: World) -> None:
    """The log that is there before the case begins."""
    before = made.setup.get("before")
    if before is None:
        return
    messages = timed(before.get("messages") or generated(before.get("generate")), "before")
    given = before["answers"]
    rows, names = ((), given) if isinstance(given, Mapping) else (given, None)
    made.script.answers = Answers.of(rows, users=None, made=names)
    made.feed(messages, "once")
    made.before = made.dumps()
    made.fed += messages
    made.runs.clear()
    made.ingests.clear()
    made.script.asked.clear()


def play(made: World, rows: Sequence[Row], messages: Sequence[Row]) -> None:
    """The case itself, with one list of answers."""
    play_before(made)
    made.script.answers = answers_of(made.case, rows, case_messages(made.case))
    made.fed += [dict(message) for message in messages]
    number = made.setup.get("concurrent")
    if number:
        made.feed_from_threads(messages, number)
    else:
        made.feed(messages, made.case.get("feed", "once"))


@contextmanager
def afterwards(made: World) -> Iterator[World]:
    """A copy of a world, in which a step is done without touching it."""
    made.close()
    script = made.script.copied()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as base,
        ScriptedServer(script) as server,
    ):
        shutil.copytree(made.base, base, dirs_exist_ok=True)
        copied = World(made.case, Path(base), script, server)
        copied.fed, copied.before = made.fed, made.before
        try:
            yield copied
        finally:
            copied.close()


def _rerun(made: World, wanted: Any) -> None:
    options = wanted if isinstance(wanted, Mapping) else {}
    for _ in range(1 if options else wanted):
        made.rebuild(**options)


def _replay(made: World, wanted: Any) -> None:
    for _ in range(wanted):
        for message in made.fed:
            made.add(message)
        made.rebuild()


def _forget_message(made: World, wanted: Any) -> None:
    owner = next(m["user"] for m in made.fed if m["id"] == wanted)
    made.engine().forget(owner, message_id=wanted)
    made.rebuild()


def _forget_user(made: World, wanted: Any) -> None:
    made.engine().forget(wanted, everything=True)
    made.rebuild()


def _split(made: World, wanted: Any) -> None:
    for user in made.engine().users():
        made.engine().split(user, *wanted)
    made.rebuild()


def _reopen(made: World, _wanted: Any) -> None:
    made.close()
    made.engine()


_STEPS = {
    "forget_message": _forget_message,
    "forget_user": _forget_user,
    "reopen": _reopen,
    "replay": _replay,
    "rerun": _rerun,
    "split": _split,
}


def do(made: World, action: Row) -> None:
    """A step after the case.

    Raises:
        ValueError: a step that the runner does not know.
    """
    ((word, wanted),) = action.items()
    if word not in _STEPS:
        raise ValueError(f"the runner does not know the step {json.dumps(action)}")
    _STEPS[word](made, wanted)
