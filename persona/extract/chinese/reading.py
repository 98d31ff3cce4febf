"""One Chinese clause read by the rules, and what its neighbours lend it."""

from __future__ import annotations

import re

from persona.extract.chinese.clauses import after_lead, is_framed, is_own, is_purpose, topic_before
from persona.extract.chinese.groups import goals, read_groups
from persona.extract.chinese.phrases import Span, is_nominal, item, phrases, split
from persona.extract.chinese.rule import Rule
from persona.extract.chinese.rules import LINKS, PERSON, REST, RULES
from persona.extract.chinese.state import Hit, Reading
from persona.extract.chinese.words import ENDED, HEDGE, KIN, PAST, TIME
from persona.extract.statement import Statement
from persona.vocabulary import KINDS

HEDGED = 0.6
"""Weight of what is said with 有点, 可能, 还行."""

_PRACTICE = frozenset(
    ["uses", "owns", "works_at", "role", "lives_in", "learning", "studies", "skilled_in"]
)
_TIMELESS = frozenset(["allergic_to", "never", "from", "name"])
_REACH = 200
"""Characters after a clause in which a word of now makes its past an end."""
_LATER = re.compile(r"现在|后来|如今|目前|改|换|转")


def read_clause(reading: Reading, start: int, end: int) -> None:
    """Adds what the clause ``folded[start:end]``, the person's own, states of them."""
    taken: list[Span] = []
    for rule in RULES:
        for match in rule.pattern.finditer(reading.folded, start, end):
            if _is_free(match, taken) and _apply(reading, rule, match, (start, end), taken):
                break
    if not taken:
        _without_cue(reading, start, end)


def _is_free(match: re.Match[str], taken: list[Span]) -> bool:
    """Whether no other cue has read the words of this one."""
    left, right = match.start(), max(_cue_end(match), match.start() + 1)
    if max((match.end(name) for name in match.groupdict()), default=-1) < match.end():
        right = match.end()
    return not any(a < right and left < b for a, b in taken)


def _cue_end(match: re.Match[str]) -> int:
    """Where the words of the cue end and the named thing begins."""
    starts = [
        match.start(name)
        for name, found in match.groupdict().items()
        if found is not None and name not in ("slot", "scope")
    ]
    return min(starts) if starts and min(starts) > match.start() else match.end()


def _apply(
    reading: Reading, rule: Rule, match: re.Match[str], clause: Span, taken: list[Span]
) -> bool:
    """Whether the match states something; what it says is added, its words are taken."""
    if not rule.kind:
        taken.append(match.span())
        return False
    groups = {
        name: match.span(name) for name, found in match.groupdict().items() if found is not None
    }
    topical = not groups or groups.keys() <= {"slot", "back"}
    if not topical and not rule.free and not is_own(reading.folded, clause[0], match.start()):
        purpose = rule.kind == "uses" and is_purpose(reading.folded, clause[0], match.start())
        if not purpose and not is_framed(reading.folded, clause[0], match.start()):
            return False
    polarity = _polarity(reading, rule, match, clause)
    weight = min(rule.weight, HEDGED) if HEDGE.search(reading.folded, *clause) else rule.weight
    label = reading.folded[match.start() : _cue_end(match)]
    hit = Hit(reading, rule, groups, *clause, label, polarity or 0, weight)
    if polarity is None:
        _past_topic(hit, match.start(), topical=topical)
        return False
    end = _judge_topic(hit, match) if topical else read_groups(hit, taken)
    if end is None:
        return False
    taken.append((match.start(), max(end, match.start() + 1)))
    return True


def _polarity(reading: Reading, rule: Rule, match: re.Match[str], clause: Span) -> int | None:
    """The polarity; None where a word of the past takes the statement away.

    What somebody used to do has ended (以前用X); what they used to think says nothing of now.
    """
    lead = reading.folded[clause[0] : _cue_end(match)]
    ended = rule.polarity < 0 and rule.kind in _PRACTICE
    if ended or rule.kind in _TIMELESS or not PAST.search(lead):
        return rule.polarity
    if rule.kind not in _PRACTICE:
        return None
    if {"old", "gone"} & match.groupdict().keys():
        return rule.polarity
    past = ENDED.search(lead) or _LATER.search(reading.folded, clause[1], clause[1] + _REACH)
    return -1 if past else None


def _past_topic(hit: Hit, cue: int, *, topical: bool) -> None:
    """What was once thought of a thing states nothing now, but names what comes next."""
    if topical:
        hit.reading.topic = topic_before(hit.text, hit.start, cue, hit.reading.topic)
    elif "o" in hit.groups and (found := phrases(hit.text, *hit.groups["o"])[0]):
        hit.reading.topic = found[0]


def _judge_topic(hit: Hit, match: re.Match[str]) -> int | None:
    """A cue that says something of what stands before it."""
    cue = hit.groups["back"][1] if "back" in hit.groups else match.start()
    span = topic_before(hit.text, hit.start, cue, hit.reading.topic)
    if span is None:
        return None
    if hit.polarity > 0 and re.search(r"[不没]", hit.text[span[1] : match.start()]):
        return None
    slot = hit.words(hit.groups["slot"]) if "slot" in hit.groups else None
    for part in split(hit.text, *span) or [span]:
        hit.say(part, slot=slot)
    hit.reading.topic = span
    return match.end()


