"""What the assistant offered: lists with marks, names in quotation marks, things joined by "or"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from persona.text import is_cjk, name_key

MAX_TEXT = 8000
"""Characters of an assistant's message that are searched for options."""

ORDINALS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "first one 1st 一",
            "second two 2nd 二 两",
            "third three 3rd 三",
            "fourth four 4th 四",
            "fifth five 5th 五",
            "sixth six 6th 六",
            "seventh seven 7th 七",
            "eighth eight 8th 八",
            "ninth nine 9th 九",
            "tenth ten 10th 十",
        ),
        start=1,
    )
    for word in words.split()
}
"""Words for the places of a list, in both languages."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that was offered.

    Attributes:
        name: the head of the item, without marks and remarks.
        label: how the list calls it ("2", "b"), or "" where it does not.
        position: from 1, in order of the list.
        text: the whole item.
        advised: whether it is only advice or mentioned in prose, so that the person has not been
            asked to choose; such an option is taken only by its number or letter.
    """

    name: str
    label: str
    position: int
    text: str
    advised: bool = False


_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩"
_ITEM = re.compile(
    r"^[ \t]*(?:\*\*)?(?:(?:option|choice|选项|方案)\s*)?(?:"
    r"(?P<label>\d{1,2}|[A-Ha-h]|[一二三四五六七八九十])(?:\*\*)?[.)、．:：）]|[（(](?P<round>\d{1,2}|[A-Ha-h])[)）]|"
    rf"(?P<circled>[{_CIRCLED}])|(?P<bullet>[-*•·‣]))\s*(?P<item>\S[^\n]*)$",
    re.MULTILINE,
)
_INLINE_MARK = re.compile(
    rf"(?:(?<=\s)|^|(?<=[:：,，;；。]))(?:(?P<label>\d|[A-H]|[a-h](?=[)）])|[一二三四五六](?=、))[.)）、．:：](?!\d)|(?P<bare>[A-H])\s(?=[\u4e00-\u9fff])|(?P<circled>[{_CIRCLED}]))\s*"
)
_HEAD_END = re.compile(
    r"\s[-–—]+\s|——|—|[:：]|\s*[（(]|[,，。;；!！?？\n]|\.(?=\s|$)|\s(?:which|because|since|for those|if you)\b"
)
_TRIM = " \t*_`'\"“”‘’「」『』《》〈〉【】[]。.!！?？,，;；:："
_QUOTED = re.compile(
    r"《([^《》\n]{1,40})》|「([^「」\n]{1,30})」|『([^『』\n]{1,30})』|“([^“”\n]{1,40})”|\"([^\"\n]{1,40})\"|\*\*([^*\n]{1,40})\*\*"
)
SENTENCE = re.compile(r"[^。！？!?\n.]+(?:\.(?=\S)[^。！？!?\n.]+)*[。！？!?.]?")
_LEAD_EN = re.compile(
    r"^.*\b(?:like|prefer|want|try|trying|suggest|recommend|choose|pick|between|about|either|get|go with|consider|"
    r"considering|visit|watch|read|play|drink|eat|order|use|using|do you mean|is it|was it|are you a|go for|have|take|"
    r"maybe|perhaps|could|options are|such as|tried|learn|need|thinking of)\s+",
    re.IGNORECASE,
)
_OR_WORD = re.compile(r",?\s+or\s+")
_OR = re.compile(r"\s*,?\s+or\s+(?:maybe |perhaps |even |else )?|\s*,\s*")
_ARTICLE = re.compile(
    r"^(?:to |some |a bit of |the |a |an |go |do |bake it in (?:a )?)+", re.IGNORECASE
)
_PROSE_EN = re.compile(
    r"(?P<before>[A-Z][\w+#.&'-]*(?:\s+[A-Z0-9][\w+#.&'-]*){0,3})\s+(?:is|are|would be|might be|makes|helps?|works?|does|do|"
    r"can help|could work|fits|suits)\b|\b(?:[Tt]ry|[Rr]ecommend|[Ss]uggest|[Hh]ow about|[Ww]hat about|[Cc]onsider|[Gg]o with|"
    r"[Cc]heck out|[Hh]ave you tried|[Ss]tart with|[Oo]pt for|[Ss]witch to)\s+(?:using |the |a |an |some |out |trying )*(?P<after>[\w+#.&'-]+(?:\s+[\w+#.&'-]+){0,3})",
)
_LEAD_ZH = (
    r"(?:睡前|饭[前后]|早上|晚上|每[天晚]|可以|不妨|要不要|要不|建议|推荐|你|您|我|给|们|考虑|试试|试一下|尝试|看看|去|来[杯点份一]?[杯点份]?|想|喜欢|更|比较|偏向于?|倾向于?|偏|要(?=找)|找|"
    r"是(?!否)|用|选|比如|例如|譬如|像|喝点?|吃点?|看|玩|听(?!白)|做|在|到|还是|或者|或|那(?![间家])|就|先|一下|[这那](?![间家])|有|,|，|：|:|\s)*"
)
_OR_ZH = re.compile(r"\s*[,，]?\s*(?:还是|或者说?|或是|或(?!许))\s*|、|\s*[,，]\s*")
_PROSE_ZH = re.compile(
    r"(?:推荐(?:给?(?:你们?|您们?|大家))?(?:去|看|吃|喝|用|试试|听|玩|学|读)?|试试(?:看)?|不妨(?:试试)?|可以(?:试试|考虑|去|看看?|用|听听?|吃|喝|学)|考虑(?:一下)?|"
    r"要不要(?:来[杯份点]|试试)?|来[杯份点个]|建议(?:你)?(?:用|试试|去|看|学)?)\s*(?P<after>[^，。！？,.!?、\n]{1,14})|"
    r"(?<![\u4e00-\u9fff·\w])(?P<before>[A-Za-z][\w+#.&' -]{0,20}|(?![^，,。]{0,10}[和跟与])[\u4e00-\u9fff]{2,10}?)\s*(?:都?是个?不错的选择|也?不错|也?挺好|很适合|值得一试|比较合适|是个好选择)"
)


