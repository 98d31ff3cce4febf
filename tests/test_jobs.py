from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import PersonaError, UsageError
from persona.jobs import Worker, daily_trigger, nightly
from persona.llm.testing import Scripted, ScriptedServer


def test_it_fires_at_that_time_of_day_in_its_zone() -> None:
    trigger = daily_trigger("03:30", "Asia/Shanghai")
    noon = datetime(2026, 3, 1, 4, tzinfo=UTC)  # 12:00 in Shanghai
    assert trigger.get_next_fire_time(None, noon) == datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


def test_it_stays_that_time_of_day_when_the_clocks_change() -> None:
    zone = ZoneInfo("Europe/Berlin")
    trigger = daily_trigger("04:00", "Europe/Berlin")
    before = trigger.get_next_fire_time(None, datetime(2026, 3, 28, 0, tzinfo=zone))
    after = trigger.get_next_fire_time(before, before + timedelta(seconds=1))
    assert (before.hour, after.hour) == (4, 4)
    assert after.astimezone(UTC) - before.astimezone(UTC) == timedelta(hours=23)


@pytest.mark.parametrize(
    ("at", "zone"), [("25:00", "UTC"), ("3am", "UTC"), ("03:00", "Nowhere"), ("03:00", "")]
)
def test_a_time_or_zone_that_is_none(at: str, zone: str) -> None:
    with pytest.raises(UsageError):
        daily_trigger(at, zone)


def test_a_night_rebuilds_who_is_due_and_says_whether_all_went_well() -> None:
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules")) as engine:
        engine.add("ann", [{"role": "user", "content": "I love jazz", "timestamp": 1_767_225_600}])
        assert nightly(engine)
        assert engine.persona("ann").likes
    with (
        ScriptedServer(lambda _: "no JSON") as server,
        PersonaEngine(settings=Settings(db="sqlite://", retries=0), model=server.model()) as engine,
    ):
        engine.add("ann", [{"role": "user", "content": "我喜欢爵士", "timestamp": 1_767_225_600}])
        assert not nightly(engine)


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until, "it did not happen in thirty seconds"
        time.sleep(0.01)


def said(text: str, number: int = 0) -> dict[str, object]:
    return {"role": "user", "content": text, "timestamp": 1_767_225_600 + number}


@pytest.fixture
def db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'store.db'}"


def rules(db: str) -> PersonaEngine:
    return PersonaEngine(settings=Settings(db=db, extractor="rules"))


def test_a_worker_rebuilds_once_a_user_is_quiet(db: str) -> None:
    with rules(db) as engine, Worker(engine, quiet=0.2) as worker:
        for number in range(5):
            engine.observe("ann", [said(f"我喜欢茶{number}号。", number)])
            worker.notify("ann")
        assert worker.waiting == ("ann",)
        wait_for(lambda: worker.counts["rebuilt"] == 1)
        assert len(engine.persona("ann").likes) == 5
    assert worker.counts == {"rebuilt": 1}


def test_a_user_who_never_falls_silent_is_rebuilt_all_the_same(db: str) -> None:
    with rules(db) as engine, Worker(engine, quiet=5.0, longest=0.3) as worker:
        engine.observe("ann", [said("I love tea.")])

        def speaks_again() -> bool:
            worker.notify("ann")
            return worker.counts["rebuilt"] > 0

        wait_for(speaks_again)


def test_what_waits_at_the_end_is_done_before_the_worker_stops(db: str) -> None:
    with rules(db) as engine:
        with Worker(engine, quiet=60.0, longest=60.0) as worker:
            engine.observe("ann", [said("I love jazz.")])
            worker.notify("ann")
        assert [line.entity for line in engine.persona("ann").likes] == ["jazz"]


def test_what_a_process_that_died_left_is_taken_up(db: str) -> None:
    with rules(db) as engine:
        engine.observe("ann", [said("I love jazz.")])
        with Worker(engine, quiet=60.0) as worker:
            wait_for(lambda: worker.counts["rebuilt"] == 1)
        assert not engine.status("ann")["due"]


def test_a_rebuild_that_fails_is_logged_counted_and_tried_again(
    db: str, caplog: pytest.LogCaptureFixture
) -> None:
    down = [Scripted("down", status=500)] * 2
    good = Scripted('{"entities": [], "relations": []}')
    with (
        ScriptedServer([*down, good]) as server,
        PersonaEngine(settings=Settings(db=db, retries=0), model=server.model()) as engine,
        Worker(engine, quiet=0.0, pause=0.01) as worker,
    ):
        engine.observe("ann", [said("I love jazz.")])
        worker.notify("ann")
        wait_for(lambda: worker.counts["rebuilt"] == 1)
        assert worker.counts == {"failed": 2, "retried": 2, "rebuilt": 1}
    assert "the rebuild of ann failed: the model's server answered 500: down" in caplog.text


def test_a_rebuild_that_the_loss_guard_refuses_says_what_would_be_lost(
    db: str, caplog: pytest.LogCaptureFixture
) -> None:
    with rules(db) as engine:
        engine.observe("ann", [said("I love jazz. 我喜欢绿茶。")])
        engine.rebuild(["ann"])
    with (
        ScriptedServer(lambda _: '{"entities": [], "relations": []}') as server,
        PersonaEngine(
            settings=Settings(db=db, extractor="llm", retries=0), model=server.model()
        ) as engine,
        Worker(engine, quiet=0.0, pause=60.0) as worker,
    ):
        engine.observe("ann", [said("What a day!", 2)])
        worker.notify("ann")
        wait_for(lambda: worker.counts["failed"] >= 1)
    assert "the rebuild of ann failed: 2 of 2 facts would be lost" in caplog.text


def test_a_rebuild_that_fails_to_the_last_stays_due_in_the_store(db: str) -> None:
    with (
        ScriptedServer(lambda _: Scripted("down", status=500)) as server,
        PersonaEngine(settings=Settings(db=db, retries=0), model=server.model()) as engine,
    ):
        engine.observe("ann", [said("I love jazz.")])
        with Worker(engine, quiet=0.0, pause=0.0, retries=1) as worker:
            wait_for(lambda: worker.counts["failed"] >= 2)
        assert engine.status("ann")["due"]


def test_a_store_in_memory_is_shared_with_the_worker() -> None:
    with rules("sqlite://") as engine, Worker(engine, quiet=0.0) as worker:
        stop = threading.Event()
        faults: list[Exception] = []

        def read() -> None:
            while not stop.is_set():
                try:
                    engine.status("ann")
                    engine.persona("ann")
                except PersonaError as error:
                    faults.append(error)
                    return

        engine.add("ann", [said("我喜欢绿茶。")])
        engine.rebuild(["ann"])
        readers = [threading.Thread(target=read) for _ in range(3)]
        for reader in readers:
            reader.start()
        for number in range(1, 13):
            engine.observe("ann", [said(f"我喜欢茶{number}号。", number)])
            worker.notify("ann")
        wait_for(lambda: worker.counts["rebuilt"] > 0 and not engine.status("ann")["due"])
        stop.set()
        for reader in readers:
            reader.join()
        assert faults == []
        assert worker.counts["failed"] == 0
        assert len(engine.persona("ann").likes) == 13
