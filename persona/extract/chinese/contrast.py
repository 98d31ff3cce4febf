"""Two clauses side by side, of which one says that a thing is out and the other that another is in.

What people say of what they leave and of what they take up is without end, but the words are few and
the frame is always the same: a name, and around it nothing but such words (露营退烧了，溯溪正热乎). A
clause counts only if all of it is understood, and only beside a clause that says the contrary of
another thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from persona.extract.chinese.lexicon import (
    DONE,
    FAULTY,
    FILL,
    GOOD,
    HIRED,
    IN_HOME,
    IN_LOVED,
    IN_USED,
    IN_WORK,
    MOVED_OUT,
    OUT_HOME,
    OUT_LOVED,
    OUT_USED,
    OUT_WORK,
    PAST,
    QUIT,
    RUNS,
    SETTLED,
    TIRED,
    WHEN,
)
from persona.extract.chinese.named import is_place
from persona.extract.chinese.phrases import Span, item, words
from persona.extract.chinese.state import Reading, kind_by_name
from persona.extract.chinese.words import GENERIC, KIN, OCCUPATION
from persona.extract.statement import Statement
from persona.vocabulary import KINDS

_REACH = 2
"""Clauses between the two, at most, counting the second."""

_NAME = r"(?P<n>[^，,。我你他她您\s]{2,10}?)"


def _frames(before: str, after: str) -> re.Pattern[str]:
    """All of a clause: words of one side before or after a name, and nothing else but fill."""
    return re.compile(
        rf"{FILL}{{0,4}}(?:(?:{before}){FILL}{{0,3}}{_NAME}(?:{FILL}|{after}){{0,4}}"
        rf"|(?:被|把|跟|和|对|从|在)?{_NAME.replace('<n>', '<m>')}{FILL}{{0,4}}(?:{after})(?:{FILL}|{after}){{0,3}})$",
        re.IGNORECASE,
    )


_OUT = (
    ("lives_in", _frames(OUT_HOME, MOVED_OUT)),
    ("works_at", _frames(OUT_WORK, f"{QUIT}|{TIRED}")),
    ("dislikes", _frames(OUT_LOVED, TIRED + "|不欢|不可|一辈子|教")),
    ("uses", _frames(OUT_USED, f"{DONE}|{TIRED}")),
    ("uses", _frames("(?!)", FAULTY)),
)
_COMPLAINT = _OUT[-1][1]
_IN = (
    ("lives_in", _frames(IN_HOME, SETTLED)),
    ("works_at", _frames(IN_WORK, HIRED)),
    ("likes", _frames(IN_LOVED, GOOD)),
    ("uses", _frames(IN_USED, RUNS)),
)
_HOME = re.compile(r"住|搬|房|家|租|坐标|城市|落户|定居|常驻|离开|逃离|安顿|回到|新生活|再见")
_WORK = re.compile(
    r"上班|入职|离职|公司|东家|工作|offer|合同|交接|工资|报到|跳槽|跳到|跳去|司|打工|班|裁|挖|同事|不干|待了|辞"
)
_ALSO = re.compile(r"也|还(?!是)|更|又|同时|一样")
_LOVED_ONCE = re.compile(rf"\s*{PAST}[^，,]{{0,4}}(?:爱|喜欢|迷)")
_FELT = frozenset(["likes", "dislikes", "avoids", "prefers"])
_NO_TURN = re.compile(
    r"不会|不可能|没有|别(?!人)(?<!告别)(?<!挥别)|差点|想|打算|准备|如果|要是|可能|也许|[？?吗]"
)
_PERSON = re.compile(rf"(?:{KIN})$")
_TURNS = re.compile(
    rf"{WHEN}|换|改|转|搬|才|新|开始|拜拜|再见|告别|正|yyds|去了|得|以前|曾经|入|弃|皈依|脱离|离开|逃离|回到|租在|要我|收我|取而代之|前公司|东家",
    re.IGNORECASE,
)
"""Of these a text that turns from one thing to another has one."""
_EXPLICIT = re.compile(r"租在|跑到|换|改(?![天日])|转|搬|弃")
"""Beside one of these a complaint says that a thing was left."""
_NO_NAME = re.compile(rf"[太很再也都还更最谁什怎]|[东下]家$|^(?:成为|换|改|转|去|来|在|是)|{WHEN}")
_MOST = 6
"""Clauses of a text that may be such a turn."""
_LONGEST = 24
"""Characters of a clause that may be a half; the halves of a turn are short."""


@dataclass(frozen=True, slots=True)
class _Half:
    """A thing that is out or in, with the number of its clause.

    Attributes:
        framed: whether a frame read it, and not a cue that stands alone.
    """

    clause: int
    kind: str
    span: Span
    framed: bool = False


def contrast(reading: Reading, spans: list[Span]) -> None:
    """Adds what two clauses say of a turn, where the cues that stand alone read at most one of them.

    Args:
        reading: of the text, after its clauses were read.
        spans: the clauses that are the person's own, in order.
    """
    if not 2 <= len(spans) <= _MOST:
        return
    outs = _halves(reading, spans, _OUT, -1)
    ins = _halves(reading, spans, _IN, 1) if outs else []
    if not _TURNS.search(reading.folded):
        ins = [into for into in ins if into.framed]
    for out in outs:
        for into in ins:
            if _is_turn(reading, out, into) and _replaces(reading, spans, out, into):
                _say(reading, out, into)
                return


def _halves(
    reading: Reading, spans: list[Span], frames: tuple[tuple[str, re.Pattern[str]], ...], sign: int
) -> list[_Half]:
    """What was read of one side already, and what its frames read."""
    found = []
    for number, (start, end) in enumerate(spans):
        known = [s for s in reading.found if start <= s.start < end and _is_change(s)]
        if sign < 0:  # that a diet is named says that it is kept, but for words of giving it up
            known = [s for s in known if s.kind != "diet" or s.polarity < 0]
        found += [
            _Half(number, s.kind, (s.start, s.start + len(s.target)))
            for s in known
            if s.polarity == sign
        ]
        if (
            not known
            and end - start <= _LONGEST
            and not _NO_TURN.search(reading.folded, start, end)
        ):
            found += _framed(reading, number, (start, end), frames)
    return found


def _is_change(statement: Statement) -> bool:
    kind = KINDS[statement.kind]
    return kind.family in ("attitude", "practice") or statement.kind in (
        "works_at",
        "lives_in",
        "diet",
    )


def _framed(
    reading: Reading, number: int, clause: Span, frames: tuple[tuple[str, re.Pattern[str]], ...]
) -> list[_Half]:
    text = reading.folded
    found = []
    for kind, frame in frames:
        if (kind == "lives_in" and not _HOME.search(text)) or (
            kind == "works_at" and not _WORK.search(text)
        ):
            continue
        if frame is _COMPLAINT and not _EXPLICIT.search(text):
            continue
        match = frame.match(text, clause[0], clause[1])
        span = match and item(text, *match.span("n" if match["n"] else "m"))
        span = span and _without_class(text, span)
        if (
            span
            and _is_thing(text[slice(*span)])
            and (kind != "works_at" or _may_employ(text[slice(*span)]))
        ):
            found.append(_Half(number, kind, span, framed=True))
    return found


def _without_class(text: str, span: Span) -> Span:
    """The language of a class, an app or its sounds: 波斯语课 is 波斯语."""
    if match := re.match(
        r"(?P<tongue>[\u3400-\u9fff]{1,5}语)的?(?:课程?|班|发音|语法|书|app)$", text[slice(*span)]
    ):
        return span[0], span[0] + match.end("tongue")
    return span


def _may_employ(name: str) -> bool:
    """Whether a name may be a firm's: neither a common word nor an occupation."""
    tagged = words(name)
    return not OCCUPATION.search(name) and (
        len(tagged) > 1 or tagged[0][1] in ("nz", "nt", "ns", "eng")
    )


