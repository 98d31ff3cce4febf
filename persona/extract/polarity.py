"""The sign that the words of a clause give to a thing named in it.

For the short form of answers, which names a target and a label but no message: a message counts as
evidence only where its own words have the relation's sign. Words that decide stand before the thing
("can't stand X", 讨厌X) or, where none does, after it ("X is not my thing", X我受不了). A pair of
things in one clause is told apart by the words between them ("X over Y", "from X to Y", 把X换成Y).
"""

from __future__ import annotations

import re

_NEG_EN = (
    r"hat(?:e|es|ed|ing)|dislik(?:e|es|ed)|detest(?:s|ed)?|loath(?:e|es|ed)|despis(?:e|es|ed)|"
    r"(?:can't|cannot|couldn't|can not) (?:stand|bear|handle|take|do|get into|deal with)|"
    r"(?:sick|tired|bored|done|fed up|over it) (?:of|with)|fed up with|not (?:a |much of a |really a |the biggest )*"
    r"(?:big |huge )?fan|not (?:really )?(?:my|for me)\b(?: \w+)*|no fan of|not so much|not really|hard (?:no|pass)|"
    r"disgust(?:s|ing|ed)|gross|yuck|awful|terrible|horrible|ruin(?:s|ed)?|worst|overrated|"
    r"quit|gave up|giv(?:e|en|ing) up|stopped|stop(?:s|ping)?|ditched|dropped|abandoned|uninstalled|deleted|"
    r"cancell?ed|sold|got rid of|moved away from|no longer|used to|avoid(?:s|ed|ing)?|stay(?:s|ed|ing)? away from|"
    r"steer clear of|allergic to|intolerant (?:to|of)|never|rejected|turned down|decided against|ruled out|"
    r"annoy(?:s|ing|ed)?|couldn't get into|bor(?:es|ing)|too slow|regret"
)
_POS_EN = (
    r"lov(?:e|es|ed|ing)|lik(?:e|es|ed|ing)|enjoy(?:s|ed|ing)?|ador(?:e|es|ed)|prefer(?:s|red)?|"
    r"(?:am|i'm|really|so|getting|got|are|we're|been|big|huge)(?: \w+)?(?: really)? into|fan of|fond of|keen on|crazy about|"
    r"obsessed with|hooked on|passionate about|addicted to|favou?rites?|right up my alley|my (?:thing|jam|cup of tea)|"
    r"can't (?:get enough of|live without|wait)|swear by|(?:is|are|was|it's|they're) (?:\w+ )?(?:great|brilliant|amazing|"
    r"awesome|fantastic|lovely|delicious|the best|wonderful|perfect|fun)|"
    r"use|uses|using|runs? on|works? with|switched to|moved to|went with|go with|going with|rather (?:go with|have|use)?|"
    r"back (?:on|to|with)|deploy(?:s|ed)? (?:\w+ )?on|is built (?:on|with)|own|have|bought|got(?! (?:\w+er|too|so|very|really|worse|old|boring|stuck)\b)|adopted|learning|studying|"
    r"live in|living in|based in|work (?:at|for|as)|working (?:at|for|as)|drink|eat|play|watch|speak|want|"
    r"interested in|curious about|need|good at|recommend|stick(?:ing)? with"
)
_NOT = re.compile(
    r"\b(?:not|don't|doesn't|didn't|isn't|aren't|wasn't|never|no longer|won't|wouldn't|can't|cannot|"
    r"couldn't|haven't|hardly|barely|stopped|quit|without)\s+(?:(?:really|actually|even|much|that|so|"
    r"particularly|exactly|a|the|my|ever|to|be|been|any|quite|like|all|too|do)\s+){0,3}$"
)
_CUE_EN = re.compile(rf"\b(?:(?P<neg>{_NEG_EN})|(?P<pos>{_POS_EN}))\b")

