"""A sentence about oneself as a short line: its head, and what the head does not say."""

from __future__ import annotations

import re
from typing import Literal

from persona.recall.compacting import before_its_thing, compact, reworded
from persona.text import has_cjk, one_line

Attitude = Literal["dislikes", "likes", "says"]

_DEGREE = (
    r"(?:strongly|really|very|truly|absolutely|extremely|totally|completely|deeply|firmly|strictly|generally|"
    r"usually|personally|actually|just|simply|particularly|especially|definitely|genuinely|also|quite|pretty|"
    r"adamantly|vehemently|intensely|utterly|honestly|highly|always|consistently|actively|steadfastly|tend to|typically|"
    r"much|so|severely|entirely|passionately|thoroughly|greatly|vastly|fervently|heartily|wholeheartedly|heavily|"
    r"incredibly|terribly|overly(?= \w+ly\b)|purposely|deliberately)"
)
_SELF = rf"(?:i|i'm|i am|i've|i have)(?:\s+{_DEGREE})*\s+"
_BIG = r"(?:a |an |any |the |no |such a )?(?:(?:strong|deep|huge|big|severe|serious|intense|profound|general|real|extreme|great|particular|clear|much of a)\s+)*"
_NEGATIVE = re.compile(
    rf"^(?:{_SELF})(?:(?:have |hold |feel )?{_BIG}(?:aversion|dislike|distaste|hatred|disdain)s? (?:to|for|of|towards?|against)"
    r"|dislike|hate|loathe|detest|despise|abhor|avoid"
    r"|can(?:no|')t (?:stand|bear)|can not stand"
    rf"|(?:am )?not (?:really )?(?:{_BIG}fan of|fond of|keen on|into|interested in|enthusiastic about)"
    r"|(?:do not|don't)(?: really| particularly)? (?:like|enjoy|love|care for)"
    r"|prefer (?:not to|to avoid|avoiding|to stay away from|to steer clear of|staying away from)|refuse to|try to avoid|stay away from|steer clear of)\s+",
    re.IGNORECASE,
)
_POSITIVE = re.compile(
    rf"^(?:{_SELF})(?:(?:love|like|enjoy|adore|prefer)(?: to(?= (?:use|watch|read|eat|drink|wear|play|listen|buy)\b))?|(?:{_BIG}fan of|fond of|keen on|passionate about|crazy about|into|interested in)"
    rf"|(?:have )?{_BIG}(?:preference|passion|love|fondness) (?:for|of))\s+",
    re.IGNORECASE,
)
_SAYS = re.compile(
    rf"^(?:i have to |i must |i'm |i am |i've |i have |i )(?:{_DEGREE}\s+)*"
    r"(?:(?:follow|adhere to|stick to|keep to|on|committed to) (?:a |an |the |my )?(?=(?:[\w-]+ ){0,4}(?:diet|regimen|plan|lifestyle)\b))?",
    re.IGNORECASE,
)
_IDLE = re.compile(
    rf"\b(?:any (?:kind|form|type|sort)s? of|of any (?:kind|sort|type)|in any (?:form|way)|any(?! ?(?:more|longer|one|thing)\b)|whatsoever|at all|a lot|very much|{_DEGREE}"
    r"|the|an|a|(?:that|which|who) (?:are|is|were|was|have been|has been)(?! [\w-]+$)"
    r"|(?:(?<=\band )|(?<=\bbut )|(?<=\bso )|(?<=, )|(?<=; ))i(?: have to| must|'m| am| have|'ve)?(?: also)?"
    r"|i(?:'m| am)?(?= (?:avoid|prefer|only|also|never|don't|do not|like|love|enjoy|refuse|find)))(?:\s+|(?=[;,.]|$))",
    re.IGNORECASE,
)
_LIKING = re.compile(
    r"\b(?:prefer(?!red)|love|like(?= to\b)|enjoy|adore|only (?:use|eat|watch|read|wear|listen|buy|drink|play))\b"
    r"|喜欢|偏爱|更爱",
    re.IGNORECASE,
)
_DISLIKING = re.compile(
    r"\b(?:avoid(?:ing)?|dislike|hate|loathe|detest|despise|can(?:no|')t (?:stand|bear|tolerate)|don't|do not|never|refuse|not (?:a )?fan)\b"
    r"|讨厌|不(?:喜欢|爱|吃|喝|想|要)|受不了|反感|避免",
    re.IGNORECASE,
)
_SPACE_BEFORE_MARK = re.compile(r"\s+([,;.:])")
_OUTER = " \t\r\n\"“”'‘’.。!！~～…,，;；"
_NEG_ZH = re.compile(
    r"^(?:其实|真的|一直|从来)?我(?:自己|个人)?(?:是|真的|一直|从来|特别|非常|很|最|超|比较|都|也|向来|实在)*(?:不(?:太|怎么|是很)?(?:喜欢|爱|感兴趣)|讨厌|厌恶|反感|受不了|避免|嫌弃|排斥)"
)
_POS_ZH = re.compile(
    r"^(?:其实|真的|一直)?我(?:自己|个人)?(?:是|真的|一直|特别|非常|很|最|超|比较|都|也|向来|还)*(?:喜欢|热爱|喜爱|偏爱|钟爱|爱(?!人|好|国))"
)
_SELF_ZH = re.compile(r"^(?:其实|真的)?我(?:自己|个人|这个?人)?(?:是|真的|一直|也)?")
_IDLE_ZH = re.compile(
    r"(?:非常|特别|真的|实在|比较|超级|其实|任何|的话)(?=[\u4e00-\u9fff])|了(?=$)|[呢啊呀吧哦啦]+(?=$|[，,。])"
)


