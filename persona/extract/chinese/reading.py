"""One Chinese clause read by the rules, and what its neighbours lend it."""

from __future__ import annotations

import re
from functools import cache

from persona.extract.chinese.clauses import after_lead, is_framed, is_own, is_purpose, topic_before
from persona.extract.chinese.groups import goals, read_groups
from persona.extract.chinese.phrases import Span, is_nominal, item, phrases, split, words
from persona.extract.chinese.rule import Rule
from persona.extract.chinese.rules import LINKS, PERSON, REST, RULES
from persona.extract.chinese.state import Hit, Once, Reading
from persona.extract.chinese.turning import MARKS, cues_of_turns, read_turn, settle
from persona.extract.chinese.words import BODY, ENDED, HEDGE, KIN, PAST, TIME
from persona.extract.statement import Statement
from persona.vocabulary import KINDS

HEDGED = 0.6
"""Weight of what is said with 有点, 可能, 还行."""

_PRACTICE = frozenset(
    ["uses", "owns", "works_at", "role", "lives_in", "learning", "studies", "skilled_in"]
)
_FELT = frozenset(["likes", "prefers", "favourite"])
_HELD = frozenset(["works_at", "role", "lives_in"])
"""What one has one of at a time: 之前是做会计的 says that it has ended, 之前用X does not."""
_TIMELESS = frozenset(["allergic_to", "never", "from", "name"])
_REACH = 200
"""Characters after a clause in which a word of now makes its past an end."""
_SOON = 10
_BRIEF_TOPIC = 4
"""Characters above which what is turned down has to be a name: (慢跑)伤膝盖不要."""
_GIVEN_UP = re.compile(
    r"了(?:[俩仨]|好几|很多|[一两三四五六七八九十几半\d])+(?:多|来)?(?:年|个?月|天|周)[，,\s].{0,4}(?:放弃|停|断|没再|不[\u3400-\u9fff]{0,2}了|卖|扔|还是不|也不)"
)
"""What was done for a while and then given up: 吉他学了三年，放弃了."""
_LATER = re.compile(r"现在|自从|再也|后来|如今|目前|改|换|转")


def read_clause(reading: Reading, start: int, end: int) -> None:
    """Adds what the clause ``folded[start:end]``, the person's own, states of them."""
    taken: list[Span] = []
    held = set(reading.folded[start:end])
    turns = [(rule, rule.pattern) for rule in cues_of_turns(reading, start, end)]
    for rule, pattern in (*turns, *_patterns()):
        if rule.needs and rule.needs.isdisjoint(held):
            continue
        if pattern.search(reading.folded, start, end) is None:
            continue
        for match in pattern.finditer(reading.folded, start, end):
            if _is_free(match, taken) and _apply(reading, rule, match, (start, end), taken):
                break
    if not taken:
        _without_cue(reading, start, end)
    settle(reading, start, end)


@cache
def _patterns() -> tuple[tuple[Rule, re.Pattern[str]], ...]:
    """The rules with what they look for, in order."""
    return tuple((rule, rule.pattern) for rule in RULES)


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
    topical = not groups or groups.keys() <= {"slot", "back", "twice"}
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
    if MARKS & groups.keys():
        end = read_turn(hit)
    else:
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
    groups = match.re.groupindex
    ended = {"was", "fan"} & groups.keys() or (
        rule.polarity < 0 and (rule.kind in _PRACTICE or MARKS & groups.keys())
    )
    if ended or rule.kind in _TIMELESS or not PAST.search(lead):
        return rule.polarity
    if rule.kind not in _PRACTICE:
        return None
    if {"old", "gone"} & match.groupdict().keys():
        return rule.polarity
    past = (
        ENDED.search(lead)
        or rule.kind in _HELD
        or _LATER.search(reading.folded, clause[1], clause[1] + _REACH)
    )
    return -1 if past else None


