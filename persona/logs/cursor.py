"""Reads a JSON document of any size piece by piece: big arrays one element at a time.

The parts are found by the standard library's scanner (in C), which decodes one value from a given
place and says where it ends; only the piece at hand is in memory. The elements of an array that are
objects alike are decoded many at a time, by the fast parser.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

import orjson

MAX_RECORD = 64 * 1024**2
"""Characters of one element above which it is not read."""

_CHUNK = 1024**2
_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()

# Many elements at once: how much is read for it, how much may hold no end of one, how often it may
# fail, and how far back (as a part of what was read) the end of an element is guessed again.
_PART = 256 * 1024
_LONGEST = 8 * _CHUNK
_MOST_FAULTS = 8
_BACK = (0.0, 0.0, 0.1, 0.5)
_END = re.compile(r"[\]} \t\n\r]{0,20}\}\Z")
_NEXT = re.compile(r'[ \t\n\r]*,[ \t\n\r]*\{[ \t\n\r]*"[^"\\]{1,40}"')

_DIGITS = bytes(ord("0") if byte in b"0123456789" else ord(" ") for byte in range(256))
_LONG_INTEGER = b"0" * 19  # the fast parser makes a float of one that needs more than 64 bits
_STEP = 4
_LONG_IN_STEPS = b"0" * (19 // _STEP)


class BrokenJsonError(ValueError):
    """The document ends too early or is no JSON; nothing after this place can be read."""


class Cursor:
    """A place in a JSON document.

    A caller asks what comes next (`peek`), takes a whole value (`value`) or all values of an array
    (`values`), or goes through an array (`elements`) or object (`fields`) and takes, enters or passes
    over (`skip`) each value.

    Args:
        stream: the document.
        encoding: of the document.

    Attributes:
        replaced: how many bytes or runs of them did not decode, and became U+FFFD.
        number: the place of the element that `values` is at, from 1.
    """

    def __init__(self, stream: BinaryIO, encoding: str = "utf-8-sig") -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._text = ""
        self._at = 0
        self._ended = False
        self._tried = False  # to take many elements at once: not again before that part is passed
        self._faults = 0 if encoding == "utf-8-sig" else _MOST_FAULTS
        self.replaced = 0
        self.number = 0

    def _more(self) -> None:
        """Reads on, at least as much as is pending, so that a long value costs linear time."""
        pending = self._text[self._at :]
        if len(pending) > MAX_RECORD:
            raise BrokenJsonError(f"a value of over {MAX_RECORD} characters")
        chunk = self._stream.read(max(_CHUNK, len(pending)))
        self._ended = not chunk
        self._text = pending + self._decoded(chunk)
        self._at = 0

    def _decoded(self, data: bytes) -> str:
        buffered, _ = self._decode.getstate()  # of a character that is not whole yet
        text = self._decode.decode(data, final=self._ended)
        if "\ufffd" in text:
            meant = (buffered + data).count(b"\xef\xbf\xbd")
            self.replaced += max(0, text.count("\ufffd") - meant)
        return text

    def peek(self) -> str:
        """The next character that is not white space; "" at the end."""
        while True:
            self._at = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                return ""
            self._more()

    def _expect(self, characters: str) -> str:
        found = self.peek()
        if not found or found not in characters:
            raise BrokenJsonError("the file ends too early" if not found else "invalid JSON")
        self._at += 1
        return found

    def value(self) -> Any:
        """Takes the next value whole.

        Raises:
            BrokenJsonError: if there is none, or it is nested too deeply.
        """
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._ended or self._is_malformed(error):
                    raise BrokenJsonError("invalid JSON") from error
            except (RecursionError, ValueError) as error:
                raise BrokenJsonError("nested too deeply, or a number too long") from error
            else:
                if end < len(self._text) or self._ended:
                    self._at = end
                    return value
            self._more()

    def _is_malformed(self, error: json.JSONDecodeError) -> bool:
        """Whether reading on cannot help: the fault lies well before the end of what was read."""
        return not error.msg.startswith("Unterminated") and error.pos < len(self._text) - 32

    def elements(self) -> Iterator[None]:
        """Goes through an array; at each step the next value is the element, and must be taken."""
        self._expect("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            yield
            if self._expect(",]") == "]":
                return

    def values(self) -> Iterator[Any]:
        """Goes through an array and takes each element whole.

        Raises:
            BrokenJsonError: where an element cannot be read; those before it were given.
        """
        self.number = 0
        for _ in self.elements():
            self.number += 1
            value = self.value()
            yield value
            if isinstance(value, dict) and self._may_hurry():
                end = _END.search(self._text, max(0, self._at - 20), self._at)
                following = _NEXT.match(self._text, self._at)
                if end is not None and following is not None:
                    yield from self._alike(end[0].encode(), following[0].encode())

    def _may_hurry(self) -> bool:
        passed = not self._tried or len(self._text) - self._at < _CHUNK // 16
        return passed and not self._ended and self._faults < _MOST_FAULTS

    def _alike(self, end: bytes, following: bytes) -> Iterator[Any]:
        """Takes elements, many at once, and leaves at least one.

        Args:
            end: how the element at hand ended.
            following: the comma after it, and how the next one begins.
        """
        self._tried = True
        buffered, state = self._decode.getstate()
        self._decode.setstate((b"", state))
        comma = self._text.index(",", self._at)
        data = self._text[comma + 1 :].encode() + buffered
        self._text = ""
        while True:
            try:
                values, data = _taken(data, end, following)
            except ValueError:
                self._faults += 1
                break
            for value in values:
                self.number += 1
                yield value
            if not values and (self._ended or len(data) > _LONGEST):
                break
            if not self._ended:
                chunk = self._stream.read(max(_PART, len(data)))
                self._ended = not chunk
                data += chunk
        self._text = "," + self._decoded(data)
        self._at = 0

    def fields(self) -> Iterator[str]:
        """Goes through an object; at each step the next value is that of the key."""
        self._expect("{")
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            if self.peek() != '"':
                raise BrokenJsonError("invalid JSON")
            key = self.value()
            self._expect(":")
            yield key
            if self._expect(",}") == "}":
                return

    def skip(self) -> None:
        """Passes over the next value; a big array or object is never whole in memory."""
        opening = self.peek()
        if opening == "[":
            for _ in self.elements():
                self.value()
        elif opening == "{":
            for _ in self.fields():
                self.value()
        else:
            self.value()


def _taken(data: bytes, end: bytes, following: bytes) -> tuple[list[Any], bytes]:
    """The elements that are whole in some bytes, by the fast parser, and what is left of these.

    If the bytes up to a place are JSON values with commas between them, an element ends there: so it
    does no harm that the place is guessed.

    Args:
        data: begins with an element.
        end: how an element ends.
        following: the comma behind it, and how the next element begins.

    Raises:
        ValueError: if the fast parser cannot be asked, or no guess was right.
    """
    if _has_long_integer(data):
        raise ValueError("an integer of over 64 bits")
    at = len(data)
    for back in _BACK:
        at = data.rfind(end + following, 0, max(0, at - int(back * len(data))))
        if at < 0:
            return [], data
        try:
            values = orjson.loads(b"[" + data[: at + len(end)] + b"]")
        except orjson.JSONDecodeError:
            continue
        return values, data[data.index(b"{", at + len(end)) :]
    raise ValueError("no guess was right")


def _has_long_integer(data: bytes) -> bool:
    """Whether 19 digits stand together; if so, every fourth byte has four of them together."""
    if _LONG_IN_STEPS not in data[::_STEP].translate(_DIGITS):
        return False
    return _LONG_INTEGER in data.translate(_DIGITS)
