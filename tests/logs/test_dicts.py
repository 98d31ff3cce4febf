"""Messages given as dicts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.errors import LogFormatError
from persona.logs import from_dicts


def test_roles_parts_and_ids() -> None:
    log = from_dicts(
        [
            {"role": "user", "content": "我喜欢喝茶", "id": "m1"},
            {"role": "assistant", "content": [{"type": "text", "text": "Noted."}]},
            {"role": "system", "content": "x"},
            {"role": "user", "content": None},
            {"role": "user", "content": "b", "conversation_id": "other"},
        ],
        user_id="ann",
    )
    found = list(log)
    assert [(m.user_id, m.conversation_id, m.text) for m in found] == [
        ("ann", "default", "我喜欢喝茶"),
        ("ann", "default", "Noted."),
        ("ann", "other", "b"),
    ]
    assert [m.id_origin for m in found] == ["source", "hash", "hash"]
    assert dict(log.skipped) == {"system": 1, "empty": 1}


@pytest.mark.parametrize(
    "stamp",
    [
        "2024-05-01T13:26:40Z",
        "2024-05-01T15:26:40+02:00",
        1714570000,
        1714570000000,
        1714570000000000,
        "1714570000",
        datetime(2024, 5, 1, 13, 26, 40, tzinfo=UTC),
    ],
)
def test_times(stamp: object) -> None:
    (message,) = from_dicts([{"role": "user", "content": "a", "timestamp": stamp}], user_id="ann")
    assert message.time == datetime(2024, 5, 1, 13, 26, 40, tzinfo=UTC)


def test_a_time_without_a_zone_is_an_error() -> None:
    given_ = [{"role": "user", "content": "a", "timestamp": "2024-05-01T13:26:40"}]
    with pytest.raises(
        LogFormatError, match=r"message 0: the time .* names no zone; write it with one"
    ):
        list(from_dicts(given_, user_id="ann"))
    assert len(list(from_dicts(given_, user_id="ann", tz="UTC"))) == 1


@given(text=st.text(min_size=1), other=st.text(min_size=1))
def test_the_id_is_that_of_role_time_and_text(text: str, other: str) -> None:
    def ids(content: str, **more: object) -> list[str]:
        given_ = [{"role": "user", "content": content, **more}]
        return [m.message_id for m in from_dicts(given_, user_id="ann")]

    assert ids(text) == ids(text)
    if text.strip() and ids(text) == ids(other):
        assert text.replace("\x00", "") == other.replace("\x00", "")
    if text.strip("\x00").strip():
        assert ids(text, timestamp=1) != ids(text)


def test_another_persons_name_makes_it_context() -> None:
    log = from_dicts(
        [
            {"role": "user", "content": "I like tea", "name": "ann"},
            {"role": "user", "content": "I like rum", "name": "阿杰"},
        ],
        user_id="Ann",
    )
    assert [m.is_users for m in log] == [True, False]
    assert log.warnings == ["message 1: by '阿杰', not 'Ann': read as context only"]


def test_what_is_no_dict_is_counted() -> None:
    log = from_dicts(["x", {"role": "pirate", "content": "a"}], user_id="ann")  # type: ignore[list-item]
    assert list(log) == []
    assert dict(log.unreadable) == {"not_an_object": 1}
    assert dict(log.skipped) == {"unknown_role": 1}
