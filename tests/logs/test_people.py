"""Whose words are whose in a chat of several people."""

from __future__ import annotations

import pytest

from persona.errors import UsageError
from persona.logs import attribute
from persona.records import Message
from tests.logs.conftest import Reads

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
