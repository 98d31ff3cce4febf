"""Names in text: how two spellings are compared, and where a name stands.

Everything here is a pure function of its arguments, in any language; nothing is ever folded away
to nothing (a Chinese name keeps its characters, ``C``, ``C++`` and ``C#`` stay three names).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import opencc

_OUTER = " \t\r\n\v\f\u00a0\u200b\u3000'\"“”‘’«»「」『』《》〈〉【】()[]{}（）,，。.!！?？;；:：、…"
_LEADING_KEPT = "."  # .NET
_SPACES = re.compile(r"\s+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
# Invisible or direction-changing characters: they hide text from a person, never from a model.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_CJK = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
_WORD = re.compile(r"[\w+#]")


def is_cjk(character: str) -> bool:
    """Whether a character is written without spaces between words (Han, Kana, Hangul)."""
    return bool(_CJK.match(character))


def has_cjk(text: str) -> bool:
    """Whether any character of the text is CJK."""
    return bool(_CJK.search(text))


def has_latin(text: str) -> bool:
    """Whether any character of the text is a Latin letter."""
    return any(c.isalpha() and not is_cjk(c) for c in text)


def strip_invisible(text: str) -> str:
    """The text without zero-width, tag and direction-changing characters."""
    return _INVISIBLE.sub("", text)


def storable(text: str) -> str:
    """The text without NUL, and with lone surrogates replaced: what a store and JSON can hold."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def one_line(text: str) -> str:
    """The text on one line: control characters and runs of white space become one space."""
    return _SPACES.sub(" ", _CONTROL.sub(" ", strip_invisible(text))).strip()


@cache
def _simplifier() -> opencc.OpenCC:
    import opencc

    return opencc.OpenCC("t2s")


def simplified(text: str) -> str:
    """The text with Traditional Chinese characters replaced by their Simplified forms (OpenCC)."""
    return _simplifier().convert(text) if has_cjk(text) else text


@lru_cache(maxsize=65536)
def name_key(name: str) -> str:
    """What two spellings of one name have in common.

    NFKC, casefold, width and white space folded, Traditional Chinese read as Simplified, and outer
    quotes and sentence marks dropped. Marks that carry meaning stay: ``C``, ``C++``, ``C#`` and
    ``.NET`` have four keys. Two names with equal keys are the same name; a name of nothing but
    marks keeps them. The key of a blank name is ``""``.
    """
    text = unicodedata.normalize("NFKC", strip_invisible(name))
    text = simplified(unicodedata.normalize("NFKC", text.casefold()))
    text = _SPACES.sub(" ", _CONTROL.sub(" ", text)).strip()
    bare = text.strip(_OUTER)
    start = text.find(bare)
    if bare and start and text[start - 1] in _LEADING_KEPT and not bare[0].isspace():
        bare = text[start - 1] + bare
    return bare or text


def _boundary(text: str, at: int) -> bool:
    """Whether a name may begin or end between ``text[at - 1]`` and ``text[at]``."""
    if at <= 0 or at >= len(text):
        return True
    left, right = text[at - 1], text[at]
    if is_cjk(left) or is_cjk(right):
        return True
    if right == ".":  # a dot belongs to a word only where another letter follows it
        return not (_WORD.match(left) and at + 1 < len(text) and text[at + 1].isalnum())
    if left == ".":
        return not (right.isalnum() and at >= 2 and _WORD.match(text[at - 2]))
    return not (_WORD.match(left) and _WORD.match(right))


def _fold(text: str) -> tuple[str, list[int]]:
    """The text folded as `name_key` folds, character by character, with each one's offset."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    folded: list[str] = []
    offsets: list[int] = []
    for index, character in enumerate(text):
        if _INVISIBLE.match(character):
            continue
        for piece in unicodedata.normalize("NFKC", character).casefold():
            folded.append(piece)
            offsets.append(index)
    whole = "".join(folded)
    plain = simplified(whole)
    if len(plain) != len(whole):  # a phrase table changed the length: fold one by one instead
        plain = "".join(simplified(c)[:1] or c for c in whole)
    return plain, offsets


def find_name(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Where a name stands in a text, as (start, end) offsets into the text, in order.

    Spelling is compared as in `name_key`. A Latin name must stand as a word, with ``+ # .`` as
    word characters, so C is not in "C++" and Java is not in "JavaScript"; a plural or possessive
    ending is allowed ("trains" holds "train"). CJK names may stand anywhere.
    """
    key = name_key(name)
    if not key:
        return
    folded, offsets = _fold(text)
    pattern = re.compile(r"\s*".join(re.escape(part) for part in key.split(" ")))
    for match in pattern.finditer(folded):
        start, end = match.span()
        if not _boundary(folded, start):
            continue
        if not _boundary(folded, end):
            ending = re.match(r"(?:'s|’s|e?s)(?![\w+#])", folded[end:])
            if not (ending and folded[end - 1].isalpha()):
                continue
        yield offsets[start], offsets[end - 1] + 1


def holds_name(text: str, name: str) -> bool:
    """Whether a name stands in a text (see `find_name`)."""
    return next(find_name(text, name), None) is not None
