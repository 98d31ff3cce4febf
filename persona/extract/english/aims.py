"""A wish or plan that goes on over "and", in English: "I want to see Oslo and learn to ski"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from persona.extract.english.cues import LEMMAS, PLAIN
from persona.extract.english.lists import verb_phrases_at
from persona.extract.english.tokens import Token
from persona.extract.english.words import LIGHT_VERBS, word_set
from persona.extract.statement import Statement

_JOINTS = frozenset({"and", "or", ",", "plus", "then"})
_FILLERS = word_set("maybe perhaps then finally also to even possibly eventually hopefully")
AIMS = frozenset({"wants", "plans"})
"""Kinds that may go on with a further verb."""


NOTHING = "nothing"
"""What is wished for is not understood, and so is what goes on with it: "to see you and drink beer"."""


def aim(words: Sequence[Token], states: Sequence[Statement]) -> str:
    """The kind of a clause that wants or plans to do something, for the next to go on with; else ""."""
    tos = [at for at, word in enumerate(words) if word.norm == "to" and at]
    if not any(_is_willing(words, at - 1) for at in tos):
        return ""
    kinds = {state.kind for state in states} & AIMS
    if not states:
        return NOTHING
    return min(kinds) if len(kinds) == 1 else ""


def _is_willing(words: Sequence[Token], at: int) -> bool:
    norm = words[at].norm
    if norm in ("like", "love"):  # "I like to read" is no wish
        return at > 0 and words[at - 1].norm == "would"
    return norm in _WILLING


_WILLING = word_set(
    "want plan hope going planning hoping aim aiming wait is are decided intend looking dying wanting"
)


_HEADING = re.compile(
    r"^(?:my |our |some )?(?:[\w']+ ){0,2}?(?:goals?|resolutions?|aims|bucket list|dreams)(?: (?:for|in) \d{4}| (?:for )?(?:this|next|the) (?:year|month))?$"
)


def heads_aims(words: Sequence[Token]) -> bool:
    """Whether a clause is the heading of what the person wants to do: "my goals for 2025"."""
    return bool(_HEADING.match(" ".join(word.norm for word in words)))


def begins(words: Sequence[Token]) -> bool:
    """Whether a clause begins with a plain verb: "learn Italian"."""
    return _is_plain_verb(words[0])


def _is_plain_verb(word: Token) -> bool:
    verb = LEMMAS.get(word.norm)
    known = word.norm in LIGHT_VERBS or (verb is not None and verb[1] == "base")
    return known and not word.capital


def goes_on(words: Sequence[Token]) -> int:
    """Where the verb of a clause stands that goes on with the aim before it; 0 where it does not."""
    at = 0
    while at < len(words) and words[at].norm in _JOINTS:
        at += 1
    if not at:
        return 0
    while at < len(words) and words[at].norm in _FILLERS:
        at += 1
    return at if at < len(words) and _is_plain_verb(words[at]) else 0


def further(text: str, words: Sequence[Token], at: int, kind: str) -> list[Statement]:
    """What the next clause wants as well, from its verb on."""
    if kind == NOTHING:
        return []
    return [
        Statement(kind, item.text, "wants" if kind == "wants" else "plans", 1, item.start, PLAIN)
        for item in verb_phrases_at(text, words, at)
    ]
