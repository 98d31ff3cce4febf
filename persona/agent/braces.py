"""Where a JSON value in a stream ends, and a final answer inside one as it comes."""

from __future__ import annotations

import re
from collections.abc import Callable

_PLAIN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\]"]', re.DOTALL)
_SINGLE = re.compile(r'"(?:[^"\\]++|\\.)*+"|\'(?:[^\'\\]++|\\.)*+\'|[{}\[\]"\']', re.DOTALL)
_WIDE = re.compile(r'"(?:[^"\\]++|\\.)*+"|“[^”]*+”|[{}\[\]"“｛｝［］]', re.DOTALL)
_END = {
    '"': re.compile(r'["\\]'),
    "'": re.compile(r"['\\]"),
    "“": re.compile("”"),
}
_WIDE_OPENING = "｛［"
OPENING = "{[" + _WIDE_OPENING
"""What a JSON value begins with; the full-width ones are mended later."""


class Braces:
    """Finds the end of one JSON value, fed piece by piece; each character is looked at once.

    Braces and brackets within strings do not count. Single quotes delimit strings where the first one
    has them, full-width ones where the value begins with a full-width brace.
    """

    __slots__ = ("_depth", "_escaped", "_quote", "_tokens", "_wide")

    def __init__(self) -> None:
        self._tokens: re.Pattern[str] | None = None
        self._wide = False
        self._depth = 0
        self._quote = ""
        self._escaped = False

    def feed(self, text: str, at: int) -> int | None:
        """Goes on at a place of a text; gives the place after the value, or None: more is needed."""
        if self._tokens is None:
            at = self._begin(text, at)
        if self._tokens is None:
            return None
        if self._quote:
            inside = self._to_quote(text, at)
            if inside is None:
                return None
            at = inside
        for token in self._tokens.finditer(text, at):
            first = token[0]
            if first in OPENING:
                self._depth += 1
            elif first in "}]｝］":
                self._depth -= 1
                if self._depth <= 0:
                    return token.end()
            elif len(first) == 1:  # a string that does not end here
                self._quote = first
                self._to_quote(text, token.end())
                return None
        return None

    def _begin(self, text: str, at: int) -> int:
        """Passes over the braces at the beginning; what follows tells which quotes count."""
        for place in range(at, len(text)):
            letter = text[place]
            if letter in OPENING:
                self._wide = self._wide or letter in _WIDE_OPENING
                self._depth += 1
            elif not letter.isspace():
                self._tokens = _WIDE if self._wide else _SINGLE if letter == "'" else _PLAIN
                return place
        return len(text)

    def _to_quote(self, text: str, at: int) -> int | None:
        if self._escaped and at < len(text):
            at, self._escaped = at + 1, False
        end = _END[self._quote]
        while found := end.search(text, at):
            if found[0] != "\\":
                self._quote = ""
                return found.end()
            at = found.end() + 1
            self._escaped = at > len(text)
        return None


_HEAD = re.compile(
    r"\s*\{\s*\"(?:action|tool|tool_name|name)\"\s*:\s*\"\s*(?P<name>[^\"\\]{1,40})\"\s*,"
    r"\s*\"(?:action_input|tool_input|input|arguments|answer)\"\s*:\s*\"",
    re.IGNORECASE,
)
_LONGEST_HEAD = 200
_PIECE = re.compile(r'[^"\\]+')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class AnswerInside:
    """Reads the text of a final answer out of the JSON that carries it, as it comes.

    Args:
        is_final: whether a name is that of a final answer.
    """

    __slots__ = ("_escape", "_half", "_head", "_is_final", "_state")

    def __init__(self, is_final: Callable[[str], bool]) -> None:
        self._is_final = is_final
        self._head = ""
        self._state = "head"
        self._escape = ""
        self._half = ""

    @property
    def begun(self) -> bool:
        """Whether a final answer was found."""
        return self._state in ("text", "done")

    def feed(self, piece: str) -> str:
        """The answer's text in a piece of the JSON."""
        if self._state == "head":
            piece = self._in_head(piece)
        return self._in_text(piece) if self._state == "text" else ""

    def _in_head(self, piece: str) -> str:
        self._head += piece[: _LONGEST_HEAD + 1]
        found = _HEAD.match(self._head)
        if found is None:
            self._state = "none" if len(self._head) > _LONGEST_HEAD else "head"
            return ""
        if not self._is_final(found["name"]):
            self._state = "none"
            return ""
        self._state = "text"
        taken = len(self._head) - len(piece[: _LONGEST_HEAD + 1])
        return piece[found.end() - taken :]

    def _in_text(self, piece: str) -> str:
        found: list[str] = []
        at = 0
        while at < len(piece):
            if self._escape:
                at = self._in_escape(piece, at, found)
                continue
            plain = _PIECE.match(piece, at)
            if plain is not None:
                found.append(self._unpaired() + plain[0])
                at = plain.end()
            elif piece[at] == '"':
                self._state = "done"
                break
            else:
                self._escape, at = "\\", at + 1
        if self._state == "done":
            found.append(self._unpaired())
        return "".join(found)

    def _in_escape(self, piece: str, at: int, found: list[str]) -> int:
        self._escape += piece[at]
        body = self._escape[1:]
        if body[0] == "u":
            if len(body) == 5:
                self._unicode(body[1:], found)
                self._escape = ""
        else:
            found.append(self._unpaired() + _ESCAPES.get(body, body))
            self._escape = ""
        return at + 1

    def _unicode(self, digits: str, found: list[str]) -> None:
        try:
            code = int(digits, 16)
        except ValueError:
            found.append(self._unpaired() + "\\u" + digits)
            return
        if 0xDC00 <= code < 0xE000 and self._half:
            pair = ((ord(self._half) - 0xD800) << 10) + (code - 0xDC00) + 0x10000
            self._half = ""
            found.append(chr(pair))
        elif 0xD800 <= code < 0xDC00:
            found.append(self._unpaired())
            self._half = chr(code)
        else:
            found.append(self._unpaired() + ("\ufffd" if 0xDC00 <= code < 0xE000 else chr(code)))

    def _unpaired(self) -> str:
        """A first half of a pair whose second did not come, as the mark for what is unknown."""
        half, self._half = self._half, ""
        return "\ufffd" if half else ""
