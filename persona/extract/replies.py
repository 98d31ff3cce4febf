"""What a person's reply says together with the assistant's question before it.

"Do you like tennis?" - "yes, love it": the reply names nothing, the question does. "Which languages
do you speak?" - "Cebuano and English": the reply names things, the question says what of them. A
question is turned into the statement that its answer makes, which is then read like any other.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from persona.text import has_cjk

MAX_QUESTION = 300
"""Characters of the assistant's last question that are read; longer ones ask several things."""

_SENTENCE = re.compile(r"[^.!?。！？\n]+[?？]")
_TAIL_ZH = re.compile(r"[吗么呢吧嘛啊呀？?\s]+$")
_WORD_ZH = re.compile(
    r"什么样的|什么|哪里人|哪里|哪儿|哪些|哪个|哪位|哪种|哪家|哪国|哪款|哪|谁|多大|几岁|怎么称呼|如何称呼"
)
_DO_WHAT_ZH = re.compile(r"做什么|从事什么|什么工作|什么职业|干什么|哪一?行")
_YOU_ZH = re.compile(r"您|你")
_CHOICE_ZH = re.compile(r"还是|或者")
_YES_NO_EN = re.compile(
    r"^(?:.*?[,:;] )?(?:so |and |oh |ah |well |but |then |cool |nice )*"
    r"(?P<aux>do|did|are|have|can|would) you (?:guys )?(?:also |still |ever |really |actually |already |currently )*"
    r"(?P<rest>.+?)(?: too| as well| at all| by any chance| yourself| then| now| these days)?\s*\?$",
    re.IGNORECASE,
)
_DECLARED = {
    "do": "I ",
    "are": "I am ",
    "can": "I can ",
    "would": "I would ",
    "have": "I have ",
    "did": "",
}
_WH_EN = re.compile(
    r"(?:what|which|who|what's|whats|how)\b(?P<noun>[\w' -]{0,40}?)\b(?:do|are|have|can|would) you "
    r"(?:usually |mostly |currently |normally |really |also |most |guys |still |all )*(?P<verb>.+?)\s*\?$",
    re.IGNORECASE,
)
_FAVOURITE_EN = re.compile(
    r"(?:what|who|which)(?:'s| is| are|s)? your (?:all-time |absolute )?(?P<least>least )?fav(?:ou?rites?|e)"
    r"(?P<slot>[\w' -]{0,40}?)\s*\?$",
    re.IGNORECASE,
)
_FIXED_EN = (
    (re.compile(r"\bany (?:[\w-]+ ){1,3}(?:that |which )?you(?:'re| are)? (?:really |particularly )?(?:like|love|enjoy|prefer|into|fond of)\b"
                r"|\b(?:any|what are your|got any) (?:hobbies|interests|passions)\b|\bwhat are you into\b"), "I like "),
    (re.compile(r"\bwhat (?:do|else do) you (?:like to |enjoy )?do(?:ing)? (?:for fun|to (?:relax|unwind)|in your (?:free|spare) time|(?:on|at) (?:the )?weekends?|outside (?:of )?work)"), "I like "),
    (re.compile(r"\b(?:any|have) pets\b"), "I have "),
    (re.compile(r"\bwhat do you do\b|\bwhat's your (?:job|occupation|profession|line of work)\b"
                r"|\bwhat (?:is|are) (?:you|your) (?:job|occupation|role|profession)\b|\bwhat do you work as\b"), "I am a "),
    (re.compile(r"\bwhere (?:do|did) you live\b|\bwhere are you (?:based|living|located)\b|\bare you local\b"
                r"|\bwhich city (?:do|are) you\b"), "I live in "),
    (re.compile(r"\bwhere are you (?:originally )?from\b|\bwhere (?:did you grow up|were you born)\b"
                r"|\bwhere do you come from\b"), "I am from "),
    (re.compile(r"\bwhere do you work\b|\bwho do you work for\b"), "I work at "),
    (re.compile(r"\bwhat(?:'s| is) your name\b|\b(?:what|how) (?:should|can|may|do) i call you\b"), "my name is "),
    (re.compile(r"\bhow old are you\b|\bwhat(?:'s| is) your age\b"), "I am "),
    (re.compile(r"\b(?:what|anything|something|foods?|things?|ingredients?|drinks?)\b[^?]{0,40}\b(?:can't|cannot|can not|don't) (?:eat|have|drink)\b"), "I do not eat "),
    (re.compile(r"\ballerg(?:y|ies|ic)\b"), "I am allergic to "),
    (re.compile(r"\b(?:anything|something|things|foods?) (?:that )?you (?:really )?(?:dislike|hate|don't like|avoid"
                r"|can't stand|don't eat)\b|\bwhat do you (?:hate|dislike|avoid)\b|\banything (?:to avoid|off limits)\b"
                r"|\bleave (?:off|out)\b"), "I dislike "),
)  # fmt: skip


