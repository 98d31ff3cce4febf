"""What the place that is looked for is to have: facilities of a hotel, dishes of a restaurant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from persona.extract.chinese.phrases import Span
from persona.extract.chinese.sought import EATING, LODGING, Head, head_for

LONGEST = 14
"""Characters of a facility or dish; more is a sentence."""

_POINTED = re.compile(r"[这那该](?:[家个间里儿边]|酒店|宾馆|民宿)(?!.*哪)|它|[他她]家")
_OFFERS = re.compile(
    r"(?P<where>(?:(?:酒店|宾馆|民宿)?(?:各处|全部房间|公共区域|所有房间|部分房间|每个房间|房间|客房)(?:和|、)?){1,2})?"
    r"(?:提供|配有|配备|带有|自带|带(?=早|独立|阳台|厨房|泳池|停车|浴缸|电梯)|设有|含有?|包含?|支持|(?<=[以能])打|(?<![没所只还])有(?!没有|什么|哪|啥|点|些|一|推荐|事))(?P<o>.+)"
)
_AND = re.compile(r"、|和|以及|还有|与|及(?!格)|并且?|跟")
_AGAIN = re.compile(
    r"(?:能够?|可以|也|还|都|要|需要|同时|一?个|的|\s)*(?:提供|配有|配备|设有|带有?|供|(?<!没)有)?(?:一?个|的|\s)*"
)
_PLACE = re.compile(
    rf"(?:等(?:服务|设施)*|服务设施)?的?(?:[^的，,、和与]{{0,6}}型的?)?(?:{LODGING}|地方|房型|房间(?!提供|有))(?!提供|有).*$"
)
_TAIL = re.compile(
    r"(?:的服务|等|的)*(?:就行|就好|就可以|即可|最好|更好|哈|吧|吗|呢|啊|呀|哦|嘛|么|呗|了)*[\s。！？!?]*$"
)


def equipment(text: str, clause: Span, heads: Sequence[Head]) -> Iterator[Span]:
    """The facilities that a clause requires of a place to stay: 提供(无烟房)和(早餐服务)的酒店."""
    match = _OFFERS.search(text, *clause)
    if not match or not _is_lodging(heads, match.start(), clause[1]):
        return
    if _POINTED.search(text, clause[0], match.start()):
        return
    left, right = match.span("o")
    if match["where"]:
        left = match.start("where")
    cut = _PLACE.search(text, match.start("o"), right)
    right = cut.start() if cut else right
    at = left
    for joint in [*_AND.finditer(text, match.start("o"), right), None]:
        stop = joint.start() if joint else right
        yield from _facility(text, at, stop, whole=at == left and bool(match["where"]))
        at = joint.end() if joint else stop


def _is_lodging(heads: Sequence[Head], start: int, end: int) -> bool:
    """Whether what is said at `start` is said of a place to stay; 西式餐厅 may be part of one."""
    if any(head.sort == "lodging" for head in heads if start <= head.start < end):
        return True
    before = [head for head in heads if head.start < start]
    nearest = before[-1] if before else head_for(heads, start)
    return nearest is not None and nearest.sort == "lodging"


def _facility(text: str, start: int, end: int, *, whole: bool) -> Iterator[Span]:
    again = None if whole else _AGAIN.match(text, start, end)
    start = again.end() if again else start
    tail = _TAIL.search(text, start, end)
    end = tail.start() if tail else end
    if 2 <= end - start <= LONGEST and not _NO_FACILITY.search(text, start, end):
        yield start, end


_NO_FACILITY = re.compile(r"评分|价格|\d(?:元|分)|什么|哪|啥|怎么|[我你他她它这那]")

_EAT = r"(?:吃|喝|品尝|尝(?!试)|来)(?:得?到|上|一下|个|一?[份碗顿盘杯锅]|点儿?|些|一?尝)?"
_DISHES = (
    re.compile(
        r"(?:推荐菜|特色菜|招牌菜|菜品|菜单)(?:里|上|要|需要|得|最好|能)*(?:是|有|为|包含|包括)+(?P<o>.+)"
    ),
    re.compile(
        rf"(?<![没所只还])(?:有|能?做|供应|提供)(?P<o>[^，,有]{{2,24}}?)(?:这[两几三]?[道个种]菜)?的(?:{EATING}|地方|店)"
    ),
    re.compile(
        r"(?:哪家\S{2,3}|餐[馆厅]|饭[馆店]|推荐一?[家个]|找一?[家个])(?:里|能|可以)*(?:有|做)(?P<o>.+)"
    ),
    re.compile(rf"(?:[想要去来能馆厅店里家以再先该起]|打算|准备|友|^)(?:要|去)*{_EAT}(?P<o>.+)"),
    re.compile(
        rf"(?:找|推荐|求)(?:到)?一?[家个](?P<o>[^，,]{{2,10}}?)(?:做[得的](?:很|比较)?(?:好吃?|不错|地道|正宗)|拿手|好吃|地道|正宗)的?(?:{EATING})"
    ),
    re.compile(
        r"(?:^|[，,])(?P<o>[^，,]{2,10}?)做[得的](?:很|比较)?(?:好吃?|不错|地道|正宗)的?(?:"
        + EATING
        + ")"
    ),
)
_DISH_END = re.compile(
    rf"[这那]?[两三几一]?[道种](?:推荐|特色)?(?:菜|美食|小吃)|的|{EATING}|地方|[吗呢吧呗啊呀哦嘛么]+\W*$|[了就]|可以|有没有|推荐(?!菜)|人均|评分|给我|帮|请|在(?!一)"
    r"|并|且|而|，|,|\d|怎么|尝尝|解[馋暑渴]|都|之类|什么|这样|这[道个]"
)
_NO_DISH = re.compile(
    r"^(?:[早午中晚夜]?[饭餐宵茶点]|午饭|东西|点?东西|美食|大餐|小吃|好[吃喝玩看].*|特色\S{0,3}|当地\S{0,3}|别的.*|其他.*|法|货|苦|亏|力|惊|醋|瓜|药|水|饱|完.*|不.*|过.*|着.*|起来.*|得.*|素|[早中午晚]上|.{1,2}型)$"
    r"|周边|附近|没有|^有|游玩|营业|景点|酒店|哪|啥|找|[我你他她它这那]|什$|地铁|出租"
)
_MEASURE = re.compile(
    r"\s*(?:[一两几][个份碗顿盘杯锅](?:儿|的)?|点儿?|些|一下|正宗的?|地道的?)?\s*"
)
_SEPARATE = re.compile(r"、|和(?!牛)|以及|还有|与|跟|或者?")


def dishes(text: str, clause: Span, heads: Sequence[Head]) -> Iterator[Span]:
    """The dishes and drinks that a clause asks a place to eat to have: 有(小炸糕)的餐馆, 想吃(拌面)."""
    if not any(head.sort == "eating" for head in heads) or _is_lodging(heads, *clause):
        return
    for pattern in _DISHES:
        if match := pattern.search(text, *clause):
            named = list(_named(text, *match.span("o")))
            if named:
                yield from named
                return


def _named(text: str, start: int, end: int) -> Iterator[Span]:
    cut = _DISH_END.search(text, start, end)
    end = cut.start() if cut else end
    at = start
    for joint in [*_SEPARATE.finditer(text, start, end), None]:
        stop = joint.start() if joint else end
        skipped = _MEASURE.match(text, at, stop)
        left = skipped.end() if skipped else at
        right = left + len(text[left:stop].rstrip('\t 。！？!?“”"'))
        if 2 <= right - left <= LONGEST and not _NO_DISH.search(text[left:right]):
            yield left, right
        at = joint.end() if joint else stop