def options(text: str) -> tuple[Option, ...]:
    """The options that an assistant's message offers, in order.

    A list with marks wins; without one, names in quotation marks, things joined by "or", and the
    subjects of recommendations are taken together.

    Args:
        text: the assistant's message; the first `MAX_TEXT` characters are read.
    """
    shown = text[:MAX_TEXT]
    listed = list(_listed(shown))
    if len(listed) < 2:
        listed = list(_inline(shown)) or listed
    advised = len(listed) >= 2 and not _ASKS.search(shown) and _is_advice(listed)
    items = [(label, item, advised) for label, item in listed]
    if len(listed) < 2:
        items += [("", item, not asked) for item, asked in _offered(shown)]
    found: dict[str, Option] = {}
    for label, item, only_advised in items:
        name = _head(item)
        key = name_key(name)
        if key and key not in found and len(name) <= 80:
            found[key] = Option(name, label, len(found) + 1, item.strip(), only_advised)
    return tuple(found.values())


_ASKS = re.compile(r"[?？]|\b(?:which|pick|choose|options?|let me know)\b|哪|选|挑", re.IGNORECASE)
_ADVICE = 30
"""Mean length of items, in words or characters of Chinese, from which a list explains."""


def _is_advice(listed: list[tuple[str, str]]) -> bool:
    """Whether a list explains what to do, rather than name things to choose from."""
    lengths = [len(item.split()) * 2 + sum(c > "\u2e7f" for c in item) for _, item in listed]
    return sum(lengths) / len(lengths) >= _ADVICE


def _listed(text: str) -> Iterator[tuple[str, str]]:
    for match in _ITEM.finditer(text):
        label = (match["label"] or match["round"] or "").lower()
        if match["circled"]:
            label = str(_CIRCLED.index(match["circled"]) + 1)
        yield str(ORDINALS.get(label, label)), match["item"]


def _inline(text: str) -> Iterator[tuple[str, str]]:
    """At least two marks that count up from 1 or A: "1) tea 2) coffee"."""
    marks = list(_INLINE_MARK.finditer(text))
    labels = [
        (m["label"] or m["bare"] or str(_CIRCLED.index(m["circled"]) + 1)).lower()
        if m["label"] or m["bare"] or m["circled"]
        else ""
        for m in marks
    ]
    labels = [str(ORDINALS.get(label, label)) for label in labels]
    if len(marks) < 2 or labels[:2] not in (["1", "2"], ["a", "b"]):
        return
    for index, match in enumerate(marks):
        end = marks[index + 1].start() if index + 1 < len(marks) else len(text)
        yield labels[index], text[match.end() : end]


def _head(item: str) -> str:
    """The head of an item: "2. 爬阳明山 - a hike" is about 爬阳明山."""
    text = item.strip()
    if text.startswith("**") and (close := text.find("**", 2)) > 0:
        text = text[2:close]
    if match := _QUOTED.match(text):
        return next(group for group in match.groups() if group).strip()
    cut = _HEAD_END.search(text)
    if cut and text[: cut.start()].strip(_TRIM):
        text = text[: cut.start()]
    return text.strip(_TRIM)


