"""What a message requires of the thing it looks for, and what only looks like it."""

from __future__ import annotations

import time

import opencc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.evaluate.people import of_messages
from persona.extract import chinese
from persona.profile.block import render
from persona.records import Message
from persona.text import simplified
from tests.strategies import NO_SHRINKING

TRADITIONAL = opencc.OpenCC("s2t")


def asked(text: str, offered: str = "") -> set[tuple[str | None, str]]:
    return {(s.slot, s.target) for s in chinese.requirements(text, offered)}


AMOUNTS: list[tuple[str, set[tuple[str | None, str]]]] = [
    (
        "我想找一家评分4分以上、人均80-120元的餐厅。",
        {("餐厅评分", "4分以上"), ("餐厅人均消费", "80-120元")},
    ),
    ("有没有价格不超过350块的民宿？", {("民宿价格", "不超过350块")}),
    ("预算5000元以下，推荐一款拍照好的手机。", {("手机价格", "5000元以下")}),
    ("想去一个能玩两个小时左右的公园。", {("公园时长", "两个小时")}),
    ("找个门票免费的博物馆吧", {("博物馆门票", "免费")}),
    ("最好是不要门票的景点，有吗？", {("景点门票", "不要门票")}),
    (
        "帮我订个三星级酒店，房价在200到300之间。",
        {("酒店类型", "三星级"), ("酒店价格", "200到300")},
    ),
    ("我要一家经济型酒店，8分以上的", {("酒店类型", "经济型"), ("酒店评分", "8分以上")}),
    ("求一部评分9分以上的电影", {("电影评分", "9分以上")}),
]

SERVING: list[tuple[str, set[tuple[str | None, str]]]] = [
    (
        "需要一家有停车场、健身房和24小时热水的酒店。",
        {("酒店设施", "停车场"), ("酒店设施", "健身房"), ("酒店设施", "24小时热水")},
    ),
    ("想住的宾馆最好能提供叫醒服务。", {("宾馆设施", "叫醒服务")}),
    ("找一家房间提供wifi的民宿", {("民宿设施", "房间提供wifi")}),
    ("推荐一家有酸汤鱼的饭馆", {("饭馆菜", "酸汤鱼")}),
    ("想去餐馆吃凉拌木耳和蒸排骨这两道菜", {("餐馆菜", "凉拌木耳"), ("餐馆菜", "蒸排骨")}),
]

PLACES: list[tuple[str, set[tuple[str | None, str]]]] = [
    ("听泉寺的地址在哪？", {(None, "听泉寺")}),
    ("请告诉我云水面馆(东门店)的电话。", {(None, "云水面馆(东门店)")}),
    ("请问松风公园周边有什么好玩的？", {(None, "松风公园")}),
    (
        "从北苑大酒店到松风公园怎么坐地铁？",
        {("出发地", "北苑大酒店"), ("目的地", "松风公园")},
    ),
]

ALL = AMOUNTS + SERVING + PLACES


@pytest.mark.parametrize(("text", "expected"), ALL)
def test_what_is_required(text: str, expected: set[tuple[str | None, str]]) -> None:
    assert asked(text) == expected


@pytest.mark.parametrize(("text", "expected"), ALL)
def test_traditional_reads_as_simplified(text: str, expected: set[tuple[str | None, str]]) -> None:
    found = {(slot, simplified(target)) for slot, target in asked(TRADITIONAL.convert(text))}
    assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        "昨天那家餐厅人均花了200元。",
        "我上周住过一家有温泉的酒店。",
        "这道题我考了9分。",
        "我每天工作八小时，周末休息两天。",
        "我喜欢看电影，也喜欢逛公园。",
        "工资是8000元。",
        "我住在听泉寺附近。",
        "我去了松风公园。",
        "那家酒店提供早餐吗？",
        "我妈妈今年五十岁。",
        "你好，在吗？",
    ],
)
def test_what_is_told_is_not_required(text: str) -> None:
    assert asked(text) == set()


