"""Calls that a model writes as text although it can call functions: recognised, and never the answer.

Models that were trained on other forms write ``{"name": ..., "arguments": ...}``, alone, in a fence or
within ``<tool_call>``, where a call is meant. Only a tool that there is, is called so: everything else
that looks like a call is text. So is JSON without a tag that more text follows: it is an example.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from persona.agent.actions import Call, NamelessError, read_actions, repaired, strict
from persona.agent.braces import Braces
from persona.agent.spans import CUT_OFF, MALFORMED
from persona.llm import ToolCall

_WORD = r"[\w.:-]{1,64}"
_NOUNS = r"(?:tool_?calls?|function_?calls?|functions?|tools?)"
_TAG = (
    rf"(?:<{_NOUNS}(?:\s{{0,8}}=\s{{0,8}}\"?{_WORD}\"?)?\s{{0,8}}>"
    rf"|<invoke\s{{1,8}}name=\"{_WORD}\"\s{{0,8}}>|\[TOOL_CALLS\]|<[|｜][\w▁ ]{{1,40}}[|｜]>)"
)
_FENCE = r"`{3,8}[ \t]{0,4}(?:json|tool_?calls?|tool_?code)?\s{0,16}"
_KEYS = (
    "name|function|function_call|tool|tool_?name|tool_calls?|action|type|id|index|arguments|args"
    "|parameters|input|recipient_name"
)
_LINE = r"(?<![^\n])[ \t]{0,16}"
_OPENER = re.compile(
    rf"{_TAG}|{_LINE}(?:{_FENCE})?\[?\s{{0,16}}\{{\s{{0,16}}[\"'](?:{_KEYS})[\"']\s{{0,8}}:",
    re.I,
)
_GROWING = re.compile(
    r"(?:<(?:[|｜][\w▁ ]{0,40}[|｜]?"
    r"|[a-z_]{1,16}(?:\s{0,8}=\s{0,8}\"?[\w.:-]{0,64}\"?\s{0,8}|\s{1,8}[\w=\".:-]{0,80}\s{0,8})?)?"
    r"|\[(?:T(?:O(?:O(?:L(?:_(?:C(?:A(?:L(?:LS?)?)?)?)?)?)?)?)?)?"
    rf"|{_LINE}(?:`{{1,8}}[ \t]{{0,4}}[a-z_]{{0,10}}\s{{0,16}})?\[?\s{{0,16}}"
    r"(?:\{\s{0,16}(?:[\"']\w{0,24}[\"']?\s{0,8})?)?)\Z",
    re.I,
)
_LONGEST, _LONGEST_HEAD = 160, 600
_NAMED_FIRST = re.compile(
    rf"(?:{_TAG}|{_FENCE}|\s){{0,8}}\[?\s{{0,16}}\{{\s{{0,16}}"
    r"[\"'](?:name|tool|tool_?name|action|function)[\"']\s{0,8}:\s{0,8}[\"'](?P<name>[^\"'\\]{0,80})[\"']",
    re.I,
)
_SKIPPED = re.compile(
    rf"\s+|(?P<open>{_TAG}(?:function<[|｜]tool▁sep[|｜]>)?)|</{_NOUNS}\s{{0,8}}>|</invoke>|\[/TOOL_CALLS\]"
    r"|`{3,8}[ \t]{0,4}[\w+.-]{0,16}|[,;]",
    re.I,
)
_TAGGED_NAME = re.compile(rf"[=]\s{{0,8}}\"?({_WORD})")
_BEFORE_JSON = re.compile(rf"(?P<name>{_WORD})\s{{0,8}}(?:{_FENCE})?(?=\{{)")
_PARAMETER = re.compile(
    rf"<parameter(?:\s{{1,8}}name)?=\"?(?P<key>{_WORD})\"?\s{{0,8}}>(?P<value>.*?)</parameter\s{{0,8}}>",
    re.DOTALL | re.I,
)


@dataclass(frozen=True, slots=True)
class Written:
    """What the end of a text turned out to be.

    Attributes:
        text: what is to be shown after all.
        calls: tools that are called in it; then nothing of it is text.
        why: what is wrong with a call that was meant; "" for nothing.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    why: str = ""


