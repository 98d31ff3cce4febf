"""A JSON document read piece by piece."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.logs import cursor
from persona.logs.cursor import BrokenJsonError, Cursor
from tests.strategies import NO_SHRINKING

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


class Dripping(io.BytesIO):
    """A stream that gives few bytes at a time."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(3)


def walk(at: Cursor) -> Any:
    """The value at a place, entering every array and object."""
    opening = at.peek()
    if opening == "[":
        return [walk(at) for _ in at.elements()]
    if opening == "{":
        return {key: walk(at) for key in at.fields()}
    return at.value()


@given(value=VALUES, indent=st.sampled_from([None, 1]), ascii_=st.booleans())
def test_entering_gives_what_the_whole_gives(value: Any, indent: int | None, ascii_: bool) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_).encode(errors="replace")
    right = json.loads(data)
    assert walk(Cursor(Dripping(data))) == right
    assert Cursor(Dripping(data)).value() == right


@given(value=st.lists(VALUES, min_size=1, max_size=4), data=st.data())
def test_a_torn_document_gives_the_elements_before_the_tear(value: Any, data: Any) -> None:
    text = json.dumps(value)
    torn = text[: data.draw(st.integers(1, len(text) - 1))]
    found: list[Any] = []
    at = Cursor(io.BytesIO(torn.encode()))
    with pytest.raises(BrokenJsonError):
        found.extend(at.value() for _ in at.elements())
    assert len(found) <= len(value)


def test_skip_passes_over_and_goes_on() -> None:
    at = Cursor(io.BytesIO(b'{"a": [1, {"b": "]"}], "c": {"d": [2]}, "e": "x", "f": 3}'))
    found = {}
    for key in at.fields():
        if key == "f":
            found[key] = at.value()
        else:
            at.skip()
    assert found == {"f": 3}


def test_what_does_not_decode_is_counted() -> None:
    at = Cursor(io.BytesIO(b'["a\xff", "\xef\xbf\xbd"]'))
    assert at.value() == ["a\ufffd", "\ufffd"]
    assert at.replaced == 1


@pytest.mark.parametrize("chunk", [1, 2, 3, 4])
def test_a_mark_of_replacement_in_the_file_is_none_wherever_it_is_cut(
    monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(cursor, "_CHUNK", chunk)
    at = Cursor(io.BytesIO('["喝\ufffd", "茶\ufffd\ufffd"]'.encode()))
    assert [at.value() for _ in at.elements()] == ["喝\ufffd", "茶\ufffd\ufffd"]
    assert at.replaced == 0


def test_a_fault_early_in_a_long_document_is_seen_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cursor, "_CHUNK", 1000)
    stream = io.BytesIO(b'[{"a": oops}, ' + b'{"a": 1}, ' * 10_000)
    at = Cursor(stream)
    with pytest.raises(BrokenJsonError):
        walk(at)
    assert stream.tell() <= 2000


INNER = st.lists(st.fixed_dictionaries({"id": st.integers(0, 9)}), max_size=3)
ODD = st.sampled_from([
    2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 12345678901234567890, float("nan"), float("inf"),
    "\ud83d", "\x00", '"},{"id":1', "喝茶\ufffd", 1.5e300,
])  # fmt: skip
RECORDS = st.lists(
    st.fixed_dictionaries(
        {"id": st.integers(0, 10**6)},
        optional={"text": st.text(max_size=12), "odd": ODD, "parts": INNER},
    )
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
    | st.integers(),
    max_size=30,
)


def one_by_one(at: Cursor) -> Iterator[Any]:
    at.number = 0
    for _ in at.elements():
        at.number += 1
        yield at.value()


def taken(data: bytes, take: Callable[[Cursor], Iterator[Any]]) -> tuple[str, str, int, int, str]:
    """What an array under a key gives, what ends it, and what comes behind it.

    How many bytes were replaced is only told of what was read whole: behind a fault some may be read.
    """
    at = Cursor(io.BytesIO(data))
    found: list[Any] = []
    rest = error = ""
    try:
        for key in at.fields():
            if key == "messages":
                found.extend(take(at))
            else:
                rest += repr(at.value())
    except BrokenJsonError as broken:
        error = str(broken)
    return repr(found), error, at.number, 0 if error else at.replaced, rest


@given(
    records=RECORDS,
    behind=RECORDS,
    form=st.sampled_from([{}, {"indent": 1}, {"separators": (",", ":")}, {"ensure_ascii": False}]),
    damage=st.none()
    | st.tuples(st.floats(0, 0.99), st.sampled_from([b"\xff", b"\xed\xa0\x80", b"}"])),
    whole=st.floats(0.5, 1.5),
)
@settings(max_examples=250, deadline=None, phases=NO_SHRINKING)
def test_many_at_once_are_as_one_by_one(
    records: list[Any],
    behind: list[Any],
    form: dict[str, Any],
    damage: tuple[float, bytes] | None,
    whole: float,
) -> None:
    text = json.dumps({"messages": records, "behind": behind}, **form)
    data = text.encode("utf-8", "surrogatepass")
    if damage is not None:
        at = int(damage[0] * len(data))
        data = data[:at] + damage[1] + data[at:]
    data = data[: int(whole * len(data))]
    for chunk, part in ((8, 8), (64, 32), (400, 200), (10**6, 10**6)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cursor, "_CHUNK", chunk)
            patch.setattr(cursor, "_PART", part)
            patch.setattr(cursor, "_LONGEST", 4 * chunk)
            assert taken(data, Cursor.values) == taken(data, one_by_one)


def test_most_of_a_long_array_is_taken_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [
        {"id": n, "text": "我喜欢喝茶", "parts": [{"id": 1}, {"id": 2}]} for n in range(9000)
    ]
    data = json.dumps(records).encode()
    slow = 0

    class Counting(Cursor):
        def value(self) -> Any:
            nonlocal slow
            slow += 1
            return super().value()

    at = Counting(io.BytesIO(data))
    assert list(at.values()) == records
    assert at.number == 9000
    assert slow < 100


@pytest.mark.parametrize("size", [50, 5000])
def test_where_no_guess_is_right_each_byte_is_decoded_few_times(size: int) -> None:
    # Each begins with another key, so that no end is found.
    records = [{f"k{n}": "x" * size} for n in range(3_000_000 // size)]
    data = json.dumps(records).encode()
    decoded = 0

    class Counting(Cursor):
        def _decoded(self, data: bytes) -> str:
            nonlocal decoded
            decoded += len(data)
            return super()._decoded(data)

    assert list(Counting(io.BytesIO(data)).values()) == records
    assert decoded < 4 * len(data)


@given(digits=st.integers(1, 40), before=st.integers(0, 9))
def test_a_long_integer_is_seen_wherever_it_stands(digits: int, before: int) -> None:
    data = b"x" * before + b"7" * digits + b"}"
    assert cursor._has_long_integer(data) == (digits >= 19)
