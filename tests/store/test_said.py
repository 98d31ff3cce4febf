from __future__ import annotations

from datetime import UTC, datetime, timedelta

from persona.records import Message
from persona.store import Store

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ODD_IDS = ('a"b', "a\\b", "它's 用户", "$[0]", "%s", "🙂", "1", "01", "a\tb", "x" * 400)


def said(user: str, number: int, conversation: str = "c1", text: str = "我喜欢茶") -> Message:
    return Message(user, conversation, f"m{number}", "user", text, NOON + timedelta(minutes=number))


def test_many_users_at_once_are_as_one_after_the_other(store: Store, db_url: str) -> None:
    batches = {user: [said(user, n) for n in range(5)] for user in ("bob", "苏晴", "ann")}
    assert store.put_batches(batches).added == 15
    for user, batch in batches.items():
        assert store.messages(user) == batch
        assert store.state(user).revision == 1
        assert store.put_messages(user, batch).unchanged == 5
        assert store.state(user).revision == 1


def test_only_those_who_said_something_new_have_changed(store: Store) -> None:
    store.put_batches({"ann": [said("ann", 1)], "bob": [said("bob", 1)]})
    counts = store.put_batches({"ann": [said("ann", 1)], "bob": [said("bob", 1), said("bob", 2)]})
    assert (counts.added, counts.unchanged) == (1, 2)
    assert store.state("ann").revision == 1
    assert store.state("bob").revision == 2


def test_the_same_message_twice_in_one_batch_of_somebody_new_is_one(store: Store) -> None:
    counts = store.put_batches({"ann": [said("ann", 1), said("ann", 1)]})
    assert (counts.added, counts.unchanged) == (1, 1)


def test_a_message_is_found_by_its_whole_key(store: Store) -> None:
    texts = {(c, m): f"{c!r} {m!r}" for c in ODD_IDS for m in ODD_IDS}
    batch = [Message("ann", c, m, "user", text) for (c, m), text in texts.items()]
    assert store.put_messages("ann", batch).added == len(batch)
    assert store.put_messages("ann", batch[::7]).unchanged == len(batch[::7])
    store.put_messages("bob", [Message("bob", c, m, "user", "别人的") for c, m in texts])
    assert store.put_messages("ann", batch).unchanged == len(batch)
    assert {(m.conversation_id, m.message_id): m.text for m in store.messages("ann")} == texts
