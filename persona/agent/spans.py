"""JSON and fences in a stream: collecting one span, and judging what it holds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from persona.agent.actions import (
    Call,
    NamelessError,
    is_final,
    looks_like_action,
    read_actions,
    repaired_actions,
    strict,
)
from persona.agent.braces import OPENING, AnswerInside, Braces
from persona.agent.items import Action, Failed, Final, Item, Place, Text

_OPENING = re.compile(
    r"(?P<ticks>`{3,64})[ \t]{0,4}(?P<word>[\w+.-]{0,32})\s{0,64}"
    r"(?:\*{0,3}(?:action|行动)\*{0,3}[ \t]?[:：]\*{0,3}\s{0,64})?",
    re.IGNORECASE,
)
_DATA_WORDS = frozenset({"json", "json5", "jsonc", "tool_call", "action"})

ORPHAN = "an Action Input without an Action before it; name the tool first"
CUT_OFF = "the JSON of the action ends too early; write it whole"
MALFORMED = "the JSON of the action cannot be read; write strict JSON"


@dataclass(slots=True)
class Span:
    """A JSON value, or a fence with JSON in it, as it comes.

    Attributes:
        place: where it began.
        ticks: of the opening fence; 0 for bare JSON.
        word: the fence's language.
        orphan: it stands after an ``Action Input:`` that no action came before.
        documents: the JSON values in it, as places in its characters.
        began: where its last JSON value begins.
        answer: the final answer inside it, where there is one.
    """

    place: Place
    ticks: int = 0
    word: str = ""
    orphan: bool = False
    parts: list[str] = field(default_factory=list)
    documents: list[tuple[int, int]] = field(default_factory=list)
    size: int = 0
    _braces: Braces | None = None
    began: int = 0
    _junk: bool = False
    answer: AnswerInside | None = None

    def take(self, text: str) -> None:
        """Adds characters."""
        self.parts.append(text)
        self.size += len(text)

    @property
    def raw(self) -> str:
        """All characters so far."""
        if len(self.parts) > 1:
            self.parts[:] = ["".join(self.parts)]
        return self.parts[0] if self.parts else ""

    @property
    def meant(self) -> bool:
        """Whether it stands where an action is expected."""
        return self.place == "prefix"

    def open(self) -> None:
        """A JSON value begins, whose characters are taken from here on."""
        self._braces = Braces()
        self.began = self.size
        self.answer = None if self.documents else AnswerInside(is_final)

    def feed(self, text: str, at: int, closed: bool) -> tuple[int, bool, str]:
        """Goes on in a text: the place after what was taken, whether it is whole, answer text."""
        whole = False
        if self._braces is None:
            at, whole = self._after(text, at, closed)
        if self._braces is None:
            return at, whole, ""
        end = self._braces.feed(text, at)
        stop = len(text) if end is None else end
        said = self.answer.feed(text[at:stop]) if self.answer is not None else ""
        self.take(text[at:stop])
        if end is None:
            return stop, False, said
        self._braces = None
        self.documents.append((self.began, self.size))
        return stop, self.ticks == 0, said

    def _after(self, text: str, at: int, closed: bool) -> tuple[int, bool]:
        """Within a fence, after a value: another value, the closing fence, or something else."""
        stop = at
        while stop < len(text):
            if text[stop] == "`":
                run = _run(text, stop, self.ticks)
                if run == self.ticks:
                    self.take(text[at : stop + run])
                    return stop + run, True
                if stop + run == len(text) and not closed:
                    break  # it may grow
                stop += run
            elif text[stop] in OPENING and not self._junk:
                self.take(text[at:stop])
                self.open()
                return stop, False
            elif text[stop].isspace():
                stop += 1
            else:
                self._junk = True
                found = text.find("`", stop)
                stop = len(text) if found < 0 else found
        self.take(text[at:stop])
        return stop, False

    def settle(self, raw: str) -> tuple[int, bool]:
        """How much of the characters of an unfinished fence can be told, and whether it is whole.

        Returns:
            The end of its last value, or of its closing backticks where quotes hid them; 0 for none.
        """
        if not self.ticks:
            return 0, False
        if self._braces is None:
            return self.documents[-1][1], True
        closing = re.compile("`" * self.ticks).search(raw, self.began)
        if closing is None:
            return 0, False
        self.documents.append((self.began, closing.start()))
        return closing.end(), True


def _run(text: str, at: int, most: int) -> int:
    end = at
    while end < len(text) and end - at < most and text[end] == "`":
        end += 1
    return end - at


def opening(text: str, at: int) -> re.Match[str]:
    """The opening of a fence at a place: backticks, word, white space, and a prefix within it."""
    found = _OPENING.match(text, at)
    assert found is not None, "a fence opens here"
    return found


def judge(span: Span, raw: str, known: Collection[str], *, whole: bool = True) -> list[Item]:
    """What a span holds: its actions, or its text and why it is none.

    Args:
        span: with its documents.
        raw: its characters.
        known: names of the tools; where given, JSON within prose counts only if it names one.
        whole: its last JSON value ended.
    """
    calls: list[Call] = []
    why = "" if whole else _cut_off(span, raw)
    for start, end in span.documents:
        found, fault = _document(span, raw[start:end], known)
        calls.extend(found)
        why = why or fault
    if span.orphan and not calls:
        why = why or ORPHAN
    if calls:
        actions = list(_actions(calls, raw, span))
        failed: list[Item] = [Failed(why, raw)] if why else []
        return [*actions, *failed]
    streamed = span.answer is not None and span.answer.begun
    text: list[Item] = [Final("", raw) if streamed else Text(raw)]
    return [*text, Failed(why, raw)] if why else text


def _cut_off(span: Span, raw: str) -> str:
    return CUT_OFF if span.meant or looks_like_action(raw) else ""


def _document(span: Span, text: str, known: Collection[str]) -> tuple[list[Call], str]:
    value = strict(text)
    if value is None:
        if not (span.meant or span.word.casefold() in _DATA_WORDS or looks_like_action(text)):
            return [], ""
        calls = repaired_actions(text)
        return (calls, "") if calls else ([], MALFORMED)
    try:
        calls = read_actions(value, meant=span.meant)
    except NamelessError as error:
        return [], str(error)
    if span.place == "inline" and known:
        calls = [call for call in calls if call.name in known or is_final(call.name)]
    return calls, ""


def _actions(calls: Sequence[Call], raw: str, span: Span) -> Iterator[Action]:
    for number, call in enumerate(calls):
        yield Action(call.name, call.input, "" if number else raw, span.place)
