"""What a message looks for, in Chinese: whether it looks for anything, and the noun of the thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from persona.extract.chinese.phrases import Span

EATING = r"餐[馆厅]|饭[馆店]|馆子|小吃店|火锅店|面馆|食堂|自助餐|咖啡[馆厅店]|奶茶店|甜品店|茶馆|酒吧|吃饭的地方"
LODGING = r"酒店|宾馆|旅[馆店]|民宿|客栈|住处|旅社|青旅|公寓"
SIGHTS = r"景[点区]|公园|博物馆|美术馆|古镇|乐园|玩的地方|去处|展览"
_THINGS = r"手机|电脑|笔记本|平板|耳机|相机|键盘|鼠标|显示器|音箱|电影|电视剧|小说|课程|房子|车子|跑鞋|礼物|背包"
_HEAD = re.compile(
    rf"(?P<eating>{EATING})|(?P<lodging>{LODGING})|(?P<sights>{SIGHTS})|(?P<thing>{_THINGS})"
)

_SEEKS = re.compile(
    r"找|推荐|有没有|有(?:什么|啥|哪些)|哪[个家些间里儿款部本]|求|需要|希望|最好|订|安排|预算"
    r"|想(?:要|去|吃|喝|住|玩|买|订|换|租|看|听|入手)|打算|准备|要(?:去|吃|喝|住|玩|买|租|求|有|能|一[家个间款])"
    r"|能(?:吃|喝|住|玩)|可以(?:吃|喝|住|玩)|[吗么呢][\s？?]*$|[？?]"
)
_WISHES = re.compile(
    r"找|推荐|订|想|要(?!不)|希望|最好|需|求|安排|选|哪|入住|住宿|就行|就可以|预算"
)
_DONE = re.compile(
    r"(?:花|付|用|交|收|卖|赚|亏|给|住|玩|吃|打|考|得|逛|买|跑|走|坐|等|睡|涨|降)了|(?:花|付|住|去|吃)过|[昨前]天|上周|上次|以前|当时"
)
_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?\n]*")
_CLAUSE = re.compile(r"[^，,；;。！？!?\n]+")

_REACH = 24
"""Characters within which the noun may follow a value that it has."""


@dataclass(frozen=True, slots=True)
class Head:
    """The noun for what is sought, and its sort: "eating", "lodging", "sights" or "thing"."""

    sort: str
    name: str
    start: int


def heads_of(text: str) -> list[Head]:
    """The nouns of things that one looks for, in order."""
    return [Head(str(m.lastgroup), m[0], m.start()) for m in _HEAD.finditer(text)]


def head_for(heads: Sequence[Head], at: int) -> Head | None:
    """The thing that a value at `at` is required of: the next that is named, else the last."""
    after = next((head for head in heads if head.start >= at), None)
    before = next((head for head in reversed(heads) if head.start < at), None)
    if after is None or (before is not None and after.start - at > _REACH):
        return before
    return after


def seeking_clauses(text: str) -> Iterator[tuple[Span, bool]]:
    """The clauses from the first sentence on that looks for something, without what is over and done.

    Yields:
        The span of each, and whether its sentence wishes for a thing; else it may ask of a given one
        (那家酒店提供早餐吗).
    """
    seeking = False
    for sentence in _SENTENCE.finditer(text):
        seeking = seeking or bool(_SEEKS.search(sentence[0]))
        if not seeking:
            continue
        wishes = bool(_WISHES.search(sentence[0]))
        for clause in _CLAUSE.finditer(text, *sentence.span()):
            if not _DONE.search(clause[0]):
                yield clause.span(), wishes
