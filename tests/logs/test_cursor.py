"""A JSON document read piece by piece."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.logs import cursor
from persona.logs.cursor import BrokenJsonError, Cursor

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


def test_a_fault_early_in_a_long_document_is_seen_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cursor, "_CHUNK", 1000)
    stream = io.BytesIO(b'[{"a": oops}, ' + b'{"a": 1}, ' * 10_000)
    at = Cursor(stream)
    with pytest.raises(BrokenJsonError):
        walk(at)
    assert stream.tell() <= 2000
