from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from persona.records import Message, Reason, Span
from persona.store import Store
from tests.strategies import NO_SHRINKING

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EXTRAS: tuple[dict[str, Any], ...] = (
    {"time": None},
    {"author": "小满"},
    {"position": 9, "source": "telegram"},
    {"id_origin": "index", "attachments": ("image", "file")},
    {"foreign": (Span(0, 2, Reason.QUOTED), Span(2, 3, Reason.ECHO))},
    {"redacted": ("d1", "d2")},
    {"role": "assistant"},
)
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


@given(st.permutations(range(12)), st.integers(0, 12), st.integers(1, 12))
@settings(
    max_examples=40,
    deadline=None,
    phases=NO_SHRINKING,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_whatever_is_there_already_what_comes_is_kept_once(
    tmp_path_factory: pytest.TempPathFactory, order: list[int], there: int, talks: int
) -> None:
    folder = tmp_path_factory.mktemp("store")
    store = Store(f"sqlite:///{folder}/s.db")
    batch = [said("ann", n, conversation=f"c{n % talks}") for n in order]
    assert store.put_messages("ann", batch[:there]).added == there
    counts = store.put_messages("ann", batch)
    assert (counts.added, counts.unchanged) == (12 - there, there)
    assert sorted(m.message_id for m in store.messages("ann")) == sorted(f"m{n}" for n in order)
    store.close()


def test_rows_come_in_the_order_of_their_keys_and_back_as_they_went(store: Store) -> None:
    batch = [
        replace(said("ann", n, conversation=f"c{n % 3}", text=f"我喜欢 {n}"), **extra)
        for n, extra in enumerate(EXTRAS)
    ]
    store.put_messages("ann", batch)
    right = sorted(batch, key=lambda m: (m.conversation_id, m.message_id))
    assert store.messages("ann") == right