def shortened(sentence: str) -> tuple[Attitude, str]:
    """The head that a sentence stands under, and the rest of it in the person's words.

    ``"I really can't stand films with gore."`` gives ``("dislikes", "films with gore")``;
    ``"I only buy used bikes."`` gives ``("says", "only buy used bikes")``. Words of the rest stand
    in their order; articles, "any" and intensifiers are dropped.
    """
    text = one_line(sentence).replace("’", "'").strip(_OUTER)
    if has_cjk(text):
        return _headed(
            _telling(text),
            ((_NEG_ZH, "dislikes"), (_POS_ZH, "likes"), (_SELF_ZH, "says")),
            _IDLE_ZH,
        )
    return _headed(
        reworded(text), ((_NEGATIVE, "dislikes"), (_POSITIVE, "likes"), (_SAYS, "says")), _IDLE
    )


def shortest(attitude: Attitude, rest: str, sentence: str) -> str:
    """What `shortened` gave of a sentence, without reasons, examples and circumstances.

    Of ``"I avoid games that involve magic because they bore me."`` it is ``"games with magic"``.
    """
    return rest if has_cjk(rest) else compact(rest, sentence, _READ_WITH[attitude])


_READ_WITH: dict[Attitude, str] = {"dislikes": "avoid", "likes": "like", "says": ""}
"""What a head adds to the words of its line."""

LONG_ZH = 14
"""Characters of a Chinese sentence from which the clauses without a word of attitude are left out."""

_WORD_ZH = re.compile(
    r"喜欢|爱|讨厌|厌恶|反感|受不了|不[吃喝用看玩听去买穿碰想能会]|从不|从来|绝不|只|过敏|习惯|偏|宁|最|总|一直|每|经常|尽量|避|拒|坚持|戒|怕|兴趣|迷|擅长|吃素|素食|嫌|烦|腻|无感"
)


def _telling(text: str) -> str:
    """The clauses of a long sentence that have a word of attitude, with those between them."""
    if len(text) <= LONG_ZH:
        return text
    parts = re.split(r"(?<=[，,；;])", text)
    telling = [n for n, part in enumerate(parts) if _WORD_ZH.search(part)]
    return "".join(parts[telling[0] : telling[-1] + 1]).strip(_OUTER) if telling else text


def _headed(
    text: str,
    openers: tuple[tuple[re.Pattern[str], Attitude], ...],
    idle: re.Pattern[str],
) -> tuple[Attitude, str]:
    attitude: Attitude = "says"
    rest = text
    for pattern, head in openers:
        match = pattern.match(text)
        if match is None:
            continue
        said = text[match.end() :]
        told = _TURN[head].sub(r", \g<verb>", said, count=1) if head in _TURN else said
        if told != said or not _turns(head, said):
            attitude, rest = head, before_its_thing(told)
            break
    return attitude, _SPACE_BEFORE_MARK.sub(r"\1", idle.sub("", rest)).strip(_OUTER)


_ALSO = (
    rf"(?:[,;.]?\s+(?:and|but|so)\s+(?:i\s+)?|[,;.]\s+i\s+|,?\s+(?:as|since|because)\s+i\s+)"
    rf"(?:(?:{_DEGREE}|would|rather)\s+)*"
)
_TURN: dict[str, re.Pattern[str]] = {
    "dislikes": re.compile(rf"{_ALSO}(?P<verb>prefer|like|love|enjoy|only)\b", re.IGNORECASE),
}
"""Where a sentence turns to the other sign: "..., prefer text" may stand under dislikes.

The other way round it may not: what is disliked must never stand under likes.
"""


def _turns(head: Attitude, rest: str) -> bool:
    """Whether what follows has the other sign, so that the head would be untrue of it."""
    if head == "likes":
        return bool(_DISLIKING.search(rest))
    return head == "dislikes" and bool(_LIKING.search(rest))
