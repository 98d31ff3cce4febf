"""The closed vocabulary: kinds of relation, with their families, sections, half-lives and words.

A `Kind` says how a fact is read: which family it changes in, under which section of the persona it
stands, how fast its evidence fades, and whether one slot holds one value. `classify` reads a label
in the person's own words ("loves", "不再喜欢", "runs on") as a kind and a polarity; a label that it
does not know stays verbatim under `other`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Literal

from persona.text import simplified

Family = Literal["attitude", "safety", "choice", "practice", "state", "interest", "link"]

SECTIONS = (
    "safety",
    "attributes",
    "likes",
    "uses",
    "skills",
    "learning",
    "interests",
    "problems",
    "goals",
    "owns",
    "people",
    "dislikes",
    "rejected",
    "no_longer",
    "inferred",
)
"""The sections of a persona, in the order in which they are shown."""

PREFERENCE_SECTIONS = ("likes", "uses", "skills", "learning", "interests", "goals", "owns")
"""The sections that `Persona.top` ranks over."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of relation.

    Attributes:
        name: its name, as answers and facts carry it.
        family: opposite polarities close each other only within a family.
        section: where it stands in the persona, or None.
        half_life: after which evidence counts half; None: it does not fade.
        single: a newer object closes the earlier one of the same (source, kind, slot).
        polarity: what a statement of this kind means unless it is negated or ended.
        en: labels in English that mean this kind (verbs in their third person).
        zh: labels in Chinese, in Simplified characters.
        phrase_en: how a line of the prompt begins, in English.
        phrase_zh: the same in Chinese.
    """

    name: str
    family: Family
    section: str | None
    half_life: timedelta | None
    polarity: int = 1
    single: bool = False
    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    phrase_en: str = ""
    phrase_zh: str = ""


def _days(days: int) -> timedelta:
    return timedelta(days=days)


def _words(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        # attitude: what somebody feels about a thing
        Kind(
            "likes",
            "attitude",
            "likes",
            _days(180),
            en=_words(
                "likes, loves, enjoys, adores, is fond of, is fan of, is into, is keen on, fancies,"
                " digs, appreciates, is crazy about, is obsessed with, is passionate about, admires"
            ),
            zh=_words(
                "喜欢, 爱, 喜爱, 热爱, 喜好, 爱好, 爱吃, 爱喝, 爱看, 爱听, 爱玩, 喜欢吃, 喜欢喝, 喜欢看,"
                " 喜欢听, 喜欢玩, 迷上, 爱上, 钟爱, 偏爱, 迷, 着迷, 享受, 欣赏, 超爱, 最爱, 痴迷, 中意"
            ),
            phrase_en="likes",
            phrase_zh="喜欢",
        ),
        Kind(
            "prefers",
            "attitude",
            "likes",
            _days(180),
            en=_words("prefers, would rather, favours, favors, would rather have"),
            zh=_words("更喜欢, 更爱, 偏好, 偏向, 倾向于, 宁愿, 更倾向, 偏好使用, 更偏好"),
            phrase_en="prefers",
            phrase_zh="更喜欢",
        ),
        Kind(
            "favourite",
            "attitude",
            "likes",
            _days(180),
            single=True,
            en=_words("favourite, favorite, has favourite, has favorite"),
            zh=_words("最喜欢, 最喜欢的, 最喜爱的, 最爱的, 最喜爱"),
            phrase_en="favourite",
            phrase_zh="最喜欢",
        ),
        Kind(
            "dislikes",
            "attitude",
            "dislikes",
            _days(360),
            polarity=-1,
            en=_words(
                "dislikes, hates, can't stand, cannot stand, loathes, detests, despises, is sick of,"
                " is tired of, is fed up with, is not into, is not fan of, is annoyed by, abhors"
            ),
            zh=_words(
                "讨厌, 厌恶, 不喜欢, 不爱, 受不了, 反感, 嫌弃, 痛恨, 恨, 烦, 不吃, 不喝, 看不惯, 忍不了,"
                " 无法忍受, 不感兴趣, 最讨厌, 嫌, 腻了, 厌倦, 不爱吃, 不喜欢吃, 不待见"
            ),
            phrase_en="dislikes",
            phrase_zh="不喜欢",
        ),
        Kind(
            "avoids",
            "attitude",
            "dislikes",
            _days(360),
            polarity=-1,
            en=_words("avoids, stays away from, steers clear of, keeps away from, refuses, shuns"),
            zh=_words("避免, 避开, 远离, 不碰, 躲着, 忌口, 回避, 不想要"),
            phrase_en="avoids",
            phrase_zh="避开",
        ),
        # safety: what must not be got wrong
        Kind(
            "allergic_to",
            "safety",
            "safety",
            None,
            polarity=-1,
            en=_words(
                "allergic to, is allergic to, has allergy to, intolerant to, is intolerant of"
            ),
            zh=_words("过敏, 对…过敏, 不耐受"),
            phrase_en="allergic to",
            phrase_zh="过敏",
        ),
        Kind(
            "never",
            "safety",
            "safety",
            None,
            polarity=-1,
            en=_words("never, never eats, never drinks, never uses, never takes, never does"),
            zh=_words("从不, 从不吃, 从不喝, 绝不, 从来不, 从来不吃, 绝对不, 绝不吃, 从不碰"),
            phrase_en="never",
            phrase_zh="从不",
        ),
        Kind(
            "diet",
            "safety",
            "safety",
            None,
            en=_words("diet, follows diet, is vegetarian, is vegan, eats only, keeps"),
            zh=_words("饮食, 吃素, 忌口是, 饮食习惯"),
            phrase_en="diet",
            phrase_zh="饮食",
        ),
        # choice: what was turned down among options
        Kind(
            "rejected",
            "choice",
            "rejected",
            _days(90),
            polarity=-1,
            en=_words("rejected, turned down, decided against, declined, passed on, ruled out"),
            zh=_words("拒绝, 否决, 没选, 不选, 放弃选择, 排除"),
            phrase_en="turned down",
            phrase_zh="没选",
        ),
        # practice: what somebody does
        Kind(
            "uses",
            "practice",
            "uses",
            _days(180),
            en=_words(
                "uses, runs on, works with, is using, codes in, writes in, programs in, builds with,"
                " deploys on, deploys with, switched to, moved to, drinks, eats, plays, does,"
                " practises, practices, listens to, watches, reads, rides, drives, smokes, takes"
            ),
            zh=_words(
                "用, 使用, 在用, 习惯用, 常用, 用的是, 主要用, 只用, 改用, 换成, 换到, 采用, 写, 玩, 喝,"
                " 吃, 练, 打, 抽, 看, 听, 骑, 开, 实践"
            ),
            phrase_en="uses",
            phrase_zh="在用",
        ),
        Kind(
            "owns",
            "practice",
            "owns",
            _days(720),
            en=_words("owns, has, bought, keeps pet, has pet, got, adopted"),
            zh=_words("有, 拥有, 买了, 养, 养了, 入手, 入手了, 收养"),
            phrase_en="owns",
            phrase_zh="拥有",
        ),
        Kind(
            "skilled_in",
            "practice",
            "skills",
            _days(720),
            en=_words(
                "skilled in, is good at, is expert in, knows, is proficient in, masters, can"
            ),
            zh=_words("擅长, 精通, 会, 熟悉, 拿手, 掌握, 善于, 熟练"),
            phrase_en="skilled in",
            phrase_zh="擅长",
        ),
        Kind(
            "learning",
            "practice",
            "learning",
            _days(90),
            en=_words("learning, is learning, learns, is practising, is teaching myself, picks up"),
            zh=_words("在学, 学, 学习, 在学习, 正在学, 正在学习, 自学, 想学习, 入门"),
            phrase_en="learning",
            phrase_zh="在学",
        ),
        Kind(
            "studies",
            "practice",
            "learning",
            _days(90),
            en=_words("studies, is studying, majors in, is doing degree in, reads for degree in"),
            zh=_words("攻读, 读, 专业是, 主修, 研究, 在读"),
            phrase_en="studies",
            phrase_zh="攻读",
        ),
        # state: what somebody is
        Kind(
            "works_at",
            "state",
            "attributes",
            None,
            single=True,
            en=_words("works at, works for, is employed by, is employed at, joined, works in"),
            zh=_words("在…工作, 就职于, 任职于, 供职于, 工作于, 上班, 工作单位"),
            phrase_en="works at",
            phrase_zh="就职于",
        ),
        Kind(
            "role",
            "state",
            "attributes",
            None,
            single=True,
            en=_words("role, works as, is a, job, occupation, profession, has job, is employed as"),
            zh=_words("职业, 当, 做, 担任, 从事, 是一名, 岗位, 工作是"),
            phrase_en="job",
            phrase_zh="职业",
        ),
        Kind(
            "lives_in",
            "state",
            "attributes",
            None,
            single=True,
            en=_words("lives in, resides in, is based in, moved to city, relocated to, home is"),
            zh=_words("住在, 住, 居住, 居住在, 定居, 搬到, 搬到了, 居住于, 坐标"),
            phrase_en="lives in",
            phrase_zh="住在",
        ),
        Kind(
            "from",
            "state",
            "attributes",
            None,
            single=True,
            en=_words("from, is from, was born in, comes from, grew up in, hometown"),
            zh=_words("来自, 老家, 出生于, 家乡, 籍贯, 老家是, 生于"),
            phrase_en="from",
            phrase_zh="来自",
        ),
        Kind(
            "name",
            "state",
            "attributes",
            None,
            single=True,
            en=_words("name, is named, is called, goes by, name is, named"),
            zh=_words("名字, 叫, 姓名, 我叫, 名叫, 名字是"),
            phrase_en="name",
            phrase_zh="名字",
        ),
        Kind(
            "age",
            "state",
            "attributes",
            None,
            single=True,
            en=_words("age, is aged, years old, is years old"),
            zh=_words("年龄, 岁, 年纪"),
            phrase_en="age",
            phrase_zh="年龄",
        ),
        Kind(
            "gender",
            "state",
            "attributes",
            None,
            single=True,
            en=_words("gender, sex"),
            zh=_words("性别"),
            phrase_en="gender",
            phrase_zh="性别",
        ),
        Kind(
            "has_attribute",
            "state",
            "attributes",
            None,
            single=True,
            en=_words("has attribute, attribute"),
            zh=_words("属性"),
            phrase_en="",
            phrase_zh="",
        ),
        Kind(
            "speaks",
            "state",
            "attributes",
            None,
            en=_words("speaks, is fluent in, native language, mother tongue"),
            zh=_words("说, 讲, 会说, 母语, 母语是, 会讲"),
            phrase_en="speaks",
            phrase_zh="会说",
        ),
        Kind(
            "has_trait",
            "state",
            "attributes",
            None,
            en=_words("has trait, is, trait, personality"),
            zh=_words("性格, 特点, 是个"),
            phrase_en="is",
            phrase_zh="特点",
        ),
        Kind(
            "struggles_with",
            "state",
            "problems",
            _days(30),
            en=_words(
                "struggles with, has problem with, has trouble with, has issue with, is stuck on,"
                " suffers from, is bothered by, is blocked by, keeps failing"
            ),
            zh=_words(
                "困扰, 头疼, 遇到问题, 卡在, 报错, 搞不定, 苦恼, 为…烦恼, 被…困扰, 解决不了, 失眠"
            ),
            phrase_en="has trouble with",
            phrase_zh="困扰",
        ),
        Kind(
            "wants",
            "state",
            "goals",
            _days(60),
            en=_words(
                "wants, wishes, would like, hopes, is looking for, needs, wants to, dreams of"
            ),
            zh=_words("想, 想要, 希望, 想买, 想去, 需要, 期待, 渴望, 盼, 向往, 想看, 想吃"),
            phrase_en="wants",
            phrase_zh="想要",
        ),
        Kind(
            "plans",
            "state",
            "goals",
            _days(60),
            en=_words(
                "plans, plans to, is planning, intends, is going to, is preparing for, plans to visit,"
                " plans to go to, is training for, has booked"
            ),
            zh=_words("计划, 打算, 准备, 要去, 目标是, 筹备, 备考, 在准备, 计划去, 打算去, 目标"),
            phrase_en="plans",
            phrase_zh="打算",
        ),
        # interest: what somebody turns to
        Kind(
            "interested_in",
            "interest",
            "interests",
            _days(90),
            en=_words("interested in, is interested in, is curious about, follows, is exploring"),
            zh=_words("感兴趣, 对…感兴趣, 有兴趣, 关注, 好奇, 对…有兴趣, 在关注, 兴趣"),
            phrase_en="interested in",
            phrase_zh="感兴趣",
        ),
        Kind(
            "asks_about",
            "interest",
            "interests",
            _days(30),
            polarity=0,
            en=_words("asks about, asks for, asked about, wonders about, requests, inquires about"),
            zh=_words("询问, 问, 咨询, 请教, 问过, 打听, 求助"),
            phrase_en="asks about",
            phrase_zh="问过",
        ),
        Kind(
            "mentions",
            "interest",
            None,
            _days(30),
            polarity=0,
            en=_words("mentions, mentioned, talks about, refers to"),
            zh=_words("提到, 提及, 说起, 谈到"),
            phrase_en="mentions",
            phrase_zh="提到",
        ),
        Kind("other", "interest", None, _days(30), polarity=0),
        # link: how things and people belong together
        Kind(
            "has_relation_to",
            "link",
            "people",
            None,
            en=_words(
                "has relation to, brother, sister, mother, father, mom, dad, wife, husband, partner,"
                " son, daughter, colleague, boss, roommate, neighbour, neighbor, cousin, lives with,"
                " girlfriend, boyfriend, parent, child, teacher, mentor, is married to"
            ),
            zh=_words(
                "关系, 妈妈, 爸爸, 哥哥, 弟弟, 姐姐, 妹妹, 妻子, 丈夫, 老婆, 老公, 同事, 老板, 室友, 邻居,"
                " 女儿, 儿子, 女朋友, 男朋友, 同学, 老师, 认识, 表弟, 表哥, 表姐, 表妹"
            ),
            phrase_en="knows",
            phrase_zh="认识",
        ),
        Kind(
            "friend_of",
            "link",
            "people",
            None,
            en=_words("friend of, is friend of, is friends with, best friend, friend, is close to"),
            zh=_words("朋友, 好友, 是朋友, 闺蜜, 好朋友, 的朋友"),
            phrase_en="friend of",
            phrase_zh="朋友",
        ),
        Kind(
            "part_of",
            "link",
            None,
            None,
            en=_words(
                "part of, is part of, belongs to, is built on, built on, based on, is based on"
            ),
            zh=_words("属于, 的一部分, 基于, 隶属于, 部分"),
            phrase_en="part of",
            phrase_zh="属于",
        ),
        Kind(
            "kind_of",
            "link",
            None,
            None,
            en=_words(
                "kind of, is kind of, is type of, is a kind of, is an instance of, subclass of"
            ),
            zh=_words("一种, 是一种, 是一个, 种类"),
            phrase_en="kind of",
            phrase_zh="是一种",
        ),
        Kind(
            "used_with",
            "link",
            None,
            None,
            en=_words("used with, is used with, works with tool, goes with, integrates with"),
            zh=_words("搭配, 配合, 一起用, 配合使用, 用于"),
            phrase_en="used with",
            phrase_zh="搭配",
        ),
    )
}
"""Every kind, by name."""

USED_BEFORE = "used_before"
"""Accepted in answers; read as `uses` with polarity -1."""

_FLIP = {"likes": "dislikes", "prefers": "dislikes", "favourite": "dislikes"}

_EN_ENDED = re.compile(
    r"^(?:(?:no longer|not|never|does not|do not|doesn't|don't|did not|didn't|is not|isn't|cannot|"
    r"can't)(?:\s+(?:really|actually|quite|even|longer))*|stopped|stops|quit|gave up|gives up|"
    r"ceased|abandoned|dropped|used to|formerly|ex)\s+(?P<rest>.+?)(?:\s+any\s?more)?$"
)
_EN_ANYMORE = re.compile(r"^(?P<rest>.+?)\s+(?:any\s?more|no more)$")
_ZH_ENDED = re.compile(
    r"^(?:不再|再也不|不|没有|没|已经不|早就不|停止|戒掉|戒了|戒|放弃|弃用|曾经|曾|以前|过去)"
    r"(?P<rest>.*?)了?$"
)
_SEPARATORS = re.compile(r"[\s_\-]+")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b ?")


def _plain(label: str) -> str:
    text = simplified(label).casefold().replace("’", "'")
    return _ARTICLES.sub("", _SEPARATORS.sub(" ", text)).strip(" .。!！~")


_LEADS = ("really ", "also ", "still ", "now ", "always ", "i ", "user ")


def _stems(label: str) -> list[str]:
    """The label and forms of it that may be in the tables: third person, auxiliaries dropped."""
    forms = [label]
    forms.extend(label[len(lead) :] for lead in _LEADS if label.startswith(lead))
    for form in list(forms):
        head, _, rest = form.partition(" ")
        tail = f" {rest}" if rest else ""
        third = head + ("es" if head.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
        forms.append(third + tail)
        if head.endswith("ing") and len(head) > 4:
            forms += [head[:-3] + "s" + tail, head[:-3] + "es" + tail]
        if head.endswith("ed") and len(head) > 3:
            forms += [head[:-1] + "s" + tail, head[:-2] + "s" + tail]
        if head in ("am", "are", "was", "been", "be"):
            forms.append("is" + tail)
        if head in ("is", "am", "are", "was", "has", "have") and rest:
            forms.append(rest)
        if not head.startswith("is"):
            forms.append(f"is {form}")
    return forms


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for kind in KINDS.values():
        for label in (kind.name.replace("_", " "), *kind.en, *kind.zh):
            table.setdefault(_plain(label), kind.name)
    return table


_TABLE = _table()
_ZH_ADVERBS = re.compile(r"^(?:非常|特别|很|超级|超|真的|也|还是|还|最近|一直|更|挺|蛮|比较|正|都)")
_SLOT = re.compile(r"^(?:has )?(?:favou?rite|最喜欢的|最爱的|最喜爱的) ?(?P<slot>.+)$")


def _lookup(label: str) -> str | None:
    for form in _stems(label):
        if form in _TABLE:
            return _TABLE[form]
    shorter = _ZH_ADVERBS.sub("", label)
    if shorter and shorter != label:
        return _lookup(shorter)
    for ending in ("了", "着", "过", "的"):
        if label.endswith(ending) and len(label) > 1:
            return _lookup(label[:-1])
    return None


@lru_cache(maxsize=4096)
def classify(label: str) -> tuple[str, int, str | None]:
    """Reads a label as (kind, polarity, slot), by the tables and by morphology.

    "no longer X", "stopped X", 不再X, 戒X are X with polarity -1, where an attitude that ends is a
    dislike; "favourite tennis player" is `favourite` with the slot "tennis player". An unknown label
    is ("other", 0, None), or -1 where it is negated.
    """
    plain = _plain(label)
    found = _lookup(plain)
    if found:
        return found, KINDS[found].polarity, None
    if slot := _SLOT.match(plain):
        return "favourite", 1, slot["slot"].strip() or None
    for pattern in (_EN_ENDED, _EN_ANYMORE, _ZH_ENDED):
        if match := pattern.match(plain):
            rest = match["rest"].strip()
            kind, polarity, slot_of_rest = classify(rest) if rest else ("uses", 1, None)
            if polarity < 0:
                return kind, -1, slot_of_rest
            if kind == "other" and pattern is _ZH_ENDED and plain.startswith("戒"):
                kind = "uses"
            return _FLIP.get(kind, kind), -1, slot_of_rest
    return "other", 0, None


def read_kind(
    label: str, kind: str | None = None, polarity: int | None = None
) -> tuple[str, int, str | None]:
    """The (kind, polarity, slot) of a relation, from what it states and from its label.

    A stated kind wins over the label's; a stated polarity wins except where the sign rules say
    otherwise: `likes`, `prefers` and `favourite` with -1 are `dislikes`; a kind that is negative by
    nature stays -1 unless the label itself is positive; `asks_about` and `mentions` are always 0.
    """
    label_kind, label_polarity, slot = classify(label)
    if kind == USED_BEFORE:
        return "uses", -1, None
    name = kind if kind in KINDS else label_kind
    if name in ("asks_about", "mentions"):
        return name, 0, None
    natural = KINDS[name].polarity
    sign = polarity if polarity is not None else label_polarity
    if kind in KINDS and polarity is None:
        sign = -1 if label_polarity < 0 else natural
    if label_polarity < 0 and label_kind != "other" and sign > 0:
        sign = -1
    if name in _FLIP and sign < 0:
        return "dislikes", -1, None
    if natural < 0:
        positive = label_polarity > 0 and KINDS[label_kind].family == KINDS[name].family
        if positive and KINDS[name].family == "attitude":
            return label_kind, 1, slot
        return name, -1, slot
    if name == "other":
        return name, sign, slot
    return name, sign or natural, slot
