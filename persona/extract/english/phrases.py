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

from persona.extract.english.restricting import restricted
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
    TIME_NOUNS,
    TIME_WORDS,
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
    at, end = _trim(words, at, _end(words, at))
    end = _before_participle(words, at, end)
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

_AFTER_PARTICIPLE = frozenset(
    {"on", "in", "with", "by", "for", "from", "at", "as", "to", "before", "after", "around"}
)
_PARTICIPLES = word_set(
    "set written made meant built sung shot drawn told spoken grown bought sold held taken given high low rich"
)  # fmt: skip


def _before_participle(words: Sequence[Token], at: int, end: int) -> int:
    """The end of a thing before what was done to it: "films" of "films set in space"."""
    if end - at < 2 or end >= len(words) or words[end].norm not in _AFTER_PARTICIPLE:
        return end
    last, noun = words[end - 1], words[end - 2]
    done = last.norm in _PARTICIPLES or (last.norm.endswith("ed") and len(last.norm) > 4)
    return end - 1 if done and not last.capital and noun.norm.endswith("s") else end


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
    plain = second not in DETERMINERS and second not in STOPS and noun not in _MARKS | STOPS
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


def _end(words: Sequence[Token], at: int) -> int:
    """Where the phrase that begins at `at` must end."""
    index = at
    while index < len(words):
        norm = words[index].norm
        if norm in _MARKS or _is_measure(words, index, at):
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


_MARKS = BREAKS | {",", "+", "/", ">", "'", "%", "and", "or", "&", "plus"}
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


_IN_NAMES = frozenset({"one", "us", "me", "now", "up", "off", "down", "you", "her", "him"})


def _ends_name(words: Sequence[Token], index: int) -> bool:
    """Whether a small word belongs to the name before it: "Capture One", "The Last of Us"."""
    word = words[index]
    if word.norm not in _IN_NAMES or not word.raw[0].isupper() or not index:
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


def _trim(words: Sequence[Token], at: int, end: int) -> tuple[int, int]:
    """The phrase without a light verb before it ("playing chess") and trailing small words."""
    if end - at > 1 and words[at].norm in LIGHT_GERUNDS and words[at + 1].norm != "through":
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
    named = len(span) > 1 and head in _IN_NAMES and span[-1].raw[0].isupper()
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
