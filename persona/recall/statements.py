"""What a person said of their lasting ways, as short lines in their own words.

A fact names a thing: "games". What was said may be narrower: "games with sudden loud scares". So each
sentence of the person's that states an attitude, a habit or a limit of theirs is kept as a line
beside the facts: what the head of the line says already ("I really can't stand ...") is cut off, so
are intensifiers and fillers; the rest stands as they wrote it.

Only the person's own words are read, and only sentences that they mean: the moods are those of the
gate (`persona.extract.clauses`). Requests and errands of the moment are not lasting ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from persona.extract.clauses import plain_form, split_clauses
from persona.extract.moods import Mood
from persona.extract.sensitive import category_of
from persona.recall.lasting import lasting_cue
from persona.recall.shortening import Attitude, shortened, shortest
from persona.records import Message, Span
from persona.text import has_cjk

MAX_LENGTH = 400
"""Characters of a sentence; a longer one is a text and no remark about oneself."""

_END = re.compile(
    r"(?<!\b[A-Z])(?<!\be\.g)(?<!\bi\.e)[.!?。！？]+[\"”']*(?=\s|$|[\u3000-\u9fff])|\n+"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence about lasting ways.

    Attributes:
        start: where it begins in the message.
        text: the short line, without its head.
        attitude: which head it stands under: "dislikes", "likes", or "says" for all others.
        quote: the sentence as written.
        short: the line without what is beside the point.
    """

    start: int
    text: str
    attitude: Attitude
    quote: str
    short: str


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text as (start, end), without outer white space."""
    at = 0
    for match in [*_END.finditer(text), None]:
        end = len(text) if match is None else match.end()
        piece = text[at:end]
        if piece.strip():
            start = at + len(piece) - len(piece.lstrip())
            yield start, start + len(piece.strip())
        at = end


def statements(message: Message, *, allow_sensitive: bool = False) -> tuple[Statement, ...]:
    """The lasting statements of a message of the user's, in order; none of anybody else's.

    What is sensitive (`persona.extract.sensitive`) is cut off where it is only the reason given,
    else the sentence is left out, unless it is allowed.
    """
    if not message.is_users or not _may_hold(message.text):
        return ()
    return _read(message.text, message.foreign, allow_sensitive)


@lru_cache(maxsize=4096)
def _read(text: str, foreign: tuple[Span, ...], allow_sensitive: bool) -> tuple[Statement, ...]:
    clauses = split_clauses(text, foreign)
    found = []
    for start, end in sentences(text):
        quote = text[start:end]
        if len(quote) > MAX_LENGTH or not lasting_cue(quote):
            continue
        inside = [c.mood for c in clauses if c.start < end and c.end > start]
        if inside and all(mood is Mood.STATEMENT for mood in inside):
            kept = quote if allow_sensitive else without_sensitive(quote)
            attitude, line = shortened(kept)
            if line:
                short = shortest(attitude, line, kept)
                found.append(Statement(start, line, attitude, quote, short))
    return tuple(found)


_REASON = re.compile(
    r"[,;]?\s*\b(?:because|since|as i\b|as it|due to|owing to|for (?:religious|medical|health|ethical))|因为|由于",
    re.IGNORECASE,
)


def without_sensitive(sentence: str) -> str:
    """The sentence, without a sensitive reason, or "" where more of it than the reason is sensitive."""
    if category_of(plain_form(sentence)) is None:
        return sentence
    match = _REASON.search(sentence)
    if match is None:
        return ""
    end = sentence.find(",", match.end())
    before = sentence[: match.start()].strip()
    rest = before or (sentence[end + 1 :].strip() if end >= 0 else "")
    return rest if rest and category_of(plain_form(rest)) is None and lasting_cue(rest) else ""


def _may_hold(text: str) -> bool:
    """A cheap look before the clauses are read."""
    return bool(re.search(r"\b(?:i|my|me)\b", text, re.IGNORECASE)) or has_cjk(text)
