"""The noun phrases that stand in English text.

There is no tagger here. A phrase begins after a cue and ends at the first word that cannot go on in
it: a conjunction, a pronoun, an auxiliary, a preposition, a word of time. That is enough for what
people say of themselves, and it takes microseconds. Every token keeps its offsets, so that a phrase
is always a verbatim part of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from persona.extract.english.ends import IN_NAMES, MARKS, end_of
from persona.extract.english.restricting import before_participle, restricted
from persona.extract.english.tokens import BREAKS, TITLE, Token
from persona.extract.english.words import (
    DETERMINERS,
    GENERIC,
    LIGHT_GERUNDS,
    NO_VERBS,
    NUMBERS,
    OTHERS_DETERMINERS,
    PARTS,
    PRONOUNS,
    SOFT,
    STOPS,
    TAIL_WORDS,
    word_set,
)

_VERB_IN_CHINESE = re.compile("[用是了在把还就都也说读学去做有]")


_MEASURE = re.compile(r"\d+(?:x|k|kg|km|cm|mm|m|g|lbs?|mi|h|hrs?|mins?|am|pm|th|st|nd|rd|s|ish)")
"""An amount with its unit, which is no name."""

MAX_WORDS = 6
"""Longer phrases are clauses that were read wrongly, unless they are written as names."""


class Phrase(NamedTuple):
    """A noun phrase, ``text[start:end]``; `negated` in "X, but not Y"; `after`: the next token."""

    text: str
    start: int
    negated: bool
    after: int
    pronoun: bool = False


def phrase_at(text: str, words: Sequence[Token], at: int) -> Phrase | None:
    """The noun phrase that begins at a token, without its article, or None."""
    opener = words[at].norm if at < len(words) else ""
    at = _skip_determiners(words, at)
    if at >= len(words):
        return None
    if opener == "certain":  # which ones is not said
        return None
    if opener in ("every", "everything", "all", "each") and (whole := _whole_of(words, at)):
        return whole
    if _acts_on_pronoun(words, at):
        at += 1
    else:
        at = _past_gerund(words, at)
        if at >= len(words):
            return None
    first = words[at]
    if first.norm in PRONOUNS:
        return Phrase(first.raw, first.start, negated=False, after=at + 1, pronoun=True)
    return _thing_at(text, words, opener, at)


def _thing_at(text: str, words: Sequence[Token], opener: str, at: int) -> Phrase | None:
    at, end = _trim(words, at, end_of(words, at))
    if _is_light_alone(words, at, end):  # "watching or playing golf"
        return _thing_at(text, words, opener, end + 1)
    end = before_participle(words, at, end)
    if end - at > 1 and is_adverb(words[end - 1].norm):
        end -= 1
    if at >= end:
        return None
    titles = [index for index in range(at, end) if words[index].norm == TITLE]
    if titles:
        at, end = titles[0], titles[0] + 1
    if not _stands(words, opener, at, end):
        return None
    if not titles:
        end = restricted(words, end, some=opener in _SOME)
        if end == 0:  # the bare thing is not what was meant
            return None
    span = words[at:end]
    start, stop = span[0].start, span[-1].end
    return Phrase(text[start:stop], start, negated=False, after=end)


_PARTICLES = frozenset({"up", "down", "off"})


def _stands(words: Sequence[Token], opener: str, at: int, end: int) -> bool:
    """Whether the tokens are a phrase that names something."""
    span = words[at:end]
    if any(word.norm[0] > "⺀" and _VERB_IN_CHINESE.search(word.norm) for word in span):
        return False
    if _is_first_adjective(words, opener, at, end) or not _is_name(span):
        return False
    after = words[end].norm if end < len(words) else ""
    if after in ("one", "ones") or (
        len(span) == 1 and span[0].norm.endswith("ing") and after in _PARTICLES
    ):
        return False
    return not _is_pointed_at(opener, span)


def _acts_on_pronoun(words: Sequence[Token], at: int) -> bool:
    """Whether a light gerund has a pronoun for its object: "I enjoy playing them"."""
    following = words[at + 1].norm if at + 1 < len(words) else ""
    return words[at].norm in LIGHT_GERUNDS and following in ("it", "them")


def _is_light_alone(words: Sequence[Token], at: int, end: int) -> bool:
    """Whether a light gerund shares its object with the next one."""
    return (
        end - at == 1
        and end + 2 < len(words)
        and words[at].norm in LIGHT_GERUNDS
        and words[end].norm in ("and", "or")
        and words[end + 1].norm in LIGHT_GERUNDS
    )


_SOME = frozenset({"any", "these", "those", "some", "every", "each", "all"})


def _past_gerund(words: Sequence[Token], at: int) -> int:
    """The index after a light gerund whose object has a word of number: "using any plastic wrap"."""
    if words[at].norm not in LIGHT_GERUNDS:
        return at
    after = at + 1
    if after < len(words) and words[after].norm in ("in", "to", "with"):
        after += 1
    if after + 1 < len(words) and words[after].norm in _SOME and words[after + 1].raw[0].isalnum():
        return _skip_determiners(words, after)
    return at


def _whole_of(words: Sequence[Token], at: int) -> Phrase | None:
    """As in "every minute of it", "everything about it": the pronoun that is meant."""
    for index in range(at, min(at + 3, len(words) - 1)):
        if words[index].norm in ("of", "about") and words[index + 1].norm in ("it", "them"):
            pronoun = words[index + 1]
            return Phrase(pronoun.raw, pronoun.start, negated=False, after=index + 2, pronoun=True)
    return None


_NO_ADVERBS = frozenset({"family", "italy", "jelly", "lily", "fly", "belly", "july", "butterfly"})


def is_adverb(norm: str) -> bool:
    """Whether a word at the end of a phrase only says how: "properly"."""
    return len(norm) > 4 and norm.endswith("ly") and norm not in _NO_ADVERBS


def _is_first_adjective(words: Sequence[Token], opener: str, at: int, end: int) -> bool:
    """Whether a word only begins a row of adjectives: "a safe and loving home"."""
    if opener not in ("a", "an") or end - at != 1 or end + 2 >= len(words):
        return False
    joint, second, noun = (word.norm for word in words[end : end + 3])
    plain = second not in DETERMINERS and second not in STOPS and noun not in MARKS | STOPS
    return joint in ("and", ",") and plain and noun.isalpha() and not words[end + 1].capital


def _is_pointed_at(opener: str, span: Sequence[Token]) -> bool:
    """Whether a phrase means one thing spoken of, not a kind: "that song", "the ending"."""
    if any(word.capital for word in span):
        return False
    if opener in ("this", "that", "these", "those"):
        return True
    if len(span) > 2 and span[0].norm in _SENSED and span[1].norm == "of":
        return False
    return opener == "the" and (span[-1].norm in PARTS or span[0].norm in PARTS)


_SENSED = frozenset({"smell", "taste", "sound", "texture", "feel", "look", "scent", "sight", "flavour", "flavor"})  # fmt: skip
"""What one perceives of a thing: "the smell of patchouli" names it."""


def _skip_determiners(words: Sequence[Token], at: int) -> int:
    while at < len(words):
        norm = words[at].norm
        if norm in DETERMINERS or norm == "'":
            following = words[at + 1].norm if at + 1 < len(words) else "."
            if norm in PRONOUNS and (
                following in STOPS or following in BREAKS or following in (",", "any", "anymore")
            ):
                break  # "I love this." has a pronoun, "I love this song" has not
            at += 1
        elif (norm in NUMBERS and words[at].raw.islower() and at + 1 < len(words)) or (
            norm == "only" and at + 1 < len(words) and words[at + 1].norm not in STOPS
        ):
            at += 1
        elif (
            norm
            in (
                "lots",
                "tons",
                "plenty",
                "lot",
                "bit",
                "bunch",
                "couple",
                "kind",
                "sort",
                "kinds",
                "sorts",
                "type",
                "types",
                "form",
                "forms",
                "variety",
                "range",
                "pieces",
                "cup",
                "glass",
                "pair",
                "bits",
            )
            and (at + 1 < len(words) and words[at + 1].norm == "of")
        ) or (norm == "things" and at + 1 < len(words) and words[at + 1].norm == "like"):
            at += 2
        else:
            break
    return at


_LEARNING = frozenset({"learning", "reading", "listening"})
_OF_LEARNING = word_set(
    "material materials resource resources experience experiences style styles platform platforms tool tools"
    " method methods environment environments approach approaches glasses lists list habits"
)
"""What a gerund before it names, and does not act on: "learning materials"."""


def _trim(words: Sequence[Token], at: int, end: int) -> tuple[int, int]:
    """The phrase without a light verb before it ("playing chess") and trailing small words."""
    compound = end - at > 1 and words[at + 1].norm in _OF_LEARNING and words[at].norm in _LEARNING
    if (
        end - at > 1
        and words[at].norm in LIGHT_GERUNDS
        and words[at + 1].norm != "through"
        and not compound
    ):
        skip = at + 1
        while skip < end and words[skip].norm in ("to", "for", "with", "on", "in", "at", "about"):
            skip += 1
        skip = _skip_determiners(words, skip)
        if skip < end:
            at = skip
    phrasal = (
        end - at == 2
        and words[at].norm.endswith("ing")
        and words[end - 1].norm in ("out", "in", "up")
    )
    while (
        end > at
        and not phrasal
        and (
            words[end - 1].norm in TAIL_WORDS
            or words[end - 1].norm in DETERMINERS
            or words[end - 1].norm in ("of", "'")
        )
    ):
        end -= 1
    return at, end


def _is_name(span: Sequence[Token]) -> bool:
    head = span[-1].norm
    if len(span) == 2 and span[0].norm.endswith("ing") and head in ("out", "in", "up"):
        return span[0].norm not in ("hanging", "going", "getting")
    if span[0].norm in ("getting", "being", "having", "of", "less", "fewer"):
        return False
    named = len(span) > 1 and head in IN_NAMES and span[-1].raw[0].isupper()
    if (
        head in GENERIC
        and not named
        and not (head in SOFT and len(span) > 1 and span[-2].norm not in GENERIC)
    ):
        return False
    sensed = len(span) > 2 and span[0].norm in _SENSED and span[1].norm == "of"
    if span[0].norm in OTHERS_DETERMINERS or (span[0].norm in NO_VERBS and not sensed):
        return False
    if all(word.norm in GENERIC or word.norm in DETERMINERS for word in span):
        return False
    if len(span) > MAX_WORDS and not all(word.capital for word in span):
        return False
    if len(span) == 1 and _MEASURE.fullmatch(head):
        return False
    raw = "".join(word.raw for word in span)
    return any(c.isalpha() for c in raw) and (len(raw) > 1 or raw.isupper() or not raw.isascii())
