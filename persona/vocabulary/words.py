"""The words that mean a kind of relation, in English and Chinese, and how a line of it begins."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """The words of one kind.

    Attributes:
        en: labels in English that mean the kind (verbs in their third person).
        zh: labels in Chinese, in Simplified characters.
        phrase_en: how a line of the prompt begins, in English.
        phrase_zh: the same in Chinese.
    """

    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    phrase_en: str = ""
    phrase_zh: str = ""


def words_of(text: str) -> tuple[str, ...]:
    """The words of a list with commas."""
    return tuple(part.strip() for part in text.split(","))


WORDS: dict[str, Words] = {
    "likes": Words(
        en=words_of(
            "likes, loves, enjoys, adores, is fond of, is fan of, is into, is keen on, fancies,"
            " digs, appreciates, is crazy about, is obsessed with, is passionate about, admires, has passion for,"
            " gets into, got into, is hooked on, is addicted to, fan of, fond of"
        ),
        zh=words_of(
            "喜欢, 爱, 喜爱, 热爱, 喜好, 爱好, 爱吃, 爱喝, 爱看, 爱听, 爱玩, 喜欢吃, 喜欢喝, 喜欢看,"
            " 喜欢听, 喜欢玩, 迷上, 爱上, 钟爱, 偏爱, 迷, 着迷, 享受, 欣赏, 超爱, 最爱, 痴迷, 中意, 迷恋, 沉迷, 入坑, 离不开"
        ),
        phrase_en="likes",
        phrase_zh="喜欢",
    ),
    "prefers": Words(
        en=words_of(
            "prefers, would rather, favours, favors, would rather have, chose, chooses, picked,"
            " picks, opted for, opts for, selected, decided on, settled on"
        ),
        zh=words_of(
            "更喜欢, 更爱, 偏好, 偏向, 倾向于, 宁愿, 更倾向, 偏好使用, 更偏好, 选择, 选, 选中, 挑了"
        ),
        phrase_en="prefers",
        phrase_zh="更喜欢",
    ),
    "favourite": Words(
        en=words_of("favourite, favorite, has favourite, has favorite"),
        zh=words_of("最喜欢, 最喜欢的, 最喜爱的, 最爱的, 最喜爱"),
        phrase_en="favourite",
        phrase_zh="最喜欢",
    ),
    "dislikes": Words(
        en=words_of(
            "dislikes, hates, can't stand, cannot stand, loathes, detests, despises, is sick of,"
            " is tired of, is fed up with, is not into, is not fan of, is annoyed by, abhors,"
            " cannot tolerate, can't tolerate, cannot bear, can't bear, is not interested in, not interested in,"
            " not into, not fan of"
        ),
        zh=words_of(
            "讨厌, 厌恶, 不喜欢, 不爱, 受不了, 反感, 嫌弃, 痛恨, 恨, 烦, 不吃, 不喝, 看不惯, 忍不了,"
            " 无法忍受, 不感兴趣, 最讨厌, 嫌, 腻了, 厌倦, 不爱吃, 不喜欢吃, 不待见, 没兴趣,"
            " 没有兴趣, 无感, 排斥"
        ),
        phrase_en="dislikes",
        phrase_zh="不喜欢",
    ),
    "avoids": Words(
        en=words_of("avoids, stays away from, steers clear of, keeps away from, refuses, shuns"),
        zh=words_of("避免, 避开, 远离, 不碰, 躲着, 忌口, 回避, 不想要"),
        phrase_en="avoids",
        phrase_zh="避开",
    ),
    "allergic_to": Words(
        en=words_of("allergic to, is allergic to, has allergy to, intolerant to, is intolerant of"),
        zh=words_of("过敏, 对…过敏, 不耐受"),
        phrase_en="allergic to",
        phrase_zh="过敏",
    ),
    "never": Words(
        en=words_of("never, never eats, never drinks, never uses, never takes, never does"),
        zh=words_of("从不, 从不吃, 从不喝, 绝不, 从来不, 从来不吃, 绝对不, 绝不吃, 从不碰"),
        phrase_en="never",
        phrase_zh="从不",
    ),
    "diet": Words(
        en=words_of("diet, follows diet, is vegetarian, is vegan, eats only, keeps"),
        zh=words_of("饮食, 吃素, 忌口是, 饮食习惯"),
        phrase_en="diet",
        phrase_zh="饮食",
    ),
    "rejected": Words(
        en=words_of("rejected, turned down, decided against, declined, passed on, ruled out"),
        zh=words_of("拒绝, 否决, 没选, 不选, 放弃选择, 排除"),
        phrase_en="turned down",
        phrase_zh="没选",
    ),
    "uses": Words(
        en=words_of(
            "uses, runs on, works with, is using, codes in, writes in, programs in, builds with,"
            " deploys on, deploys with, switched to, migrated to, went back to, returned to, is back to, develops with, drinks, eats, plays, does,"
            " practises, practices, listens to, watches, reads, rides, drives, smokes, takes"
        ),
        zh=words_of(
            "用, 使用, 在用, 习惯用, 常用, 用的是, 主要用, 只用, 改用, 换成, 换到, 换回, 用回, 喝回, 吃回, 玩回, 改喝, 改吃, 采用, 写, 玩, 喝,"
            " 吃, 练, 打, 抽, 看, 听, 骑, 开, 实践"
        ),
        phrase_en="uses",
        phrase_zh="在用",
    ),
    "owns": Words(
        en=words_of("owns, has, bought, keeps pet, has pet, got, adopted"),
        zh=words_of("有, 拥有, 买了, 养, 养了, 入手, 入手了, 收养"),
        phrase_en="owns",
        phrase_zh="拥有",
    ),
    "skilled_in": Words(
        en=words_of("skilled in, is good at, is expert in, knows, is proficient in, masters, can"),
        zh=words_of("擅长, 精通, 会, 熟悉, 拿手, 掌握, 善于, 熟练"),
        phrase_en="skilled in",
        phrase_zh="擅长",
    ),
    "learning": Words(
        en=words_of("learning, is learning, learns, is practising, is teaching myself, picks up"),
        zh=words_of("在学, 学, 学习, 在学习, 正在学, 正在学习, 自学, 想学习, 入门"),
        phrase_en="learning",
        phrase_zh="在学",
    ),
    "studies": Words(
        en=words_of("studies, is studying, majors in, is doing degree in, reads for degree in"),
        zh=words_of("攻读, 读, 专业是, 主修, 研究, 在读"),
        phrase_en="studies",
        phrase_zh="攻读",
    ),
    "works_at": Words(
        en=words_of("works at, works for, is employed by, is employed at, joined, works in"),
        zh=words_of("在…工作, 就职于, 任职于, 供职于, 工作于, 上班, 工作单位"),
        phrase_en="works at",
        phrase_zh="就职于",
    ),
    "role": Words(
        en=words_of(
            "role, works as, is a, job, occupation, profession, has job, is employed as, job title,"
            " has role, position"
        ),
        zh=words_of("职业, 当, 做, 担任, 从事, 是一名, 岗位, 工作是, 职业是, 职位, 身份"),
        phrase_en="job",
        phrase_zh="职业",
    ),
    "lives_in": Words(
        en=words_of(
            "lives in, resides in, is based in, moved to city, moved to, relocated to, home is"
        ),
        zh=words_of("住在, 住, 居住, 居住在, 定居, 搬到, 搬到了, 居住于, 坐标"),
        phrase_en="lives in",
        phrase_zh="住在",
    ),
    "from": Words(
        en=words_of("from, is from, was born in, comes from, grew up in, hometown"),
        zh=words_of("来自, 老家, 出生于, 家乡, 籍贯, 老家是, 生于"),
        phrase_en="from",
        phrase_zh="来自",
    ),
    "name": Words(
        en=words_of("name, is named, is called, goes by, name is, named"),
        zh=words_of("名字, 叫, 姓名, 我叫, 名叫, 名字是"),
        phrase_en="name",
        phrase_zh="名字",
    ),
    "age": Words(
        en=words_of("age, is aged, years old, is years old"),
        zh=words_of("年龄, 岁, 年纪"),
        phrase_en="age",
        phrase_zh="年龄",
    ),
    "gender": Words(
        en=words_of("gender, sex"), zh=words_of("性别"), phrase_en="gender", phrase_zh="性别"
    ),
    "has_attribute": Words(en=words_of("has attribute, attribute"), zh=words_of("属性")),
    "speaks": Words(
        en=words_of("speaks, is fluent in, native language, mother tongue"),
        zh=words_of("说, 讲, 会说, 母语, 母语是, 会讲"),
        phrase_en="speaks",
        phrase_zh="会说",
    ),
    "has_trait": Words(
        en=words_of("has trait, is, trait, personality"),
        zh=words_of("性格, 特点, 是个"),
        phrase_en="is",
        phrase_zh="特点",
    ),
    "struggles_with": Words(
        en=words_of(
            "struggles with, has problem with, has trouble with, has issue with, is stuck on,"
            " suffers from, is bothered by, is blocked by, keeps failing, is frustrated with,"
            " is frustrated by, complains about, is worried about"
        ),
        zh=words_of(
            "困扰, 头疼, 遇到问题, 卡在, 报错, 搞不定, 苦恼, 为…烦恼, 被…困扰, 解决不了, 失眠"
        ),
        phrase_en="has trouble with",
        phrase_zh="困扰",
    ),
    "wants": Words(
        en=words_of("wants, wishes, would like, hopes, is looking for, needs, wants to, dreams of"),
        zh=words_of(
            "想, 想要, 希望, 想买, 想去, 需要, 期待, 渴望, 盼, 向往, 想看, 想吃, 想学, 想喝, 想玩, 想养"
        ),
        phrase_en="wants",
        phrase_zh="想要",
    ),
    "plans": Words(
        en=words_of(
            "plans, plans to, is planning, intends, is going to, is preparing for, plans to visit,"
            " plans to go to, is training for, has booked"
        ),
        zh=words_of("计划, 打算, 准备, 要去, 目标是, 筹备, 备考, 在准备, 计划去, 打算去, 目标"),
        phrase_en="plans",
        phrase_zh="打算",
    ),
    "interested_in": Words(
        en=words_of("interested in, is interested in, is curious about, follows, is exploring"),
        zh=words_of("感兴趣, 对…感兴趣, 有兴趣, 关注, 好奇, 对…有兴趣, 在关注, 兴趣"),
        phrase_en="interested in",
        phrase_zh="感兴趣",
    ),
    "asks_about": Words(
        en=words_of("asks about, asks for, asked about, wonders about, requests, inquires about"),
        zh=words_of("询问, 问, 咨询, 请教, 问过, 打听, 求助"),
        phrase_en="asks about",
        phrase_zh="问过",
    ),
    "mentions": Words(
        en=words_of("mentions, mentioned, talks about, refers to"),
        zh=words_of("提到, 提及, 说起, 谈到"),
        phrase_en="mentions",
        phrase_zh="提到",
    ),
    "has_relation_to": Words(
        en=words_of(
            "has relation to, brother, sister, mother, father, mom, dad, wife, husband, partner,"
            " son, daughter, colleague, boss, roommate, neighbour, neighbor, cousin, lives with,"
            " girlfriend, boyfriend, parent, child, teacher, mentor, is married to"
        ),
        zh=words_of(
            "关系, 妈妈, 爸爸, 哥哥, 弟弟, 姐姐, 妹妹, 妻子, 丈夫, 老婆, 老公, 同事, 老板, 室友, 邻居,"
            " 女儿, 儿子, 女朋友, 男朋友, 同学, 老师, 认识, 表弟, 表哥, 表姐, 表妹"
        ),
        phrase_en="knows",
        phrase_zh="认识",
    ),
    "friend_of": Words(
        en=words_of("friend of, is friend of, is friends with, best friend, friend, is close to"),
        zh=words_of("朋友, 好友, 是朋友, 闺蜜, 好朋友, 的朋友"),
        phrase_en="friend of",
        phrase_zh="朋友",
    ),
    "part_of": Words(
        en=words_of(
            "part of, is part of, belongs to, is built on, built on, based on, is based on"
        ),
        zh=words_of("属于, 的一部分, 基于, 隶属于, 部分"),
        phrase_en="part of",
        phrase_zh="属于",
    ),
    "kind_of": Words(
        en=words_of(
            "kind of, is kind of, is type of, is a kind of, is an instance of, subclass of"
        ),
        zh=words_of("一种, 是一种, 是一个, 种类"),
        phrase_en="kind of",
        phrase_zh="是一种",
    ),
    "used_with": Words(
        en=words_of("used with, is used with, works with tool, goes with, integrates with"),
        zh=words_of("搭配, 配合, 一起用, 配合使用, 用于"),
        phrase_en="used with",
        phrase_zh="搭配",
    ),
}
"""By the name of the kind; `other` has none."""
