"""A dislike that the person denies: "It's not that I don't like X", 不是不喜欢X.

Such words say neither that they dislike the thing nor that they like it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from persona.extract.clauses import plain_form

_ADVERB = (
    r"(?:(?:really|actually|exactly|particularly|even|ever|all that|that much|quite|just) +){0,2}"
)
_HATE = r"(?:dislik|hat|detest|loath|despis)(?:e|es|ed|ing)|resent|mind"
_NOT_LIKE = (
    rf"(?:don't|do not|didn't|did not|never) +{_ADVERB}(?:like|love|enjoy|care for|care about|want|fancy)"
    r"|(?:can't|cannot|couldn't|can not) +(?:stand|bear|take|enjoy|get into)"
    r"|(?:am not|'m not|wasn't) +(?:a |much of a |really )*(?:fan of|into|fond of|keen on|interested in)"
)
_DENIED_EN = re.compile(
    rf"(?:\bnot|n't) +{_ADVERB}(?:that|because|like|as if|as though) +(?:i|we) *{_ADVERB}(?:{_HATE}|{_NOT_LIKE})\b"
    rf"|\b(?:wouldn't|would not|can't|cannot|couldn't|never|didn't|not) +{_ADVERB}(?:say|said|saying|claim|claimed)"
    rf" +(?:that +)?(?:i|we) *{_ADVERB}(?:{_HATE}|{_NOT_LIKE})\b"
    rf"|\b(?:i|we) +(?:don't|do not|didn't|did not|never) +{_ADVERB}(?:{_HATE})\b"
)
_VERY = r"(?:那么|这么|有多|多么|真的?|完全|特别|特地|故意|很|太|算|是很|怎么)?"
_HATE_ZH = r"讨厌|厌恶|反感|嫌弃|痛恨|恨|排斥|抵触|看不惯|受不了|忍不了"
_DENIED_ZH = re.compile(
    rf"(?:不是|并非|没有(?!我不\S{{1,3}}的)|没说|不能说|谈不上|算不上)(?:说|因为)?我?(?:并)?{_VERY}"
    rf"(?:{_HATE_ZH}|不(?:太|怎么|大|是很|是)?(?:喜欢|爱|想|中意|感兴趣)|没(?:有)?兴趣)"
    rf"|[不没]{_VERY}(?:讨厌|厌恶|反感|嫌弃|痛恨|恨|排斥|抵触)"
)


_APART = re.compile(
    r"[,，;；。.!！?？]|\b(?:but|though|although|whereas|however|while|and (?:i|we))\b|但|不过|可是|然而|只是|就是|而是"
    r"|\b(?:lov|lik|enjoy|ador|prefer|hat|dislik|detest|loath)(?:e|es|ed|red|s|ing)?\b|喜欢|爱|讨厌|受不了|恨"
)


def denies_dislike(clause_text: str, start: int, end: int) -> bool:
    """Whether a clause denies that the person dislikes the target at ``clause_text[start:end]``.

    The denial counts where no other word of feeling, mark or contrast stands between the two.
    """
    plain = plain_form(clause_text)
    for begin, stop in _denials(plain):
        between = plain[stop:start] if stop <= start else plain[end:begin]
        apart = stop <= start or end <= begin
        if apart and not _APART.search(between):
            return True
    return False


@lru_cache(maxsize=256)
def _denials(plain: str) -> tuple[tuple[int, int], ...]:
    return tuple(m.span() for form in (_DENIED_EN, _DENIED_ZH) for m in form.finditer(plain))
