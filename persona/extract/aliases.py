"""Two names of one thing, where a person gives both: "Postgres (pg)", "JS, I mean JavaScript"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona.text import name_key

MAX_TEXT = 4000
"""Characters of a clause that are searched."""

_ALIAS = (
    re.compile(r"(?P<name>[\w+#.'-]+(?: [\w+#.'-]+){0,3}) ?[(（](?:aka |a\.k\.a\. |or |简称|也叫|又叫)?(?P<alias>[\w+#.'-]{1,20})[)）]"),
    re.compile(r"(?P<name>[\w+#.'-]+(?: [\w+#.'-]+){0,3}),? (?:aka|a\.k\.a\.|also known as|or) (?P<alias>[\w+#.'-]{1,20})(?: for short)?\b"),
    re.compile(r"(?P<alias>\b[A-Za-z+#.]{1,8}),? (?:I mean|meaning|short for|that is|as in) (?P<name>[\w+#.'-]+(?: [\w+#.'-]+){0,2})"),
    re.compile(r"(?P<name>[\u4e00-\u9fff]{2,10})[（(，,](?:也就是|简称|也叫|又叫|又名)(?P<alias>[\w\u4e00-\u9fff]{1,10})"),
)  # fmt: skip


_NEEDLES: tuple[tuple[str, ...], ...] = (
    ("(", "（"),
    ("aka ", "a.k.a", "also known", " or "),
    (" mean", "short for", "that is", "as in"),
    ("也就是", "简称", "也叫", "又叫", "又名"),
)
"""Of each pattern, words without which it cannot match."""


def aliases(text: str) -> tuple[tuple[str, str], ...]:
    """The pairs (name, short form) that a text declares, each once, as they stand in it.

    Only what abbreviates counts: in "Leiden (Netherlands)" the brackets hold a remark.
    """
    return tuple(dict.fromkeys(_pairs(text[:MAX_TEXT])))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for pattern, needles in zip(_ALIAS, _NEEDLES, strict=True):
        if not any(needle in text for needle in needles):
            continue
        for match in pattern.finditer(text):
            words = match["name"].split()
            for start in range(len(words)):
                name = " ".join(words[start:])
                if _abbreviates(match["alias"], name):
                    yield name, match["alias"]
                    break


def _abbreviates(alias: str, name: str) -> bool:
    """Whether the letters of an alias stand in a longer name in their order, from its first on."""
    short, long = name_key(alias), name_key(name)
    digits = re.fullmatch(r"(\w)(\d+)(\w)", short)
    if digits and long.isalpha():
        return long[0] == digits[1] and long[-1] == digits[3] and len(long) == int(digits[2]) + 2
    if not short or not long or short == long or len(short) >= len(long) or short[0] != long[0]:
        return False
    rest = iter(long)
    return all(letter in rest for letter in short)