_NEG_ZH = (
    r"讨厌|厌恶|反感|受不了|忍不了|无法忍受|嫌弃|嫌|痛恨|恨|看不惯|腻了|厌倦|踩雷|难吃|难喝|难听|难用|难看|"
    r"免了|算了|敬谢不敏|拒绝|放弃|戒掉|戒了|戒|停了|卸载|卖了|扔了|弃用|弃坑|退坑|不感兴趣|没兴趣|无感|"
    r"过敏|不耐受|避开|远离|从不|绝不|从来不|再也不|不再|早就不|已经不|"
    r"[不没](?:太|怎么|是很|大|想|能|肯|爱|再|敢)?(?:喜欢|爱|吃|喝|用|玩|看|听|碰|写|买|选|去|抽|要|养|学|住|行|好)(?!少|多|住|到|停|完)"
)
_POS_ZH = (
    r"喜欢|热爱|喜爱|钟爱|偏爱|酷爱|最爱|超爱|爱上|爱[吃喝看听玩用打跳去在拼睡喝]|(?<![可恋])爱(?!好者|情)|迷上|痴迷|着迷|入坑|真香|离不开|"
    r"心头好|安利|不错|好吃|好喝|好听|好看|好用|好玩|顺手|最棒|绝了|上瘾|沉迷|感兴趣|有兴趣|兴趣|更爱|宁愿|偏好|"
    r"改用|换成|换到|换了|用回|喝回|在用|用的是|用着|用|使用|住在|住|搬到|搬去|搬来|在学|学|养了|养|买了|买|入手|想要|想|"
    r"打算|准备|计划|擅长|拿手|精通|会(?!员|计|议)|喝|吃|玩|看|听(?!说)|写|选|做|(?<!听)说|讲"
)
_CUE_ZH = re.compile(rf"(?P<neg>{_NEG_ZH})|(?P<pos>{_POS_ZH})")
_DOUBLE_ZH = re.compile(r"(?:不是|没有|并非|并不|也不|不|没)(?:很|太|真的?|那么|特别|怎么)?$")
_DOUBLE_EN = re.compile(
    r"\b(?:not|don't|doesn't|didn't|isn't|never|can't say i|wouldn't say i)\s+(?:\w+\s+){0,1}$"
)
_PAIR_BEFORE_NEG = re.compile(
    r"(?:\b(?:but not|, not|not|instead of|rather than|as opposed to|except(?: for)?|other than|"
    r"anything but|unlike|without)(?: the| a| an| my)?|(?:而不是|而非|不是|除了|唯独|比起|与其|不选|别选))\s*$"
)
_OVER = re.compile(
    r"\b(?:prefer|prefers|preferred|choose|chose|pick|picked|rather|love|like|take|go with)\b.*\b(?:over|than|to)\s+(?:the |a |my )?$"
)
_FROM = re.compile(
    r"(?:\b(?:switch|switched|moved|move|migrated|migrating|moving|switching|went|changed|graduated|converted)\b.*\bfrom\s+"
    r"(?:the |my |a )?$|\b(?:replaced|swapped|ditched|traded|dropped|swapped out)\s+(?:the |my |our |a )?$|(?:从|把|由)\s*$)"
)
_TO = re.compile(
    r"(?:\b(?:switch|switched|moved|move|migrated|migrating|moving|switching|went|changed|converted)\b.*\b(?:to|over to)\s+(?:the |my |a )?$"
    r"|\b(?:replaced|swapped|ditched|traded|dropped)\b.*\b(?:with|for|by)\s+(?:the |my |a )?$"
    r"|(?:换成|换到|改成|改用|搬到|搬去|转到|转向|转用|迁移到|换为|搬来)了?\s*$)"
)
_MOVES_ZH = re.compile(
    r"^.{0,30}?(?:换成|换到|改成|改用|搬到|搬去|搬来|转到|转向|转用|迁移到|换为|换掉)"
)
_RATHER_ZH = re.compile(r"宁愿.*[也都]不(?:愿意?|想|要)?[吃喝看用去住选]?\s*$")
_SEGMENT = re.compile(
    r"[,，;；。.!！]|\b(?:but|though|although|whereas|however|while)\b|但是|但|不过|可是|然而|唯独|\band (?:i|we)\b"
)
_ENDED_AFTER = re.compile(
    r"^\s*(?:了)?(?:我)?(?:都|也|就|是|已经|早就?|两年前|现在)*(?:就)?(?:停|戒|不[^,，。]{0,3}|没再[^,，。]{0,3}|弃|卸载|卖|扔|免)(?:掉)?了"
)


