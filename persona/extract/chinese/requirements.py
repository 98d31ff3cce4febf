"""What a person requires of the thing they look for: price, marks, time, class, facilities, dishes.

我想找一家评分4.5分以上、人均50-100元的餐馆 says nothing lasting of the person, but an assistant must know it
while the search goes on. Each requirement is an `asks_about` of polarity 0 whose slot names the thing
sought and the attribute (餐馆评分) and whose target is the value in the person's words (4.5分以上). So it
fades with that kind, is no like, and does not enter the ranking of preferences.

Nothing here names a place, a dish or a brand: only the words with which Chinese asks for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from persona.extract.chinese.amounts import Amount, amounts, bare_amount
from persona.extract.chinese.clauses import fold
from persona.extract.chinese.named import asked_after, journeys
from persona.extract.chinese.phrases import Span
from persona.extract.chinese.serving import dishes, equipment
from persona.extract.chinese.sought import SIGHTS, Head, head_for, heads_of, seeking_clauses
from persona.extract.statement import Statement
from persona.text import has_cjk

LABEL = "要求"
ASKED = "询问"
WEIGHT = 0.3

_ATTRIBUTES = tuple(
    (name, unit, re.compile(words))
    for name, unit, words in (
        (
            "人均消费",
            "money",
            r"(?:人均|平均每人|每人|平均|(?<!人均)消费)(?:的)?(?:消费|价格|价位|花费|花销|预算|费用|水平)*",
        ),
        ("门票", "money", r"(?:门票|票价|入场费|入园费)(?:的)?(?:价格|价|费|费用)?"),
        (
            "价格",
            "money",
            r"(?<!门票)(?<!人均)(?:最低|最高|起步?|单|每晚|一晚的?)?(?:价格|价位|房价|房费|预算|租金|价钱|价(?![格位钱])|房租|月租)",
        ),
        ("评分", "marks", r"评分|打分|得分|口碑分|评价分数?|分数"),
        (
            "时长",
            "time",
            r"(?:游玩|游览|参观|观影|用餐|路程|车程)(?:的)?(?:时间|时长)|时长|耗时|(?:可以|能|想|够|打算)(?:游玩|玩|逛|待|参观)",
        ),
        ("距离", "distance", r"距离|离|走路|步行"),
    )
)
_JOIN = re.compile(
    r"(?:最好|大概|大约|要|得|也|都|需|必须|能|应该|应|控制|差不多)*(?:是|在|为|达到|达|有|到|[:：])*(?:的)?(?:大概|大约|差不多)?\s{0,2}"
)
"""What may stand between an attribute and its value."""
_NEAR = 6
"""Other characters that may."""

_CLASS = re.compile(
    r"(?:经济|舒适|高档|豪华|商务|度假|快捷|紧凑|亲子|情侣|主题|家庭|旗舰|入门|专业|连锁)型|(?<![\d.])[一二三四五]星级?(?!好|期)"
)
_FREE = re.compile(
    rf"(?<=门票)(?:都|还|得|要|是|也|最好|必须|可以)*(?P<ticket>不?免费)|(?<=票价)(?:都|还|得|要|是|也|最好)*(?P<price>不?免费)"
    rf"|(?<![供有不])(?P<free>免费)(?=的?(?:{SIGHTS}|地方|玩|游|参观|开放|入场|$|[，,。！？!?吧呗吗]|评分|可以|并且|且|而且))"
    r"|(?P<none>不(?:要|花|收)(?:门票|钱|费用?))"
)


def requirements(text: str, offered: str = "") -> list[Statement]:
    """What a message requires of the thing that it looks for, and the places it asks after by name.

    Args:
        text: the user's message, or the part of it that a window shows.
        offered: what the assistant said before, from which the person may pick.

    Returns:
        In order of the text; empty where the message has no Chinese or looks for nothing. Slots are
        the noun of the thing with 人均消费, 门票, 价格, 评分, 时长, 距离, 类型, 设施 or 菜, without the noun where
        none is named; 出发地 and 目的地 for a journey; none for a place that is asked after.
    """
    if not has_cjk(text):
        return []
    folded = fold(text)
    found: dict[tuple[str | None, str], Statement] = {}
    for slot, (start, end) in (*_required(folded), *_places(folded, fold(offered))):
        target = text[start:end].strip()
        statement = Statement(
            "asks_about", target, LABEL if slot else ASKED, 0, start, WEIGHT, slot
        )
        found.setdefault((slot, target), statement)
    return sorted(found.values(), key=lambda statement: statement.start)


def _required(text: str) -> Iterator[tuple[str, Span]]:
    heads = heads_of(text)
    for clause, wishes in seeking_clauses(text):
        for attribute, span in _in_clause(text, clause, heads, wishes=wishes):
            head = head_for(heads, span[0])
            yield (f"{head.name}{attribute}" if head else attribute), span


def _places(text: str, offered: str) -> Iterator[tuple[str | None, Span]]:
    taken: list[Span] = []
    for here, there in journeys(text):
        taken += [here, there]
        yield "出发地", here
        yield "目的地", there
    for span in asked_after(text, offered):
        if not any(a < span[1] and span[0] < b for a, b in taken):
            yield None, span


def _in_clause(
    text: str, clause: Span, heads: Sequence[Head], *, wishes: bool
) -> Iterator[tuple[str, Span]]:
    """Attributes and values that one clause requires."""
    for name, amount in _valued(text, clause, heads):
        yield name, (amount.start, amount.end)
    for match in _CLASS.finditer(text, *clause):
        yield "类型", match.span()
    for match in _FREE.finditer(text, *clause):
        yield "门票", match.span(match.lastgroup or 0)
    if wishes:
        yield from (("设施", span) for span in equipment(text, clause, heads))
    yield from (("菜", span) for span in dishes(text, clause, heads))


def _valued(text: str, clause: Span, heads: Sequence[Head]) -> Iterator[tuple[str, Amount]]:
    """Each amount of a clause with the attribute that it is a value of."""
    found = amounts(text, *clause)
    last = clause[0]
    for amount in found:
        name = _named_before(text, last, amount) or _named_after(text, amount, clause[1])
        name = name or _understood(text, clause, amount, heads)
        if name:
            yield name, amount
        last = amount.end
    for name, unit, pattern in _ATTRIBUTES:
        for match in pattern.finditer(text, *clause) if unit in ("money", "marks") else ():
            joined = _JOIN.match(text, match.end(), clause[1])
            bare = bare_amount(text, joined.end() if joined else match.end(), clause[1], unit)
            if bare and not any(a.start < bare.end and bare.start < a.end for a in found):
                found.append(bare)
                yield name, bare


def _named_before(text: str, start: int, amount: Amount) -> str | None:
    """The attribute that is named last before an amount, and near it."""
    best = (-1, "")
    for name, unit, pattern in _ATTRIBUTES:
        for match in pattern.finditer(text, start, amount.start) if unit == amount.unit else ():
            joined = _JOIN.match(text, match.end(), amount.start)
            near = amount.start - match.end() <= _NEAR
            if near or (joined and joined.end() == amount.start):
                best = max(best, (match.end(), name))
    return best[1] or None


_AFTER = re.compile(r"(?:左右|上下|之间|的|以内)*(?P<a>门票|票价|人均|房价|评分|预算)")
_SAME = {"票价": "门票", "人均": "人均消费", "房价": "价格", "预算": "价格"}


def _named_after(text: str, amount: Amount, end: int) -> str | None:
    match = _AFTER.match(text, amount.end, end)
    return _SAME.get(match["a"], match["a"]) if match else None


_PLAYING = re.compile(r"游玩|玩|逛|参观|游览|溜达|时间|时长")
_ALWAYS = re.compile(r"\s*(?:热水|营业|服务|前台|供|便利|在线|接待|开放|不打烊|wifi)")
_PRICE_OF = {"eating": "人均消费", "lodging": "价格", "sights": "门票", "thing": "价格"}


def _understood(text: str, clause: Span, amount: Amount, heads: Sequence[Head]) -> str | None:
    """What an amount measures where no word beside it says so."""
    head = head_for(heads, amount.start)
    if head is None:
        return None
    if amount.unit == "marks":
        return "评分"
    if amount.unit == "money":
        return _PRICE_OF[head.sort]
    if amount.unit == "time" and not _ALWAYS.match(text, amount.end, clause[1]):
        return "时长" if _PLAYING.search(text, *clause) else None
    return None
