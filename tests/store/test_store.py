from __future__ import annotations

import random
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from persona.errors import BusyError, ConfigError, StoreError, UnknownNameError
from persona.records import (
    Components,
    Correction,
    Entity,
    Evidence,
    Fact,
    Interval,
    Message,
    Persona,
    Preference,
    Reason,
    Rejection,
    Relation,
    Span,
)
from persona.store import Answer, Failure, Made, Store, Views
from persona.store.migrations import MIGRATIONS
from persona.store.schema import metadata

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(number: int, words: str = "我喜欢拿铁", **fields: object) -> Message:
    made = Message(
        "ann", "c1", f"m{number}", "user", words, NOON + timedelta(minutes=number), position=number
    )
    return replace(made, **fields)  # type: ignore[arg-type]  # any field, by name


def views_of(user_id: str, name: str = "拿铁") -> Views:
    evidence = Evidence("c1", "m1", NOON, f"我喜欢{name}", 0.9, (1, 2, "m1"), open=True)
    fact = Fact(
        f"id-{name}", user_id, "USER", "likes", name, 1, "喜欢", None, (evidence,),
        (Interval(NOON, None, open=True),),
    )  # fmt: skip
    line = Preference(
        name, name, "drink", "likes", "喜欢", 1, 0.123456789, Components(1.0, 0.5, 0.25), 1,
        NOON, NOON, NOON, None, None, (evidence,),
    )  # fmt: skip
    persona = Persona(
        user_id, NOON, "rules", {"likes": (line,)}, (line,), "喜欢拿铁", {"nodes": 2.0}
    )
    rejection = Rejection(Reason.QUESTION, ("m1",), "a question")
    return Views((Entity(name, name, "drink"),), (fact,), (rejection,), persona)


MADE = Made(NOON, "1", {"weights": [0.4, 0.3, 0.3]})


def swap(
    store: Store, user_id: str, views: Views, keys: tuple[str, ...] = (), made: Made = MADE
) -> None:
    revision = store.state(user_id).revision
    store.swap_views(
        user_id, views, revision=revision, settings_digest="d", pending=0, live_keys=keys, made=made
    )


def test_messages_come_back_as_they_were(store: Store) -> None:
    first = said(1, foreign=(Span(0, 2, Reason.QUOTED),), attachments=("image",), author="Bob")
    second = said(2, time=None, role="assistant", id_origin="index", source="csv")
    store.put_messages("ann", [first, second])
    assert store.messages("ann") == [first, second]
    assert store.count_messages("ann") == 2


def test_the_same_message_again_changes_nothing(store: Store) -> None:
    assert store.put_messages("ann", [said(1), said(1)]).added == 1
    revision = store.state("ann").revision
    assert store.put_messages("ann", [said(1)]).unchanged == 1
    assert store.state("ann").revision == revision


