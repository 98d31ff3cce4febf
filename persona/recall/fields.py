"""Everyday fields of life and the words that belong to them, in English and Chinese.

A question and the fact that answers it often share no word: "a snack for the hike" and "no nuts for
me" meet only in food. So words are sorted into narrow fields (seafood, strength training), and
narrow fields into wide ones (food, exercise). The lists are general knowledge and small enough to
read; a word may stand in several fields. English words are compared by stem, phrases word by word,
Chinese words wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from persona.recall.field_words import FIELDS
from persona.recall.words import stem, words
from persona.text import has_cjk, simplified

__all__ = ["fields_of", "wide_field"]

_CJK_RUN = re.compile(r"[\u3400-\u9fff]+")
_LONGEST_PHRASE = 3


def wide_field(narrow: str) -> str:
    """The wide field that a narrow one belongs to: ``food`` of ``food.seafood``."""
    return narrow.split(".", 1)[0]


@cache
def _english() -> Mapping[tuple[str, ...], frozenset[str]]:
    """Fields by stems of a word or phrase."""
    found: dict[tuple[str, ...], set[str]] = {}
    for field, (english, _) in FIELDS.items():
        for phrase in english.split():
            exact = phrase.startswith("=")
            key = tuple(word if exact else stem(word) for word in phrase.lstrip("=").split("_"))
            found.setdefault(key, set()).add(field)
    return {key: frozenset(fields) for key, fields in found.items()}


@cache
def _first_words() -> frozenset[str]:
    """Words and stems with which a phrase begins."""
    return frozenset(key[0] for key in _english())


@cache
def _chinese() -> tuple[re.Pattern[str], Mapping[str, frozenset[str]]]:
    """A pattern of all Chinese words, longest first, and their fields."""
    found: dict[str, set[str]] = {}
    for field, (_, chinese) in FIELDS.items():
        for word in chinese.split():
            found.setdefault(word, set()).add(field)
    pattern = re.compile("|".join(sorted(map(re.escape, found), key=lambda w: (-len(w), w))))
    return pattern, {word: frozenset(fields) for word, fields in found.items()}


@lru_cache(maxsize=16384)
def fields_of(text: str) -> Mapping[str, int]:
    """The narrow fields that a text speaks of, each with the number of its words there."""
    counts: dict[str, int] = {}
    for fields in _hits(text):
        for field in fields:
            counts[field] = counts.get(field, 0) + 1
    return counts


def _either(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str]:
    return (one or frozenset()) | (other or frozenset())


def _hits(text: str) -> Iterable[frozenset[str]]:
    known, first_words = _english(), _first_words()
    written = [word.removesuffix("'s") for word in words(text)]
    stems = [stem(word) for word in written]
    at = 0
    while at < len(stems):
        begins = written[at] in first_words or stems[at] in first_words
        for length in range(min(_LONGEST_PHRASE, len(stems) - at) if begins else 0, 0, -1):
            span = slice(at, at + length)
            fields = _either(known.get(tuple(written[span])), known.get(tuple(stems[span])))
            if fields:
                yield fields
                at += length - 1
                break
        at += 1
    if has_cjk(text):
        pattern, chinese = _chinese()
        for run in _CJK_RUN.findall(simplified(text)):
            yield from (chinese[word] for word in pattern.findall(run))
