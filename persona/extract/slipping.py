"""Slips that a message takes back: which statements go, and what was meant instead."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import SequenceMatcher

from persona.extract import chinese, english
from persona.extract.corrections import Correction
from persona.extract.reading import Found, Reading, sentence_at
from persona.records import USER, Message
from persona.text import has_cjk, holds_name, name_key
from persona.vocabulary import KINDS

NEARLY = 0.75
"""Share of equal characters from which two names differ by a slip of the keyboard."""


_YEARS = re.compile(r"(?:\d{1,3}|[一二三四五六七八九]?十[一二三四五六七八九]?)岁?$")
"""An age by itself, which is no name of anything elsewhere."""


def take_back(
    reading: Reading, message: Message, fixed: Correction, start: int, earlier: int
) -> None:
    """Takes back what a message says was a slip, and says what was meant instead."""
    meant_at = start + fixed.start if fixed.start >= 0 else -1
    slips = _slips(reading, message, fixed, meant_at, earlier)
    if not slips:
        return
    reading.found = [found for found in reading.found if not any(found is slip for slip in slips)]
    new = name_key(fixed.new)
    said = [found for found in reading.found if found.message is message and found.key in new]
    if new and not said:
        _say_instead(reading, message, fixed, slips[-1], meant_at)


def _slips(
    reading: Reading, message: Message, fixed: Correction, meant_at: int, earlier: int
) -> list[Found]:
    """The statements that a correction takes back."""
    mine = [found for found in reading.found if found.statement.source == USER]
    old = name_key(fixed.old)
    if old:
        return [
            found
            for found in mine
            if found.key == old
            or old.endswith(f" {found.key}")
            or (has_cjk(old) and found.key in old)
        ]
    new = [found for found in reading.found[earlier:] if found.message is message]
    replaced = [
        found
        for found in mine
        if found.statement.polarity
        and any(
            _same_slot(found, other, strong=fixed.strong)
            or (fixed.strong and _denies(other, found))
            for other in new
        )
    ]
    if replaced or not fixed.new or not fixed.strong:
        return replaced
    before = [
        f for f in mine if f.statement.polarity and (f.message is not message or f.at < meant_at)
    ]
    stated = [found for found in new if found.at >= meant_at]
    return before[-1:] if before and not stated else []


def _denies(later: Found, earlier: Found) -> bool:
    """Whether a correction says of a thing that it is not so: "no longer Java" of "Java work"."""
    if later.statement.polarity >= 0 or earlier.statement.polarity <= 0:
        return False
    return later.message is not earlier.message and holds_name(
        earlier.statement.target, later.statement.target
    )


def _same_slot(earlier: Found, later: Found, *, strong: bool) -> bool:
    """Whether a later statement has another value for the same single-valued kind, or diet.

    Where the message can only be a correction, so has one of any kind whose name is nearly the same.
    """
    one, two = earlier.statement, later.statement
    if strong and (one.kind, one.polarity) == (two.kind, two.polarity) and earlier.key != later.key:
        close = SequenceMatcher(None, earlier.key, later.key).ratio() >= NEARLY
        if close and earlier.message is not later.message:
            return True
    single = KINDS[one.kind].single or (strong and one.kind == "diet")
    if not single or (one.kind, one.slot) != (two.kind, two.slot):
        return False
    if one.polarity < 0 or earlier.key == later.key:
        return False
    return earlier.message is not later.message or -1 < earlier.at < later.at


def _say_instead(
    reading: Reading, message: Message, fixed: Correction, slip: Found, meant_at: int
) -> None:
    read = chinese if has_cjk(fixed.new) else english
    lead = "我喜欢" if has_cjk(fixed.new) else "I love "
    phrases = [s for s in read.statements(f"{lead}{fixed.new}") if s.start >= len(lead)]
    names = [s.target for s in phrases if holds_name(message.text, s.target)]
    if slip.statement.kind == "age" and (years := _YEARS.match(fixed.new)):
        names = [years[0]]
    for name in names if len(names) < 2 or has_cjk(fixed.new) else names[:1]:
        meant = replace(slip.statement, target=name)
        reading.found.append(Found(meant, message, sentence_at(message.text, meant_at), meant_at))