def test_other_text_under_the_same_key_is_an_update(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    assert store.put_messages("ann", [said(1, "我喜欢茶")]).updated == 1
    assert [m.text for m in store.messages("ann")] == ["我喜欢茶"]
    assert store.state("ann").revision == 2


def test_two_logs_with_ids_made_of_the_index_meet(store: Store) -> None:
    store.put_messages("ann", [said(1, "one", id_origin="index")])
    for _ in range(2):
        counts = store.put_messages("ann", [said(1, "two", id_origin="index")])
        assert counts.id_clash == 1
    kept = store.messages("ann")
    assert [m.text for m in kept] == ["one", "two"]
    assert kept[1].message_id.startswith("m1~")


def test_the_time_that_is_known_and_the_smallest_position_stay(store: Store) -> None:
    store.put_messages("ann", [said(5, time=None)])
    store.put_messages("ann", [said(5, position=2)])
    (kept,) = store.messages("ann")
    assert kept.time is not None
    assert kept.position == 2


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_arrival_does_not_matter(db_url: str, seed: int) -> None:
    messages = [said(n, time=None if n % 3 else NOON) for n in range(12)]
    twice = [*messages, *(replace(m, time=NOON, position=m.position + 7) for m in messages[::4])]
    kept = []
    for number, order in enumerate((twice, random.Random(seed).sample(twice, len(twice)))):
        store = Store(db_url)
        user_id = f"u{number}"
        for start in range(0, len(order), 4):
            store.put_messages(user_id, order[start : start + 4])
        kept.append([replace(m, user_id=None) for m in store.messages(user_id)])
        store.close()
    assert kept[0] == kept[1]


def test_users_are_kept_apart(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    store.put_messages("bob", [said(1, "我讨厌拿铁", user_id="bob")])
    store.put_answers(
        "ann", [Answer("k", "content", "c1", ("m1",), "rules", "1", "", "done", "{}")]
    )
    for user_id in ("ann", "bob"):
        swap(store, user_id, views_of(user_id), ("k",))
    swap(store, "ann", views_of("ann", "茶"))
    assert store.user_ids() == ["ann", "bob"]
    assert store.messages("bob")[0].text == "我讨厌拿铁"
    assert [fact.target for fact in store.facts("bob")] == ["拿铁"]
    assert store.answers("bob") == {}
    assert store.persona("bob") == views_of("bob").persona


def test_views_are_swapped_whole_and_come_back_equal(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    views = views_of("ann")
    swap(store, "ann", views)
    assert store.persona("ann") == views.persona
    assert store.facts("ann") == views.facts
    assert store.entities("ann") == views.entities
    assert store.rejections("ann") == views.rejections
    assert not store.state("ann").is_due("d")
    assert store.state("ann").is_due("other settings")
    store.put_messages("ann", [said(2)])
    assert store.state("ann").is_due("d")


def test_a_swap_that_fails_leaves_the_old_views(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    swap(store, "ann", views_of("ann"))
    broken = replace(views_of("ann", "茶"), facts=views_of("ann").facts * 2)
    with pytest.raises(StoreError):
        swap(store, "ann", broken)
    assert [fact.target for fact in store.facts("ann")] == ["拿铁"]
    assert store.persona("ann") == views_of("ann").persona


def test_the_first_answer_for_a_key_wins_and_answers_without_window_go(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    first = Answer("k1", "content", "c1", ("m1",), "llm", "1", "m", "done", '{"a": 1}')
    store.put_failure("ann", Failure("k1", 1, "timeout", ("m1",)))
    store.put_answers("ann", [first, replace(first, key="k2")])
    store.put_answers("ann", [replace(first, body='{"a": 2}')])
    assert store.answers("ann")["k1"] == first
    assert store.failures("ann") == {}
    assert store.count_answers("ann") == {"done": 2}
    swap(store, "ann", views_of("ann"), ("k1",))
    assert list(store.answers("ann")) == ["k1"]


def test_answers_set_aside_take_the_place_of_those_in_use(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    old = Answer("k1", "content", "c1", ("m1",), "llm", "1", "m", "done", "old")
    new = replace(old, body="new")
    store.put_answers("ann", [old, replace(old, key="k2")])
    store.begin_refresh("ann")
    store.put_answers("ann", [new], aside=True)
    assert store.answers("ann")["k1"] == old
    assert store.answers("ann", aside=True) == {"k1": new}
    assert store.state("ann").refresh == "running"
    store.refuse_refresh("ann")
    assert store.state("ann").refresh == "refused"
    swap(store, "ann", views_of("ann"), ("k1",))
    assert store.answers("ann", aside=True) == {"k1": new}
    store.swap_views(
        "ann", views_of("ann"), revision=1, settings_digest="d", pending=0, live_keys=("k1",),
        made=MADE, promote=True,
    )  # fmt: skip
    assert store.answers("ann") == {"k1": new}
    assert store.state("ann").refresh is None
    store.begin_refresh("ann")
    assert store.answers("ann", aside=True) == {}


def test_a_user_that_is_not_there(store: Store) -> None:
    with pytest.raises(UnknownNameError, match="'nobody'"):
        store.state("nobody")
    assert store.persona("nobody") is None
    assert store.messages("%") == []


def test_a_lease_has_one_holder_until_it_ends(store: Store) -> None:
    minute = timedelta(minutes=1)
    store.take_lease("user:ann", "one", now=NOON, length=minute)
    store.take_lease("user:ann", "one", now=NOON, length=minute)
    with pytest.raises(BusyError):
        store.take_lease("user:ann", "two", now=NOON, length=minute)
    store.drop_lease("user:ann", "two")
    with pytest.raises(BusyError):
        store.take_lease("user:ann", "two", now=NOON, length=minute)
    store.take_lease("user:ann", "two", now=NOON + 2 * minute, length=minute)
    store.drop_lease("user:ann", "two")
    store.take_lease("user:ann", "one", now=NOON, length=minute)


def test_many_threads_add_the_same_message_once(db_url: str) -> None:
    errors = []

    def work() -> None:
        try:
            own = Store(db_url)
            own.put_messages("ann", [said(n) for n in range(20)])
            own.close()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
            errors.append(error)

    Store(db_url).close()
    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = Store(db_url)
    assert errors == []
    assert (store.count_messages("ann"), store.state("ann").revision) == (20, 1)
    store.close()


def test_a_store_is_migrated_from_nothing_and_only_once(db_url: str) -> None:
    for _ in range(2):
        Store(db_url).close()
    engine = create_engine(db_url)
    assert set(inspect(engine).get_table_names()) == set(metadata.tables)
    with engine.connect() as connection:
        names = connection.execute(text("SELECT name FROM meta")).scalars().all()
    engine.dispose()
    assert names == [f"migration:{step.__name__}" for step in MIGRATIONS]


def test_a_store_of_a_newer_version_is_refused(db_url: str) -> None:
    Store(db_url).close()
    engine = create_engine(db_url)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO meta VALUES ('migration:m999_future', 'done')"))
    engine.dispose()
    with pytest.raises(StoreError, match="m999_future"):
        Store(db_url)


@pytest.mark.parametrize("url", ["nonsense", "mysql://x/y", "oracle://x"])
def test_a_url_that_is_none_is_a_configuration_error(url: str) -> None:
    with pytest.raises(ConfigError):
        Store(url)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"not a database at all, just text\n" * 50)
    with pytest.raises(StoreError, match=r"x\.db"):
        Store(f"sqlite:///{tmp_path / 'x.db'}")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="absent"):
        Store(f"sqlite:///{tmp_path / 'absent' / 'x.db'}")


def test_a_store_in_memory_holds_from_call_to_call() -> None:
    store = Store("sqlite://")
    store.put_messages("ann", [said(1)])
    assert store.count_messages("ann") == 1
    store.close()


def test_a_store_of_the_first_version_is_brought_up_to_date_with_its_rows(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    old = create_engine(f"sqlite:///{file}")
    with old.begin() as connection:
        for statement in (
            "CREATE TABLE meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
            "INSERT INTO meta VALUES ('migration:m001_tables', 'done')",
            "CREATE TABLE users (user_id TEXT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL,"
            " built_revision BIGINT, built_settings TEXT, pending INTEGER NOT NULL, refresh TEXT)",
            "INSERT INTO users VALUES ('ann', 3, 3, 'd', 0, NULL)",
            "CREATE TABLE messages (user_id TEXT NOT NULL, conversation_id TEXT NOT NULL,"
            " message_id TEXT NOT NULL, role TEXT NOT NULL, author TEXT, text TEXT NOT NULL,"
            " time BIGINT, position BIGINT NOT NULL, source TEXT NOT NULL, id_origin TEXT NOT NULL,"
            " foreign_spans TEXT NOT NULL, attachments TEXT NOT NULL,"
            " PRIMARY KEY (user_id, conversation_id, message_id))",
            "INSERT INTO messages VALUES"
            " ('ann', 'c1', 'm1', 'user', NULL, '我喜欢拿铁', 0, 0, '', 'source', '[]', '[]')",
            "CREATE TABLE rejections (user_id TEXT NOT NULL, number INTEGER NOT NULL,"
            " reason TEXT NOT NULL, message_ids TEXT NOT NULL, detail TEXT NOT NULL,"
            " PRIMARY KEY (user_id, number)) WITHOUT ROWID",
            """INSERT INTO rejections VALUES ('ann', 0, 'question', '["m1"]', 'why')""",
        ):
            connection.execute(text(statement))
    old.dispose()
    store = Store(f"sqlite:///{file}")
    (message,) = store.messages("ann")
    assert (message.text, message.redacted) == ("我喜欢拿铁", ())
    assert store.rejections("ann") == (Rejection(Reason.QUESTION, ("m1",), "why"),)
    assert store.put_correction("ann", Correction("pin", "拿铁", time=NOON)).number == 1
    assert store.put_correction("ann", Correction("hide", "拿铁")).number == 2
    assert [c.action for c in store.corrections("ann")] == ["pin", "hide"]
    assert store.state("ann").revision == 5
    store.close()


def test_rejected_rows_come_back_as_they_were(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    row = Relation("USER", "拿铁", "喜欢", evidence=("m1",), quote="我喜欢拿铁")
    views = replace(
        views_of("ann"), rejections=(Rejection(Reason.UNGROUNDED, ("m1",), "why", row),)
    )
    swap(store, "ann", views)
    assert store.rejections("ann") == views.rejections
