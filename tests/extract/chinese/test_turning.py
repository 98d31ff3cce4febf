"""Turns from one thing to another: what has ended, and of which kind what came instead is."""

from __future__ import annotations

import pytest

from persona.evaluate.people import of_single_messages
from persona.extract.chinese import statements
from persona.extract.grounding import ground
from persona.extract.rules import extract
from persona.records import Message, Persona, Turn, Window

Said = set[tuple[str, str, int]]


def _said(text: str) -> Said:
    return {(s.kind, s.target, s.polarity) for s in statements(text)}


FEELINGS: list[tuple[str, Said]] = [
    (
        "对手账彻底下头了，转投拼豆的怀抱",
        {("dislikes", "手账", -1), ("uses", "手账", -1), ("likes", "拼豆", 1)},
    ),
    (
        "以前天天离不开糖蒜，如今全换成泡菜了",
        {("dislikes", "糖蒜", -1), ("uses", "糖蒜", -1), ("likes", "泡菜", 1)},
    ),
    (
        "之前跟你说我爱皮影戏，那是老黄历了，现在我只认木偶戏",
        {("dislikes", "皮影戏", -1), ("uses", "皮影戏", -1), ("likes", "木偶戏", 1)},
    ),
    (
        "从咸粽党叛变成甜粽党了",
        {("dislikes", "咸粽", -1), ("uses", "咸粽", -1), ("likes", "甜粽", 1)},
    ),
    ("不再迷恋盗墓小说", {("dislikes", "盗墓小说", -1)}),
    ("麻花我已经腻了", {("dislikes", "麻花", -1)}),
]


@pytest.mark.parametrize(("text", "said"), FEELINGS)
def test_what_somebody_fell_out_with_for_another_thing_is_neither_liked_nor_done(
    text: str, said: Said
) -> None:
    assert _said(text) == said


def test_who_leaves_what_they_play_neither_plays_nor_likes_it() -> None:
    said = _said("退坑斗地主了，转头入了掼蛋的坑")
    assert {("uses", "斗地主", -1), ("dislikes", "斗地主", -1), ("likes", "掼蛋", 1)} == said


KINDS: list[tuple[str, Said]] = [
    ("挪威语学不下去了，换成冰岛语", {("learning", "挪威语", -1), ("learning", "冰岛语", 1)}),
    ("低盐饮食坚持不下来，改成低糖饮食了", {("diet", "低盐饮食", -1), ("diet", "低糖饮食", 1)}),
    ("跟Foxmail说拜拜，换Thunderbird了", {("uses", "Foxmail", -1), ("uses", "Thunderbird", 1)}),
    ("我被联想裁了，还好浪潮收留了我", {("works_at", "联想", -1), ("works_at", "浪潮", 1)}),
    ("南昌的房子退了，干脆落户赣州", {("lives_in", "南昌", -1), ("lives_in", "赣州", 1)}),
    ("告别兰州，以后就是银川人了", {("lives_in", "兰州", -1), ("lives_in", "银川", 1)}),
    ("终于不用去海信打卡了", {("works_at", "海信", -1)}),
]


@pytest.mark.parametrize(("text", "said"), KINDS)
def test_what_came_instead_is_of_the_kind_of_what_was_left(text: str, said: Said) -> None:
    assert _said(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "姚记退役了，我哭了一晚上",  # no word of what came instead
        "今天饺子吃够了，爽",  # enough for today
        "我没有从南昌搬到赣州",
        "差点从咸粽党叛变成甜粽党",
        "我不会告别乒乓球的",
        "想投奔浪潮",
        "准备回赣州定居",
        "压岁钱给我妈了，现在身无分文",
        "步骤：打开设置 → 换语言",
        "对老公没感觉了",
        "以前一直靠父母，现在靠自己",
    ],
)
def test_what_is_no_turn_states_nothing_of_a_thing(text: str) -> None:
    assert {kind for kind, _, _ in _said(text)} <= {"has_relation_to"}


@pytest.mark.parametrize(
    "text",
    [
        "以前喜欢皮影戏，现在也喜欢木偶戏",
        "以前喜欢皮影戏，现在更喜欢木偶戏",
        "以前喜欢皮影戏，现在在学古琴",
    ],
)
def test_a_past_love_is_not_over_where_nothing_took_its_place(text: str) -> None:
    assert not [said for said in _said(text) if said[1] == "皮影戏" and said[2] < 0]


def _window(text: str) -> Window:
    message = Message("u", "c", "m0", "user", text, position=0)
    return Window("u", "c", (Turn(message, 0, len(text)),))


def _persona(*texts: str) -> Persona:
    return of_single_messages(texts).persona


def _names(persona: Persona, section: str) -> set[str]:
    return {line.entity for line in persona.sections[section]}


def test_a_love_ends_though_it_was_told_in_other_words() -> None:
    persona = _persona("我对糖蒜一点抵抗力都没有", "以前天天离不开糖蒜，如今全换成泡菜了")
    assert _names(persona, "likes") == {"泡菜"}


def test_a_diet_ends_when_another_one_begins() -> None:
    persona = _persona("我平常都是低盐饮食", "低盐饮食实在撑不住，现在改成低糖饮食了")
    assert _names(persona, "safety") == {"低糖饮食"}


@pytest.mark.parametrize(
    "text",
    [
        "要不要把Foxmail换成Thunderbird？",
        "我妹退坑斗地主了，转投掼蛋",
        "如果Foxmail下线了，我就换Thunderbird",
        "他说“我对手账下头了，现在玩拼豆”",
        "听说他转投木偶戏阵营了",
    ],
)
def test_what_is_asked_supposed_or_said_of_others_is_no_turn(text: str) -> None:
    window = _window(text)
    grounded = ground(window, extract(window), order={"m0": (0, 0, "")})
    assert not [a for a in grounded.assertions if a.polarity and a.kind != "has_relation_to"]