def _past_topic(hit: Hit, cue: int, *, topical: bool) -> None:
    """What was once thought of a thing states nothing now, but names what comes next."""
    if topical:
        hit.reading.topic = topic_before(hit.text, hit.start, cue, hit.reading.topic)
    elif "o" in hit.groups and (found := phrases(hit.text, *hit.groups["o"])[0]):
        hit.reading.topic = found[0]
    if hit.reading.topic and hit.rule.kind in _FELT:
        hit.reading.once = Once(hit.reading.topic, hit.rule.kind, hit.label)


def _judge_topic(hit: Hit, match: re.Match[str]) -> int | None:
    """A cue that says something of what stands before it."""
    cue = hit.groups["back"][1] if "back" in hit.groups else match.start()
    span = topic_before(hit.text, hit.start, cue, hit.reading.topic)
    if span is None:
        return None
    if hit.polarity > 0 and re.search(r"[不没]", hit.text[span[1] : match.start()]):
        return None
    last = hit.reading.last
    if (
        hit.polarity < 0
        and "能" in hit.label
        and last
        and last.polarity > 0
        and span[0] == last.start
    ):
        return None  # 爱喝酒但不能喝: who likes it and may not does not dislike it
    if hit.polarity > 0 and _GIVEN_UP.search(hit.text[match.start() : hit.end + _SOON]):
        return None
    if hit.rule.kind == "dislikes" and BODY.match(hit.words(span)):
        return None
    name = hit.words(span)
    if hit.rule.kind == "rejected" and len(name) > _BRIEF_TOPIC and not is_nominal(name):
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
        start = after_lead(reading.folded, start, end)
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
    listed = last is not None and _is_next_of_list(reading, last, start, end)
    if last and listed and (named := item(reading.folded, start, end)):
        reading.add(last.kind, named, last.label, last.polarity, last.weight)
        return
    match = REST.match(reading.folded, start, end)
    if match and last and not last.slot:
        for span in _named_in(last, reading.folded, *match.span("o")):
            reading.add(last.kind, span, last.label, last.polarity, last.weight)
        return
    _bare_topic(reading, start, end)


_LISTED_KINDS = frozenset(
    ["likes", "dislikes", "avoids", "allergic_to", "never", "skilled_in", "speaks"]
)


def _is_next_of_list(reading: Reading, last: Statement, start: int, end: int) -> bool:
    """Whether a bare name follows a name after a space only: 爱吃草莓 蓝莓 车厘子."""
    text = reading.folded
    gap = text[last.start + len(last.target) : start]
    piece = text[start:end].strip()
    if last.kind not in _LISTED_KINDS or not gap or not gap.isspace() or not 2 <= len(piece) <= 8:
        return False
    tagged = words(piece)
    unknown = len(piece) <= 3 and all(len(w) == 1 and t[:1] not in "vadrcpyu" for w, t in tagged)
    named = unknown or (len(tagged) <= 2 and is_nominal(piece))
    return named and not _NO_NEXT.search(piece)


_NO_NEXT = re.compile(rf"[人党座岁男女]$|{KIN}$|{TIME}")
"""Who somebody is, and when: 喜欢火锅 重庆人."""


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
    if (used := _USED.match(reading.folded, start, end)) and is_nominal(used["used"]):
        reading.topic = used.span("used")
        return
    if met := _MET.search(reading.folded[start:end]):
        left, right = (start + at for at in met.span(met.lastgroup or "o"))
        if seen := phrases(reading.folded, left, right)[0]:
            reading.topic = seen[0]
            return
    head = after_lead(reading.folded, start, end)
    if faulted := _FAULTED.match(reading.folded, head):
        span = item(reading.folded, *faulted.span("thing"))
        if span and is_nominal(reading.folded[slice(*span)]):
            reading.topic = span
            return
    found, limit = phrases(reading.folded, head, end)
    if not found or end - head > 12 * len(found):
        return
    if _MARKS_TOPIC.sub("", reading.folded[limit:end]):
        return
    names = [reading.folded[slice(*span)] for span in found]
    listed = len(names) > 2
    if all(not re.search(r"[太很真]", name) and (listed or is_nominal(name)) for name in names):
        reading.topic = found[0][0], found[-1][1]


