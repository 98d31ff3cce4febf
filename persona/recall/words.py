"""The terms of a text, as the index counts them: stems of Latin words, characters and pairs of CJK.

A question and a message meet in their terms, so both are cut in the same way: lower case, width and
Traditional characters folded, stop words dropped, English stemmed (Snowball). Chinese needs no
segmentation: every character is a term, and every two that stand together are one more.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from persona.text import has_cjk, is_cjk, simplified

__all__ = ["STOP", "stem", "terms", "words"]

_STOP_WORDS = """
    a about above after again all also am an and any are aren't as at be because been before being
    between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down
    during each few for from further get getting go going gone got had hadn't has hasn't have haven't
    having he he'd he'll he's her here hers herself hey hi him himself his how i i'd i'll i'm i've if
    in into is isn't it it's its itself just know let let's like make me mine more most much must my
    myself no nor not now of off oh ok okay on once one only or other our ours out over own please
    really said same say she she'd she'll she's should so some something such sure tell than thank
    thanks that that's the their theirs them then there there's these they they'd they'll they're
    they've thing things this those through to too under until up us very was wasn't we we'd we'll
    we're we've well were what what's when where which while who whom whose why will with won't would
    wouldn't wow yeah yes yet you you'd you'll you're you've your yours yourself
"""
STOP = frozenset(_STOP_WORDS.split())
"""Words that say how, not what; contractions are compared without their apostrophe."""

_BARE_STOP = frozenset(word.replace("'", "") for word in STOP)
_STOP_CJK = frozenset(
    "的了我你您他她它们是在有和就都也还很吗呢吧啊呀哦嗯这那个一不什么怎样给让被把对从到与及或着过想要能会可以请"
)
_PIECE = re.compile(r"[a-z0-9+#]+(?:'[a-z]+)?|[^\x00-\x7f]+")


@cache
def _stemmer() -> Any:
    return import_module("snowballstemmer").stemmer("english")  # untyped


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of an English word in lower case, by the Snowball rules."""
    if word.isdigit():
        return word
    found: str = _stemmer().stemWord(word)
    return found


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return simplified(folded) if has_cjk(folded) else folded


@lru_cache(maxsize=64)  # a question is cut several times, one after the other
def _pieces(text: str) -> list[str]:
    """Latin words, and runs of anything else."""
    return _PIECE.findall(_folded(text))


def words(text: str) -> Iterator[str]:
    """The Latin words of a text in order, lower case, as written, stop words included."""
    for piece in _pieces(text):
        if piece[0].isascii():
            yield piece
        else:
            yield from (word for word in re.findall(r"\w+", piece) if not is_cjk(word[0]))


def terms(text: str) -> list[str]:
    """The terms of a text, in order, each as often as it stands there.

    ``"I love hiking"`` gives ``["love", "hike"]``; ``"我喜欢爬山"`` gives the characters and pairs
    of 喜欢爬山. A text of nothing but stop words has none.
    """
    found: list[str] = []
    for piece in _pieces(text):
        if piece[0].isascii():
            bare = piece.replace("'", "")
            if bare not in _BARE_STOP and (len(bare) > 1 or bare.isdigit()):
                found.append(stem(piece.removesuffix("'s").replace("'", "")))
        else:
            found.extend(_cjk_terms(piece))
    return found


def _cjk_terms(piece: str) -> Iterator[str]:
    for run in re.findall(r"\w+", piece):
        if not is_cjk(run[0]):
            yield run
            continue
        kept = [c for c in run if c not in _STOP_CJK]
        yield from kept
        yield from (
            run[at : at + 2]
            for at in range(len(run) - 1)
            if run[at] not in _STOP_CJK and run[at + 1] not in _STOP_CJK
        )
