"""How a turn from one thing to another is read: what has ended, and of which kind what came instead is.

Chinese names the kind of a change once or not at all (对X下头了，转投Y): what comes instead is of the
kind of what was given up, unless its name tells better. The groups of the cues in `turns` say:

- ``left``, ``came``: a name that stands before the cue, given up or taken up; where it is empty, what
  the clauses before named.
- ``dropped``, ``turned``: the same after the cue.
- ``was``, ``fan``: what somebody once did or loved; that it has ended, only the words of now tell.
- ``bygone``: what was said of the past before is over.
- ``act``: who fell out with a thing by a deed (退坑) has stopped it as well.
- ``arms``: who goes over to another thing with all their heart loves the old one no more.
- ``town``: it counts of places only; what other marks ask is told in `beside`.
"""

from __future__ import annotations

import re

from persona.extract.chinese.beside import (
    FOLLOWED,
    NOW,
    counts,
    given_up,
    is_of_work,
    is_town,
    missing_marks,
)
from persona.extract.chinese.clauses import topic_before
from persona.extract.chinese.named import is_place
from persona.extract.chinese.phrases import Span, phrases, split
from persona.extract.chinese.rule import Rule
from persona.extract.chinese.state import Hit, Once, Reading, kind_by_name
from persona.extract.chinese.turns import turns_in
from persona.extract.chinese.words import GENERIC, KIN, OCCUPATION
from persona.vocabulary import KINDS

MARKS = frozenset(["left", "dropped", "was", "fan", "bygone", "came", "turned"])
"""The groups of which one says that a hit is a turn."""

_NEAR = 6
"""Characters before a name in which a denial stands."""

_PERSON = re.compile(KIN)
FELL_OUT = "不再喜欢"
"""The label of a love that is over."""
_TOO_LITTLE = frozenset("别早先钱它谁人")
"""Characters that name no thing alone."""
_UNREAL = re.compile(
    r"(?<!没)想(?!不到)|打算|准备|计划|(?<![主重])要(?!不|是|说|问)|如果|(?<!不)可能|也许|即将|快要"
)
"""Before the name these say that the turn is not yet taken."""
_DENIED = re.compile(
    r"不会|不可能|不想(?!再)|不打算|不愿|没(?!想到)|(?<![告挥作特分辞情])别(?!人|提|再提|跟我提)|差点|险些|舍不得|从不"
)
"""Before the name these say that it was not taken, whatever other cues make of it."""
_INSTEAD = re.compile(
    rf"^\s*(?:但是?|不过|而)?我?{NOW}|才|真香|上头|续命|yyds|心头好|真爱|独宠|迷上|爱上|入坑|解馋|拥抱"
)
_BEGINS_NOW = re.compile(rf"\s*(?:但是?|可是?|不过|结果|而|然后|所以)?(?:我)?{NOW}")
_ALSO = re.compile(r"也|还|更|又|同时|一样|除了")
_REPLACES = re.compile(r"换|改|只|全|才|变|转|迷上|爱上|入了|是[^，,]{1,12}[党控粉迷]")


def cues_of_turns(reading: Reading, start: int, end: int) -> list[Rule]:
    """The cues of a turn of whose words the clause has one, but for those that cannot count here."""
    cues = turns_in(reading.folded[start:end])
    missing = missing_marks(reading, start, end) if cues else frozenset()
    return [cue for cue in cues if missing.isdisjoint(cue.pattern.groupindex)]


def read_turn(hit: Hit) -> int | None:
    """Adds what a turn states; where its words end, or None where it states nothing."""
    groups = hit.groups
    if "was" in groups or "fan" in groups:
        return _was(hit)
    if "bygone" in groups:
        return _bygone(hit)
    before = (hit.start, min(start for start, _ in groups.values()))
    stop = max(stop for _, stop in groups.values())
    near = max(before[0], before[1] - _NEAR)
    if _DENIED.search(hit.text, near, before[1]):
        return stop if hit.rule.polarity < 0 else None
    if _UNREAL.search(hit.text, *before) or not counts(hit):
        return None
    old, new = _named(hit, "left", "dropped"), _named(hit, "came", "turned")
    if old is None or new is None or not (old or new):
        return None
    if "town" in groups and not all(is_town(hit.words(span)) for span in [*old, *new]):
        return None
    for span in old:
        _end(hit, span)
    for span in new[:1] if KINDS[hit.rule.kind].single else new:
        _begin(hit, span)
    hit.reading.topic = (old or new)[0]
    return stop


def settle(reading: Reading, start: int, end: int) -> None:
    """Ends what somebody once loved or did, once a clause of now tells what came instead.

    以前喜欢X，现在只爱Y ends the love of X; 以前喜欢X，现在也喜欢Y does not.
    """
    _settle_love(reading, start, end)
    if reading.once is None or start <= reading.once.span[0]:
        return
    once, text = reading.once, reading.folded
    if not _BEGINS_NOW.match(text, start, end) or _ALSO.search(text, start, end):
        return
    feels = once.kind in ("likes", "prefers", "favourite")
    came = {
        KINDS[s.kind].family for s in reading.found if s.polarity > 0 and start <= s.start < end
    } & {"attitude", "practice", "safety"}
    replaced = bool(_REPLACES.search(text, start, end))
    if feels and not replaced and once.cue in text[start:end]:
        replaced = "attitude" in came
    if came and (replaced or not feels):
        _over(reading)


