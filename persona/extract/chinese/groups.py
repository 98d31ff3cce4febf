"""How the named parts of a cue are read: phrases, goals, changes, places, roles, languages.

Each function takes a `Hit`, adds what it states, and returns where its words end, or None where
nothing there can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from persona.extract.chinese.clauses import topic_before
from persona.extract.chinese.named import is_place
from persona.extract.chinese.phrases import Span, is_nominal, item, phrases, split, words
from persona.extract.chinese.state import Hit
from persona.extract.chinese.words import (
    DEVICE,
    GENERIC,
    LANGUAGE,
    NOT_LANGUAGE,
    OCCUPATION,
    SCOPE,
    listed,
)
from persona.vocabulary import KINDS

LONGEST_GOAL = 12
"""Characters of a goal that can be named; more is a plan told in words."""

_MEAL = r"(?:做|吃|准备|煮)?(?:[早午晚中]餐|[早午晚]饭|夜宵|宵夜|年夜饭)中?$"
_CHORE = r"(?:洗[澡漱脸头]|冲凉|睡觉?|出门|下班|上班|上学|上课|开会|吃饭|买菜|洗碗|回家|起床|忙|医院(?:看病|复查|检查|体检)?|公司|学校|厕所)了?$"
"""Daily doings and where one goes for them; no goal of anybody."""
_STROLL = r"(?:出去|去)?(?:转转|溜达\S{0,2}|(?:乘|坐|打)(?:地铁|出租车|公交车?|的士?|车).*|游玩?|玩玩|逛逛|走走|体验一?下|游玩(?:一?下|结束|时[间长].*)|冲杯\S*|倒杯\S*|住宿|入住)$"
_SOUGHT = r".*(?:评分|人均|元以[上下]|信息|票价)|(?:免费|便宜|(?:经济|豪华|高档|舒适)型?|像样|好点)的?(?:[酒饭旅餐景]|$)|.*附近的(?:景点|酒店|餐馆|餐厅|饭店)|找(?!.?.?(?:工作|对象|女朋友|男朋友|搭子|实习|兼职))"
"""Terms of a search."""
_COMPANY = r".{0,4}(?:客户|同学|朋友|同事)(?:去|一起)?(?:出去)?(?:吃|见|玩|逛)"
_GETTING = (
    r"订|查|寻找?|能|带上?|有机会|找到|花时间|够|请|把|让|告诉|出|回|起|到底?|办法|象|见到?|法$|死"
)
"""What only leads to something else, or is the rest of another word."""
_TALKING = r"问|聊|谈|说|分享|知道|了解|表达|请教|咨询|确认|听你|看你|听听|看看"
_FEELING = r"享受|缓|提高|改善|熟悉|放松|感受|尽|静静|休息|睡|哭|笑"
_VAGUE_DOING = r"试试|试一|填|尝试做|继续|多|一直|好好|做点|做些|[吃喝看听玩买写学](?:点|些)(?:东西|什么|啥|别的)"
_NO_GOAL = re.compile(
    "|".join(
        (_MEAL, _CHORE, _STROLL, _SOUGHT, _COMPANY, _GETTING, _TALKING, _FEELING, _VAGUE_DOING)
    )
)
"""What is wanted or planned for the moment, or too vague to be called a goal."""
_ACHIEVE = re.compile(
    r"(?:再|先|能|要|争取|尽快|早日|好好|顺利|成功|开始|继续|坚持|努力|至少|把|将){0,4}(?:考下|考到|考过|考取|考上|考个|考|拿下|拿到|拿个|学会|学好|学完|学习|学|攒够|攒钱|攒|存够|存|跑完|跑一?[次场个]|跑(?!进)|读完|读|完成|参加|通过"
    r"|换一?[个台部辆]|换|买一?[个台部辆套]|买|入手|办|减掉|做一?[个顿]|做|开一?家|开|写完|写一?本|写|找一?[个份]|找|成为一?[名个]?|当|养一?[只条]?|练出|练好|练|尝试|试试|试一下|体验一?下?|体验|跳槽[去到]|转行[去做]?|搬到|申请|拿|租|约|报一?个|报名|报|听|看|吃|喝|玩|尝尝|逛|去)"
)


def read_groups(hit: Hit, taken: list[Span]) -> int | None:
    """Reads a hit by its kind and by the groups that matched; `taken` is what other cues read."""
    for name in hit.groups:
        if name in _BY_GROUP:
            return _BY_GROUP[name](hit)
    if hit.rule.kind in _BY_KIND:
        return _BY_KIND[hit.rule.kind](hit)
    return _phrases(hit, taken)


def goals(text: str, start: int, end: int) -> list[Span]:
    """What somebody wants to do or get: 考下潜水证 is 潜水证, 换工作 stays."""
    if _THERE.match(text, start, end) or _FOR_NOW.match(text, start, end):
        return []
    if text[start - 1] == "在":
        return _stay(text, start, end)
    found, limit = phrases(text, start, end, goal=True)
    found = [span for span in found if span[1] < limit or not _lacks_head(text, span)]
    found = [
        span for at, span in enumerate(found) if not at or not _is_done_there(text, found[0], span)
    ]
    named = [_goal(text, *span) for span in found]
    return [(a, b) for a, b in named if b - a <= LONGEST_GOAL and not _NO_GOAL.match(text[a:b])]


_FOR_NOW = re.compile(
    r"(?:去|先|再)*找(?:一?[家个间])?[^，,的]{0,6}(?:餐馆|饭[店馆]|酒店|宾馆|餐厅|景点|地方|馆子|旅馆|民宿)"
)
_STAY = re.compile(
    r"(?P<place>[\u3400-\u9fff]{2,6}?)(?:待|呆|定居|住|玩|度假|过年|旅居|生活|买房|发展)"
)


def _stay(text: str, start: int, end: int) -> list[Span]:
    """A plan to stay somewhere (打算在厦门定居) is of the place."""
    match = _STAY.match(text, start, end)
    return [match.span("place")] if match and is_place(match["place"]) else []


def _lacks_head(text: str, span: Span) -> bool:
    """Whether only what is said of a thing stands there, and the thing comes later: 风景优美，(...的地方)."""
    tagged = words(text[slice(*span)])
    return len(tagged) > 1 and tagged[-1][1] in ("a", "ad")


def _is_done_there(text: str, place: Span, span: Span) -> bool:
    """Whether a goal is only what one does where one goes: 去日本看樱花、(泡温泉)."""
    return text[: place[0]].endswith("去") and bool(
        set(text[span[0] - 1 : span[0] + 1]) & set("看泡吃逛爬喝拍住买尝滑骑潜")
    )


_THERE = re.compile(
    r"(?:去|想|能)*(?:看看?|瞧瞧|感受|体验|逛逛?|了解|欣赏|尝尝?)一?下?(?:那里|那儿|那边|当地|这里|沿途)"
)
"""What one goes somewhere for is no goal beside the place."""


def _phrases(hit: Hit, taken: list[Span]) -> int | None:
    """The common case: the phrases that follow the cue, or the thing that 它 stands for."""
    pronoun = _IT.match(hit.text, *hit.groups["o"])
    if pronoun and hit.reading.topic:
        hit.say(hit.reading.topic)
        return pronoun.end()
    found, end = phrases(hit.text, *hit.groups["o"], tool=hit.rule.tool, goal=hit.rule.goal)
    found = [s for s in found if not any(a < s[1] and s[0] < b for a, b in taken)]
    slot = hit.words(hit.groups["slot"]) if "slot" in hit.groups else None
    kind = "likes" if hit.rule.kind == "favourite" and not slot else hit.rule.kind
    if KINDS[kind].single and kind != "favourite":
        found = found[:1]
    for span in found:
        hit.say(span, kind=kind, slot=slot)
    if "not" in hit.groups:
        others, end = phrases(hit.text, *hit.groups["not"])
        for span in others:
            hit.say(span, kind="dislikes", label="不愿", polarity=-1)
    if len(found) == 1:
        hit.reading.topic = found[0]
    if found and kind in ("likes", "dislikes") and hit.text[hit.groups["o"][0] - 1] in ":：":
        hit.reading.listing = True
    return end if found else None


_IT = re.compile(r"[吃喝看听玩打弹用]?(?:它们?)(?![\u4e00-\u9fff](?<![了的吧啊呢呀]))")


def _goal(text: str, start: int, end: int) -> Span:
    match = _ACHIEVE.match(text, start, end)
    if not match or match.end() >= end or len(words(text[start:end])) == 1:
        return start, end
    inner = item(text, match.end(), end, goal=True)
    return inner if inner and inner[1] - inner[0] >= 2 else (start, end)


def _goals(hit: Hit) -> int | None:
    span = hit.first("goal", "o")
    found = goals(hit.text, *span)
    for part in found:
        hit.say(part)
    hit.reading.listing = hit.text[span[0] - 1] in ":："
    return span[1] if found else None


def _as_it_stands(hit: Hit) -> int | None:
    span = hit.first("n", "m")
    hit.say(span)
    return span[1]


def _change(hit: Hit) -> int | None:
    """从X换成Y: what was given up, and what came instead."""
    kind = hit.rule.kind
    if kind == "works_at" and not _changes_firm(hit):
        return None
    if kind == "lives_in" and _SCOPED.match(hit.text, hit.start, hit.end):
        kind = "uses"
    if kind == "uses" and DEVICE.search(hit.text, hit.start, hit.end):
        kind = "owns"
    taken: list[Span] = []
    end = max(stop for _, stop in hit.groups.values())
    if "o" in hit.groups:
        taken, end = phrases(hit.text, *hit.groups["o"], tool=hit.rule.tool)
        if not taken:
            return None
    for span in _given_up(hit):
        if hit.words(span) not in GENERIC:
            hit.say(span, kind=kind, label=f"不再{KINDS[kind].zh[0]}", polarity=-1)
    for span in taken[:1] if KINDS[kind].single else taken:
        hit.say(span, kind=kind, label="换成")
    return end


_SCOPED = re.compile(rf"[^，,从]{{0,6}}{SCOPE}[^，,从]{{0,6}}从", re.IGNORECASE)
"""A tool is moved as well, not only a household: 笔记从X搬到了Y."""

_JOBS = re.compile(r"跳槽|换了?工作|新工作|离职|入职|辞职|offer", re.IGNORECASE)


def _changes_firm(hit: Hit) -> bool:
    """Whether 从X去了Y is about work and not a journey."""
    if "去了" not in hit.text[hit.start : hit.end] or "跳槽" in hit.text[hit.start : hit.end]:
        return True
    return bool(_JOBS.search(hit.text, max(0, hit.start - 40), hit.end + 40))


def _given_up(hit: Hit) -> list[Span]:
    if "gone" not in hit.groups:
        return phrases(hit.text, *hit.groups["old"])[0]
    span = topic_before(hit.text, *hit.groups["gone"], hit.reading.topic)
    return split(hit.text, *span) if span else []


def _sold(hit: Hit) -> int | None:
    found, end = phrases(hit.text, *hit.groups["sold"])
    for part in found:
        hit.say(part, label="卖掉" if hit.rule.kind == "owns" else "不再用")
    return end if found else None


_NOTHING = re.compile(
    r"[^\w\u3400-\u9fff]*(?:[的了吧呢啊哦]|一[枚个名只]|工作|这行)*[^\w\u3400-\u9fff]*$"
)


def _role(hit: Hit) -> int | None:
    """An occupation: any word where the frame says so (我是做X的), else a known one."""
    loose = "made" in hit.groups
    found, end = phrases(hit.text, *hit.first("made", "job"))
    roles = [s for s in found if loose or OCCUPATION.search(hit.words(s))]
    if not roles or len(found) > 2 or not (loose or _NOTHING.match(hit.text, end, hit.end)):
        return None
    for role in roles:
        hit.say(role, kind="role", label="职业")
    return end


def _place_and_role(hit: Hit) -> int | None:
    role = item(hit.text, *hit.groups["role"], whole=True)
    if not role or not (OCCUPATION.search(hit.words(role)) or _is_trade(hit, role)):
        return None
    hit.say(role, kind="role", label="职业")
    _say_place(hit, hit.groups["place"])
    return role[1]


_NO_TRADE = re.compile(r"手术|检查|核酸|作业|客$|饭|事|人|题|实验|项目|活动|什么|攻略|笔记")


def _is_trade(hit: Hit, span: Span) -> bool:
    """Whether what somebody does in a town is a trade: 在上海做投行."""
    name = hit.words(span)
    town = is_place(hit.words(hit.groups["place"])) and len(name) > 1
    return town and is_nominal(name) and not _NO_TRADE.search(name)


def _say_place(hit: Hit, span: Span) -> int | None:
    """Where somebody works: a town is where they live, anything else an employer."""
    found, end = phrases(hit.text, *span)
    if not found or end < span[1]:
        return None
    if is_place(hit.words(found[0])):
        hit.say(found[0], kind="lives_in", label="住在")
    else:
        hit.say(found[0], kind="works_at", label="就职于")
    return span[1]


def _place(hit: Hit) -> int | None:
    return _say_place(hit, hit.groups["o"])


def _town(hit: Hit) -> int | None:
    span = item(hit.text, *hit.groups["town"])
    if span is None or not is_place(hit.words(span)):
        return None
    hit.say(span, label="住在")
    return span[1]


def _languages(hit: Hit) -> int | None:
    found, end = phrases(hit.text, *hit.first("talk", "tongue", "known"))
    spoken = [s for s in found if _is_language(hit.words(s))]
    for language in spoken:
        hit.say(language)
    return end if spoken else None


def _is_language(name: str) -> bool:
    return bool(LANGUAGE.match(name)) and not NOT_LANGUAGE.search(name)


_REGIONS = frozenset(["北方", "南方", "东北", "江南", "西北", "西南", "华侨"])


def _origin(hit: Hit) -> int | None:
    left, right = hit.groups["o"]
    span = item(hit.text, left, right, whole=True)
    if span is None:
        return None
    name = hit.words(span)
    if hit.text[right : right + 1] == "人" and not (is_place(name) or name in _REGIONS):
        return None
    hit.say(span)
    return right


_FIRM = re.compile(
    r"(?:公司|集团|科技|银行|数据|网络|传媒|资本|证券|互娱|研究院|事务所|工作室|大学|医院|出版社)$"
)


_KNOWN_FIRMS = listed(
    "腾讯 阿里 阿里巴巴 字节 字节跳动 百度 美团 京东 华为 小米 网易 滴滴 拼多多 快手 微软 谷歌 亚马逊 联想 比亚迪 蔚来"
    " 理想汽车 小鹏 大疆 台积电 中兴 海尔 格力 携程 哔哩哔哩 B站 蚂蚁集团 菜鸟 顺丰 招行 工行 建行 国企 央企 外企"
)
"""Employers that people name without saying that they are one."""


def _firm(hit: Hit) -> int | None:
    """现在在腾讯: a firm by its name; a town is where they live."""
    span = item(hit.text, *hit.groups["firm"], whole=True)
    if span is None or span != hit.groups["firm"]:
        return None
    name = hit.words(span)
    tags = [tag for _, tag in words(name)]
    if is_place(name):
        hit.say(span, kind="lives_in", label="住在")
    elif (
        name in _KNOWN_FIRMS
        or _FIRM.search(name)
        or all(tag in ("nz", "nt", "eng") for tag in tags)
    ):
        hit.say(span, kind="works_at", label="就职于")
    else:
        return None
    return span[1]


_REFUSED = re.compile(
    r"(?:可以|还行|没问题|ok|能接受|喜欢|爱[吃喝玩看听]?|都[行吃好]|都能吃)的?[,，、]\s*$"
)
_SPREADS = frozenset({"allergic_to", "never", "avoids", "dislikes"})


def _also(hit: Hit) -> int | None:
    """花生过敏，腰果也不行: what was said of the thing before; 跑步可以，跳绳不行: its contrary."""
    last, (cue, told) = hit.reading.last, hit.groups["also"]
    span = topic_before(hit.text, hit.start, cue, None)
    if span is None:
        return None
    if _REFUSED.search(hit.text, 0, hit.start):
        hit.say(span)
    elif last is not None and last.kind in _SPREADS and told > cue:
        hit.say(span, kind=last.kind, label=last.label)
    else:
        return None
    return hit.end


def _feared(hit: Hit) -> int | None:
    """怕蟑螂 is an aversion to a thing; 怕老板生气 is a worry, and none."""
    span = item(hit.text, *hit.groups["feared"])
    if span is None:
        return None
    tagged = words(hit.words(span))
    if tagged[0][1][:1] == "v" or not is_nominal(hit.words(span)):
        return None
    hit.say(span)
    return span[1]


def _attribute(hit: Hit) -> int | None:
    span = hit.first("sign", "value")
    slot = "星座" if "sign" in hit.groups else hit.words(hit.groups["slot"])
    slot = "属相" if slot == "属" else slot
    hit.say(span, label=slot, slot=slot)
    return span[1]


_BY_KIND: dict[str, Callable[[Hit], int | None]] = {"from": _origin, "works_at": _place}
_BY_GROUP: dict[str, Callable[[Hit], int | None]] = {
    "n": _as_it_stands,
    "m": _as_it_stands,
    "old": _change,
    "gone": _change,
    "sold": _sold,
    "job": _role,
    "made": _role,
    "role": _place_and_role,
    "talk": _languages,
    "tongue": _languages,
    "known": _languages,
    "goal": _goals,
    "town": _town,
    "firm": _firm,
    "also": _also,
    "feared": _feared,
    "sign": _attribute,
    "value": _attribute,
}