def _plain(text: str) -> str:
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return lowered.replace("’", "'")


def polarity_towards(clause_text: str, start: int, end: int) -> int | None:
    """The sign that a clause's own words give to the target at ``clause_text[start:end]``.

    Args:
        clause_text: one clause, as it was written.
        start: where the target begins in it.
        end: where it ends.

    Returns:
        +1 (likes, uses, owns, ...), -1 (dislikes, avoids, ended, ...), or None where the clause
        does not say, as in a double negation or a bare name.
    """
    plain = simplified_same_length(_plain(clause_text))
    before, after = plain[:start], plain[end:]
    paired = _by_pair(before, after)
    if paired is not None:
        return paired
    segment = _last_segment(before)
    preceding = _nearest(segment, last=True)
    if preceding is not None:
        sign = preceding or None
        if sign == 1 and _ENDED_AFTER.match(after):
            return -1
        return sign
    if _ENDED_AFTER.match(after):
        return -1
    following = _nearest(_first_segment(after), last=False)
    if following is not None:
        return following or None
    further = _nearest(after, last=False) if not segment.strip() else None
    if further is None and len(segment) < len(before):
        further = _nearest(before, last=True)
    return further or None


def simplified_same_length(text: str) -> str:
    """The text in Simplified Chinese, character for character."""
    from persona.text import has_cjk, simplified

    if not has_cjk(text):
        return text
    plain = simplified(text)
    if len(plain) == len(text):
        return plain
    return "".join(s if len(s := simplified(c)) == 1 else c for c in text)


def _by_pair(before: str, after: str) -> int | None:
    """The sign by the words that tell two things of one clause apart."""
    if _TO.search(before):
        return 1
    if _RATHER_ZH.search(before) or _PAIR_BEFORE_NEG.search(before):
        besides = before.rstrip().endswith("除了") and re.search(r"还|也", after[:30])
        return None if besides else -1
    if _OVER.search(before):
        return -1
    if _FROM.search(before):
        chinese = before.rstrip()[-1:] in "从把由"
        return -1 if not chinese or _MOVES_ZH.match(after) else None
    return None


def _last_segment(before: str) -> str:
    cut = 0
    for match in _SEGMENT.finditer(before):
        cut = match.end()
    tail = before[cut:]
    return tail if _has_cue(tail) or not _is_list_tail(before, cut) else before


def _is_list_tail(before: str, cut: int) -> bool:
    """Whether the last break is a comma of a list, so that the cue before it still governs."""
    return before[max(0, cut - 1) : cut] in (",", "，", ";", "；")


def _first_segment(after: str) -> str:
    match = _SEGMENT.search(after)
    return after[: match.start()] if match else after


def _has_cue(text: str) -> bool:
    return bool(_CUE_EN.search(text) or _CUE_ZH.search(text))


def _nearest(text: str, *, last: bool) -> int | None:
    """The sign of the last or first cue: +1, -1, 0 for one that is undone, None for none."""
    cues = [(m.start(), _sign(text, m, _NOT, _DOUBLE_EN)) for m in _CUE_EN.finditer(text)]
    cues += [(m.start(), _sign(text, m, None, _DOUBLE_ZH)) for m in _CUE_ZH.finditer(text)]
    if not cues:
        return None
    return max(cues)[1] if last else min(cues)[1]


def _sign(
    text: str, match: re.Match[str], negator: re.Pattern[str] | None, double: re.Pattern[str]
) -> int:
    before = text[: match.start()]
    if match["neg"]:
        return 0 if double.search(before) else -1
    if negator is not None:
        return -1 if negator.search(before) and not _NOT_ONLY.search(before) else 1
    return -1 if _NOT_ZH.search(before) else 1


_NOT_ONLY = re.compile(r"\bnot (?:only|just)\s*$")
_NOT_ZH = re.compile(
    r"(?:不再|再也不|从不|不太|不怎么|不是很|不大|不|没有|没|别)(?:那么|特别|很|太|想|能|再)?$"
)
