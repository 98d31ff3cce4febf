"""The input of a tool that a line named: ``Action: name``, then ``Action Input:`` and what follows."""

from __future__ import annotations

import re

from persona.agent import prefixes
from persona.agent.actions import repaired, strict
from persona.agent.braces import Braces
from persona.agent.items import Action, Failed, Item, Text
from persona.agent.spans import MALFORMED

_FENCED = re.compile(r"\s*(`{3,})[\w+.-]*[ \t]*\n?(?P<inner>.*?)\n?[ \t]*\1`*", re.DOTALL)


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
            if text[at : at + 1] in ("{", "["):
                self._braces = Braces(single=text[at + 1 : at + 66].lstrip()[:1] == "'")
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
        inner = said.strip() if fence is None else fence["inner"]
        value = strict(inner)
        if not isinstance(value, (dict, list, str)):
            value = inner
        raw = "".join(self._head) + taken
        rest: list[Item] = [Text(said[len(taken) :])] if len(taken) < len(said) else []
        return [Action(self._name, value, raw, "prefix"), *rest]
