"""The ReAct stream parser: thoughts, actions and the final answer out of a model's text as it comes.

What it gives depends on the text alone, not on how the text was cut into pieces. Every character of
the input stands in the `raw` of exactly one item, in order; each is looked at a bounded number of
times, so that the time grows with the length and with nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Literal

from persona.agent import prefixes
from persona.agent.braces import OPENING
from persona.agent.items import Action, Failed, Final, Item, Skipped, Text, Thinking
from persona.agent.named import NamedInput, named_call, plain_name
from persona.agent.output import Output
from persona.agent.prefixes import MORE, YES
from persona.agent.spans import Span, judge, opening
from persona.agent.thinking import GROWING_TAG, TAG, next_tag

_LONGEST_NAME = 200
_MOST_BLANKS = 64
_RESCANS = 16
_KINDS = ("input", "action", "thought", "final", "observation")


class ReActParser:
    """Reads one answer of a model, piece by piece.

    ::

        parser = ReActParser()
        for piece in stream:
            for item in parser.feed(piece): ...
        for item in parser.close(): ...

    Args:
        names: of the tools. Where given, JSON inside a sentence is an action only if it names one of
            them, and ``Action: name`` without an input calls one.

    Attributes:
        made_up: observations that the model wrote itself, and that were skipped with all that follows.
    """

    def __init__(self, names: Collection[str] = ()) -> None:
        self._known = frozenset(names)
        self._text = " "  # begins with one character that was dealt with, for what looks back
        self._at = 1
        self._closed = False
        self._mode: Callable[[], bool] = self._in_text
        self._out = Output()
        self._line = True  # a prefix may stand here
        self._naming = False  # right after "Action:" at the start of a line
        self._depth = 0
        self._closing = re.compile("```")
        self._code_in_line = False
        self._span = Span("inline")
        self._named = NamedInput("", "")
        self._rescans = 0
        self.made_up = 0

    def feed(self, piece: object) -> list[Item]:
        """The items that another piece of the text makes certain; what is no string is passed over."""
        if not isinstance(piece, str) or not piece:
            return []
        self._text = self._text[self._at - 1 :] + piece
        self._at = 1
        return self._go()

    def close(self) -> list[Item]:
        """The items of what was held back: the text has ended."""
        self._closed = True
        return self._go()

    def _go(self) -> list[Item]:
        while self._mode():  # each step deals with something, or says that it needs more text
            pass
        return self._out.take()

    def _say(self, end: int) -> None:
        """Text up to a place."""
        if end > self._at:
            self._out.say(self._text[self._at : end])
            self._at = end

    def _skip(self, end: int, why: Literal["prefix", "tag"]) -> None:
        """Characters that are not shown, up to a place."""
        self._out.put(Skipped(self._text[self._at : end], why))
        self._at = end

    # --- plain text ---

    def _in_text(self) -> bool:
        if self._naming:
            return self._action_line()
        if self._line:
            return self._line_start()
        found = prefixes.TRIGGER.search(self._text, self._at)
        if found is None:
            end = len(self._text)
            self._say(end if self._closed else prefixes.inline_end(self._text, self._at))
            return False
        self._say(found.start())
        if found[0] == "\n":
            self._say(self._at + 1)
            self._line = True
            return True
        return self._trigger(found[0])

    def _line_start(self) -> bool:
        text = self._text
        while self._at < len(text) and (text[self._at] in " \t" or text.startswith("* ", self._at)):
            self._say(self._at + 1)
        if self._at == len(text) and not self._closed:
            return False
        found = prefixes.LINE.match(text, self._at)
        if found is not None:
            return self._line_prefix(found)
        if not self._closed and prefixes.grows_at_line(text, self._at):
            return False
        if self._closed and self._out.acted and prefixes.HALF_STOP.match(text, self._at):
            self._mode = self._in_observation
        self._line = False
        return True

    def _line_prefix(self, found: re.Match[str]) -> bool:
        stars, inner, end = found["open"], found["inner"], found.end()
        if inner not in ("", stars):
            self._line = False
            return True
        if stars and not inner:  # **Action:** closes after the colon
            after = self._text[end : end + len(stars)]
            if after == stars:
                end += len(stars)
            elif stars.startswith(after) and not self._closed:
                return False
            else:
                self._say(found.end("open"))
        kind = next(kind for kind in _KINDS if found[kind])
        return self._take(kind, end)

    def _take(self, kind: str, end: int) -> bool:
        """Takes a prefix that ends at a place."""
        if kind == "input" or (kind == "observation" and not self._out.acted):
            self._line = False
            self._say(end)
            self._out.orphan = kind == "input"
            return True
        if kind == "observation":
            self.made_up += 1
            self._mode = self._in_observation
            return True
        self._skip(end, "prefix")
        self._out.blank = True
        self._out.prefixed = kind == "action"
        self._naming = self._line and kind == "action"
        if kind == "final":
            self._mode = self._before_answer
        return True

    def _trigger(self, first: str) -> bool:
        """Deals with what the text stands at: a brace, a fence, a tag, or a word of a prefix."""
        if first in OPENING:
            return self._json()
        if first == "`":
            return self._backticks()
        if first == "<":
            return self._tag()
        found = prefixes.INLINE.match(self._text, self._at)
        if found is None:
            if not self._closed and prefixes.inline_end(self._text, self._at) == self._at:
                return False
            self._say(self._at + 1)
            return True
        ahead = prefixes.follows(self._text, found.end())
        if ahead == MORE and not self._closed:
            return False
        if ahead != YES:
            self._say(found.end())
            return True
        kinds = {"a": "action", "行": "action", "f": "final", "最": "final"}
        return self._take(kinds.get(first[0].casefold(), "thought"), found.end())

    def _tag(self) -> bool:
        found = TAG.match(self._text, self._at)
        if found is None:
            if not self._closed and GROWING_TAG.match(self._text, self._at):
                return False
            self._say(self._at + 1)
            return True
        self._skip(found.end(), "tag")
        self._line = self._out.blank = True
        if not found[1]:
            self._depth = 1
            self._mode = self._in_thinking
        return True

    # --- the line that names a tool ---

    def _action_line(self) -> bool:
        """After ``Action:``: JSON or a fence, or a name with its input on a line below."""
        text, at = self._text, self._at
        ahead = prefixes.follows(text, at, any_object=True)
        if ahead == MORE and not self._closed:
            return False
        if ahead == YES:
            self._naming = self._line = False
            return True
        begin = at
        while begin < len(text) and begin - at < _MOST_BLANKS and text[begin].isspace():
            begin += 1
        newline = text.find("\n", begin, begin + _LONGEST_NAME + 1)
        if newline < 0:
            short = len(text) - begin <= _LONGEST_NAME
            if short and not self._closed:
                return False
            return self._bare_name(len(text) if short else at)
        found = prefixes.INPUT.match(text, newline + 1)
        if found is None:
            if not self._closed and prefixes.grows_to_input(text, newline + 1):
                return False
            return self._bare_name(newline)
        if found[1] and not self._closed and len(text) - found.end() < len(found[1]):
            return False
        name = plain_name(text[at:newline])
        if not name:
            return self._bare_name(newline)
        self._naming = self._line = False
        self._named = NamedInput(name, text[at : found.end()])
        self._at = found.end()
        self._mode = self._in_input
        return True

    def _bare_name(self, end: int) -> bool:
        self._naming = False
        raw = self._text[self._at : end]
        name, given = named_call(raw, self._known)
        if name:
            self._line = False
            self._out.give(Action(name, given, raw, "prefix"))
            self._at = end
        return True

    def _in_input(self) -> bool:
        self._at, items = self._named.feed(self._text, self._at, self._closed)
        if items is None:
            return False
        self._out.give(*items)
        self._line = self._out.blank = self._text[self._at - 1] == "\n"
        self._mode = self._in_text
        return True

    # --- JSON and fences ---

    def _json(self) -> bool:
        opens = prefixes.json_opens(self._text, self._at, any_object=self._out.prefixed)
        if opens == MORE and not self._closed:
            return False
        if opens != YES:
            self._say(self._at + 1)
            return True
        self._span = Span(self._out.place, orphan=self._out.orphan)
        self._span.open()
        self._mode = self._in_span
        return True

    def _backticks(self) -> bool:
        text, at = self._text, self._at
        opens = prefixes.fence_opens(text, at)
        found = opening(text, at) if opens == YES else None
        unsure = opens == MORE or (found is not None and self._may_go_on(found.end()))
        if unsure and not self._closed:
            return False
        if found is None:
            ticks = prefixes.TICKS.match(text, at)
            self._say(at + 1 if ticks is None else ticks.end())
        elif text[found.end() : found.end() + 1] in tuple(OPENING):
            self._span = Span(self._out.place, len(found["ticks"]), found["word"], self._out.orphan)
            self._span.take(found[0])
            self._at = found.end()
            self._span.open()
            self._mode = self._in_span
        else:
            self._closing = re.compile(found["ticks"])
            self._code_in_line = self._out.place == "inline"
            self._say(found.end("ticks"))
            self._mode = self._in_code
        return True

    def _may_go_on(self, end: int) -> bool:
        """Whether the opening of a fence may be longer than what has come of it."""
        return end == len(self._text) or prefixes.grows_at_line(self._text, end)

    def _in_span(self) -> bool:
        span, before = self._span, self._at
        self._at, whole, said = span.feed(self._text, self._at, self._closed)
        if said:
            self._out.put(Final(said, ""))
        if whole:
            self._out.give(*judge(span, span.raw, self._known))
            self._mode = self._in_text
            return True
        if self._at > before:
            return True
        if not self._closed:
            return False
        self._unfinished(span)
        return True

    def _unfinished(self, span: Span) -> None:
        """The text ended within JSON or a fence: what can be told apart is, the rest is read again."""
        raw = span.raw
        end, whole = span.settle(raw)
        if end == 0:
            later = prefixes.RESUME.search(raw, span.began + 1)
            end = len(raw) if later is None else later.end()
        self._out.give(*judge(span, raw[:end], self._known, whole=whole))
        self._mode = self._in_text
        self._rescans += 1
        rest = raw[end:]
        if self._rescans > _RESCANS:
            self._out.put(Text(rest))
            rest = ""
        self._text = raw[end - 1] + rest
        self._at = 1
        self._line = self._out.blank = raw[end - 1] == "\n"

    def _in_code(self) -> bool:
        """Within a fence of something else: text as written, up to the closing backticks."""
        text = self._text
        newline = text.find("\n", self._at) if self._code_in_line else -1
        run = self._closing.search(text, self._at)
        if run is not None and not 0 <= newline < run.start():
            self._say(run.end())
            self._mode = self._in_text
            return True
        if newline < 0 and not self._closed:
            self._say(prefixes.before_ticks(text))
            return False
        self._say(len(text) if newline < 0 else newline)
        if newline >= 0:
            self._mode = self._in_text
        return newline >= 0

    # --- what is passed through ---

    def _in_thinking(self) -> bool:
        end, found = next_tag(self._text, self._at, closed=self._closed)
        if end > self._at:
            self._out.give(Thinking(self._text[self._at : end]))
            self._at = end
        if found is None:
            return False
        self._skip(found.end(), "tag")
        self._depth += -1 if found[1] else 1
        if self._depth == 0:
            self._line = self._out.blank = True
            self._mode = self._in_text
        return True

    def _in_observation(self) -> bool:
        return self._rest(lambda raw: Skipped(raw, "observation"))

    def _before_answer(self) -> bool:
        start = self._at
        while start < len(self._text) and self._text[start].isspace():
            start += 1
        if start > self._at:
            self._skip(start, "prefix")
        if start < len(self._text):
            self._mode = self._in_answer
            return True
        return False

    def _in_answer(self) -> bool:
        return self._rest(lambda raw: Final(raw, raw))

    def _rest(self, item: Callable[[str], Item]) -> bool:
        if self._at < len(self._text):
            self._out.give(item(self._text[self._at :]))
            self._at = len(self._text)
        return False


def parse(text: str, names: Collection[str] = ()) -> list[Item]:
    """The items of one whole answer."""
    parser = ReActParser(names)
    return [*parser.feed(text), *parser.close()]


def failures(items: list[Item]) -> list[Failed]:
    """The actions that could not be read."""
    return [item for item in items if isinstance(item, Failed)]
