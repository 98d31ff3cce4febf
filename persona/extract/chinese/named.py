"""Particular places that a message asks after, picks, or goes between: X的电话是多少, 那就去X吧, 从X到Y.

The name is what stands between the words that lead in a clause and the words that ask or pick. A
branch in brackets belongs to it: 某某面馆(东门店).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from persona.extract.chinese.phrases import Span, words
from persona.extract.chinese.sought import heads_of
from persona.extract.chinese.words import listed

LONGEST = 34
"""Characters of a name with its branch in brackets."""

_C = r"(?:[^()（）]|[(（][^()（）\n]{1,30}[)）])"
"""One character of a name, or the whole of a branch."""

_LEADS = listed(
    "嗯 嗯嗯 恩 好 好的 好吧 好好 行 哦 噢 啊 哇 那 那么 那就 就 还是 请 请问 麻烦 劳驾 帮 帮我 帮忙 给 给我 为我 告诉 告诉我 我 我们 俺 咱 咱们 你 您"
    " 你好 您好 想 想要 要 打算 准备 决定 定 定好 先 再 也 还 又 都 能 能否 可以 能不能 可不可以 查 查查 查一下 查询 看 看看 看一下 问 问问 问一下 一下 下 知道 说说 讲讲"
    " 介绍 从 去 到 在 往 住 选 选择 订 预订 预定 定在 吃 玩 逛 参观 另外 对了 然后 最后 如果 那个 这个 推荐 叫 名叫 名为 听说 觉得 感觉 太好了 收到 不错 可以的 没问题"
    " 关于 至于 顺便 同时 其实 今天 明天 后天 晚上 周末 最终 一会 一会儿 待会 现在 接下来 首先 我想 我要 我会 离 于 带 带着 女友 女朋友 男友 男朋友 家人 朋友 孩子 把 帮我查 要是 这些 都是 确认 发 约好 我们去 我去 就去 还是去 是 一下 查下 看下 正 游玩 结束 吃完饭 明天还 想在 就是 约 和 跟 我家 在这 定在 已经 名字 ok 乘 乘坐 坐 坐地铁 打车 乘地铁 搭 地铁 出租车 呼叫 叫个 一辆 呀 呢 吧 哈 啦 了 的"
)
"""Words that may stand before the name."""

_ASPECT = (
    r"(?:周边|附近|就近|周围|旁边|电话|地址|评分|评价|口碑|票价|门票|价格|房价|人均|消费|营业时间|开放时间|开门时间|位置|类型|推荐菜|特色菜|招牌菜|菜单|游玩时间|游玩时长"
    r"|联系方式|酒店设施|设施|地铁站|停车|环境|简介|距离)"
)
_ASKED = re.compile(
    rf"(?P<n>{_C}{{2,{LONGEST}}}?)(?:[它他她]家|这[个家里]?(?:\S{{2}}|地方)?)?(?:的|里)?(?:{_ASPECT}"
    r"|在(?:哪|什么)|怎么(?:走|去|坐|做|样)|咋样|都?什么时[间候]|几点|多少钱|贵不贵|远不远|有(?:什么|啥|哪些|没有)|(?:都|是否)?提供|适合|名字"
    r"|能(?:玩|待|呆|逛)|可以(?:玩|待|逛)|是(?:什么|哪|那种|几|否|不是|评分))"
)
_PICKED = re.compile(
    rf"(?:就去?|还是去?|选择?|定|我们?去|预?订|去|住)(?P<n>(?!名叫|叫|名为)(?:(?![我你就去]){_C}){{2,{LONGEST}}}?)(?:这[个家](?:地方|\S{{2}})?)?(?:吧|好了|玩|逛逛|转转|看看|游玩|溜达|住宿|用餐|[\s，,。！!]|$)"
    rf"|(?:名叫|叫做?|名为)(?P<called>{_C}{{2,{LONGEST}}}?)的"
)
_APPROVED = re.compile(
    rf"(?P<bare>{_C}{{2,{LONGEST}}}?)(?:(?:我觉得|听起来|看起来|听着|感觉)?(?:很|挺|真|还|也|更)?(?:不错|可以)|吧)(?=$|[，,。！!的])"
)
_JOURNEY = re.compile(
    rf"(?P<out>从)?(?P<a>[^从]{{2,{LONGEST}}}?)(?:出发)?(?:[,，\s]?(?:乘坐?|坐|打|叫|搭|步行|开)[^到去，,]{{0,4}})?(?:到|去|至|前往)(?P<b>[^到]{{2,{LONGEST}}}?)"
    r"(?=的(?:出租|地铁|公交|车|路)|(?:乘坐?|坐|打|叫|搭|怎么|需|有|应|帮我|附近|要多|多[远久]|能|可以|步行|开车)|[，,。！!？?]|$)"
)
_RIDES = re.compile(
    r"地铁|出租|打车|公交|的士|坐车|(?<!食)路线|怎么走|怎么去|叫\S{0,3}车|多远|多久|高铁|火车|航班|飞机"
)
_CLAUSE = re.compile(r"(?:[^，,；;。！？!?\n()（）]|[(（][^()（）\n]{0,30}[)）])+")
_NO_NAME = re.compile(
    r"[我你您它这那哪啥、]|他家|她家|什么|怎么|多少|几个|(?<!\d)\d+(?:\.\d+)?(?:元|分|小时)|推荐|评分|人均|没有|(?:周边|附近|地方|信息|而已|起来|时候|一个|一家|一些|先生|朋友|老板|哈)$|的(?:酒店|餐馆|餐厅|景点|地方|店)|^的|酒店住|找|还有|^(?:有|是|而且|只要|本来|不|没|和|与|跟|太|很|都|真|希望|最好|把|提供|一[家个]|周边|附近|出发|最低|此|每)|(?:车牌|车型|地址|电话|价格|门票|设施|时间)$"
)


def asked_after(text: str, offered: str = "") -> list[Span]:
    """The particular places, in a folded message, that it asks after or picks.

    Args:
        text: the message, in Simplified characters.
        offered: what the assistant said before; a name that stands there needs no sign of its own
            that it is one.
    """
    found: list[Span] = []
    known, asks = _plain(offered), bool(_ASKS.search(text))
    for clause in _CLAUSE.finditer(text):
        start = _after_leads(text, *clause.span())
        matches = [*_PICKED.finditer(text, *clause.span())]
        matches += [m for p in (_ASKED, _APPROVED) if (m := p.match(text, start, clause.end()))]
        for match in matches:
            span = _name(text, *match.span(match.lastgroup or 0))
            if not span or any(a < span[1] and span[0] < b for a, b in found):
                continue
            span = _whole(text, span, known)
            name = _plain(text[slice(*span)])
            if name in known or (asks and _PLACE.search(name)):
                found.append(span)
    return found


_ASKS = re.compile(r"[?？吗]|请|帮|告诉|哪|什么|啥|多少|几点|怎么|查|想知道|想了解|咨询")
"""Without one of these a place is only told of."""


def _whole(text: str, span: Span, known: str) -> Span:
    """The span with a first character that reads like a word of its own: 和 of a name 和某酒店."""
    start, end = span
    before = text[start - 1 : start]
    if before in ("那", "和", "在", "就", "去") and re.search(
        rf"(?:^|[\n\s、，,。；;：:]){re.escape(_plain(text[start - 1 : end]))}", known
    ):
        return start - 1, end
    return span


_PLACE = re.compile(
    r"[)）]$|(?:店|馆|楼|园|寺|庙|塔|山|湖|城|宫|屋|斋|亭|岭|谷|崖|溪|泉|潭|池|街|路|区|院|厦|坛|桥|场|镇|村|阁|洞|殿|堂|苑|居|轩|府|坊|庄|港|岛|滩|沟|瀑布?|陵|墓|遗址|故居|广场|中心|餐厅|酒吧|咖啡|火锅|烤鸭|食府|小馆|人家|民宿|客栈|公寓|长城|大学|地铁站|车站|机场)$"
)
"""How the names of places end in Chinese."""


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def journeys(text: str) -> Iterator[tuple[Span, Span]]:
    """Where journeys of a folded message begin and end, where it speaks of a way of going."""
    if not _RIDES.search(text):
        return
    for clause in _CLAUSE.finditer(text):
        at = text.find("从", *clause.span())
        start = at if at >= 0 else _after_leads(text, *clause.span())
        match = _JOURNEY.match(text, start, clause.end())
        if not match:
            continue
        here, there = _name(text, *match.span("a")), _name(text, *match.span("b"))
        if here and there:
            yield here, there


def _after_leads(text: str, start: int, end: int) -> int:
    """Where the words end that only lead to a name."""
    at = start
    for word, tag in words(text[start:end].lower()):
        if word.strip() and word not in _LEADS and not (tag in ("y", "e", "o") and len(word) < 3):
            break
        at += len(word)
    return min(at, end)


_CALLED = re.compile(r"(?:名叫|叫做|名为)")
_BRANCH = re.compile(r"[(（][^()（）\n]{1,30}[)）]")


def _name(text: str, start: int, end: int) -> Span | None:
    """The name in a span, or None where it is a pronoun, a common noun or a run of words."""
    start = _after_leads(text, start, end)
    if called := _CALLED.search(text, start, end):
        start = called.end()
    while end > start and text[end - 1] in " \t的在，,":
        end -= 1
    name = text[start:end]
    plain = _BRANCH.sub("", name)
    if len(plain) < 2 or len(name) > LONGEST or _NO_NAME.search(plain):
        return None
    heads = heads_of(plain)
    if heads and plain.endswith(heads[-1].name) and _COMMON.fullmatch(plain[: heads[-1].start]):
        return None
    return start, end


_COMMON = re.compile(
    r"[个家间款所座一两]{0,2}(?:[\u4e00-\u9fff]{2}型|[一二三四五]星级?|便宜|高档|好|其[他它]|别的|新|老|周边|附近|[日中西韩法]式|的)*"
)
"""What may stand before the common noun of a place without making it a name."""


def is_place(text: str) -> bool:
    """Whether a name is that of a town, a county or the like."""
    tagged = words(text)
    return all(tag == "ns" for _, tag in tagged) or text.endswith(("市", "县", "省", "镇", "村"))
