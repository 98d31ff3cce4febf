"""Where a thing stands before or after certain words of an English text, by offsets.

The clauses of `persona.extract.english.clauses` begin at a subject; what is told of a thing, or in a
turn of phrase over several clauses, is found here by the phrase beside the words that tell it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Generic, Protocol, TypeVar

from persona.extract.english.changes import NOT_LEFT
from persona.extract.english.cues import LEMMAS
from persona.extract.english.phrases import Phrase, phrase_at
from persona.extract.english.tokens import tokens
from persona.extract.english.words import (
    GENERIC,
    GROUPS,
    OPINION_BAD,
    OPINION_GOOD,
    PEOPLE,
    TIME_NOUNS,
    TIME_WORDS,
    word_set,
)

ADVERBS = (
    r"(?:(?:just|pretty much|sort of|kind of|kinda|long since|since|also|now|then|already|well and truly|rather|quite|so|all|well|at last"
    r"|always|usually|often|still|mostly|very|super|pretty|been|more or less|ended up|had to|(?!hardly|barely|rarely|scarcely|nearly|possibly|probably)\w+ly) )*"
)
_SPEAKER = re.compile(
    rf"(?:\b(?:i|we)(?:'ve|'m|'re)? (?:have |had |am |are |was |were )?(?:been )?{ADVERBS}"
    rf"|(?:^|[.!?,;:(\n—–-] ?|\b(?:and|but|so|then|cos|coz|because|plus|therefore|lol|ugh|haha|tbh|honestly|yeah|ok|well|omg|welp) )(?:have |'ve |been |am )*{ADVERBS})$"
)
"""The speaker as subject before a verb, or none at the beginning of a clause; no "not" and no "would"."""
_LONGEST = 60
"""Characters before a verb that are looked at for its subject."""
_STOP = re.compile(r"[,.;:!?\n()—–]+(?=\s|$|\))| -+ ")
_WORD = re.compile(r"[a-z][a-z'-]*[a-z]|[a-z]")
_SENTENCE = re.compile(r"[.!?\n]+(?=\s|$)")
_JOINTS = re.compile(
    r"(?:^|[,.;:!?\n()—–]\s*| -+ |\b(?:and|but|so|then|because|since|while|as|though|although|that|lol|ugh|tbh|ok|well|yeah|honestly|sadly|once|turns out|after \w+ \w+) )"
)
_OPENERS = re.compile(
    r"(?:(?:my|our|the|this|that|an?|old|trusty|beloved|faithful|ancient|shiny|some|poor|good|life as an?|working as an?|being|drinking|eating|watching|doing|playing|good old"
    r"|it's|it is|ugh|lol|honestly|sadly|yeah|ok|well|all|now|these days|nowadays|suddenly|finally|basically|apparently|meanwhile) )*"
)
_COURSES = re.compile(
    r" (?:lessons?|class(?:es)?|courses?|textbooks?|workbooks?|tutors?|flash ?cards|grammar books?|evening class|studies|homework|subscription|membership|account"
    r"|habit|days|phase)$",
    re.IGNORECASE,
)
_EMPTY = GENERIC | NOT_LEFT | TIME_NOUNS | TIME_WORDS | PEOPLE | GROUPS | word_set(
    "pair unit duo whole result hobby treat backup gift present joke favour rule snack guess power light lights cat"
    " sun secret jury plane train bus flight meeting party game show match war weekend holiday holidays school shop"
    " door internet wifi food money mood hello congrats luck course age ages while bit lol haha half mess list"
    " bed rest break look walk chance offer deal sale store market trash bin sick town city country place office"
    " building area state region neighbourhood neighborhood nothing everyone truth hope dream news past love hand class classes course lesson lessons home"
    " tough hard easy fine cold hot late early quiet busy done gone over clean messy ready open closed dark warm key true time sleep working"
)  # fmt: skip
"""Heads that no change is about."""
_OWNED = re.compile(r" (?:my|our|your|his|her|their) ")
"""A word within a piece that begins another thing in it: "stopped my lessons"."""
_CUT = re.compile(
    r" (?:(?:my|our) home|home|on (?:ice|hold|the back burner|the shelf)|the (?:boot|push|chop|elbow|sack|heave-ho)|one bit|at all|in the slightest|a bit|for (?:good|ever|now)|(?:for|over) [\w ]{1,14}(?:years?|months?|weeks|ages)|any ?more|these days|nowadays|instead|at the moment|atm|right now|now)\b"
)
"""Words of time and degree, before which a thing ends."""
_NO_NOUN = re.compile(r"[a-z]+(?:ed|ful|ous|able|ible|less|ly)")
"""How a single word ends that is no noun: "it's fixed now"."""
_TAILS = re.compile(
    r" (?:fan|nut|nerd|geek|addict|buff|junkie|fanatic|enthusiast|lover|freak|obsessive|fiend|person|done|down|over|local|resident|dweller|native|too|tbh|already|under my belt|in the bag|out there|behind me)$"
)

Row = TypeVar("Row", bound="Keyed")


@dataclass(frozen=True)
class Text:
    """A text with its sentences: `low` is it in lower case, of the same length.

    `words` are those that may be keys of a table.
    """

    raw: str
    low: str
    words: frozenset[str]

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """Where each sentence but the last ends."""
        return tuple(match.end() for match in _SENTENCE.finditer(self.low))

    def number(self, at: int) -> int:
        """The number of the sentence that holds an offset."""
        return bisect_right(self.ends, at)

    def span(self, number: int) -> tuple[int, int]:
        """Where a sentence begins and ends."""
        start = self.ends[number - 1] if number else 0
        return start, self.ends[number] if number < len(self.ends) else len(self.raw)


def text_of(raw: str, keys: frozenset[str]) -> Text | None:
    """A text with those of its words that are keys, or None for one whose lower case has other offsets."""
    low = raw.lower().replace("’", "'")
    if len(low) != len(raw):
        return None
    return Text(raw, low, keys.intersection(_WORD.findall(low)))


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when it is first needed."""
    return re.compile(pattern)


