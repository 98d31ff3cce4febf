"""Names in text: how two spellings are compared, and where a name stands.

Everything here is a pure function of its arguments, in any language; nothing is ever folded away
to nothing (a Chinese name keeps its characters, ``C``, ``C++`` and ``C#`` stay three names).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import opencc

_OUTER = " \t\r\n\v\f\u00a0\u200b\u3000'\"“”‘’«»「」『』《》〈〉【】()[]{}（）,，。.!！?？;；:：、…"
_LEADING_KEPT = "."  # .NET
_SPACES = re.compile(r"\s+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BETWEEN = r"[\s\x00-\x1f\x7f-\x9f]*"  # what `name_key` makes a space of, or nothing
# Invisible, private or direction-changing characters: they hide text from a person, never from a model.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
    "\U000f0000-\U000ffffd\U00100000-\U0010fffd]"
)
_CJK = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
_WORD = re.compile(r"[\w+#]")
_ENDING = re.compile(r"(?:'s|’s|e?s)(?![\w+#])")
_MOST_WORDS = 5  # of a name whose spaces may each be missing
STRUCK = "▇"
"""What stands in a text where a forgotten name stood."""


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
    """The text without zero-width, tag, private and direction-changing characters."""
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
    pattern = re.compile(_BETWEEN.join(re.escape(part) for part in key.split(" ")))
    for match in pattern.finditer(folded):
        start, end = match.span()
        if not _boundary(folded, start):
            continue
        if not _boundary(folded, end):
            ending = _ENDING.match(folded, end)
            if not (ending and folded[end - 1].isalpha()):
                continue
        yield offsets[start], offsets[end - 1] + 1


def holds_name(text: str, name: str) -> bool:
    """Whether a name stands in a text (see `find_name`)."""
    return next(find_name(text, name), None) is not None


def is_struck(name: str) -> bool:
    """Whether nothing is left of a name but the marks of what was forgotten."""
    return STRUCK in name and not any(character.isalnum() for character in name)


def key_spellings(name: str) -> frozenset[str]:
    """The keys under which `find_forgotten` meets a name: with each of its spaces or without.

    Of a name of more than five words only all spaces or none.
    """
    words = name_key(name).split(" ")
    if len(words) > _MOST_WORDS:
        return frozenset((" ".join(words), "".join(words)))
    keys = [words[0]]
    for word in words[1:]:
        keys = [key + gap + word for key in keys for gap in ("", " ")]
    return frozenset(key for key in keys if key)


def find_forgotten(
    text: str, lengths: Collection[int], is_forgotten: Callable[[str], bool]
) -> list[tuple[int, int]]:
    """Where names stand that are known only by a test of their keys, as offsets, in order.

    A name may begin and end where `find_name` lets one. Of two that overlap the first is taken, of
    two that begin together the longer.

    Args:
        text: what is looked through.
        lengths: of the keys.
        is_forgotten: the test (of a digest of the key, say).
    """
    folded, offsets = _one_space(*_fold(text))
    longest_first = sorted(set(lengths), reverse=True)
    found = []
    at = 0
    while at < len(folded):
        end = 0
        if folded[at] != " " and _boundary(folded, at):
            ends = (at + length for length in longest_first if at + length <= len(folded))
            end = next((e for e in ends if _may_end(folded, e) and is_forgotten(folded[at:e])), 0)
        if end:
            found.append((offsets[at], offsets[end - 1] + 1))
        at = end or at + 1
    return found


def may_hold(text: str, keys: Collection[str]) -> bool:
    """Whether one of some keys stands in a text at all, as a part of a word perhaps.

    A cheap sign: where it is false, `find_forgotten` finds none of these keys.
    """
    folded, _ = _one_space(*_fold(text))
    return any(key in folded for key in keys)


def _one_space(folded: str, offsets: list[int]) -> tuple[str, list[int]]:
    """The folded text with each run of white space as one space."""
    if not _SPACES.search(folded):
        return folded, offsets
    kept = [
        at
        for at, character in enumerate(folded)
        if not (character.isspace() and at and folded[at - 1].isspace())
    ]
    plain = "".join(" " if folded[at].isspace() else folded[at] for at in kept)
    return plain, [offsets[at] for at in kept]


def _may_end(folded: str, end: int) -> bool:
    """Whether a name may end here, a plural or possessive ending left out."""
    if _boundary(folded, end):
        return True
    return folded[end - 1].isalpha() and bool(_ENDING.match(folded, end))


_IN_FILE_NAMES = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])")
_LONGEST_FILE_NAME = 180


def file_name(text: str) -> str:
    """A name for a file that stands for a text, safe on every system; other texts have other names.

    Small letters, digits, ``_`` and ``-`` stay, all else is percent-encoded UTF-8, so that names differ
    where case does not count, and the names of Windows devices do not arise. A long one is cut and
    ends in ``%-`` and a hash, which no encoding has.
    """
    data = text.encode("utf-8", "surrogatepass")
    name = "".join(chr(byte) if byte in _IN_FILE_NAMES else f"%{byte:02X}" for byte in data)
    if _DEVICE.fullmatch(name):
        name = f"%{data[0]:02X}{name[1:]}"
    if len(name) <= _LONGEST_FILE_NAME:
        return name
    return f"{name[:90].rpartition('%')[0] or name[:90]}%-{hashlib.sha256(data).hexdigest()}"
