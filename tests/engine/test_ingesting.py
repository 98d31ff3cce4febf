"""What is kept of a log."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from persona import logs
from persona.engine import ingesting
from persona.engine.ingesting import keep
from persona.errors import UsageError
from persona.store import Store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TURNS = (
    ("ann", "my password is hunter22", None),
    ("bo", "我喜欢喝茶", "2026-02-01T00:00:00Z"),
    ("ann", "see you", "2027-01-01T00:00:00Z"),
    ("ann", "mail ann@example.org and bo@example.org", "2026-02-02T00:00:00Z"),
)


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store("sqlite://")
    yield opened
    opened.close()


@pytest.fixture
def log(tmp_path: Path) -> logs.Log:
    path = tmp_path / "log.jsonl"
    lines = [
        json.dumps({"role": "user", "content": text, "user": user, "timestamp": time})
        for user, text, time in TURNS
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return logs.read(path)


@pytest.mark.parametrize("size", [1, 3, 8000])
def test_batches_of_any_size_keep_the_same(
    store: Store, log: logs.Log, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(ingesting, "_BATCH", size)
    report = keep(store, log, log, now=NOON, redactor=lambda text: text.replace("茶", "▇"))
    assert report.users == ("ann", "bo")
    assert report.conversations == 2
    assert report.counts.added == 4
    assert dict(report.noted) == {
        "masked_password": 1,
        "masked_email": 2,
        "future_time": 1,
        "redacted": 1,
    }
    assert [m.text for m in store.messages("bo")] == ["我喜欢喝▇"]
    kept = {m.text: m.time for m in store.messages("ann")}
    assert kept["see you"] is None
    assert "my password is [masked: password]" in kept


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_of_garbage_is_afterwards_as_it_was(
    store: Store, log: logs.Log, was_on: bool
) -> None:
    before = gc.isenabled()
    during: list[bool] = []

    def look(text: str) -> str:
        during.append(gc.isenabled())
        return text

    try:
        (gc.enable if was_on else gc.disable)()
        keep(store, log, log, now=NOON, redactor=look)
        assert gc.isenabled() is was_on
        with pytest.raises(UsageError, match="a redactor gives a text"):
            keep(store, log, log, now=NOON, redactor=lambda _: None)  # type: ignore[arg-type,return-value]
        assert gc.isenabled() is was_on
    finally:
        (gc.enable if before else gc.disable)()
    assert not any(during)


def test_garbage_of_batches_does_not_add_up(
    store: Store, log: logs.Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingesting, "_BATCH", 1)
    monkeypatch.setattr(ingesting, "_LONG", 1)
    alive: set[int] = set()
    most = 0

    class Knot:
        def __init__(self) -> None:
            self.me = self
            alive.add(id(self))

        def __del__(self) -> None:
            alive.discard(id(self))

    def tie(text: str) -> str:
        nonlocal most
        Knot()
        most = max(most, len(alive))
        return text

    keep(store, log, log, now=NOON, redactor=tie)
    assert most == 1


def test_nobodys_messages_are_not_kept(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"role": "user", "content": "我喜欢喝茶"}', encoding="utf-8")
    log = logs.read(path)
    with pytest.raises(UsageError, match="--user"):
        keep(store, log, log, now=NOON)
    assert keep(store, log, log, now=NOON, dry_run=True).messages[0].text == "我喜欢喝茶"
