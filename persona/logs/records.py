"""The records of a JSON file, however they are laid out: an array, lines, or one object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona.logs.cursor import BrokenJsonError, Cursor
from persona.logs.reading import Reading
from persona.logs.shapes import encoding_of, is_json_lines, json_lines
from persona.logs.sources import Member


def json_records(member: Member, reading: Reading) -> Iterator[tuple[int, str, Any]]:
    """Yields (number from 1, place for warnings, value) of each record of a file.

    A file of JSON lines gives its lines, an array its elements (one at a time, whatever the size of
    the file), anything else itself. What cannot be read is counted and named.
    """
    if is_json_lines(member.head):
        for number, record in json_lines(member, reading):
            yield number, f"line {number}", record
        return
    with member.open() as stream:
        cursor = Cursor(stream, encoding_of(member.head, reading.encoding))
        try:
            if cursor.peek() != "[":
                cursor.number = 1
                yield 1, "record 1", cursor.value()
            else:
                for record in cursor.values():
                    yield cursor.number, f"record {cursor.number}", record
        except BrokenJsonError as error:
            reading.bad("invalid_json", f"record {cursor.number}: {error} (the rest is skipped)")
        tell_replaced(cursor, reading)


def tell_replaced(cursor: Cursor, reading: Reading) -> None:
    """Counts bytes that were not in the file's encoding."""
    if cursor.replaced:
        text = f"{cursor.replaced} places are not in the file's encoding (replaced by U+FFFD)"
        reading.bad("invalid_encoding", text)


def json_objects(member: Member, reading: Reading) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """The records that are objects (see `json_records`); others are counted and named."""
    for number, where, record in json_records(member, reading):
        if isinstance(record, dict):
            yield number, where, record
        else:
            reading.bad("not_an_object", f"{where}: not an object (skipped)")


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects in a value that ought to be a list of them."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def mapping(value: Any) -> dict[str, Any]:
    """A value that ought to be an object; an empty one if it is none."""
    return value if isinstance(value, dict) else {}


def text_in(record: dict[str, Any], name: str) -> str:
    """A field that ought to be text; "" if it is none."""
    value = record.get(name)
    return value if isinstance(value, str) else ""
