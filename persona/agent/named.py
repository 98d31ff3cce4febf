"""The input of a tool that a line named: ``Action: name``, then ``Action Input:`` and what follows."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection
from typing import Any

from persona.agent import prefixes
from persona.agent.actions import repaired, strict
from persona.agent.braces import OPENING, Braces
from persona.agent.items import Action, Failed, Item, Text
from persona.agent.spans import MALFORMED

_WARNED_OF = re.compile(r"\\|\d[A-Za-z]")
"""What Python warns of as it reads it."""
_TICKED = re.compile(r"`{1,2}(?P<inner>[^`\n]+)`{1,2}")
_CALL = re.compile(r"(?P<name>[\w.-]{1,64})\s{0,8}(?:\[(?P<listed>.*)\]|\((?P<called>.*)\))")
_FENCED = re.compile(r"\s*(`{3,})[\w+.-]*[ \t]*\n?(?P<inner>.*?)\n?[ \t]*\1`*", re.DOTALL)


def _unquoted(said: str) -> str:
    """A text without the backticks around it."""
    found = _TICKED.fullmatch(said)
    return said if found is None else found["inner"]


def plain_name(line: str) -> str:
    """A name without the quotes, stars and backticks around it."""
    return line.strip(" \t\r\n*`\"'")


def named_call(line: str, names: Collection[str]) -> tuple[str, Any]:
    """The tool that a line without an input below it calls, and its input; no name where it calls none.

    Args:
        line: what stands after ``Action:``.
        names: of the tools that there are.
    """
    name = plain_name(line)
    return (name, {}) if name in names else _written_call(name, names)


def _written_call(line: str, names: Collection[str]) -> tuple[str, Any]:
    """The tool and the input of ``name[input]`` or ``name(input)``; no name where it is none of these."""
    found = _CALL.fullmatch(line)
    if found is None or found["name"] not in names:
        return "", {}
    inner = (found["listed"] if found["called"] is None else found["called"]).strip()
    if not inner:
        return found["name"], {}
    if found["called"] is not None:
        given = _python_arguments(inner)
        if given is not None:
            return found["name"], given
    value = strict(inner)
    return found["name"], value if isinstance(value, (dict, list, str)) else inner


def _python_arguments(inner: str) -> Any:
    """The arguments of a call as Python has them: by name an object, one alone its value; else None."""
    if _WARNED_OF.search(inner):
        return None
    try:
        call = ast.parse(f"f({inner})", mode="eval").body
        assert isinstance(call, ast.Call)
        by_name = {item.arg: ast.literal_eval(item.value) for item in call.keywords if item.arg}
        alone = [ast.literal_eval(item) for item in call.args]
        json.dumps([by_name, alone])
    except (SyntaxError, ValueError, TypeError, AssertionError, RecursionError, MemoryError):
        return None
    if by_name and not alone:
        return by_name
    return alone[0] if len(alone) == 1 and not by_name else None


class NamedInput:
    """Reads one input: JSON up to its end, other text up to a line that begins with a prefix.

    Args:
        name: of the tool.
        head: the characters that were read so far, of the line with the name and of the prefix.
    """

    __slots__ = ("_braces", "_head", "_name", "_parts", "_started")

    def __init__(self, name: str, head: str) -> None:
        self._name = name
        self._head = [head]
        self._parts: list[str] = []
        self._braces: Braces | None = None
        self._started = False

    def feed(self, text: str, at: int, closed: bool) -> tuple[int, list[Item] | None]:
        """Goes on in a text: the place after what was taken, and the items once the input has ended."""
        if not self._started:
            start = at
            while at < len(text) and text[at].isspace():
                at += 1
            self._head.append(text[start:at])
            if at == len(text) and not closed:
                return at, None
            self._started = True
            if text[at : at + 1] in tuple(OPENING):
                self._braces = Braces()
        if self._braces is not None:
            return self._json(self._braces, text, at, closed)
        return self._free(text, at, closed)

    def _json(
        self, braces: Braces, text: str, at: int, closed: bool
    ) -> tuple[int, list[Item] | None]:
        end = braces.feed(text, at)
        stop = len(text) if end is None else end
        self._parts.append(text[at:stop])
        if end is None and not closed:
            return stop, None
        said = "".join(self._parts)
        raw = "".join(self._head) + said
        value = strict(said)
        if value is None and end is not None:
            value = repaired(said)
        if isinstance(value, (dict, list)):
            return stop, [Action(self._name, value, raw, "prefix")]
        return stop, [Text(raw), Failed(MALFORMED, raw)]

    def _free(self, text: str, at: int, closed: bool) -> tuple[int, list[Item] | None]:
        newline = text.find("\n", at)
        while newline >= 0:
            start = newline + 1
            while start < len(text) and text[start] in " \t" and start - newline <= 64:
                start += 1
            if prefixes.LINE.match(text, start) or (
                closed and prefixes.HALF_STOP.match(text, start)
            ):
                self._parts.append(text[at : newline + 1])
                return newline + 1, self._ended()
            if not closed and start - newline <= 64 and prefixes.grows_at_line(text, start):
                self._parts.append(text[at:newline])
                return newline, None
            newline = text.find("\n", newline + 1)
        self._parts.append(text[at:])
        return len(text), self._ended() if closed else None

    def _ended(self) -> list[Item]:
        said = "".join(self._parts)
        fence = _FENCED.match(said)
        taken = said if fence is None else fence[0]
        inner = _unquoted(said.strip()) if fence is None else fence["inner"]
        value = strict(inner)
        if not isinstance(value, (dict, list, str)):
            value = inner
        raw = "".join(self._head) + taken
        rest: list[Item] = [Text(said[len(taken) :])] if len(taken) < len(said) else []
        return [Action(self._name, value, raw, "prefix"), *rest]