_ONLY_NAME = re.compile(r"\s*那?(?P<name>[\u4e00-\u9fff]{2,10}?)(?:怎么样|如何)?[？?]\s*")


_LED = re.compile(  # something that only leads to a name
    rf"(?=.){_LEAD_ZH}(?<=[\u4e00-\u9fff])"
)


def _only_name(text: str) -> str:
    """The name that is all of a message, with a question mark (莫干山？), else ""."""
    from persona.extract.chinese.phrases import words  # heavy

    match = _ONLY_NAME.fullmatch(text)
    if (
        match is None
        or re.search(r"[几哪谁啥吗么]|多少", match["name"])
        or _LED.match(match["name"])
        or _NO_OPTION_ZH.search(match["name"])
    ):
        return ""
    tags = [tag[:1] for _, tag in words(match["name"])]
    return "" if set(tags) & set("rpcydut") or tags == ["v"] else match["name"]


def _offered(text: str) -> Iterator[tuple[str, bool]]:
    """What prose offers, each with whether the person is asked to choose it."""
    if name := _only_name(text):
        yield name, True
        return
    brief = len(text.split()) * 2 + sum(c > "\u2e7f" for c in text) <= _BRIEF
    titles = len(_QUOTED.findall(text))
    for match in SENTENCE.finditer(text):
        sentence = match[0]
        asked = sentence.rstrip().endswith(("?", "？"))
        either: list[str] = []
        if not _DIAGNOSIS.search(sentence):
            either = [*_alternatives(sentence), *_alternatives_zh(sentence, asked=asked)]
        offered = (
            asked or (len(either) > 1 and brief) or (bool(either) and brief and "或" in sentence)
        )
        named = asked or bool(_RECOMMENDS.search(sentence))
        quoted = list(_quoted(sentence))
        found = [(name, offered) for name in either if name not in quoted]
        found += [(name, named or (brief and titles > 1)) for name in quoted]
        found += [
            (name, named) for name in _named(sentence) if not _held(name, [n for n, _ in found])
        ]
        yield from sorted(found, key=lambda pair: sentence.find(pair[0])) if titles else found


def _held(name: str, others: list[str]) -> bool:
    """Whether a name is only two others with what joins them, or one with what follows it."""
    return any(other != name and other in name for other in others)


def _quoted(sentence: str) -> Iterator[str]:
    """Names in quotation marks."""
    for match in _QUOTED.finditer(sentence):
        yield next(group for group in match.groups() if group)


def _named(sentence: str) -> Iterator[str]:
    """What is recommended, or the subject of a recommendation."""
    for prose in (*_PROSE_EN.finditer(sentence), *_PROSE_ZH.finditer(sentence)):
        if prose["after"] and _is_cut(sentence, prose.end("after")):
            continue
        name = _SOFTENED.sub("", prose["after"] or prose["before"] or "")
        name = re.split(
            r"\s+(?:for|if|since|because|when|as|and|in|on|at|or|with|to|it|some|too)\b", name
        )[0]
        if name.strip(_TRIM) and name.lower() not in _NO_NAME and not _NO_OPTION_ZH.search(name):
            yield name


_SOFTENED = re.compile(r"(?<=[\u4e00-\u9fff])(?:好了|呗|(?<![酒网贴])吧|哦|哈|嘛|呢|呀)+$")
"""What only softens an offer: 去X好了, 试试X吧."""


def _is_cut(sentence: str, end: int) -> bool:
    """Whether a name was cut at its longest, between two characters of a sentence that goes on."""
    return is_cjk(sentence[end - 1]) and end < len(sentence) and is_cjk(sentence[end])


_RECOMMENDS = re.compile(r"推荐|安利|\brecommend\b", re.IGNORECASE)
_BRIEF = 80
"""Length of a message, in words or characters of Chinese, up to which "X or Y" offers a choice."""
_DIAGNOSIS = re.compile(
    r"\b(?:might be|may be|could be|probably|due to|because|caused by|whether)\b|可能是|也许是|大概是|看看是|是不是|原因|由于|因为",
    re.IGNORECASE,
)
"""A sentence that looks for a cause offers nothing."""
_PREDICATE = re.compile(
    r"\s+(?:is|are|was|were|would|will|can|could|might|should|may|both|all|work|works|helps?|sounds?|seems?|do|does)\b"
)


def _alternatives(sentence: str) -> Iterator[str]:
    """Things joined by "or"."""
    if not _OR_WORD.search(sentence):
        return
    left, right = _OR_WORD.split(sentence, maxsplit=1)
    right = _PREDICATE.split(right, maxsplit=1)[0]
    frame = _LEAD_EN.match(left)
    rest = left[frame.end() :] if frame else left
    for part in (*_OR.split(rest), *_OR.split(right)):
        name = _ARTICLE.sub("", part.strip(_TRIM)).strip(_TRIM)
        vague = name.lower().startswith(
            ("any ", "some ", "other ", "more ", "your ", "you ", "if ")
        )
        if name and not vague and len(name.split()) <= 5 and name.lower() not in _NO_NAME:
            yield name