class Keyed(Protocol):
    """What is looked for only in texts that have one of its key words."""

    @property
    def keys(self) -> str:
        """The words, parted by spaces."""


class Table(Generic[Row]):
    """Rows in order, each looked for only in texts that have one of its key words."""

    def __init__(self, *rows: Row) -> None:
        self.rows = rows
        by_key: dict[str, set[int]] = defaultdict(set)
        for number, row in enumerate(rows):
            for key in row.keys.split():
                by_key[key].add(number)
        self._by_key = {key: tuple(sorted(numbers)) for key, numbers in by_key.items()}
        self.keys = frozenset(by_key)

    def chosen(self, text: Text) -> list[Row]:
        """The rows one of whose key words stands in a text, in order."""
        keys = self.keys & text.words
        if not keys:
            return []
        numbers = {number for key in keys for number in self._by_key[key]}
        return [self.rows[number] for number in sorted(numbers)]


def is_speakers(text: Text, at: int) -> bool:
    """Whether the verb at an offset has the speaker for its subject."""
    lead = text.low[max(0, at - _LONGEST) : at]
    return bool(_SPEAKER.search(lead if at <= _LONGEST else f"x{lead}"))


def clause_end(low: str, at: int) -> int:
    """Where the clause that holds an offset ends."""
    stop = _STOP.search(low, at)
    return stop.start() if stop else len(low)


def after(text: Text, at: int) -> Phrase | None:
    """The thing that begins at an offset."""
    end = clause_end(text.low, at)
    cut = _CUT.search(text.low, at + 1, end)
    return thing(text, at, cut.start() if cut else end, entire=False)


def before(text: Text, end: int) -> Phrase | None:
    """The thing that is the whole of its clause up to an offset."""
    start = 0
    for match in _JOINTS.finditer(text.low, max(0, end - 60), end):
        start = match.end()
    if _OWNED.search(text.low, start + 1, end):
        return None
    return thing(text, start, end, entire=True)


def thing(text: Text, start: int, end: int, *, entire: bool) -> Phrase | None:
    """The noun phrase that begins at an offset, and is the whole piece where it must be."""
    if (opened := _OPENERS.match(text.low, start, end)) is not None:
        start = opened.end()
    piece = text.raw[start:end]
    words = tokens(piece)
    item = phrase_at(piece, words, 0) if words else None
    if item is None or item.pronoun or (entire and item.after < len(words)):
        return None
    name = _COURSES.sub("", _TAILS.sub("", item.text))
    if not names_thing(name, alone=entire):
        return None
    return item._replace(text=name, start=start + item.start)


def names_thing(name: str, *, alone: bool) -> bool:
    """Whether a phrase names what somebody may take up or give up; `alone`: it is its whole clause."""
    first, *rest = name.lower().split()
    head = rest[-1] if rest else first
    if head in _EMPTY or first in _EMPTY & PEOPLE or len(name) < 2 or not name[0].isalnum():
        return False
    if rest or not name.islower():
        return True
    verb = LEMMAS.get(first)
    acts = alone and verb is not None and verb[1] != "ing"
    return not (acts or _NO_NOUN.fullmatch(name) or head in OPINION_GOOD | OPINION_BAD)


_NO_CALLINGS = PEOPLE | word_set(
    "adult adults kid kids teen teenager teenagers human boy girl man woman parent couple beginner joke player college"
)


def is_calling(name: str) -> bool:
    """Whether what one works "as" may be an occupation: "locksmith", not "adult" nor "team player"."""
    *rest, head = name.lower().split()
    return not head[0].isdigit() and (
        head not in _NO_CALLINGS or (head == "player" and bool(rest) and rest[-1] != "team")
    )
