from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from persona.errors import StoreError, UnknownNameError
from persona.records import Message
from persona.store import Store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(number: int) -> Message:
    return Message("ann", "c", f"m{number}", "user", "我喜欢拿铁", NOON, position=number)


def test_a_look_up_sees_what_was_committed_before_it(store: Store, db_url: str) -> None:
    with pytest.raises(UnknownNameError):
        store.state("ann")
    other = Store(db_url)
    for revision in (1, 2):
        other.put_messages("ann", [said(revision)])
        assert store.state("ann").revision == revision
    assert store.persona("ann") is None
    other.close()


def test_many_threads_look_up_while_one_writes(store: Store) -> None:
    store.put_messages("ann", [said(0)])
    seen: list[int] = []

    def look() -> None:
        seen.extend(store.state("ann").revision for _ in range(40))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(1, 8):
        store.put_messages("ann", [said(number)])
    for thread in threads:
        thread.join()
    assert len(seen) == 160
    assert set(seen) <= set(range(1, 9))


def test_a_fault_of_the_database_is_ours(store: Store, db_url: str) -> None:
    engine = create_engine(db_url)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE users RENAME TO others"))
    engine.dispose()
    with pytest.raises(StoreError, match="users"):
        store.state("ann")


def test_the_kept_connection_delays_no_sweep(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'store.db'}")
    store.put_messages("ann", [said(1)])
    assert store.state("ann").revision == 1
    assert store.sweep() == "done"
    store.close()
    assert store.state("ann").revision == 1  # it opens again when it is wanted
    store.close()