def _without_cue(reading: Reading, start: int, end: int) -> None:
    """A clause with no cue: a further goal of a list, an example of the last, or a bare topic."""
    last = reading.last
    if last and reading.listing:
        for span in _named_in(last, reading.folded, start, end):
            reading.add(last.kind, span, last.label, last.polarity, last.weight)
        return
    if (
        last
        and last.kind in ("plans", "wants")
        and (go_on := _BESIDES.match(reading.folded, start, end))
    ):
        for span in goals(reading.folded, go_on.end(), end):
            reading.add(last.kind, span, last.label, last.polarity, last.weight)
        return
    match = REST.match(reading.folded, start, end)
    if match and last and not last.slot:
        for span in _named_in(last, reading.folded, *match.span("o")):
            reading.add(last.kind, span, last.label, last.polarity, last.weight)
        return
    _bare_topic(reading, start, end)


def _named_in(last: Statement, text: str, start: int, end: int) -> list[Span]:
    """What a clause adds to a list of goals, or of things."""
    wished = last.kind in ("plans", "wants")
    return goals(text, start, end) if wished else phrases(text, start, end)[0]


_BESIDES = re.compile(
    r"\s*(?:顺便|同时|另外|再|还|也|然后|最后)+(?:要|想|能|去)*(?:[给为帮][\u3400-\u9fff]{1,3}?)?(?=[学练考买读写攒换看尝])"
)
"""A further goal beside those of the clause before: 想去敦煌，顺便学学摄影."""


def _bare_topic(reading: Reading, start: int, end: int) -> None:
    """A clause that is only a name (榴莲，敬谢不敏) is what the next one speaks of.

    So is what somebody once did, tried or was given (刚看完《繁花》，以前抽烟，朋友送了我一把吉他).
    """
    if met := _MET.search(reading.folded[start:end]):
        left, right = (start + at for at in met.span(met.lastgroup or "o"))
        if seen := phrases(reading.folded, left, right)[0]:
            reading.topic = seen[0]
            return
    head = after_lead(reading.folded, start, end)
    found, limit = phrases(reading.folded, head, end)
    if len(found) != 1 or limit < end or end - head > 12:
        return
    name = reading.folded[slice(*found[0])]
    if not re.search(r"[太很真]", name) and is_nominal(name):
        reading.topic = found[0]


_MET = re.compile(
    r"(?:看|读|玩|吃|喝|听|试|用|追|打|学)(?:完|过|了)(?:一?[次遍场部本款])?(?P<o>[^，,]{1,14})"
    r"|^(?P<paused>[^，,我]{1,8}?)我?(?:停|断|放下|搁置|荒废)了(?:好?(?:一阵子?|一段时间|几?(?:年|个月|天|周))|很久|[一两三四五六七八九十半\d])"
    r"|^(?P<able>[^，,我你他她]{1,8}?)我(?:都|也)?(?:能|可以)(?:连着?|一口气|天天|一次|一顿|一天)*(?:吃|喝|玩|看|听|打|刷|买)"
    r"|^(?P<tried>[^，,我你他她]{1,8}?)我(?:都|也|之前|以前|早就)*(?:用|吃|玩|试|看|喝|去|听|学)过"
    r"|^(?P<fine>[^，,我你他她这那]{1,8}?)(?:倒|也|还)?(?:可以|不错|还行|挺好)$"
    rf"|^(?P<long>[^，,我]{{1,8}}?)(?:{TIME})?我?(?:打|玩|学|练|用|吃|喝|看|弹|跑|追|养)[了过]?(?:好几|许多|[一二两三四五六七八九十几半\d])+多?(?:年|个月|天|周|次)"
    r"|^(?P<front>[^，,我你他她]{2,8})我(?:真的?|实在|就是|也|都)*[^，,]{0,4}不(?:出来|懂|明白)"
    r"|(?:以前|之前|曾经|过去)\S{0,3}?(?:[爱会常])?(?:吃|喝|抽|玩|打|用|看|刷|追|练|听)(?P<past>[^，,]{1,10})"
    r"|(?:送|借)(?:了|给)?我(?P<gift>[一两三几个][^，,]{1,12})|(?:给|跟|向)我(?:安利|推荐|种草|介绍)了?(?P<told>[^，,]{1,12})"
)
"""What the person met with, without a judgement."""


def _is_name(text: str) -> bool:
    return is_nominal(text) or len(text) <= 4


_TOO_COMMON = frozenset(["朋友", "网友", "好友", "客户", "先生", "兄弟", "孩子", "经理"])
"""Without a name these say of nobody in particular."""


def read_people(reading: Reading, start: int, end: int) -> None:
    """我妈, 我同事小李: the people that a clause names as the person's own."""
    for match in PERSON.finditer(reading.folded, start, end):
        if not match["name"] and match["kin"] in _TOO_COMMON:
            continue
        span = match.span("name") if match["name"] else match.span("kin")
        if span[1] - span[0] == 1 and not match["name"]:
            span = match.start(), span[1]
        kind = (
            "friend_of"
            if match["kin"] in ("朋友", "好友", "好朋友", "闺蜜", "发小", "死党")
            else "has_relation_to"
        )
        reading.add(kind, span, match["kin"], 1, 0.9)


def read_links(reading: Reading, start: int, end: int) -> bool:
    """Relations between two things: X 基于 Y."""
    start = after_lead(reading.folded, start, end)
    clause = reading.folded[start:end].rstrip("的了吧呢啊 ")
    for kind, pattern in LINKS:
        match = pattern.match(clause)
        if not match:
            continue
        left = item(clause, *match.span("a"))
        right = item(clause, *match.span("b"))
        if (
            left
            and right
            and _is_name(clause[slice(*left)])
            and not re.search(rf"[我你他她这那]|{KIN}", match["a"])
        ):
            at = start + right[0]
            reading.keep(
                Statement(
                    kind,
                    reading.original[at : start + right[1]].strip(),
                    KINDS[kind].zh[0],
                    1,
                    at,
                    source=reading.original[start + left[0] : start + left[1]].strip(),
                )
            )
            return kind != "used_with"  # 一起用 says as well that the person uses both
    return False