class WrittenCalls:
    """Lets a text through piece by piece and holds back what may be a call.

    Args:
        names: of the tools that there are; with none, everything is let through.
    """

    def __init__(self, names: Collection[str]) -> None:
        self._names = frozenset(names)
        self._held = ""
        self._more: list[str] = []
        self._last = ""
        self._opened = False

    def feed(self, piece: str) -> str:
        """What of another piece, and of what was held back, is no call."""
        if not self._names:
            return piece
        if self._opened and len(self._held) > _LONGEST_HEAD:
            self._more.append(piece)
            return ""
        self._held += piece
        said = ""
        if self._opened:
            said += self._other()
        while not self._opened:
            found = _OPENER.search(self._last + self._held, len(self._last))
            if found is None:
                return said + self._release(self._growing())
            said += self._release(found.start() - len(self._last))
            self._opened = True
            said += self._other()
        return said

    def close(self) -> Written:
        """What was held back, now that the text has ended."""
        if not self._opened:
            return Written(self._held)
        held = "".join([self._held, *self._more])
        calls, why = read_written(held, self._names)
        return Written("" if calls or why else held, calls, why)

    def _release(self, end: int) -> str:
        said, self._held = self._held[:end], self._held[end:]
        self._last = said[-1:] or self._last
        return said

    def _growing(self) -> int:
        """Where what was held back may begin to become a call."""
        text = self._last + self._held
        found = _GROWING.search(text, max(len(text) - _LONGEST, len(self._last)))
        return len(self._held) if found is None else found.start() - len(self._last)

    def _other(self) -> str:
        """The beginning of what looked like a call, where it names no tool that there is."""
        found = _NAMED_FIRST.match(self._held[:_LONGEST_HEAD])
        if found is None or _own(found["name"], self._names):
            return ""
        self._opened = False
        return self._release(found.end())


def _own(name: str, names: Collection[str]) -> str:
    """The tool that a name means; "" for none."""
    plain = name.strip()
    short = plain.removeprefix("functions.")
    return plain if plain in names else short if short in names else ""


def read_written(text: str, names: Collection[str]) -> tuple[tuple[ToolCall, ...], str]:
    """The calls of a text that may consist of calls, or why a call that was meant cannot be read.

    Args:
        text: it begins where the first of them would.
        names: of the tools that there are.

    Returns:
        No calls and "" where the text is something else.
    """
    return _Reader(text, names).read()


class _Reader:
    """Goes through such a text once."""

    def __init__(self, text: str, names: Collection[str]) -> None:
        self._text, self._names = text, names
        self._at = 0
        self._tagged = False
        self._named = ""
        self._calls: list[Call] = []
        self._why = ""

    def read(self) -> tuple[tuple[ToolCall, ...], str]:
        while self._at < len(self._text) and self._step():
            pass
        self._settle()
        if self._at < len(self._text) and not self._tagged:
            return (), ""
        if self._why or not self._calls or not all(_own(c.name, self._names) for c in self._calls):
            return (), self._why
        return tuple(_as_call(n, c, self._names) for n, c in enumerate(self._calls)), ""

    def _step(self) -> bool:
        """Deals with one tag, call or parameter; False where something else stands."""
        skipped = _SKIPPED.match(self._text, self._at)
        if skipped is not None:
            if skipped["open"]:
                self._open(skipped["open"])
            self._at = skipped.end()
            return True
        if self._text[self._at] in "{[":
            return self._json()
        if self._named and _PARAMETER.match(self._text, self._at):
            return self._parameters()
        before = _BEFORE_JSON.match(self._text, self._at) if self._tagged else None
        if before is not None and _own(before["name"], self._names):
            self._named, self._at = before["name"], before.end()
            return True
        return False

    def _open(self, tag: str) -> None:
        self._settle()
        self._tagged = True
        named = _TAGGED_NAME.search(tag)
        self._named = named[1] if named is not None else ""

    def _settle(self) -> None:
        """A tag that names a tool and holds nothing calls it without arguments."""
        if self._named:
            self._calls.append(Call(self._named, {}))
            self._named = ""

    def _parameters(self) -> bool:
        given: dict[str, Any] = {}
        while found := _PARAMETER.match(self._text, self._at):
            said = found["value"].strip("\n")
            value = strict(said)
            given[found["key"]] = said if value is None else value
            self._at = found.end()
            while self._at < len(self._text) and self._text[self._at].isspace():
                self._at += 1
        self._calls.append(Call(self._named, given))
        self._named = ""
        return True

    def _json(self) -> bool:
        end = Braces().feed(self._text, self._at)
        said = self._text[self._at : end]
        value = strict(said) if end is not None else None
        if value is None:
            value = repaired(said) if end is not None else None
        if value is None:
            self._fail(said, CUT_OFF if end is None else MALFORMED)
            return False
        self._at += len(said)
        if self._named:
            self._calls.append(Call(self._named, value))
            self._named = ""
            return True
        try:
            found = read_actions(value, meant=True)
        except NamelessError:
            found = []
        self._calls += found or [Call("", {})]  # something else: then none of it is a call
        return True

    def _fail(self, said: str, why: str) -> None:
        """A call that cannot be read was meant where it names a tool that there is."""
        found = _NAMED_FIRST.match(said)
        name = self._named or (found["name"] if found is not None else "")
        if _own(name, self._names):
            self._why = why
        self._named = ""
        self._at = len(self._text)


def _as_call(number: int, call: Call, names: Collection[str]) -> ToolCall:
    given = call.input
    arguments = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return ToolCall(f"call_{number}", _own(call.name, names), arguments)
