"""Words of the data on a page: on one line, capped, and broken into labels."""

from __future__ import annotations

import re

from persona.guard import cut
from persona.text import is_cjk, one_line


def words(value: object, limit: int) -> str:
    """A text of the data on one line, without what cannot be encoded, capped."""
    text = str(value).encode("utf-8", "replace").decode("utf-8")
    return cut(one_line(text), limit)


_LINE = 15  # narrow characters on a line of a label; a CJK character is two wide
_UNIT = re.compile(r"\s*\S")


def wrapped(name: str) -> str:
    """A label on at most two lines, broken at spaces and between CJK characters.

    Only a word that is longer than a line by itself is broken within.
    """
    lines = [""]
    for unit in _units(name):
        bare = unit.lstrip()
        if _width(lines[-1] + unit) <= _LINE:
            lines[-1] += unit if lines[-1] else bare
        elif len(lines) == 2:
            return "\n".join([lines[0], lines[1] + "…"])
        elif lines[-1]:
            lines.append(bare)
        else:
            lines[-1] = bare
    return "\n".join(lines) if lines[0] else "?"


def _units(name: str) -> list[str]:
    """What stays on one line, with the space before it: CJK characters, words, pieces of long words."""
    units: list[str] = []
    for match in _UNIT.finditer(name):
        piece = match[0]
        joins = units and len(piece) == 1 and not is_cjk(piece) and not is_cjk(units[-1][-1])
        if joins and _width(units[-1].lstrip() + piece) <= _LINE:
            units[-1] += piece
        else:
            units.append(piece)
    return units


def _width(text: str) -> int:
    return sum(2 if is_cjk(character) else 1 for character in text)
