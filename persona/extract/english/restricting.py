"""What restricts a thing: "games with pixel art" are not games, nor "foods that contain nuts" foods.

A kind named by a plain word goes on over what says which of the kind is meant. Cut off before it, the
name would say more than the person did: who hates films with subtitles does not hate films.
"""

from __future__ import annotations

from collections.abc import Sequence

from persona.extract.english.tokens import BREAKS, Token
from persona.extract.english.words import (
    AFTER_AND_VERBS,
    DETERMINERS,
    GENERIC,
    OTHERS_DETERMINERS,
    PRONOUNS,
    TIME_NOUNS,
    TIME_WORDS,
    word_set,
)

MAX_WORDS = 9
"""Longest restriction that is read as part of a name; what is longer has no name."""
MAX_CHARACTERS = 70
"""The same in characters, from the thing on."""

_JOINTS = word_set("with about by from containing involving featuring lacking requiring")
_PARTICIPLES = word_set(
    "set written made meant built sung shot drawn told spoken grown bought sold held taken given based"
    " high low rich"
)
_AFTER_PARTICIPLE = word_set("on in with by for from at as to before after around of")
_RELATIVES = word_set("that which who")
_SUBJECTS = word_set("i we you he she they it")
_ENDS = (
    BREAKS
    | _SUBJECTS
    | TIME_WORDS
    | {",", "+", "/", ">", "'", "%", "&", "(", ")", "and", "or", "plus"}
    | word_set(
        "because since so but although though while whereas unless until till as than when whenever"
        " where wherever if lest due especially instead please though too either anymore now lately"
        " these nowadays anyway lol haha btw tbh"
    )
)
_NOT_A_KIND = PRONOUNS | OTHERS_DETERMINERS | word_set("my our all this these those me us him them")


def restricted(words: Sequence[Token], end: int, *, some: bool) -> int:
    """The end of a thing with what restricts it; its own end where nothing does, 0 where too much does.

    Args:
        words: of the clause.
        end: one past the last token of the thing.
        some: a word of number stands before it ("any", "every"), so that a kind is meant.
    """
    if end >= len(words):
        return end
    head, joint = words[end - 1], words[end].norm
    if head.capital or not head.norm.isalpha() or head.norm in GENERIC | TIME_NOUNS:
        return end
    plural = head.norm.endswith("s") and not head.norm.endswith(("ss", "us", "is", "ics"))
    stop = end
    if joint in _RELATIVES:
        stop = _clause_end(words, end)
    elif joint == "without" or ((plural or some) and joint in _JOINTS):
        stop = _object_end(words, end + 1)
    elif plural:
        stop = _object_end(words, end + 2) if _is_done(words, end) else end
    if stop > end + MAX_WORDS or words[max(stop, end) - 1].end - head.start > MAX_CHARACTERS:
        return 0
    return max(stop, end)


def before_participle(words: Sequence[Token], at: int, end: int) -> int:
    """The end of a thing before what was done to it: "films" of "films set in space"."""
    if end - at < 2 or not words[end - 2].norm.endswith("s"):
        return end
    return end - 1 if _is_done(words, end - 1) else end


def _is_done(words: Sequence[Token], at: int) -> bool:
    """Whether what was done to a thing begins at a token: "set in", "based on"."""
    if at + 1 >= len(words) or words[at + 1].norm not in _AFTER_PARTICIPLE or words[at].capital:
        return False
    norm = words[at].norm
    return norm in _PARTICIPLES or (norm.endswith("ed") and len(norm) > 4)


def _clause_end(words: Sequence[Token], at: int) -> int:
    """The end of "that involve heights"; `at` where the clause has a subject of its own."""
    if at + 1 < len(words) and words[at + 1].norm in _SUBJECTS | DETERMINERS | OTHERS_DETERMINERS:
        return at
    stop = _first_end(words, at + 1)
    return stop if stop > at + 1 else at


def _object_end(words: Sequence[Token], at: int) -> int:
    """The end of the kind that begins at `at`; 0 where none does."""
    begun = at
    while begun < len(words) and words[begun].norm in ("a", "an", "the", "any", "no", "too", "so"):
        begun += 1
    if begun >= len(words) or words[begun].norm in _NOT_A_KIND:
        return 0
    stop = _first_end(words, begun)
    return stop if stop > begun else 0


def _first_end(words: Sequence[Token], at: int) -> int:
    """The end of a restriction, which may name two things: "about history and politics"."""
    stop = _plain_end(words, at)
    if stop + 1 < len(words) and words[stop].norm in ("and", "or"):
        second = words[stop + 1]
        if second.norm not in AFTER_AND_VERBS and not second.norm.endswith("ing"):
            last = _plain_end(words, stop + 1)
            if last > stop + 1 and (last == len(words) or words[last].norm in BREAKS):
                return last
    return stop


def _plain_end(words: Sequence[Token], at: int) -> int:
    index = at
    while index < len(words) and words[index].norm not in _ENDS:
        index += 1
    return index