_MARKS_TOPIC = re.compile(r"^[嘛呢吧啊呀么\s]+$")
"""What marks a topic: 菜嘛，(...)."""
_FAULTED = re.compile(
    r"(?P<thing>[^，,我你他她这那]{2,8}?)(?:会|太|有点儿?|有些|又|总是?|老是?|动不动)[^，,。]{1,12}[，,\s]+(?:就|还是|那就|直接)?"
    r"(?:不考虑|算了|免了|pass|不要(?=$|[，,。了吧])|不选|排除|跳过|不予考虑|否)",
    re.IGNORECASE,
)
"""What is turned down after its fault is named: 萨克斯风会吵到邻居，不考虑."""

_USED = re.compile(
    r"\s*(?P<used>(?![^，,]{0,6}(?:小时候|以前|之前|大学|高中|去年|昨天|今天|前天|刚|才))[^，,我你他她这那\s]{2,8}?)(?:都|也|之前|以前|早就)*(?:用|吃|玩|试|喝|学|练|参加|报)过(?=[\u3400-\u9fff])"
)
"""A thing and what came of it, said in one: 那款水用过烂脸."""

_MET = re.compile(
    r"(?P<verb>[写打弹学练跑玩画唱吃喝看追])(?P<said_twice>[^，,]{1,8}?)(?P=verb)了(?=[\u3400-\u9fff\d])|"
    r"(?:看|读|玩|吃|喝|听|试|用|追|打|学|跳|弹|练|画|养|骑|踢|拉|唱)(?:完|过|了)(?:一?[次遍场部本款])?(?P<o>[^，,]{1,14})"
    r"|^(?P<paused>[^，,我]{1,8}?)我?(?:停|断|放下|搁置|荒废)了(?:好?(?:一阵子?|一段时间|几?(?:年|个月|天|周))|很久|[一两三四五六七八九十半\d])"
    r"|^(?P<able>[^，,我你他她]{1,8}?)我(?:都|也)?(?:能|可以)(?:连着?|一口气|天天|一次|一顿|一天)*(?:吃|喝|玩|看|听|打|刷|买)"
    r"|^(?P<tried>[^，,我你他她]{1,8}?)我(?:都|也|之前|以前|早就)*(?:用|吃|玩|试|看|喝|去|听|学)过"
    r"|^(?P<fine>[^，,我你他她这那]{1,8}?)(?:倒|也|还)?(?:可以|不错|还行|挺好)$"
    rf"|^(?P<long>[^，,我]{{1,8}}?)(?:{TIME})?我?(?:打|玩|学|练|用|吃|喝|看|弹|跑|追|养)[了过]?(?:好几|许多|[一二两三四五六七八九十几半\d])+多?(?:年|个月|天|周|次)"
    r"|^(?P<front>[^，,我你他她]{2,8})我(?:真的?|实在|就是|也|都)*[^，,]{0,4}不(?:出来|懂|明白)"
    r"|(?:以前|之前|曾经|过去|早年|当年|那会儿?|那阵子?|那时候?|的?时候|时期|期间|年轻时)\S{0,3}?(?:[爱会常])?(?:吃|喝|抽|玩|打|用|看|刷|追|练|听|弹|学|画|跳|骑|踢|拉|唱)(?P<past>[^，,过]{1,10})"
    r"|(?:别|不要)(?:再)?(?:给我)?(?:放|加|搁)(?P<left_out>[^，,]{1,8})"
    r"|(?:不是说?|并不是|不是觉得)(?P<denied>[^，,我]{1,8}?)(?:不好|不行|不香|有问题|难[吃喝用看听])"
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