class Asked(NamedTuple):
    """What a question makes of its answer.

    Attributes:
        declared: the question as the statement that a "yes" makes, or "".
        prefix: what to put before an answer that is only a name, or "".
    """

    declared: str
    prefix: str


def last_question(text: str) -> str:
    """The last question of a message, or "" where it does not end on one (a short remark aside)."""
    found = list(_SENTENCE.finditer(text[-4000:]))
    if not found or len(text[-4000:]) - found[-1].end() > 80:
        return ""
    question = found[-1][0].strip()
    return question if len(question) <= MAX_QUESTION else ""


def asked(question: str) -> Asked:
    """How an answer to a question is to be read; both parts are "" where we cannot say."""
    if not question:
        return Asked("", "")
    return _asked_zh(question) if has_cjk(question) else _asked_en(question)


def _asked_en(question: str) -> Asked:
    plain = question.replace("’", "'").lower()
    for pattern, prefix in _FIXED_EN:
        if pattern.search(plain):
            return Asked("", prefix)
    favourite = _FAVOURITE_EN.search(question)
    if favourite:
        least = "least " if favourite["least"] else ""
        return Asked("", f"my {least}favourite{favourite['slot'].rstrip()} is ")
    wh = _WH_EN.search(question)
    if wh:
        verb = re.sub(
            r"\b(?:most|best|right now|now|these days|at work|at home|outdoors|indoors|for fun|in your (?:free|spare) time|on weekends|at weekends)$",
            "",
            wh["verb"],
        ).strip()
        aux = "I am " if re.search(r"\bare you ", plain) else "I "
        modal = "I would " if re.search(r"\bwould you ", plain) else aux
        return Asked("", f"{modal}{verb} ")
    yes_no = _YES_NO_EN.match(question)
    if yes_no and " or " not in plain:
        declared = _DECLARED[yes_no["aux"].lower()]
        rest = re.sub(r"\byour\b", "my", yes_no["rest"])
        return Asked(f"{declared}{rest}" if declared else "", "")
    return Asked("", "")


def _asked_zh(question: str) -> Asked:
    plain = _TAIL_ZH.sub("", question)
    plain = plain.split("，")[-1].split(",")[-1].strip()
    if _DO_WHAT_ZH.search(plain):
        return Asked("", "我是")
    word = _WORD_ZH.search(plain)
    if word is not None:
        if word[0] in ("多大", "几岁"):
            return Asked("", "我今年")
        if "称呼" in word[0]:
            return Asked("", "我叫")
        if word[0] == "哪里人":
            return Asked("", "我来自")
        before = _YOU_ZH.sub("我", plain[: word.start()])
        if not before:
            return Asked("", "")
        return Asked("", before if before.startswith("我") else f"我{before}")
    if _CHOICE_ZH.search(plain) or not question.rstrip().endswith(("?", "？", "吗")):
        return Asked("", "")
    declared = _YOU_ZH.sub("我", plain)
    declared = re.sub(r"(喜欢|爱|会|用|吃|喝)不\1", r"\1", declared)
    return Asked(declared if "我" in declared else f"我{declared}", "")
