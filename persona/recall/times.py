"""Words of time: in a message that says when, in a question that asks when or for the latest."""

from __future__ import annotations

import re

_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|recently|since|(?:last|next|this|past) (?:week|weekend|month|year|night|"
    r"morning|spring|summer|autumn|fall|winter|few)|weekend|weeks?|months?|years?|monday|tuesday|wednesday|thursday|friday|"
    r"saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|"
    r"\d{1,2}(?:st|nd|rd|th)|(?:19|20)\d\d)\b"
    r"|昨天|前天|今天|今晚|明天|后天|上周|下周|这周|上个?月|下个?月|去年|今年|明年|前年|周末|星期|礼拜|周[一二三四五六日天]"
    r"|\d+\s*(?:年|月|号|日|天前|周前|个月前)|以前|之前|刚刚|最近",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"^\W*(?:when|how long|how many (?:days|weeks|months|years)|(?:on |in )?(?:what|which) (?:date|day|week|month|year|time))\b"
    r"|什么时候|啥时候|哪天|哪年|哪个月|几号|几月|多久|何时|多长时间",
    re.IGNORECASE,
)
_LATEST = re.compile(
    r"\b(?:latest|recent|recently|lately|these days|nowadays|currently|last time|most recent|newest|right now|at the moment)\b"
    r"|最近|近来|目前|现在|上次|最新|如今",
    re.IGNORECASE,
)


def names_time(text: str) -> bool:
    """Whether a text has a word of time: "last week", 去年, "in June", "2019"."""
    return bool(_TIME.search(text))


def asks_when(question: str) -> bool:
    """Whether a question wants a time: "When did ...", "How long ...", 什么时候."""
    return bool(_WHEN.search(question))


def asks_for_latest(question: str) -> bool:
    """Whether a question is about now: "lately", "currently", 最近."""
    return bool(_LATEST.search(question))
