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
    r"|(?<=[\u3400-\u9fff])[ \u3000]+(?=[\u3400-\u9fff])|(?<=[A-Za-z\d])[ \u3000]+(?=(?:我|俺|但是?|不过|可是|而且|然后|所以|因为|还有)(?:[\u3400-\u9fff]|$))|(?<=[A-Za-z\d])[ \u3000]+(?=(?:键盘|鼠标|耳机|手机|电脑|笔记本|平板|相机|手表|前端|后端|数据库|缓存|部署|编辑器|浏览器|系统|主力机|备用机)(?:是|用|则|就|选|上|跑|换|[\u3400-\u9fff]{1,4}\s?[A-Z]))|[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d]+"
)
_KEEPS_COLON = re.compile(
    r"(?:目标|计划|打算|愿望|心愿|清单|flag|爱好|兴趣|(?:快乐|幸福|乐趣|消遣|解压方式)\S{0,5}|忌口|忌食|雷[点区]|天雷|黑名单|避雷清单|职业|工作|性别|老家|家乡|坐标|籍贯|过敏[原源]|过敏的\S{0,6}|技术栈|stack|主力|专长|特长|强项|喜欢(?:[吃喝看听玩做])?的\S{0,6}|爱[吃喝看听玩做]?的\S{0,6}|讨厌的\S{0,6}|怕的\S{0,4}|受不了的\S{0,4}|常[去用吃看玩听]的\S{0,6}|会的\S{0,4}|包括)$",
    re.IGNORECASE,
)
_KEEPS_COMMA = re.compile(r"(?:与其|宁愿|宁可|宁肯|情愿)[^，,]{1,20}$")
_SAVE = re.compile(r"除了[^，,]{1,12}$")
_ALL_ELSE = re.compile(r"[，,]\s*我?(?:什么|啥|其[他它]|别的|剩下的)")
"""除了A，别的我都吃 is one statement, of A."""
_SENTENCE_END = re.compile(r"[。！!？?\n]|\.\s*$")
_TURN = re.compile(
    r"(?:但是?|不过|可是|却|然而|反而|\bbut\b|\bwhile\b)(?=\S)"
    r"|(?<=[了的])(?=(?:就是|只是|但|可是|不过)[\u3400-\u9fff]{2})"
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
    return _ASPECT.sub("着", plain) if "著" in plain else plain


_ASPECT = re.compile(r"(?<![名原巨专显土编论])著(?![名作称书者述录])")
"""What is 着 elsewhere, as it is written in Taiwan: 著迷, 看著."""


_BULLET = r"\n\s*(?:[-*•·]|\d{1,2}\s?[.、)）])\s*"
_BULLETS = re.compile(rf"(?<=[:：])(?:\s*{_BULLET}[^\n]*)+")


def level(text: str) -> str:
    """The text with the bullets under a heading as a list of commas, character for character.

    So 爱好：- 爬山 - 拍鸟, each in a line of its own, reads like 爱好：爬山，拍鸟.
    """
    if "\n" not in text:
        return text
    return _BULLETS.sub(lambda block: _leveled(block[0]), text)


def _leveled(block: str) -> str:
    marks = list(re.finditer(_BULLET, block))
    for number, mark in enumerate(marks):
        comma = "，" if number else " "
        block = block[: mark.start()] + comma.ljust(len(mark[0])) + block[mark.end() :]
    return block


def clauses(text: str) -> Iterator[tuple[int, int, bool]]:
    """Clauses as (start, end, whether a sentence ends there)."""
    at = 0
    for match in _BREAK.finditer(text):
        if _goes_on(text, at, match):
            continue
        yield from _turns(text, at, match.start(), last=bool(_SENTENCE_END.search(match[0])))
        at = match.end()
    yield from _turns(text, at, len(text), last=True)


_JUDGED = re.compile(r"(?:yyds|nb|666|最爱|绝了|ok)\s*$", re.IGNORECASE)
"""Verdicts in Latin letters that end a clause."""


def _goes_on(text: str, at: int, match: re.Match[str]) -> bool:
    """Whether a clause that began at `at` goes on after a mark or space."""
    mark, start = match[0], match.start()
    near = max(at, start - _NEAR)
    if mark in ",，" and _KEEPS_COMMA.search(text, near, start):
        return True
    if _ALL_ELSE.match(text, start) and _SAVE.search(text, near, start):
        return True
    if mark in ":：" and _KEEPS_COLON.search(text, near, start):
        return True
    if mark.isspace() and text[start - 1].isascii() and text.startswith(("我", "俺"), match.end()):
        return not (_HAS_VERB.search(text, at, start) or _JUDGED.search(text, at, start))
    return False


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
            r"比起|相比|相较|宁愿|宁可|宁肯|情愿|与其|不是$|没有我?$|并非$|从来$|绝$|打死[都也]?$|死[都也]$|一律$|永远$|一辈子$|向来$|坚决$|谁[会能]$|又[\u3400-\u9fff]{1,2}$|并$|[是那]$|最$|[跟和与]\S*比|对\S*$",
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


_DOINGS = frozenset("记写画看听拍剪做修查存管打")
"""Verbs of one character, however the dictionary tags them."""


def is_purpose(text: str, start: int, end: int) -> bool:
    """Whether what stands before a tool is only what it is used for: 修图(用 Lightroom)."""
    start = after_lead(text, start, end)
    tagged = words(text[start:end])
    doing = bool(tagged) and (tagged[0][1] in ("v", "vn") or tagged[0][0] in _DOINGS)
    if not doing or end - start > 6:
        return False
    return not re.search(rf"{KIN}|[他她它你]", text[start:end])


def is_framed(text: str, start: int, end: int) -> bool:
    """Whether what stands before 我 only tells of what: 乐器(我会吹笛子)."""
    start = after_lead(text, start, end)
    frame = text[start:end]
    return (
        0 < end - start <= 8
        and text.startswith(("我", "只"), end)
        and is_nominal(re.sub(r"[和跟与、]|还是", "", frame))
        and not re.search(rf"{KIN}|[他她它你们]", frame)
    )


_SEASON = re.compile(r"\s*(?:但是?|而|不过)?(?P<season>[春夏秋冬][天季]|周末|早上|晚上|夜里)")


_THESE = re.compile(r"\s*(?:这|那|以上)(?:[仨俩]|[几两三四五些]?[个样种款])?(?:东西|都|就)*")
"""What points back at all that was named: 健身、摄影，这俩(是我的命)."""
_CAUSE = re.compile(
    r"(?:[不太很没坏疼痛伤忙贵累]|受伤|^自[从打])[^，,]{0,4}[就才便][^，,]?$|自[从打]"
)
"""A reason before what came of it is not what it speaks of: 膝盖不行就(放弃了)."""
_WITHIN = re.compile(
    r"(?:[\u3400-\u9fff]{2,6}|[A-Za-z][\w+#. ]{0,14}?)\s*(?:里面|里边|之中|当中|里(?=\s|[A-Za-z《]))\s*(?=[^，,的]{2})"
)
"""Of what a thing is one, before its name: Python 里 (pandas)."""
_LED_TO = re.compile(
    r"[有对靠]|一?(?:路过|经过|看[到见]|遇[到见]|碰[到见]|见到|提到|说到|想到|闻到)"
)
"""What leads to a thing before its name: how one meets it."""


def _between(text: str, start: int, end: int) -> Span:
    """What stands between the words that lead in a clause, or the person, and the cue at `end`."""
    head = start
    if found := self_at(text, start, end):
        rest = after_lead(text, found[1], end)
        if rest < end:
            head = rest
        else:
            end = found[0]
    head = after_lead(text, head, end)
    for leads in (_LED_TO, _WITHIN):
        if (led := leads.match(text, head, end)) and led.end() < end:
            head = led.end()
    return head, end


def _is_back(text: str, head: int, end: int) -> bool:
    """Whether words only tell when, or point back at all that was named."""
    return bool(_AFTER.search(text, head, end) or _THESE.fullmatch(text, head, end))


def topic_before(text: str, start: int, end: int, known: Span | None) -> Span | None:
    """The thing that stands before a cue at `end`, else what the clauses before named.

    Args:
        text: the folded text.
        start: where the clause begins.
        end: where the cue begins.
        known: what the clauses before named.
    """
    head, end = _between(text, start, end)
    if head >= end and (season := _SEASON.match(text, start, end)):
        return season.span("season")
    if head >= end or _CAUSE.search(text, start, end + 1) or _is_back(text, head, end):
        return known
    end = _before_tail(text, head, end)
    if _AFTER.search(text, head, end):
        return known
    if re.match(r"[对把被跟和向给让]", text[head:end]) and end - head > 3:
        return None
    if end - head > 2 and re.search(
        rf"(?:{KIN}|(?<![吉其维])[他她你您])(?:们)?(?:应该|肯定|可能|能|会|一定)*$", text[head:end]
    ):
        return None
    return item(text, head, end)


_DRAWN = re.compile(
    r"(?:带|拉|领|拽)(?:着|了)?我(?:入|玩|爱|迷|喜|一起|去)|(?:给|跟|向)我(?:安利|推荐|种草|介绍)|(?:送|借)(?:了|给)?我[一两三几个]|(?:让|叫|劝|逼)我(?:停|戒|改|换|少吃|放弃)"
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