def _settle_love(reading: Reading, start: int, end: int) -> None:
    """Ends the love of what was given up before, where a clause tells what is loved instead."""
    last = reading.last
    if last is None or last.kind != "likes" or last.polarity < 0 or not start <= last.start < end:
        return
    if _INSTEAD.search(reading.folded, start, end) and not _ALSO.search(reading.folded, start, end):
        fall_out(reading)


def _named(hit: Hit, before: str, after: str) -> list[Span] | None:
    """The names of one side; None where its words name nothing."""
    if after in hit.groups:
        found = phrases(hit.text, *hit.groups[after], tool=hit.rule.tool)[0]
    elif before in hit.groups:
        span = topic_before(hit.text, *hit.groups[before], hit.reading.topic)
        if span and hit.text[span[1] : hit.groups[before][1]] == "特":
            span = span[0], span[1] + 1  # the end of a name that the cutter does not know
        found = (split(hit.text, *span) or [span]) if span else []
    else:
        return []
    return [span for span in found if _is_thing(hit.words(span))] or None


def _is_thing(name: str) -> bool:
    """Whether a name is one of a thing: not of a sort of things, and of nobody one knows."""
    return name not in GENERIC and name not in _TOO_LITTLE and not _PERSON.fullmatch(name)


def _end(hit: Hit, span: Span) -> None:
    kind = _told(hit, span, hit.rule.kind)
    if kind in ("likes", "dislikes"):
        hit.say(span, kind="dislikes", label=FELL_OUT, polarity=-1)
        if "act" in hit.groups:
            hit.say(span, kind="uses", label="退坑", polarity=-1)
    else:
        label = "放弃" if kind == "diet" else f"不再{KINDS[kind].zh[0]}"
        hit.say(span, kind=kind, label=label, polarity=-1)


def _begin(hit: Hit, span: Span) -> None:
    gone = given_up(hit.reading)
    kind = hit.rule.kind
    followed = FOLLOWED[gone] if gone else None
    if kind == "dislikes":
        kind = "likes"
    elif kind == "uses" and followed:
        kind = followed
    elif kind == "likes" and followed not in (None, "likes", "uses"):
        kind = followed or kind
    elif kind == "uses" and _is_new_love(hit):
        kind = "likes"
    kind = _told(hit, span, kind)
    if kind in ("likes", "uses") and OCCUPATION.search(hit.words(span)):
        return
    arms = hit.groups.get("arms", (0, 0))
    if kind == "likes" or (kind == "uses" and arms[1] > arms[0]):
        fall_out(hit.reading)
        kind = "likes"
    hit.say(span, kind=kind, label="爱上" if kind == "likes" else "换成", polarity=1)


def _is_new_love(hit: Hit) -> bool:
    """Whether words of change name a thing after one that was once loved."""
    once = hit.reading.once
    changed = _REPLACES.search(hit.text, hit.start, hit.end)
    return once is not None and once.kind != "uses" and changed is not None


def _told(hit: Hit, span: Span, kind: str) -> str:
    """The kind, or another one that the name of the thing tells."""
    name = hit.words(span)
    if "moved" in hit.groups and is_of_work(hit):
        return "works_at"
    if hit.rule.kind == "uses" and kind in ("uses", "works_at") and is_place(name):
        return "lives_in"
    if kind == "works_at" and OCCUPATION.search(name):
        return "role"
    return kind_by_name(kind, hit.words(span), changed=True)


def fall_out(reading: Reading) -> None:
    """Who gave up a thing and loves another one in its place loves it no more."""
    last = next((s for s in reversed(reading.found) if s.polarity < 0), None)
    if last is not None and last.kind == "uses":
        span = (last.start, last.start + len(last.target))
        reading.add("dislikes", span, FELL_OUT, -1, last.weight)


def finish(reading: Reading) -> None:
    """Who fell out with a thing and took up another in its place does it no more either."""
    for gone in [s for s in reading.found if s.kind == "dislikes" and s.label == FELL_OUT]:
        taken_up = (
            s.polarity > 0 and KINDS[s.kind].family in ("attitude", "practice")
            for s in reading.found
            if s.target != gone.target
        )
        if any(taken_up):
            span = (gone.start, gone.start + len(gone.target))
            reading.add("uses", span, "不再用", -1, gone.weight)


def _was(hit: Hit) -> int | None:
    found, end = phrases(hit.text, *hit.first("was", "fan"))
    if not found or not _is_thing(hit.words(found[0])):
        return None
    hit.reading.topic = found[0]
    hit.reading.once = Once(found[0], hit.rule.kind, "")
    return end


def _bygone(hit: Hit) -> int | None:
    if hit.reading.once is None:
        return None
    _over(hit.reading)
    return hit.groups["bygone"][1]


def _over(reading: Reading) -> None:
    """Ends what was once so."""
    once = reading.once
    if once is None:
        return
    reading.once = None
    name = reading.folded[slice(*once.span)]
    feels = once.kind in ("likes", "prefers", "favourite")
    kind = "dislikes" if feels else kind_by_name(once.kind, name, changed=True)
    label = "放弃" if kind == "diet" else FELL_OUT if feels else f"不再{KINDS[kind].zh[0]}"
    reading.add(kind, once.span, label, -1, 0.9)
