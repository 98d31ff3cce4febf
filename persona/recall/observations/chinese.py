"""Chinese claims: which tell of the speaker, how much, and how somebody else tells them.

Chinese needs no agreement: 我 becomes the name once, then 自己 before what is owned and TA elsewhere.
"""

from __future__ import annotations

import re

from persona.recall.times import names_time
from persona.text import is_cjk

_KIN = (
    r"爸爸?|妈妈?|父母|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥?|姐姐?|弟弟?|妹妹?|老公|老婆|丈夫|妻子|先生|太太|儿子|女儿|孩子|娃|宝宝"
    r"|男朋友|女朋友|男友|女友|对象|朋友|闺蜜|室友|同事|同学|老师|老板|领导|邻居|家人|家里|家|猫|狗"
)
_KIN_FORMS = re.compile(rf"(?:{_KIN})")
_MARKS = r"[，,。.！!、~～…;；\s]"
_CRY = re.compile(
    rf"^(?:嗯+|恩+|哦+|噢+|啊+|呃+|唉+|哎呀?|诶|欸|嘿+|哇+|哈+|嘻+|是[啊呀的]|对[啊呀的]?|好[的啊呀吧]?|没错|确实|当然(?:可以)?|不是|没有|可以|谢谢|你知道吗)(?=$|{_MARKS}){_MARKS}*"
    rf"|^(?:其实|实际上|说实话|老实说|话说|对了|然后|所以|不过|而且|但是?|比如|告诉你[个吧]?|我?跟你说|我告诉你|我想说的?是?|说起来|怎么说呢){_MARKS}*"
    rf"|^(?:你好|您好|大家好|早上好|晚上好|下午好|中午好|早安|嗨|嘿|哈喽)[啊呀哦]?{_MARKS}*[^，,。！!\s]{{0,8}}(?:$|{_MARKS}+)",
)
_TALK = re.compile(
    r"^(?:(?:太|非常|真的?|很|再次)*(?:谢谢|感谢|多谢)|再见|拜拜|晚安|你好|您好|加油|恭喜|祝你?|希望你|请|没关系|不客气|不用谢|没事|好主意|好建议|明白|知道|收到|不错|可以|行(?!李)|(?:你|您)(?:说得|说的|真|太|好|也|的|可以|应该|是|会|能|要|觉得|知道|总)"
    r"|我(?:明白|知道|懂|理解|了解|同意|赞同|相信你|试试|去试|这就|也(?:是|觉得|这么|同感))|我(?:会|将|一定)(?:要|去|再|好好|认真|尽力|多|试着)*(?:试|尝试|考虑|注意|看看|看一[看下]|实践|努力|记住|参考|按|学习的)"
    r"|(?:这|那)(?:个|些|真|太|很|就)*(?:主意|建议|想法|听起来|真|太|很|不错|好)|听(?:起来|上去|着)|太(?:好|棒|厉害)了|真(?:的吗|棒|好|厉害)|哪里|是吗|原来如此|很?高兴(?:能?(?:认识|见到|和你|跟你))"
    r"|我叫|我的名字)"
    r"|(?:和|跟|与|同|向)(?:你|您)(?:.{0,3})(?:聊|谈|分享|说|讲|见|交流)|问问?(?:一下)?(?:你|您)|请教|再聊|先到这|聊到这|说过?[：:“”\"]*$|保持联系|第一次(?:聊|和你)"
)
_YOU = re.compile(r"你|您")
_SELF = re.compile(r"(?<!自)我|咱|本人|俺|自己")
_DONE = re.compile(r"了(?!解)|过(?![年节去程分期敏])|完[了成]|刚|曾经?")
_PLAN = re.compile(
    r"打算|准备|计划|想要?(?![起到])|希望|决定|正在|在考虑|目标|梦想|明天|下周|下个?月|明年|要(?:去|开始|参加|搬|学|买|结婚|考)"
)
_STATE = re.compile(
    r"我(?:们|家|自己)?(?:就|也|还|都|一直|现在|目前|平时|经常|每[天周年月])*(?:是|有|在|住|叫|养|学|做|开|教|当|读|会|用|喜欢|爱|讨厌|最|习惯|工作)"
)
_FEELING = re.compile(
    r"开心|高兴|难过|伤心|紧张|焦虑|压力|累|兴奋|激动|感动|失望|孤单|孤独|担心|害怕|后悔|骄傲|自豪|满足|放松|郁闷|烦|生气|幸福|遗憾|觉得|感觉|感到|感受"
)
_OWN = re.compile(rf"我(?:们|的)*(?:{_KIN})|我们?的|我们?家")
_NUMBER = re.compile(r"\d|[一二两三四五六七八九十]+(?:个|年|岁|天|次|月|周|只|条|本|门)")


def is_talk(claim: str) -> bool:
    """Whether a Chinese claim tells nothing of the speaker: it greets, thanks, praises or reacts."""
    if _TALK.search(claim) or sum(is_cjk(c) or c.isalnum() for c in claim) < 4:
        return True
    return not _SELF.search(claim) and (bool(_YOU.search(claim)) or not names_time(claim))


def without_talk(claim: str) -> str:
    """A claim without cries and greetings, and without its clauses that are only talk."""
    before = ""
    while claim != before:
        before, claim = claim, _CRY.sub("", claim)
    clauses = re.split(r"(?<=[，,；;])", claim)
    while clauses and _is_aside(clauses[-1]):
        clauses.pop()
    while clauses and _is_aside(clauses[0]):
        clauses.pop(0)
    return "".join(clauses).strip(" \t，,、。.!！~～…;；")


def _is_aside(clause: str) -> bool:
    own = _SELF.search(clause)
    return bool(_TALK.search(clause)) or (not own and bool(_YOU.search(clause)))


def worth(claim: str) -> float:
    """How much speaks for noting a Chinese claim, on the scale of the English scores.

    Set by hand: there is no Chinese set of observations to fit it on.
    """
    own = bool(_SELF.search(claim))
    score = -2.2 + (1.0 if own else 0.0)
    for pattern, weight in (
        (_DONE, 0.5), (_PLAN, 0.5), (_STATE, 0.6), (_FEELING, 0.3), (_OWN, 0.5), (_NUMBER, 0.3),
    ):  # fmt: skip
        if pattern.search(claim):
            score += weight
    score += 0.5 if names_time(claim) else 0.0
    return score + min(sum(map(is_cjk, claim)), 24) / 24


_WORD = re.compile(rf"(?:(?<!自)我|咱|俺)(?:们|們)?(?:(?P<of>的)|(?=(?P<kin>{_KIN})))?|本人")


def told_of(claim: str, name: str, *, named: bool = False, other: str | None = None) -> str:
    """The claim with the name for 我; 我们 is the speaker too, whoever was with them.

    Args:
        claim: without greeting.
        name: of the speaker.
        named: whether the name stands just before.
        other: who 你 is; None where that is not known, and 你 is left.
    """
    seen = named

    def turned(match: re.Match[str]) -> str:
        nonlocal seen
        owned = match["of"] or match["kin"]
        word = ("自己" if owned else "TA") if seen else name
        seen = True
        return word + ("的" if owned and match["kin"] != "家" else "")

    text = _WORD.sub(turned, claim)
    text = re.sub(r"TA(?=自己)", "", text)
    if other:
        text = re.sub(r"(?:你|您)(?:们|們)?", lambda _: other, text)
    return text if seen else f"{name}说{text}"
