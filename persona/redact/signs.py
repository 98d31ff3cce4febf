"""Cheap signs of a secret: without one no finder finds anything, and most texts show none.

They are read off the UTF-8 bytes of a text, where translating, deleting and finding bytes costs a
small part of what one regular expression over the text does (but where the expression begins with a
letter that is looked for first). Most texts are short, and then it is the number of calls that costs:
so many texts are looked through as one (`suspects`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

_DIGITS = b"0123456789"
_SEVEN_DIGITS = re.compile(r"[0-9](?:[ ().+-]{0,3}[0-9]){6,}")
_OF_KEY = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+/=~-"
_KEYLIKE = bytes(ord("x") if byte in _OF_KEY else ord(" ") for byte in range(256))
_RUN_OF_KEY = b"x" * 12

_STATED_P = re.compile(rb"p(?:ass|wd|in)")
_STATED_CODE = re.compile(rb"\xe7(?:\xa0\x81|\xa2\xbc)")  # 码, 碼
_STATED_WORD = "口令".encode()

# The invisible characters of `persona.text` and the wide letters and digits, by their bytes: first
# bytes that no common character has, then what follows the first bytes that many have.
_ODD = bytes([0xC2, 0xCD, 0xD8, 0xE1, 0xEE, 0xF3, 0xF4])
_ODD_E2 = re.compile(rb"\xe2(?:\x80[\x8b-\x8f\xaa-\xae]|\x81[\xa0-\xaf])")
_ODD_E3 = "\u3164".encode()
_ODD_EF = re.compile(
    rb"\xef(?:[\x80-\xa3\xbb\xbe\xbf]|\xb8[\x80-\x8f]|\xbc[\x8b\x8d\x8e\x90-\x9a\x9d\xa0-\xba]|\xbd[\x81-\x9a])"
)


@dataclass(frozen=True, slots=True)
class Signs:
    """What a text may hold.

    Attributes:
        private_key: a private key block.
        key: a key or token; all have a run of 12 of their characters.
        password: a stated password, or an address with a login.
        email: an e-mail address.
        number: a number of a person; all have seven digits, with little between them.
    """

    private_key: bool
    key: bool
    password: bool
    email: bool
    number: bool


def may_be_odd(data: bytes) -> bool:
    """Whether a text, as UTF-8, may have invisible or wide characters that hide a secret."""
    return (
        len(data.translate(None, _ODD)) != len(data)
        or _ODD_E3 in data
        or bool(_ODD_E2.search(data))
        or bool(_ODD_EF.search(data))
    )


def signs_of(plain: str, data: bytes) -> Signs | None:
    """What a text may hold; None where it shows no sign at all.

    Args:
        plain: the text, narrow and with nothing invisible in it.
        data: the same as UTF-8.
    """
    private_key = b"-----BEGIN " in data
    key = _RUN_OF_KEY in data.translate(_KEYLIKE)
    password = _states_password(data)
    email = b"@" in data
    number = len(data) - len(data.translate(None, _DIGITS)) >= 7
    number = number and bool(_SEVEN_DIGITS.search(plain))
    if private_key or key or password or email or number:
        return Signs(private_key, key, password, email, number)
    return None


def _states_password(data: bytes) -> bool:
    lowered = data.lower()
    return (
        bool(_STATED_P.search(lowered))
        or b"verif" in lowered
        or (b":" in data and b"://" in data)
        or (not data.isascii() and (bool(_STATED_CODE.search(data)) or _STATED_WORD in data))
    )


_BETWEEN = b"\0"  # no text that can be stored has it
_MARKS = _DIGITS + _ODD + b"@"
_NO_MARK = bytes(byte for byte in range(256) if byte not in _MARKS + _BETWEEN)
# One byte that is looked for first, then the rest: faster than finding the whole.
_KEY_BLOCK = re.compile(rb"-(?:----BEGIN )")
_LOGIN = re.compile(rb":(?://)")
_STATED_V = re.compile(rb"v(?:erif)")
_FILLER = re.compile(rb"\xe3(?:\x85\xa4)")  # U+3164
_STATED_WORD_END = re.compile(rb"\xa3(?:\xe4\xbb\xa4)")  # of 口令: its first byte is that of many


def suspects(texts: Sequence[str]) -> list[int]:
    """Which of some texts show a sign, by their place, in order.

    All texts that `may_be_odd` or `signs_of` see something in are among them, and few others.
    """
    data = _BETWEEN.join([text.encode("utf-8", "replace") for text in texts])
    marked = data.translate(None, _NO_MARK).split(_BETWEEN)
    if len(marked) != len(texts):
        return list(range(len(texts)))
    # What is left of a text is nothing, or a few digits, or it has an address or something odd.
    found = {
        index
        for index, marks in enumerate(marked)
        if marks
        and (not marks.isdigit() or (len(marks) >= 7 and _SEVEN_DIGITS.search(texts[index])))
    }
    found.update(_holding(data, _bytes_in(data.translate(_KEYLIKE), _RUN_OF_KEY)))
    lowered = data.lower()
    for pattern in (_KEY_BLOCK, _LOGIN):
        found.update(_holding(data, _match_in(data, pattern)))
    for pattern in (_STATED_P, _STATED_V):
        found.update(_holding(data, _match_in(lowered, pattern)))
    if not data.isascii():
        for pattern in (_STATED_CODE, _STATED_WORD_END, _FILLER, _ODD_E2, _ODD_EF):
            found.update(_holding(data, _match_in(data, pattern)))
    return sorted(found)


_Next = Callable[[int], int]
"""Where the next hit at or after an offset is; -1: there is none."""


def _bytes_in(data: bytes, needle: bytes) -> _Next:
    return lambda at: data.find(needle, at)


def _match_in(data: bytes, pattern: re.Pattern[bytes]) -> _Next:
    def search(at: int) -> int:
        match = pattern.search(data, at)
        return -1 if match is None else match.start()

    return search


def _holding(data: bytes, next_hit: _Next) -> Iterator[int]:
    """The texts with a hit, each once: after one the search goes on in the next text."""
    index = at = 0
    while at >= 0 and (hit := next_hit(at)) >= 0:
        index += data.count(_BETWEEN, at, hit)
        yield index
        at = data.find(_BETWEEN, hit)
