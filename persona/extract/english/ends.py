"""Where a noun phrase ends in English text: at the first word that cannot go on in it."""

from __future__ import annotations

from collections.abc import Sequence

from persona.extract.english.tokens import BREAKS, Token
from persona.extract.english.words import (
    DETERMINERS,
    OTHERS_DETERMINERS,
    PRONOUNS,
    STOPS,
    TIME_NOUNS,
    TIME_WORDS,
)


def end_of(words: Sequence[Token], at: int) -> int:
    """Where the phrase that begins at `at` must end."""
    index = at
    while index < len(words):
        norm = words[index].norm
        if norm in MARKS or _is_measure(words, index, at):
            break
        if _in_title(words, at, index):
            index += 2
        elif norm in _PREPOSITIONS and index > at and _joins_on(words, at, index):
            index += 1
            while index < len(words) and words[index].norm in DETERMINERS:
                index += 1
            if index < len(words) and norm == "of" and words[index].norm in OTHERS_DETERMINERS:
                return at
        elif index == at + 1 and _is_particle(words, index):
            index += 1
        elif _stops(words, index) and not _has_gerund_object(words, at, index):
            break
        else:
            index += 1
    return index


MARKS = BREAKS | {",", "+", "/", ">", "'", "%", "and", "or", "&", "plus"}
_PREPOSITIONS = frozenset({"of", "in", "with", "on", "at", "to", "for", "by", "about", "from", "through"})  # fmt: skip


def _in_title(words: Sequence[Token], at: int, index: int) -> bool:
    """Whether a title goes on: "The Catcher in the Rye", where "The" has a capital within a sentence."""
    if index <= at or index + 2 >= len(words) or words[index].norm not in _PREPOSITIONS:
        return False
    titled = at > 1 and words[at - 1].raw == "The" and words[at - 2].norm not in BREAKS
    return titled and words[index + 1].raw in ("the", "a") and words[index + 2].capital


def _joins_on(words: Sequence[Token], at: int, index: int) -> bool:
    """Whether a phrase goes on over a preposition: always over "of", else after a gerund."""
    if words[index].norm == "of":
        return index + 1 < len(words)
    return _goes_on(words, at, index)


def _has_gerund_object(words: Sequence[Token], at: int, index: int) -> bool:
    """Whether an article begins the object of a gerund: "adopting a cat"."""
    return (
        index == at + 1
        and words[at].norm.endswith("ing")
        and words[index].norm in ("a", "an", "some")
    )


IN_NAMES = frozenset({"one", "us", "me", "now", "up", "off", "down", "you", "her", "him"})


def _ends_name(words: Sequence[Token], index: int) -> bool:
    """Whether a small word belongs to the name before it: "Capture One", "The Last of Us"."""
    word = words[index]
    if word.norm not in IN_NAMES or not word.raw[0].isupper() or not index:
        return False
    before = words[index - 1]
    return before.norm == "of" or (before.capital and before.norm != "i")


def _stops(words: Sequence[Token], index: int) -> bool:
    norm = words[index].norm
    if _ends_name(words, index):
        return False
    if norm in STOPS and not _is_acronym(words[index]):
        return True
    following = words[index + 1].norm if index + 1 < len(words) else ""
    if (norm, following) in _ADVERBIALS:
        return True
    return norm in PRONOUNS or norm in _BEGINNINGS or is_time(words, index)


_ADVERBIALS = frozenset(
    {
        ("hands", "down"),
        ("big", "time"),
        ("bar", "none"),
        ("full", "stop"),
        ("day", "one"),
        ("no", "contest"),
    }
)
"""Pairs of words that only say how much."""
_BEGINNINGS = frozenset({"any", "every", "each", "some", "a", "an"})
"""Words that begin another phrase, so that this one has ended."""


def _is_acronym(word: Token) -> bool:
    return len(word.raw) > 1 and word.raw.isupper()


def _is_measure(words: Sequence[Token], index: int, at: int) -> bool:
    """Whether a phrase ends before "way more than" or before "running Arch"."""
    following = words[index + 1] if index + 1 < len(words) else None
    if following is None:
        return False
    if words[index].norm in ("way", "far", "much"):
        return following.norm in ("more", "better", "too")
    if words[index].norm in ("living", "based", "working"):
        return index > at and following.norm in ("in", "at", "for", "as", "near", "out")
    return index > at and words[index].norm == "running" and following.capital


def _is_particle(words: Sequence[Token], index: int) -> bool:
    """Whether a small word belongs to the gerund before it: "working out", "eating in"."""
    if words[index].norm not in ("out", "in", "up", "off", "around", "down", "away", "over"):
        return False
    if not words[index - 1].norm.endswith("ing"):
        return False
    following = words[index + 1].norm if index + 1 < len(words) else "."
    return following in BREAKS or following in STOPS or following in (",", "and", "or")


def _goes_on(words: Sequence[Token], at: int, index: int) -> bool:
    """Whether a preposition belongs to the phrase: "walking in the rain", "working with kids"."""
    if index != at + 1 or not words[at].norm.endswith("ing") or index + 1 >= len(words):
        return False
    after = words[index + 1]
    if after.norm in PRONOUNS or after.norm in OTHERS_DETERMINERS or after.norm in BREAKS:
        return False
    if words[index].norm == "to" and after.norm.endswith("ing"):  # "texting to calling"
        return False
    spell = index + 2 < len(words) and words[index + 2].norm in TIME_NOUNS
    if spell and after.norm in ("a", "an", "the", "my", "half", "about", "over"):
        return False
    return not is_time(words, index + 1) and after.norm not in STOPS | TIME_NOUNS


def is_time(words: Sequence[Token], index: int) -> bool:
    """Whether words of time begin at a token: "last month", "every day", "five years ago"."""
    norm = words[index].norm
    if norm in TIME_WORDS:
        return True
    following = words[index + 1].norm if index + 1 < len(words) else ""
    if norm == "most" and (following == "of" or following in TIME_NOUNS):
        return True
    if norm == "my" and following in ("whole", "entire", "life"):
        return True
    if norm == "all" and following in ("my", "day", "night", "year"):
        return True
    if norm == "all" and following == "the":
        return index + 2 < len(words) and words[index + 2].norm in ("time", "way", "while")
    if norm in ("last", "this", "next", "every", "each", "all", "few", "one", "these", "those"):
        return following in TIME_NOUNS
    if norm in ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twice"):
        return following in TIME_NOUNS or following == "times"
    return (norm in TIME_NOUNS and following in ("ago", "straight", "later")) or (
        norm.isdigit() and (following in TIME_NOUNS or following == "times")
    )
