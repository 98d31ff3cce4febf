"""What a file looks like from its first bytes: its encoding, its lines, the paths of its JSON."""

from __future__ import annotations

import codecs
import io
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, BinaryIO

import orjson

from persona.errors import UsageError
from persona.logs.cursor import MAX_RECORD
from persona.logs.reading import Reading
from persona.logs.sources import Member

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TOKEN = re.compile(r'"((?:[^"\\]++|\\.)*+)"|[{}\[\],:]', re.DOTALL)
_DEPTH = 6
_CHUNK = 1024**2


def check_encoding(name: str | None) -> str | None:
    """An encoding's name as given.

    Raises:
        UsageError: if there is no such encoding of text.
    """
    if name is None:
        return None
    try:
        "".encode(name)
    except (LookupError, ValueError) as error:
        raise UsageError(f"there is no encoding {name!r}; give one such as gb18030") from error
    return "utf-8-sig" if codecs.lookup(name).name == "utf-8" else name


def encoding_of(head: bytes, given: str | None = None) -> str:
    """The encoding of bytes: the byte order mark, else the given one, else UTF-8, UTF-16 or GB18030.

    Bytes that are none of them count as UTF-8; what does not decode is then replaced.
    """
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    if given:
        return given
    if (wide := _wide(head)) is not None:
        return wide
    if _decodes(head, "utf-8") or _damaged_utf8(head):
        return "utf-8-sig"
    return "gb18030" if _decodes(head, "gb18030") else "utf-8-sig"


def _wide(head: bytes) -> str | None:
    """UTF-16 without a mark: many NULs on one side of the pairs of bytes, none on the other."""
    pairs = head[:1024]
    even, odd = pairs[::2].count(0), pairs[1::2].count(0)
    if even == 0 and odd * 8 > len(pairs):
        return "utf-16-le"
    return "utf-16-be" if odd == 0 and even * 8 > len(pairs) else None


def _decodes(head: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _damaged_utf8(head: bytes) -> bool:
    """Whether bytes are UTF-8 with some damage: at least as many good characters as bad ones."""
    text = head.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    return sum(not character.isascii() for character in text) >= 2 * bad + 1


def text_encoding(member: Member, reading: Reading) -> str:
    """The encoding of a whole text file; a guess, and what will not decode, is told.

    The file is read once for it, so that bytes far from its beginning count too.
    """
    if reading.encoding or member.head.startswith(tuple(mark for mark, _ in _BOMS)):
        return encoding_of(member.head, reading.encoding)
    fault = _first_fault(member, "utf-8")
    if fault is None:
        return encoding_of(member.head)
    if not _damaged_utf8(fault) and _first_fault(member, "gb18030") is None:
        reading.warn("not UTF-8: read as GB18030")
        return "gb18030"
    reading.bad("invalid_encoding", "some bytes are not UTF-8 (replaced by U+FFFD)")
    return "utf-8-sig"


def _first_fault(member: Member, encoding: str) -> bytes | None:
    """The first chunk of a file that does not decode; None if all do."""
    decoder = codecs.getincrementaldecoder(encoding)()
    with member.open() as stream:
        while True:
            chunk = stream.read(_CHUNK)
            try:
                decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError:
                return chunk
            if not chunk:
                return None


@lru_cache(maxsize=4)
def outline(head: bytes) -> frozenset[str]:
    """The paths of the keys in the first bytes of JSON, whole or cut off, or of lines of JSON.

    ``[].mapping`` is a key of the objects in the outermost array, ``messages[].role`` one of the
    objects in an array under a key. Paths of over six steps are left out.
    """
    text = head.decode(encoding_of(head), errors="replace").lstrip("\ufeff \t\r\n")
    if not text.startswith(("{", "[")):
        return frozenset()
    return frozenset(_paths(text))


def _paths(text: str) -> Iterator[str]:
    stack: list[tuple[bool, str]] = []  # (is an array, path of what it holds)
    last: str | None = None
    key = ""
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token[0] == '"':
            last = match.group(1)
        elif token == ":":
            if stack and not stack[-1][0] and last is not None:
                key = last
                if len(stack) <= _DEPTH:
                    yield f"{stack[-1][1]}.{key}".lstrip(".")
        elif token in "{[":
            path = _inner(stack, key)
            is_array = token == "["
            shallow = is_array and len(stack) <= _DEPTH  # deeper ones would make long paths
            stack.append((is_array, path + "[]" if shallow else path))
        elif token in "}]" and stack:
            stack.pop()


def _inner(stack: list[tuple[bool, str]], key: str) -> str:
    if not stack:
        return ""
    is_array, path = stack[-1]
    return path if is_array or len(stack) > _DEPTH else f"{path}.{key}".lstrip(".")


def parse(data: bytes | str) -> Any:
    """A JSON value: by the fast parser, and by the lenient one where that refuses it.

    The lenient one takes lone surrogates, NaN and integers of any size.

    Raises:
        ValueError: if it is not JSON, or is nested too deeply.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        try:
            return json.loads(data)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error


def is_json_lines(head: bytes) -> bool:
    """Whether bytes are JSON objects, one a line (one object on one line is that too)."""
    text = head.decode(encoding_of(head), errors="replace").lstrip("\ufeff \t\r\n")
    if not text.startswith("{"):
        return False
    lines = text.split("\n")
    if len(lines) == 1:
        return True
    if _is_object(lines[0]):
        return True
    if lines[0].rstrip().endswith(("{", "[", ",", ":")):  # the first line of an indented document
        return False
    return any(_is_object(line) for line in lines[1:20])


def _is_object(line: str) -> bool:
    try:
        return isinstance(parse(line), dict)
    except ValueError:
        return False


def json_lines(member: Member, reading: Reading) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON lines with their line numbers from 1.

    Lines that are blank are passed over; those that are no JSON object are counted and named.
    """
    encoding = encoding_of(member.head, reading.encoding)
    with member.open() as stream:
        for number, line in _lines(stream, encoding):
            if line is None:
                reading.bad("too_large", f"line {number}: over {MAX_RECORD} bytes (skipped)")
            elif line and not line.isspace():
                yield from _record(number, line, reading)


def _record(
    number: int, line: bytes | str, reading: Reading
) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        record = parse(line)
    except UnicodeDecodeError:
        reading.bad("invalid_encoding", f"line {number}: not UTF-8 (skipped)")
    except ValueError:
        reading.bad("invalid_json", f"line {number}: invalid JSON (skipped)")
    else:
        if isinstance(record, dict):
            yield number, record
        else:
            reading.bad("not_an_object", f"line {number}: not an object (skipped)")


def _lines(stream: BinaryIO, encoding: str) -> Iterator[tuple[int, bytes | str | None]]:
    """Lines of bytes where the encoding is UTF-8, else of text; None for one that is too long."""
    if encoding != "utf-8-sig":
        lines = io.TextIOWrapper(stream, encoding, errors="replace", newline="\n")
        for number, text in enumerate(lines, 1):
            yield number, text if number > 1 else text.lstrip("\ufeff")
        return
    number = 0
    while line := stream.readline(MAX_RECORD):
        number += 1
        if len(line) == MAX_RECORD and not line.endswith(b"\n"):
            while (rest := stream.readline(MAX_RECORD)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        else:
            yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
