"""Marks that turn a sentence round."""

from __future__ import annotations

import re

from persona.extract.cues.needles import may_hold

_IRONY_NEEDLES = (
    "/s",
    "sarcas",
    "iron",
    "not",
    "right",
    "said no",
    "as if",
    "kidding",
    "of course",
    "🙃",
    "🙄",
    "jk",
    "j/k",
    "反",
    "怪",
    "玩笑",
    "说笑",
    "骗你",
    "信你",
    "呵",
    "狗头",
    "滑稽",
    "手动",
    "微笑",
    "再见",
    "白眼",
    "doge",
    "谢谢",
    "阴阳",
)
_LINE_IRONY = re.compile(r"(?:^|\s)/s(?:arcasm)?\W*$")
_IRONY = re.compile(
    r"(?:^|\s)/s(?:arcasm)?\W*$|\(\s*(?:sarcasm|sarcastic|irony|ironic|not)\s*\)|#sarcasm\b|#irony\b|"
    r"\byeah,? right\b(?!\s+now)|\bsaid no ?one ever\b|\bsaid nobody ever\b|\bas if!|[.,!…]\s*not!\W*$|"
    r"\bbecause of course\b|\b(?:love|adore|amazing|great|fantastic|wonderful|brilliant|favou?rite|lovely|perfect)\b.*[🙃🙄]|"
    r"\bjust kidding\b|\b(?:jk|j/k)\W*$|\bi'm being sarcastic\b|\bsarcastically\b|"
    r"反话|反讽|才怪|开玩笑的|说笑的|骗你的|(?:我)?信你个鬼|呵呵.{0,12}(?:真好|太好了|真棒|好棒|最爱|真喜欢|太喜欢)|"
    r"(?:真好|太好了|真棒|好棒|最爱|喜欢|爱).{0,16}呵呵|谢谢(?:您|你)(?:嘞|了啊|全家).{0,24}(?:太|真|最)(?:喜欢|爱)|狗头|手动(?:滑稽|微笑|再见|狗头|doge|白眼)|\[(?:doge|微笑|再见|白眼)\]|阴阳怪气"
)
_ONLY_IRONY = re.compile(
    r"^\W*(?:oh |haha |lol )*(?:yeah,? right|said no ?one ever|said nobody ever|not|just kidding|jk|"
    r"/s|as if|才怪|反话|开玩笑的|骗你的|呵呵|狗头)(?:呢|啦|哈|的|了)?\W*$"
)


def is_ironic(whole: str) -> bool:
    """Whether a sentence is marked as meant the other way round: "/s", （反话）, 才怪."""
    return may_hold(whole, _IRONY_NEEDLES) and bool(
        _IRONY.search(whole) or _ONLY_IRONY.match(whole)
    )


def marks_line_as_ironic(whole: str) -> bool:
    """Whether the mark counts for the whole line before it ("/s")."""
    return bool(_LINE_IRONY.search(whole))


def is_only_irony_mark(whole: str) -> bool:
    """Whether a sentence is nothing but the mark, so that it speaks of the one before it."""
    return bool(_ONLY_IRONY.match(whole))
