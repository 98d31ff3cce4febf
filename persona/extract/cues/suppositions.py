"""Words that suppose what is not so."""

from __future__ import annotations

import re

from persona.extract.cues.needles import may_hold

_IRREAL_NEEDLES = (
    "if ",
    "were i",
    "had i",
    "wish",
    "suppos",
    "assum",
    "imagin",
    "let's ",
    "say i",
    "pretend",
    "hypothet",
    "life",
    "universe",
    "ideal world",
    "perfect world",
    "my dreams",
)
_REAL_IF = re.compile(
    r"\bif (?:i|you|we) (?:had|have|has) to\b|\bif (?:anything|possible|you don't mind|you ask me|"
    r"you could|you can|you want|you like|you must know|i'm honest|i'm being|i am honest|i remember)\b|"
    r"(?:如果|要是)(?:非|一定|硬)?要?(?:让|叫|要)?我?(?:选|挑|说)|要说"
)
_IRREAL_EN = re.compile(
    r"\bif (?:only|i|we|my|the|there|he|she|they|it|you|money|someone|somebody)\b[^.?!]{0,60}?"
    r"(?:\b(?:were|weren't|could|would|had|hadn't|didn't|won|lived|owned|knew|was|wasn't|became)\b|'d\b)|"
    r"(?:\bwould(?:n't)?\b|'d\b|\bcould\b)[^.?!]{0,80}\bif (?:i|we|my|the|there|it|you|they|he|she|money)\b|"
    r"\bwere i\b|\bhad i\b|\bwish(?:ed)? (?:that )?(?:i|we) (?:were|was|had|could|lived|owned|knew|did|"
    r"didn't|liked|loved|spoke)\b|"
    r"^\W*(?:and |but |so |ok |okay |now )?(?:suppose|supposing|assume|assuming|imagine|what if|"
    r"let's say|let's suppose|let's imagine|let's pretend|say i(?:'m| was| were| am)|"
    r"hypothetically|pretend)\b|\b(?:hypothetically|in another life|in a parallel universe|"
    r"in an ideal world|in a perfect world|in my dreams|in my next life|in an alternate universe|in a different life)\b"
)
_IF_EN = re.compile(r"^\W*(?:and |but |so |then |unless )?(?:if|unless|in case)\b")
_WOULD = re.compile(r"\b(?:would|wouldn't|could|might|i'll|i will)\b|\b(?:i|we)'d\b")
_IRREAL_ZH = re.compile(
    r"假如|假设|假使|倘若|设想|想象一下|想像一下|若是|要不是|下辈子|来世|"
    r"如果(?:说)?(?:我|咱|有一天|哪天|能|可以|有钱|没有|有机会|中了|当初|时间|人生|重来)|"
    r"要是(?!非|一定)|万一|就好了|(?:我)?要能.{1,20}就|平行宇宙|做梦"
)
_REAL_ZH = re.compile(
    r"(?:如果|要是)(?:我)?(?:没记错|方便|可以的话|有空|没事|周末|下雨|天气)(?!.{0,8}(?:会|想|愿意|才)(?:去)?(?:喜欢|爱|讨厌|用|学|吃|喝))"
)
_IF_ZH = re.compile(r"^\W*(?:那|但|不过)?(?:如果|要是|若|倘若|假如|万一)")
_WOULD_ZH = re.compile(r"就|会|想|愿意|一定|肯定|宁愿|可能")
_GOES_ON = re.compile(r"^\W*(?:and |then |so |maybe |also )*(?:i|we)(?:'d| would| could| might)\b")


def is_supposed(whole: str) -> bool:
    """Whether a sentence supposes what is not so: "if I were ...", 假如, "I wish I had ...".

    A condition that holds now and then ("if it rains I take the bus"), and one that asks for a
    choice ("if I had to choose"), suppose nothing.
    """
    if may_hold(whole, _IRREAL_NEEDLES) and _IRREAL_EN.search(whole):
        return not _REAL_IF.search(whole)
    if not whole.isascii() and _IRREAL_ZH.search(whole):
        return not (_REAL_IF.search(whole) or _REAL_ZH.search(whole))
    if _IF_EN.match(whole) and not _REAL_IF.search(whole):
        return bool(_WOULD.search(whole)) and "," in whole
    if _IF_ZH.match(whole) and not (_REAL_IF.search(whole) or _REAL_ZH.search(whole)):
        return bool(_WOULD_ZH.search(whole))
    return False


def is_condition(clause: str) -> bool:
    """Whether a clause is only the "if" half of a sentence."""
    if _REAL_IF.search(clause):
        return False
    bare_en = _IF_EN.match(clause) and clause.rstrip().endswith(",")
    bare_zh = _IF_ZH.match(clause) and clause.rstrip().endswith((",", "，", "的话"))
    return bool(bare_en or bare_zh)


def goes_on_supposing(whole: str) -> bool:
    """Whether a sentence after a supposition goes on with it ("I'd drive a Ferrari")."""
    return bool(_GOES_ON.match(whole))
