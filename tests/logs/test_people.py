"""Whose words are whose in a chat of several people."""

from __future__ import annotations

import io
from dataclasses import MISSING, fields, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from persona.errors import LogFormatError, UsageError
from persona.logs import attribute, read
from persona.records import Message, Reason, Span
from tests.logs.conftest import Reads

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

CHAT = (
    "25/12/23, 10:00 - 小满: 我喜欢喝茶\n"
    "25/12/23, 10:01 - Bo Ek: I like coffee\n"
    "25/12/23, 10:02 - 小满: 不吃辣\n"
)


def test_the_users_words_are_evidence_and_others_are_not(read_text: Reads) -> None:
    log = read_text(CHAT, tz="UTC")
    found = list(attribute(log, user_id="u-1", me="小满"))
    assert [(m.user_id, m.author, m.is_users) for m in found] == [
        ("u-1", None, True),
        ("u-1", "Bo Ek", False),
        ("u-1", None, True),
    ]


def test_before_that_nobodys_words_are(read_text: Reads) -> None:
    assert not any(m.is_users for m in read_text(CHAT, tz="UTC"))


def test_the_user_id_is_enough_where_it_is_an_author(read_text: Reads) -> None:
    found = attribute(read_text(CHAT, tz="UTC"), user_id="bo ek", me=None)
    assert [m.is_users for m in found] == [False, True, False]


def test_one_author_is_the_user(read_text: Reads) -> None:
    log = read_text("25/12/23, 10:00 - Bo: hi\n", tz="UTC")
    assert [m.is_users for m in attribute(log, user_id="u", me=None)] == [True]


@pytest.mark.parametrize(
    ("me", "sentence"),
    [
        (None, "say which of the authors the user is, with --me: 小满, Bo Ek"),
        ("Ann", "no author is called 'Ann': 小满, Bo Ek"),
    ],
)
def test_the_error_names_the_authors(read_text: Reads, me: str | None, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        list(attribute(read_text(CHAT, tz="UTC"), user_id="u-1", me=me))


def test_two_of_one_name_need_the_id() -> None:
    chat = [
        Message(key, "c", key, "user", "hi", author="Sam", position=index)
        for index, key in enumerate(("u1", "u2"))
    ]
    with pytest.raises(UsageError, match=r"several authors are called 'sam'.*Sam \(u1\)"):
        list(attribute(chat, user_id="x", me="sam"))
    assert [m.is_users for m in attribute(iter(chat), user_id="x", me="u2")] == [False, True]


def test_bots_and_talks_with_a_model_keep_their_roles() -> None:
    chat = [
        Message(None, "c", "1", "assistant", "passed", author="ci"),
        Message("u1", "c", "2", "user", "hi", author="Sam"),
        Message(None, "d", "3", "user", "hi"),
        Message(None, "d", "4", "assistant", "hello"),
    ]
    found = list(attribute(chat, user_id="x", me="Sam"))
    assert [(m.user_id, m.author, m.is_users) for m in found] == [
        ("x", "ci", False),
        ("x", None, True),
        ("x", None, True),
        ("x", None, False),
    ]


def test_nothing_else_of_a_message_changes() -> None:
    message = Message(
        "u1", "c", "1", "user", "我喜欢喝茶", NOON, "Sam", 7, "telegram", "index",
        (Span(0, 1, Reason.QUOTED),), ("image",), "0", redacted=("d",), forwarded=True,
        time_inferred=True,
    )  # fmt: skip
    other = replace(message, user_id="u2", author="小满", message_id="2")
    assert all(
        getattr(message, field.name) != field.default
        for field in fields(Message)
        if field.default is not MISSING
    ), "a field is not tried here"
    assert list(attribute([message, other], user_id="x", me="u1")) == [
        replace(message, user_id="x", author=None),
        replace(other, user_id="x"),
    ]


def test_who_wrote_is_the_same_with_and_without_the_rest(samples: Path) -> None:
    tried = 0
    for path in sorted(samples.iterdir()):
        log = read(path, tz="UTC")
        whole = [(m.role, m.user_id, m.author) for m in log]
        skipped, owner = log.skipped, log.owner
        assert [(m.role, m.user_id, m.author) for m in log.for_authors()] == whole
        assert (log.skipped, log.owner) == (skipped, owner)
        tried += bool(whole) and log.group
    assert tried >= 3


def test_a_time_without_a_zone_is_still_told_before_anything_is_given() -> None:
    chat = (
        b'{"messages": [{"id": 1, "type": "message", "date_unixtime": "1700000000", "from": "Ann",'
        b' "from_id": "user1", "text": "hi"}, {"id": 2, "type": "message", "from": "Ann",'
        b' "date": "2023-11-14T22:13:20", "from_id": "user1", "text": "ho"}]}'
    )
    messages = attribute(read(io.BytesIO(chat)), user_id="ann", me="Ann")
    with pytest.raises(LogFormatError, match="names no zone"):
        next(messages)
