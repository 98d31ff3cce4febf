from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from persona.records import Correction, Message
from persona.store import Answer, Erasure, Failure, Store
from tests.store.test_store import swap, views_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(user: str, number: int, text: str) -> Message:
    return Message(user, "c1", f"m{number}", "user", text, NOON + timedelta(minutes=number))


def answer(key: str, body: str = "{}") -> Answer:
    return Answer(key, key, "c1", ("m1",), "llm", "1", "m", "done", body)


def test_rows_go_and_others_take_their_place_in_one_transaction(store: Store) -> None:
    store.put_messages("ann", [said("ann", 1, "我喜欢拿铁"), said("ann", 2, "我喜欢滑雪")])
    store.put_answers("ann", [answer("a"), answer("b"), answer("c")])
    store.put_answers("ann", [answer("x"), answer("y")], aside=True)
    store.put_failure("ann", Failure("f", 1, "no", ("m2",)))
    for action in ("pin", "hide"):
        store.put_correction("ann", Correction(action, "拿铁"))
    swap(store, "ann", views_of("ann", "滑雪"), ("a", "b", "c", "f"))
    revision = store.state("ann").revision
    store.erase(
        "ann",
        Erasure(
            forgotten=(("c1", "m2"),),
            redacted=(said("ann", 1, "我喜欢▇"),),
            live=("a",),
            answers=(answer("d"),),
            aside=("y",),
            corrections=(1,),
            views=views_of("ann", "茶"),
            pending=2,
            settings_digest="d2",
            revision=revision,
        ),
    )
    assert [m.text for m in store.messages("ann")] == ["我喜欢▇"]
    assert list(store.answers("ann")) == ["a", "d"]
    assert list(store.answers("ann", aside=True)) == ["y"]
    assert store.failures("ann") == {}
    assert [c.number for c in store.corrections("ann")] == [2]
    assert [fact.target for fact in store.facts("ann")] == ["茶"]
    state = store.state("ann")
    assert (state.revision, state.built_revision, state.pending) == (revision + 1, revision + 1, 2)


def test_what_came_in_meanwhile_leaves_the_user_due(store: Store) -> None:
    store.put_messages("ann", [said("ann", 1, "我喜欢拿铁")])
    erasure = Erasure(views=views_of("ann"), revision=store.state("ann").revision)
    store.put_messages("ann", [said("ann", 2, "我喜欢茶")])
    store.erase("ann", erasure)
    state = store.state("ann")
    assert state.built_revision != state.revision


def test_a_user_goes_whole_and_no_other(store: Store) -> None:
    for user in ("ann", "bob"):
        store.put_messages(user, [said(user, 1, "我喜欢拿铁")])
        store.put_answers(user, [answer("a")])
        store.put_correction(user, Correction("pin", "拿铁"))
        swap(store, user, views_of(user), ("a",))
    before = store.facts("bob"), store.answers("bob"), store.state("bob")
    store.erase("ann", Erasure(everything=True))
    assert store.user_ids() == ["bob"]
    assert store.messages("ann") == []
    assert store.answers("ann") == {}
    assert store.facts("ann") == ()
    assert store.persona("ann") is None
    assert store.corrections("ann") == ()
    assert (store.facts("bob"), store.answers("bob"), store.state("bob")) == before


def test_the_files_are_looked_through_for_what_no_row_says(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 's.db'}")
    store.put_messages("ann", [said("ann", 1, "我喜欢拿铁"), said("ann", 2, "我喜欢滑雪")])
    store.put_messages("bob", [said("bob", 1, "我喜欢攀岩")])
    words = ["滑雪", "攀岩", "拿铁", "nowhere", "messages", "m2"]
    assert store.bytes_left(words) == []  # each is said by a row, or by the schema, or nowhere
    store.erase("ann", Erasure(forgotten=(("c1", "m2"),)))
    assert store.bytes_left(words)  # the journal still holds the old page
    assert store.sweep() == "done"
    assert store.bytes_left(words) == []
    store.close()


def test_where_there_is_no_file(db_url: str) -> None:
    memory = Store("sqlite://")
    assert memory.sweep() == "memory"
    assert memory.bytes_left(["tea"]) == []
    memory.close()
    store = Store(db_url)
    assert store.sweep() == ("done" if db_url.startswith("sqlite") else "operator")
    store.close()
