"""Turns of speech that hold the name of a thing and do not speak of it: "not my cup of tea", 不是我的菜."""

from __future__ import annotations

import re
from functools import lru_cache

from persona.extract.clauses import plain_form

_WHOSE = r"(?:my|your|his|her|our|their|everyone's|anyone's|everybody's)"
_EN = (
    rf"{_WHOSE} (?:cup of tea|alley|wheelhouse|bread and butter)",
    rf"(?:is|was|are|were|be|'s|'re|not) (?:\w+ )?{_WHOSE} (?:new |latest )?(?:jam|bag)\b",
    r"(?:is|was|are|were|be|'s|'re) (?:just |really |such )?a (?:\w+ )?(?:piece of cake|no-?brainer|pain in the \w+|breath of fresh air)",
    r"(?:go|goes|going|went|quit|quitting|stop|stopped) cold turkey",
    r"(?:small|couch) potato(?:es)?",
    r"spill(?:ed|ing)? the beans|the last straw|tip of the iceberg|elephant in the room|raining cats and dogs",
    r"under the weather|on the fence|down the rabbit hole|over the moon|on cloud nine|break(?:ing)? the bank",
    r"(?:hot|cold) take|long story short|fun fact|fingers crossed|rule of thumb|best of both worlds|the other hand",
    r"anything goes|end of the day|in a nutshell|first things first|piece of (?:my|your) mind|ball is in (?:my|your) court",
    r"^\W*(?:that's |that is |yeah |yes |ok |okay |ah |oh )?(?:a )?(?:good|great|fair|nice|solid|excellent|smart)"
    r" (?:call|point|idea|one|question|catch|thinking|tip|shout|try|job|work)\b(?! (?:of|on|in|at|about|to)\b)",
)
_ZH = (
    r"我的菜|小菜一碟|家常便饭|吃醋|炒鱿鱼|吹牛|泼冷水|背黑锅|碰钉子|拍马屁|开夜车|走后门|老油条|半瓶醋|打酱油|放鸽子"
    r"|穿小鞋|打退堂鼓|掉链子|吃闭门羹|钻牛角尖|炒冷饭|抱佛脚|画蛇添足|对牛弹琴|马马虎虎|吃豆腐|敲竹杠|一锅粥"
    r"|(?:一句|实)话(?:来|实)?说|说句(?:实话|公道话)|说到底|心里没底"
)
_IDIOM = re.compile("|".join((*(rf"(?:{form})" for form in _EN), _ZH)))


def in_idiom(clause_text: str, start: int, end: int) -> bool:
    """Whether the words at ``clause_text[start:end]`` are part of a turn of speech."""
    return any(begin <= start and end <= stop for begin, stop in _idioms(clause_text))


@lru_cache(maxsize=256)
def _idioms(clause_text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _IDIOM.finditer(plain_form(clause_text)))