def _is_thing(name: str) -> bool:
    if len(name) < 2 or name in GENERIC or _PERSON.search(name):
        return False
    if _NO_NAME.search(name) or OCCUPATION.search(name):
        return False
    tagged = words(name)
    return len(tagged) == 1 or not any(tag[:1] == "v" and len(word) > 1 for word, tag in tagged)


def _is_turn(reading: Reading, out: _Half, into: _Half) -> bool:
    names = [reading.folded[slice(*half.span)] for half in (out, into)]
    if out.clause == into.clause or abs(out.clause - into.clause) > _REACH or names[0] == names[1]:
        return False
    stated = {(s.target, s.polarity) for s in reading.found if _is_change(s) and s.kind != "diet"}
    return (names[0], 1) not in stated and (names[1], -1) not in stated


def _replaces(reading: Reading, spans: list[Span], out: _Half, into: _Half) -> bool:
    """Whether the one came instead of the other, and not beside it: 以前喜欢X，现在也喜欢Y."""
    text = reading.folded
    if _ALSO.search(text, *spans[into.clause]):
        return False
    return into.kind in _FELT or not _LOVED_ONCE.match(text, *spans[out.clause])


def _say(reading: Reading, out: _Half, into: _Half) -> None:
    """Says both halves, each of a kind that the other allows."""
    old, new = (reading.folded[slice(*half.span)] for half in (out, into))
    kind = _kind(out, into, old, new)
    felt = kind in ("likes", "dislikes")
    gone = "dislikes" if felt else kind
    reading.found = [s for s in reading.found if (s.kind, s.target, s.polarity) != ("diet", old, 1)]
    if not any(s.target == old and s.polarity < 0 for s in reading.found):
        label = "不再喜欢" if felt else "放弃" if kind == "diet" else f"不再{KINDS[kind].zh[0]}"
        reading.add(gone, out.span, label, -1, 0.7)
    if not any(s.target == new and s.polarity > 0 and _is_change(s) for s in reading.found):
        reading.add("likes" if felt else kind, into.span, "爱上" if felt else "换成", 1, 0.7)


def _kind(out: _Half, into: _Half, old: str, new: str) -> str:
    for name in (old, new):
        told = kind_by_name("uses", name, changed=True)
        if told != "uses":
            return told
    kinds = (out.kind, into.kind)
    if "lives_in" in kinds or (is_place(old) and is_place(new)):
        return "lives_in"
    if "works_at" in kinds:
        return "works_at"
    return "likes" if _FELT & set(kinds) else "uses"
