"""The kept index of what was said: what is taken in, what is written, and what is struck out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import create_engine, text

from persona.recall.pages import Entry, Page, changed
from persona.records import Message
from persona.store import Erasure, Store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(number: int, words: str = "我喜欢拿铁 violin", user_id: str = "ann") -> Message:
    return Message(
        user_id,
        "c1",
        f"m{number}",
        "user",
        words,
        NOON + timedelta(minutes=number),
        position=number,
    )


def pages_of(messages: Sequence[Message]) -> tuple[Page, ...]:
    return changed((), (), map(Entry.of, messages))


def build(store: Store, user_id: str = "ann") -> tuple[Page, ...]:
    """The index of a user taken up to date, and written."""
    store.open_index(user_id)
    read = store.unread(user_id)
    assert read.pages is not None
    after = changed(read.pages, read.keys or (), map(Entry.of, read.messages))
    assert store.put_pages(user_id, read, read.pages, after) == (read.edition or 0) + 1
    return after


def bodies(pages: Sequence[Page] | None) -> list[bytes]:
    return [page.body for page in pages or ()]


def test_without_an_index_everything_is_unread_and_nothing_can_be_kept(store: Store) -> None:
    store.put_messages("ann", [said(1), said(2)])
    read = store.unread("ann")
    assert (read.edition, read.keys, read.count) == (None, None, 2)
    assert store.put_pages("ann", read, (), pages_of(read.messages)) is None
    assert store.unread("ann").edition is None


def test_a_new_message_is_all_that_is_unread(store: Store) -> None:
    store.put_messages("ann", [said(1), said(2)])
    first = build(store)
    assert bodies(first) == bodies(pages_of([said(1), said(2)]))
    assert store.unread("ann").keys == ()
    store.put_messages("ann", [said(1), said(3)])
    read = store.unread("ann")
    assert read.keys == (("c1", "m3"),)
    assert [m.message_id for m in read.messages] == ["m3"]
    assert bodies(read.pages) == bodies(first)
    assert store.unread("ann", read.edition).pages is None
    assert bodies(build(store)) == bodies(pages_of([said(1), said(2), said(3)]))


def test_an_update_is_unread_too(store: Store) -> None:
    store.put_messages("ann", [said(1), said(2)])
    build(store)
    store.put_messages("ann", [said(1, "我喜欢茶 tea")])
    assert bodies(build(store)) == bodies(pages_of([said(1, "我喜欢茶 tea"), said(2)]))


def test_only_pages_that_changed_are_written(store: Store, db_url: str) -> None:
    messages = [said(n, f"word{n} 词") for n in range(3000)]
    store.put_messages("ann", messages)
    before = build(store)
    assert len(before) > 2
    engine = create_engine(db_url)
    with engine.begin() as connection:  # a mark on every row: one that is written anew loses it
        connection.execute(text("UPDATE pages SET user_id = user_id, body = body"))
        kept = set(connection.execute(text("SELECT name FROM pages")).scalars())
    store.put_messages("ann", [said(9000, "tea")])
    after = build(store)
    with engine.begin() as connection:
        names = set(connection.execute(text("SELECT name FROM pages")).scalars())
    engine.dispose()
    assert names == {page.name for page in after}
    assert len(names - kept) == 1
    assert len(kept - names) <= 1


def test_who_read_an_earlier_edition_keeps_nothing(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    store.open_index("ann")
    early = store.unread("ann")
    build(store)
    assert store.put_pages("ann", early, (), pages_of([said(7, "old")])) is None
    assert bodies(store.unread("ann").pages) == bodies(pages_of([said(1)]))


def test_what_comes_in_while_pages_are_made_stays_unread(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    store.open_index("ann")
    read = store.unread("ann")
    store.put_messages("ann", [said(2)])
    assert store.put_pages("ann", read, (), pages_of(read.messages)) is not None
    assert store.unread("ann").keys == (("c1", "m2"),)


def test_what_is_forgotten_goes_from_pages_and_notes_in_the_same_transaction(store: Store) -> None:
    store.put_messages("ann", [said(1, "secretword 秘密词"), said(2), said(3, "Bo plays violin")])
    build(store)
    store.put_messages("ann", [said(4, "another secret")])
    struck = replace(said(3), text="▇ plays violin")
    store.erase("ann", Erasure(forgotten=(("c1", "m1"), ("c1", "m4")), redacted=(struck,), live=()))
    read = store.unread("ann")
    assert bodies(read.pages) == bodies(pages_of([said(2)]))
    assert read.keys == (("c1", "m3"),)
    assert b"secretword" not in b"".join(bodies(read.pages))
    assert bodies(build(store)) == bodies(pages_of([said(2), struck]))


def test_the_memory_of_another_process_brings_nothing_back(store: Store, db_url: str) -> None:
    other = Store(db_url)
    store.put_messages("ann", [said(1, "secretword"), said(2)])
    held = build(store)
    store.put_messages("ann", [said(3)])
    theirs = other.unread("ann")  # with the pages that hold m1
    store.erase("ann", Erasure(forgotten=(("c1", "m1"),), live=()))
    after = changed(held, theirs.keys or (), map(Entry.of, theirs.messages))
    assert other.put_pages("ann", theirs, held, after) is None
    assert b"secretword" not in b"".join(bodies(store.unread("ann").pages))
    other.close()


def test_users_are_kept_apart_and_go_whole(store: Store) -> None:
    for user_id in ("ann", "bob"):
        store.put_messages(user_id, [said(1, f"{user_id} loves tea", user_id)])
        build(store, user_id)
    store.put_messages("ann", [said(2)])
    assert store.unread("bob").keys == ()
    assert store.texts("bob", [("c1", "m1"), ("c1", "m2")]) == {("c1", "m1"): "bob loves tea"}
    store.erase("ann", Erasure(everything=True))
    assert store.unread("ann").edition is None
    assert len(store.unread("bob").pages or ()) == 1


def test_pages_of_another_version_are_made_anew(store: Store, db_url: str) -> None:
    store.put_messages("ann", [said(1)])
    build(store)
    engine = create_engine(db_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE indexes SET version = 'older'"))
        connection.execute(text("UPDATE pages SET name = 'of another kind'"))
    read = store.unread("ann")
    assert (read.keys, len(read.messages)) == (None, 1)
    assert store.put_pages("ann", read, (), pages_of(read.messages)) is not None
    with engine.begin() as connection:
        names = connection.execute(text("SELECT name FROM pages")).scalars().all()
    engine.dispose()
    assert names == [page.name for page in pages_of([said(1)])]
    assert bodies(store.unread("ann").pages) == bodies(pages_of([said(1)]))
