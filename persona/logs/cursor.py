"""Reads a JSON document of any size piece by piece: big arrays one element at a time.

The parts are found by the standard library's scanner (in C), which decodes one value from a given
place and says where it ends; only the piece at hand is in memory.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

MAX_RECORD = 64 * 1024**2
"""Characters of one element above which it is not read."""

_CHUNK = 1024**2
_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class BrokenJsonError(ValueError):
    """The document ends too early or is no JSON; nothing after this place can be read."""


class Cursor:
    """A place in a JSON document.

    A caller asks what comes next (`peek`), takes a whole value (`value`), or goes through an array
    (`elements`) or object (`fields`) and takes, enters or passes over (`skip`) each value.

    Args:
        stream: the document.
        encoding: of the document.

    Attributes:
        replaced: how many bytes or runs of them did not decode, and became U+FFFD.
    """

    def __init__(self, stream: BinaryIO, encoding: str = "utf-8-sig") -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._text = ""
        self._at = 0
        self._ended = False
        self.replaced = 0

    def _more(self) -> None:
        """Reads on, at least as much as is pending, so that a long value costs linear time."""
        pending = self._text[self._at :]
        if len(pending) > MAX_RECORD:
            raise BrokenJsonError(f"a value of over {MAX_RECORD} characters")
        chunk = self._stream.read(max(_CHUNK, len(pending)))
        self._ended = not chunk
        text = self._decode.decode(chunk, final=not chunk)
        if "\ufffd" in text:
            self.replaced += max(0, text.count("\ufffd") - chunk.count(b"\xef\xbf\xbd"))
        self._text = pending + text
        self._at = 0

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
