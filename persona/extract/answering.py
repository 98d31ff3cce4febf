"""Replies to the assistant: a yes or no, names for an answer, and a choice among what it offered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from persona.extract import chinese, choice, english, taking
from persona.extract.clauses import Clause
from persona.extract.reading import MAX_REPLY, Found, Reading
from persona.extract.replies import Asked, asked, last_question
from persona.extract.statement import Statement
from persona.records import USER, Message, Turn
from persona.text import has_cjk, holds_name, name_key

PICKED = 0.7
"""Weight of a thing chosen among the assistant's options, or assented to with a bare yes."""

_DENIED = {"likes": "dislikes", "prefers": "dislikes", "interested_in": "dislikes"}


def read_reply(
    reading: Reading, message: Message, stated: Sequence[Clause], before: Turn, earlier: int
) -> None:
    """What a reply says together with the assistant's turn before it."""
    first = stated[0]
    if first.start > 40 or len(first.text) > MAX_REPLY:
        return
    said = {found.key for found in reading.found[earlier:] if found.statement.polarity}
    how = asked(last_question(before.text))
    if how.declared:
        _assented(reading, message, first, before, how, said)
    mine = [found for found in reading.found[earlier:] if found.statement.source == USER]
    answer = _answer(first, mine) if mine else first.text
    if how.prefix and answer:
        _answered(reading, message, answer, how.prefix)
    _chosen(reading, message, stated, before, said)


def _assented(
    reading: Reading, message: Message, first: Clause, before: Turn, how: Asked, said: set[str]
) -> None:
    """As in "Do you like tennis?" - "Yes." The question holds the name, the reply the sign."""
    answer = choice.assent(first.text)
    if answer is None:
        return
    read = chinese if has_cjk(how.declared) else english
    for statement in read.statements(how.declared):
        key = name_key(statement.target)
        if key in said or holds_name(message.text, statement.target):
            continue
        if not choice.asks_about_person(before.text, statement.target):
            continue
        signed = _signed(statement, answer)
        if signed is not None:
            weight = min(PICKED, statement.weight)
            reading.found.append(
                Found(replace(signed, weight=weight), message, first.text, via_assent=True)
            )
            said.add(key)


def _signed(statement: Statement, answer: int) -> Statement | None:
    """The statement as a yes or a no makes it; a no to a habit says only that there is none."""
    if answer > 0:
        return statement
    kind = _DENIED.get(statement.kind)
    if kind is None or statement.polarity < 0:
        return None
    return replace(statement, kind=kind, polarity=-1, label=f"not {statement.label}")


_NO_ANSWER = re.compile(
    r"^\W*(?:i\b|i'm|we\b|my\b|no\b|nope|not|none|nothing|idk|dunno|yes|yeah|why|thanks|thank|maybe|it's|it is|that"
    r"|there|hmm|well|sure|ok|you|我|没|不|无|嗯|谢|都|随便|还没)",
    re.IGNORECASE,
)


_VERB = re.compile(
    r"\b(?:is|are|was|were|am|be|been|have|has|had|do|does|did|don't|can|can't|could|will|would|not|no|i|we)\b|n't\b",
    re.IGNORECASE,
)


_GOES_ON = re.compile(r"[,;]?\s+(?:and|but|plus)\s+(?:i|i'm|i've|my|we)\b", re.IGNORECASE)


def _answer(first: Clause, said: Sequence[Found]) -> str:
    """What an English reply that says more begins with, if that only names things, else ""."""
    part = _GOES_ON.split(first.text)[0]
    if has_cjk(part) or _VERB.search(part):
        return ""
    end = first.start + len(part)
    return "" if any(first.start <= max(found.at, 0) < end for found in said) else part


_IDLE_OPENERS = (
    "Just ",
    "Mostly ",
    "Mainly ",
    "Usually ",
    "Probably ",
    "Definitely ",
    "Only ",
    "Always ",
)


def _answered(reading: Reading, message: Message, said: str, prefix: str) -> None:
    """As in "Which languages do you speak?" - "Cebuano and English." The reply is only the names."""
    if _NO_ANSWER.match(said) or len(said.split()) > 14:
        return
    read = chinese if has_cjk(prefix) else english
    answer = said[0].lower() + said[1:] if said.startswith(_IDLE_OPENERS) else said
    whole = f"{prefix}{answer}"
    for statement in read.statements(whole):
        if statement.start < len(prefix):
            continue
        at = statement.start - len(prefix)
        if said[at : at + len(statement.target)] == statement.target:
            moved = replace(statement, start=at)
            reading.found.append(Found(moved, message, said))


def _chosen(
    reading: Reading, message: Message, stated: Sequence[Clause], before: Turn, said: set[str]
) -> None:
    """What the reply takes or turns down of the options in the assistant's turn."""
    if (whole := taking.taken(before.text, message.text)) is not None:
        _took(reading, message, stated, whole, said)
        return
    offered = choice.options(before.text)
    if not offered:
        return
    _forget_labels(reading, message, {option.label for option in offered}, said)
    for number, clause in enumerate(stated[:3]):
        if len(clause.text) > MAX_REPLY:
            continue
        if number + 1 < len(stated) and choice.takes_back(stated[number + 1].text):
            continue
        for pick in choice.resolve(clause.text, offered):
            name = _named_part(pick.option.name, message.text)
            key = name_key(name)
            if not key or any(key in other or other in key for other in said):
                continue
            said.add(key)
            kind = "prefers" if pick.polarity > 0 else "rejected"
            label = "chose" if pick.polarity > 0 else "rejected"
            statement = Statement(kind, name, label, pick.polarity, 0, PICKED)
            named = holds_name(message.text, name)
            quote = _part_with(clause.text, name) if named else clause.text
            reading.found.append(Found(statement, message, quote, via_choice=not named))


def _forget_labels(reading: Reading, message: Message, labels: set[str], said: set[str]) -> None:
    """Drops what was read of "B is hideous", where B is how the assistant's list calls an option."""
    letters = {label for label in labels if len(label) == 1 and label.isalpha()}
    if letters:
        said -= letters
        reading.found = [
            found
            for found in reading.found
            if not (found.message is message and found.key in letters)
        ]


def _part_with(words: str, name: str) -> str:
    """The part of a clause between commas that holds a name; what else is said there is not quoted."""
    parts = [part.strip() for part in re.split(r"[,;，；]", words)]
    return next((part for part in parts if holds_name(part, name)), words)


def _took(
    reading: Reading, message: Message, stated: Sequence[Clause], whole: str, said: set[str]
) -> None:
    """A described option that the reply takes; what of it was read already is said by it."""
    key = name_key(whole)
    reading.found = [
        found
        for found in reading.found
        if not (
            found.message is message
            and found.statement.kind in ("prefers", "likes", "wants")
            and found.statement.polarity > 0
            and found.key in key
        )
    ]
    said.add(key)
    statement = Statement("prefers", whole, "chose", 1, 0, PICKED)
    named = holds_name(message.text, whole)
    reading.found.append(Found(statement, message, stated[0].text, via_choice=not named))


_JOINTS = frozenset(
    ["with", "from", "that", "this", "into", "over", "your", "than", "also", "more", "most"]
)
"""Words that join and name nothing."""


def _named_part(option: str, text: str) -> str:
    """The longest run of an option's words that the reply itself names, else the whole name."""
    words = option.split()[:12]
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            part = " ".join(words[start : start + length])
            if len(part) > 3 and part.casefold() not in _JOINTS and holds_name(text, part):
                return part
    return option
