from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from persona.engine.scopes import Request, check_target_user, find_stones, find_target, read_request
from persona.errors import UnknownNameError, UsageError, UserIdError
from persona.records import Entity, Message
from persona.store import Erasure, Store
from persona.store.tombstones import ENTITY, MESSAGE

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(number: int, text: str = "我喜欢茶", conversation: str = "c") -> Message:
    time = NOON + timedelta(minutes=number)
    return Message("ann", conversation, f"m{number}", "user", text, time)


MESSAGES = [said(1), said(2, "I love hot pot"), said(3, conversation="d")]
ENTITIES = (
    Entity("hot pot", "Hot pot", aliases=("火锅",)),
    Entity("李伟 (a)", "李伟", qualifier="a"),
    Entity("李伟 (b)", "李伟", qualifier="b"),
)


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store("sqlite://")
    opened.put_messages("ann", MESSAGES)
    yield opened
    opened.close()


def target(store: Store, **scope: Any) -> Any:
    return find_target(store, "ann", read_request(**scope), MESSAGES, ENTITIES, NOON)


@pytest.mark.parametrize(
    ("scope", "ids"),
    [
        ({"message_id": "m1"}, {"m1"}),
        ({"message_id": ["m1", "m3"]}, {"m1", "m3"}),
        ({"conversation_id": "c"}, {"m1", "m2"}),
        ({"older_than": NOON + timedelta(minutes=2)}, {"m1"}),
        ({"older_than": NOON}, set()),
        ({"everything": True}, {"m1", "m2", "m3"}),
    ],
)
def test_which_messages_a_request_means(store: Store, scope: dict[str, Any], ids: set[str]) -> None:
    found = target(store, **scope)
    assert {message_id for _, message_id in found.forgotten} == ids
    single = [stone for stone in found.stones if stone.scope == MESSAGE]
    assert len(single) == len(ids)
    assert found.redacted == {}


def test_every_name_of_an_entity_is_struck_and_has_its_stones(store: Store) -> None:
    found = target(store, entity="火锅")
    assert found.names == ("Hot pot", "火锅")
    assert [m.text for m in found.redacted.values()] == ["I love ▇"]
    # "hot pot", "hotpot" and 火锅: with the space and without it
    assert sorted(stone.length for stone in found.stones) == [2, 6, 7]
    assert {stone.scope for stone in found.stones} == {ENTITY}
    assert found.gone == {}
    assert found.touched == {"c": {"m2"}}


def test_a_name_that_two_share_is_struck_for_both_and_that_is_said(store: Store) -> None:
    with pytest.raises(UsageError, match="several"):
        target(store, entity="李伟")
    assert "李伟 (b)" in target(store, entity="李伟 (a)").notes[0]


def test_a_name_that_only_the_text_holds_is_taken_as_it_stands(store: Store) -> None:
    assert target(store, entity="love").names == ("love",)
    with pytest.raises(UnknownNameError):
        target(store, entity="opera")


def test_every_request_has_a_time_of_its_own(store: Store) -> None:
    times = set()
    for number in (1, 3):
        found = target(store, message_id=f"m{number}")
        store.erase("ann", Erasure(stones=found.stones))
        times |= {stone.time for stone in found.stones}
    assert times == {NOON, NOON + timedelta(microseconds=1)}
    lifted, _ = find_stones(store, "ann", read_request(message_id="m3"))
    assert lifted == {NOON + timedelta(microseconds=1)}
    with pytest.raises(UnknownNameError):
        find_stones(store, "ann", read_request(conversation_id="c"))


@pytest.mark.parametrize("user_id", ["", " ", "%", "*", "?", "%%", None, 7])
def test_users_that_cannot_be_meant(user_id: object) -> None:
    with pytest.raises(UserIdError):
        check_target_user(user_id)


@pytest.mark.parametrize("user_id", ["ann", "100%", "王五", "a*b"])
def test_users_that_can(user_id: str) -> None:
    assert check_target_user(user_id) == user_id


def test_the_scope_of_a_request() -> None:
    assert Request(message_ids=("m",), conversation_id="c").scope == "message"
    assert Request(conversation_id="c").scope == "conversation"
    assert Request(entity="茶").scope == "entity"
    assert Request(older_than=NOON).scope == "older_than"
    assert Request(everything=True).scope == "everything"
