"""A run of Chinese words cut into clauses, and whose words a clause is: its subject and its topic.

Chinese leaves out what is understood. A clause without a subject is the person's own; what stands
before the cue may be a time, an adverb, the person, somebody else, or the thing itself (榴莲我受不了).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona.extract.chinese.phrases import Span, is_nominal, item, words
from persona.extract.chinese.words import FIRST, KIN, LEAD, THIRD
from persona.text import simplified

LONGEST_CLAUSE = 160
"""Characters of a clause that are read; a longer run without a mark is no sentence of a person."""

_NEAR = 24
"""Characters before a mark that decide whether it cuts."""

_BREAK = re.compile(
    r"[，；;。！？!?\n\r…（）()~～—]+|,(?![\d])|\.(?=\s|$|[\u3400-\u9fff])|[:：](?=\s|[\u3400-\u9fff《“A-Za-z])"
    r"|(?<=[\u3400-\u9fff])[ \u3000]+(?=[\u3400-\u9fff])|[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d]+"
)
_KEEPS_COLON = re.compile(
    r"(?:目标|计划|打算|愿望|心愿|清单|flag|爱好|兴趣|忌口|忌食|职业|工作|性别|老家|家乡|坐标|籍贯|过敏[原源]|技术栈|stack|主力|专长|特长|强项|喜欢的\S{1,6}|爱的\S{1,6}|包括)$",
    re.IGNORECASE,
)
_KEEPS_COMMA = re.compile(r"(?:与其|宁愿|宁可|宁肯|情愿)[^，,]{1,20}$")
_SAVE = re.compile(r"除了[^，,]{1,12}$")
_ALL_ELSE = re.compile(r"[，,]\s*我?(?:什么|啥|其[他它]|别的|剩下的)")
"""除了A，别的我都吃 is one statement, of A."""
_SENTENCE_END = re.compile(r"[。！!？?\n]|\.\s*$")
_TURN = re.compile(
    r"(?:但是?|不过|可是|却|然而|反而|\bbut\b|\bwhile\b)(?=\S)"
    r"|(?<=\w)(?=(?:也|又|还|更|就)?(?:不再?(?:太|怎么|是很|大)?(?:喜欢|爱(?=[\u3400-\u9fff]{2})|用|吃|喝|感兴趣)|讨厌|受不了|最讨厌)|(?:也|还|又|更|以及)(?:很|特别|超|挺|最|非常|会|在)?(?:喜欢|爱[吃喝看听玩]|用|养|学|会[弹拉画说]|擅长))",
    re.IGNORECASE,
)
_HAS_VERB = re.compile(
    r"喜欢|爱|用|讨厌|受不了|养|学|会|吃|喝|擅长|感兴趣|住|买|抽|打|玩|看|love|like|hate",
    re.IGNORECASE,
)
_OBJECT_OF_OTHERS = "给让帮被跟和陪教送问劝叫带替为对向比"
_WE = re.compile(
    rf"(?:我|咱|俺)们?(?:和|跟|与|还有)(?:我|咱)?们?家?的?(?:{KIN}|他|她|TA)(?:们)?(?!喜)",
    re.IGNORECASE,
)
_FIRST = re.compile(FIRST, re.IGNORECASE)
_AFTER = re.compile(r"(?:之后|以后|久了|后|几次|一阵子?)$")
"""The end of words that only tell when: 办了卡之后(真香)."""
_FRAME = re.compile(
    r"(?:里面?|方面|上|之中|当中|中|的话|来说|来讲|这块|类|时|时候|那边|前|后|之间|范围内)$"
)


def fold(text: str) -> str:
    """The text in Simplified characters, one for one."""
    plain = simplified(text)
    if len(plain) != len(text):
        plain = "".join(simplified(c)[:1] or c for c in text)
    return plain


def clauses(text: str) -> Iterator[tuple[int, int, bool]]:
    """Clauses as (start, end, whether a sentence ends there)."""
    at = 0
    for match in _BREAK.finditer(text):
        if match[0] in ",，" and _KEEPS_COMMA.search(
            text, max(at, match.start() - _NEAR), match.start()
        ):
            continue
        if _ALL_ELSE.match(text, match.start()) and _SAVE.search(
            text, max(at, match.start() - _NEAR), match.start()
        ):
            continue
        if match[0] in ":：" and _KEEPS_COLON.search(
            text, max(at, match.start() - _NEAR), match.start()
        ):
            continue
        yield from _turns(text, at, match.start(), last=bool(_SENTENCE_END.search(match[0])))
        at = match.end()
    yield from _turns(text, at, len(text), last=True)


def _turns(text: str, start: int, end: int, *, last: bool) -> Iterator[tuple[int, int, bool]]:
    """A clause cut again where it turns without a mark: 喜欢猫不喜欢狗."""
    end = min(end, start + LONGEST_CLAUSE)
    at = start
    for match in _TURN.finditer(text, start, end):
        cut = match.start()
        if cut - at >= 2 and _HAS_VERB.search(text, at, cut) and not _inside(text, at, cut):
            yield at, cut, False
            at = cut
    if text[at:end].strip():
        yield at, end, last


def _inside(text: str, start: int, cut: int) -> bool:
    """Whether the cut would tear a frame that needs both sides: 比起X更爱Y, 宁愿X也不Y."""
    return bool(
        re.search(
            r"比起|相比|相较|宁愿|宁可|宁肯|情愿|与其|不是$|没有$|并非$|从来$|绝$|并$|[是那]$|最$|[跟和与]\S*比|对\S*$",
            text[start:cut],
        )
    )


_NO_ADVERB = frozenset(
    [
        "可乐",
        "可可",
        "超市",
        "好友",
        "好评",
        "老酒",
        "真丝",
        "全麦",
        "特效",
        "特产",
        "特色",
        "真皮",
        "全景",
    ]
)
"""Names that the dictionary does not tag as such, and whose first character is an adverb."""


def _begins_noun(text: str) -> bool:
    word, tag = words(text)[0]
    return len(word) > 1 and (tag[:1] in "ns" or word in _NO_ADVERB)


def after_lead(text: str, start: int, end: int) -> int:
    """Where the words that may stand before a verb end."""
    while start < end:
        match = LEAD.match(text, start, end)
        if not match or match.end() == start:
            break
        if match.end() - start == 1 and _begins_noun(text[start:end]):
            break  # 可 of 可乐 is no adverb
        start = match.end()
    return start


def _before_tail(text: str, start: int, end: int) -> int:
    """Where the topic ends that adverbs and times follow: 榴莲真的(受不了)."""
    at = end
    for word, tag in reversed(words(text[start:end])):
        if not (tag in ("d", "t") or LEAD.fullmatch(word) or not word.strip()):
            break
        if at - len(word) <= start:
            break
        at -= len(word)
    return at


def self_at(text: str, start: int, end: int) -> Span | None:
    """Where the person last names themself as the subject, before the cue."""
    if match := _WE.match(text, _connectors(text, start, end), end):
        return match.span()
    at = max(text.rfind(word, start, end) for word in ("我", "俺", "本人"))
    if at < 0 or (
        at > start and text[at - 1] in _OBJECT_OF_OTHERS and not text.startswith("对我来说", at - 1)
    ):
        return None
    match = _FIRST.match(text, at, end)
    return (at, max(match.end(), at + 1)) if match else (at, at + 1)


def _connectors(text: str, start: int, end: int) -> int:
    match = re.compile(r"(?:[\s、，]|而且|其实|另外|平时|周末|所以|因为|但|不过|最近)*").match(
        text, start, end
    )
    return match.end() if match else start


def is_own(text: str, start: int, end: int) -> bool:
    """Whether the words before a cue leave the person as its subject."""
    if found := self_at(text, start, end):
        return after_lead(text, found[1], end) >= end
    rest = after_lead(text, start, end)
    return rest >= end or bool(_FRAME.search(text, rest, end))


def is_purpose(text: str, start: int, end: int) -> bool:
    """Whether what stands before a tool is only what it is used for: 修图(用 Lightroom)."""
    start = after_lead(text, start, end)
    tagged = words(text[start:end])
    if not tagged or end - start > 6 or tagged[0][1] not in ("v", "vn"):
        return False
    return not re.search(rf"{KIN}|[他她它你]", text[start:end])


def is_framed(text: str, start: int, end: int) -> bool:
    """Whether what stands before 我 only tells of what: 乐器(我会吹笛子)."""
    start = after_lead(text, start, end)
    frame = text[start:end]
    return (
        0 < end - start <= 8
        and text.startswith(("我", "只"), end)
        and is_nominal(frame)
        and not re.search(rf"{KIN}|[他她它你们]", frame)
    )


_SEASON = re.compile(r"\s*(?:但是?|而|不过)?(?P<season>[春夏秋冬][天季]|周末|早上|晚上|夜里)")


_LED_TO = re.compile(
    r"[有对靠]|一?(?:路过|经过|看[到见]|遇[到见]|碰[到见]|见到|提到|说到|想到|闻到)"
)
"""What leads to a thing before its name: how one meets it."""


def topic_before(text: str, start: int, end: int, known: Span | None) -> Span | None:
    """The thing that stands before a cue at `end`, else what the clauses before named.

    Args:
        text: the folded text.
        start: where the clause begins.
        end: where the cue begins.
        known: what the clauses before named.
    """
    head = start
    if found := self_at(text, start, end):
        rest = after_lead(text, found[1], end)
        if rest < end:
            head = rest
        else:
            end = found[0]
    head = after_lead(text, head, end)
    if (led := _LED_TO.match(text, head, end)) and led.end() < end:
        head = led.end()
    if head >= end and (season := _SEASON.match(text, start, end)):
        return season.span("season")
    if head >= end or _AFTER.search(text, head, end):
        return known
    end = _before_tail(text, head, end)
    if re.match(r"[对把被跟和向给让]", text[head:end]) and end - head > 3:
        return None
    if end - head > 2 and re.search(
        rf"(?:{KIN}|(?<![吉其维])[他她你您])(?:们)?(?:应该|肯定|可能|能|会|一定)*$", text[head:end]
    ):
        return None
    return item(text, head, end)


_DRAWN = re.compile(
    r"(?:带|拉|领|拽)(?:着|了)?我(?:入|玩|爱|迷|喜|一起|去)|(?:给|跟|向)我(?:安利|推荐|种草|介绍)|(?:送|借)(?:了|给)?我[一两三几个]"
)
"""Another's deed that brings a thing to the person: 同事带我入坑了, 朋友送了我一把."""


def other_subject(text: str, start: int, end: int, before: bool) -> bool:
    """Whether somebody else is the subject of a clause.

    Args:
        text: the folded text.
        start: where the clause begins.
        end: where it ends.
        before: whether they were that of the clause before; without a subject it goes on.
    """
    if _DRAWN.search(text, start, end):
        return False
    own = self_at(text, start, end)
    start += len(text[start:end]) - len(text[start:end].lstrip())
    others = THIRD.match(text[start:end])
    if others and not (own and own[0] - start > others.end()):
        return not _WE.match(text, start, end)
    return before and not own
