from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import pytest

from persona.records import Message
from persona.store import Erasure, Store, Tombstone
from persona.store.tombstones import ENTITY, MESSAGE, Digests

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(number: int, text: str = "我喜欢拿铁") -> Message:
    return Message("ann", "c1", f"m{number}", "user", text, NOON + timedelta(minutes=number))


def test_a_digest_is_the_hmac_of_user_scope_and_natural_key() -> None:
    body = b'["ann","message","c1","m1"]'
    wanted = hmac.new(bytes.fromhex("00ff"), body, hashlib.sha256).hexdigest()
    assert Digests("00ff", "ann").of(MESSAGE, "c1", "m1") == wanted


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ann", MESSAGE, "c1", "m1"), ("bob", MESSAGE, "c1", "m1")),
        (("ann", MESSAGE, "c1", "m1"), ("ann", ENTITY, "c1", "m1")),
        (("ann", MESSAGE, "c1", "m1"), ("ann", MESSAGE, "c", "1m1")),
        (("ann", MESSAGE, "c|1", "m"), ("ann", MESSAGE, "c", "1|m")),
    ],
)
def test_no_two_things_share_a_digest(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    digests = {Digests("00ff", user).of(scope, *key) for user, scope, *key in (one, other)}
    assert len(digests) == 2


def test_every_store_has_a_key_of_its_own_and_keeps_it(db_url: str) -> None:
    first = Store(db_url)
    digest = first.digests("ann").of(ENTITY, "茶")
    first.close()
    again, elsewhere = Store(db_url), Store("sqlite://")
    assert again.digests("ann").of(ENTITY, "茶") == digest
    assert elsewhere.digests("ann").of(ENTITY, "茶") != digest
    again.close()
    elsewhere.close()


def test_a_forgotten_message_is_not_kept_again_until_it_is_lifted(store: Store) -> None:
    store.put_messages("ann", [said(1), said(2)])
    digest = store.digests("ann").of(MESSAGE, "c1", "m1")
    stone = Tombstone(MESSAGE, digest, 0, NOON)
    store.erase("ann", Erasure(forgotten=(("c1", "m1"),), stones=(stone,), revision=1))
    revision = store.state("ann").revision
    counts = store.put_messages("ann", [said(1), said(2)])
    assert (counts.forgotten, counts.unchanged, counts.added) == (1, 1, 0)
    assert store.state("ann").revision == revision
    assert store.put_messages("bob", [said(1)]).added == 1
    assert store.count_tombstones("ann") == 1
    assert store.lift("ann", {NOON}) == 1
    assert store.put_messages("ann", [said(1)]).added == 1


def test_tombstones_outlive_the_user_and_a_new_life_has_a_new_revision(store: Store) -> None:
    store.put_messages("ann", [said(1)])
    digest = store.digests("ann").of(MESSAGE, "c1", "m1")
    stones = (Tombstone(MESSAGE, digest, 0, NOON),)
    store.erase("ann", Erasure(everything=True, stones=stones))
    assert store.user_ids() == []
    assert store.put_messages("ann", [said(1)]).forgotten == 1
    assert store.user_ids() == []
    store.put_messages("ann", [said(2)])
    assert store.state("ann").revision > 1
    assert store.state("ann").built_revision is None


def test_a_name_is_struck_out_of_what_was_said_before_and_not_after(store: Store) -> None:
    digest = store.digests("ann").of(ENTITY, "拿铁")
    stones = (Tombstone(ENTITY, digest, 2, NOON + timedelta(minutes=5)),)
    store.put_messages("ann", [said(1, "你好")])
    store.erase("ann", Erasure(stones=stones, revision=1))
    store.put_messages("ann", [said(5), said(6), said(1, "拿铁呢")])
    texts = {m.message_id: (m.text, m.redacted) for m in store.messages("ann")}
    assert texts["m5"] == ("我喜欢▇", (digest,))
    assert texts["m6"] == ("我喜欢拿铁", ())
    assert texts["m1"] == ("▇呢", (digest,))
    assert store.put_messages("ann", [said(5, "别的")]).unchanged == 1
    store.lift("ann", {NOON + timedelta(minutes=5)})
    assert store.put_messages("ann", [said(5, "别的")]).updated == 1
