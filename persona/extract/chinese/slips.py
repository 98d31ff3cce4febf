"""Statements that the same run of words takes back without naming what is right: 不对，是我弟养的; 说反了，芒果没事.

Slips that name the right thing (是宿州，不是苏州) are read for both languages in
`persona.extract.corrections`.
"""

from __future__ import annotations

import re

from persona.extract.chinese.state import Reading
from persona.extract.chinese.words import KIN

_MARK = re.compile(
    r"不对(?=[，,。！])|[说写打搞记弄]错|[说弄搞写]反|口误|更正|纠正|[哦啊哎]不(?=[，,])|(?:准确|确切)(?:地|来)?说"
)
_ONE = frozenset({"studies", "role", "lives_in", "from", "name", "works_at"})
"""Kinds of which a person has one at a time, so that the second takes the place of a slip."""
_OTHERS = re.compile(
    rf"是(?:我|我们|咱)?(?:家)?的?(?:{KIN}|[他她]们?|别人|人家)(?:养|买|用|喜欢|爱|住|吃|喝|玩|学|开|写|做|的)?的?(?=$|[，,。！!])"
)
_HARMLESS = re.compile(
    r"^\s*(?P<name>[^，,]{1,10}?)(?:倒|是|就|我)*(?:没事|没问题|不过敏|可以的?|能吃|不影响|ok)(?=$|[，,。！!])",
    re.IGNORECASE,
)


def take_back(reading: Reading, start: int, end: int) -> None:
    """Drops what the clause ``folded[start:end]`` takes back, after a word for a slip.

    That is what it gives to somebody else, what it denies, and what it says anew of the one thing that a
    person studies, is or lives in.
    """
    mark = _MARK.search(reading.folded, 0, end)
    if not mark:
        return
    for told in [s for s in reading.found if s.start >= mark.end() and s.kind in _ONE]:
        for old in [s for s in reading.found if s.kind == told.kind and s.start < mark.start()]:
            _drop(reading, old.start)
    earlier = [s for s in reading.found if s.start < mark.start()]
    if _OTHERS.search(reading.folded[start:end]) and earlier:
        _drop(reading, max(s.start for s in earlier))
    if harmless := _HARMLESS.match(reading.folded[start:end]):
        for stated in earlier:
            if stated.polarity < 0 and stated.target == harmless["name"]:
                _drop(reading, stated.start)


def _drop(reading: Reading, start: int) -> None:
    reading.found[:] = [s for s in reading.found if s.start != start]