def test_the_bound_belongs_to_the_value_and_what_blurs_it_does_not() -> None:
    assert asked("找个100元以内的餐馆") == {("餐馆人均消费", "100元以内")}
    assert asked("找个100元左右的餐馆") == {("餐馆人均消费", "100元")}


def test_what_comes_round_the_clock_is_no_duration() -> None:
    slots = {slot for slot, _ in asked("找个能玩的公园，附近要有24小时营业的店")}
    assert not any(slot and slot.endswith("时长") for slot in slots)


def test_a_name_that_was_offered_needs_no_sign_of_a_place() -> None:
    offered = "推荐您去望江亭烤全鱼，或者金陵一号。"
    assert asked("那就金陵一号吧", offered) == {(None, "金陵一号")}
    assert asked("那就金陵一号吧") == set()


def test_a_first_character_that_reads_like_a_word_stays_where_the_assistant_wrote_it() -> None:
    assert asked("那家小院的电话是多少？", "附近有、那家小院、竹里馆。") == {(None, "那家小院")}


def test_a_requirement_has_the_weight_and_sign_of_a_question() -> None:
    for text, _ in ALL:
        for s in chinese.requirements(text):
            assert (s.kind, s.polarity, s.weight) == ("asks_about", 0, 0.3)


_NOISE = st.text(
    alphabet="我想找要的家酒店餐馆有和评分元小时(（)、，。0123456789-从到去吧 \n", max_size=40
)


@settings(max_examples=80, deadline=None, phases=NO_SHRINKING)
@given(st.lists(st.one_of(st.sampled_from([t for t, _ in ALL]), _NOISE), max_size=4))
def test_targets_stand_where_they_are_said_to(pieces: list[str]) -> None:
    text = "，".join(pieces)
    found = chinese.requirements(text, text)
    assert [s.start for s in found] == sorted(s.start for s in found)
    for s in found:
        assert text[s.start : s.start + len(s.target)] == s.target
        assert s.target.strip() == s.target != ""


@pytest.mark.parametrize(
    "unit", ["我想找酒店，", "1", "从", "去", "元", "(", "评分4分、", "有", "吃"]
)
def test_a_long_text_is_read_in_time(unit: str) -> None:
    began = time.perf_counter()
    chinese.requirements(unit * (4000 // len(unit)))
    assert time.perf_counter() - began < 5


def _block(texts: list[str], most: int) -> str:
    messages = [
        Message("u", f"c{n}", f"m{n}", "user", text, position=n) for n, text in enumerate(texts)
    ]
    return render(of_messages(messages).persona, lang="zh", max_tokens=most).text


def test_requirements_are_shown_as_what_is_looked_for_and_crowd_no_likes_out() -> None:
    told = ["我喜欢爬山和围棋。", "我对花生过敏。", "我在学吉他。", "我讨厌香菜。"]
    searches = [
        f"想找一家评分{n}分以上、人均{n}0元、有酸汤鱼的餐馆，再找一家有健身房、价格不超过{n}00元的酒店。"
        for n in range(1, 10)
    ]
    for block in (_block(told, 200), _block([*told, *searches], 200)):
        assert all(name in block for name in ("爬山", "围棋", "花生", "吉他", "香菜"))
    block = _block([*told, *searches], 200)
    assert "近来在找：" in block
    assert "酒店设施健身房" in block
    likes = next(line for line in block.splitlines() if line.startswith("喜欢"))
    assert "元" not in likes
    assert "酸汤鱼" not in likes


def test_a_requirement_is_no_preference() -> None:
    message = Message("u", "c", "m", "user", "我要找一家评分4分以上、提供早餐的酒店。")
    person = of_messages([message])
    assert person.persona.top(10) == ()
    assert {(f.kind, f.slot, f.polarity) for f in person.facts} == {
        ("asks_about", "酒店评分", 0),
        ("asks_about", "酒店设施", 0),
    }