_OFFERS_ZH = re.compile(r"可以|不妨|推荐|建议|试试|考虑|要不|都不错|都行|都可以|适合|来[杯份点个]")


_NO_OPTION_ZH = re.compile(
    r"的$|吗$|[《》]|^[一两三几]个$|中$|^(?:[很挺]|非常|比较|如果|假如|无法|没有|不|我|你|这|那|有时间|其他|别的|的|一?些|寻找|可以|平时|自己)|什么|觉得|做一些|来[\u4e00-\u9fff]{2,}$"
    r"|^(?:很?好|不错|做法|方法|办法|建议|推荐|生日|[昨今明]天|周末|以前|最近)$"
)


_BOTH = re.compile(r"(?<=..)(?<![首成古京])都(?:很|挺|比较|非常|蛮|还|是|不错|行|好|可以|适合).*$")
"""What is said of all that was named: X和Y都挺好."""
_SHORT_OFFER = 30
"""Characters of a sentence with "or" that offers something without saying so."""
_PRAISE = re.compile(
    r"(?<=..)(?:最近|现在|目前)?(?:都|也)?(?:很|挺|比较|非常|蛮|超)(?:流行|火|热门|受欢迎|百搭).*$"
)


def _alternatives_zh(sentence: str, *, asked: bool) -> Iterator[str]:
    """Things joined by 还是 in a question, or by 或 where they are offered."""
    joint = re.search(r"还是|或(?!许)|(?:和|跟|与)(?=.*都)", sentence)
    if joint is None:
        yield from _enumerated(sentence)
    brief = len(sentence) <= _SHORT_OFFER and "我" not in sentence
    if joint is None or not (asked or _OFFERS_ZH.search(sentence) or (brief and "或" in joint[0])):
        return
    if joint[0] in "和跟与" and not asked and not _OFFERS_ZH.search(sentence):
        return
    joined = rf"\s*{joint[0]}\s*" if joint[0] in "和跟与" else None
    whole = re.sub(joined, "、", sentence, count=1) if joined else sentence
    for part in _OR_ZH.split(whole.strip(_TRIM)):
        name = re.sub(r"^.*(?<![还总只])是(?![否非])(?=.)", "", part)
        name = re.sub(rf"^{_LEAD_ZH}", "", _BOTH.sub("", _PRAISE.sub("", name))).strip(_TRIM)
        name = re.sub(
            r"(?:(?:都|也)?(?:是)?(?:(?:很|挺)?不错|挺好|(?<![旅银流步飞骑同商远出徒])行|可以(?:考虑|试试|选)?|很?适合\S*)(?:的\S{0,4})?)?(?:呢|吗|吧|啊|呀|的话|怎么样|如何)*$",
            "",
            name,
        )
        if name and len(name) <= 14 and not _NO_OPTION_ZH.search(name):
            yield name


_ENUMERATED = re.compile(
    r"(?:^|[:：，,。]|可以|推荐|考虑|建议|有)(?P<items>[^，,。:：、？?我]{1,12}(?:、[^，,。:：、？?我]{1,12})+)"
)
_ENUMERATES = re.compile(
    r"可以|推荐|考虑|建议|试试|[:：]|有[几两三四五]|都(?:很|挺|比较)?(?:好|不错|可以|行|适合|容易)"
)


def _enumerated(sentence: str) -> Iterator[str]:
    """Things in a row: 绿萝、虎皮兰、多肉都好养."""
    match = _ENUMERATED.search(sentence) if _ENUMERATES.search(sentence) else None
    if match is None or "我" in sentence:
        return
    for part in match["items"].split("、"):
        name = re.sub(rf"^{_LEAD_ZH}", "", part.strip(_TRIM)).strip(_TRIM)
        name = re.sub(
            r"(?:等等?|(?:这)?[几两三四五](?:个|种|款|家))?(?:都|也)\S*$|等等?$|(?:吧|呢|啊|呀|哦)$",
            "",
            name,
        )
        if name and len(name) <= 10 and not _NO_OPTION_ZH.search(name):
            yield name


_NO_NAME_WORDS = (
    "it this that these those something anything you yes no not sure else other both neither either "
    "they we i there here what which how when who where why whose good great true nice some more"
)
_NO_NAME = frozenset(_NO_NAME_WORDS.split()) | {"something else", "anything else", "not sure"}
