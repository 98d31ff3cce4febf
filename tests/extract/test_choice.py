from __future__ import annotations

import pytest

from persona.extract.choice import asks_about_person, assent, options, resolve

NUMBERED = "Some ideas:\n1. Portuguese\n2. Georgian - a hard one\n3. **Swahili** (easy)"
LETTERED = "A) sushi\nB) ramen\nC) tacos"
CHINESE = "可以這樣安排：\n1. 看展覽\n2. 爬陽明山 - 走走\n3. 做甜點：蛋糕"


def picks(text: str, reply: str) -> dict[str, int]:
    return {pick.option.name: pick.polarity for pick in resolve(reply, options(text))}


@pytest.mark.parametrize(
    ("text", "reply", "expected"),
    [
        (NUMBERED, "I'll go with option 2", {"Georgian": 1}),
        (NUMBERED, "2 it is!", {"Georgian": 1}),
        (NUMBERED, "the second one", {"Georgian": 1}),
        (NUMBERED, "the last one please", {"Swahili": 1}),
        (NUMBERED, "not the first", {"Portuguese": -1}),
        (NUMBERED, "the first one, not the third", {"Portuguese": 1, "Swahili": -1}),
        (NUMBERED, "neither", {"Portuguese": -1, "Georgian": -1, "Swahili": -1}),
        (NUMBERED, "Georgian sounds good", {"Georgian": 1}),
        (NUMBERED, "Swahili? too hard for me", {"Swahili": -1}),
        ("1.《甲书》 2.《乙书》 3.《丙书》", "前两本看过了，最后一本吧", {"丙书": 1}),
        ("1.《甲书》 2.《乙书》 3.《丙书》", "倒数第二本", {"乙书": 1}),
        ("① 寄生 ② 小偷 ③ 驾驶", "②，③太长了", {"小偷": 1, "驾驶": -1}),
        ("A 天文导论 B 美术史", "果断B", {"美术史": 1}),
        ("滴滴清单和待办箱都不错。", "装了滴滴", {"滴滴清单": 1}),
        ("石英 G2 或者追影 X4 都可以考虑。", "追影听说售后差，pass", {"追影 X4": -1}),
        ("黄山怎么样？", "去腻了", {"黄山": -1}),
        ("要不要试试钩针？", "安排！", {"钩针": 1}),
        ("口琴还是琵琶？", "口琴坚持不下来", {"口琴": -1}),
        (NUMBERED, "is the second one hard?", {}),
        (NUMBERED, "tell me about number 2", {}),
        (NUMBERED, "let me think", {}),
        (NUMBERED, "option 9", {}),
        (NUMBERED, "1 and 3", {"Portuguese": 1, "Swahili": 1}),
        (NUMBERED, "the first two", {"Portuguese": 1, "Georgian": 1}),
        (NUMBERED, "the middle one", {"Georgian": 1}),
        (NUMBERED, "anything but 2", {"Georgian": -1}),
        (NUMBERED, "I'd take Portuguese over Swahili", {"Portuguese": 1, "Swahili": -1}),
        (NUMBERED, "I tried the first one already, boring", {"Portuguese": -1}),
        (NUMBERED, "I have 2 dogs", {}),
        (NUMBERED, "I bought 2", {}),
        (LETTERED, "(b)", {"ramen": 1}),
        (LETTERED, "a and c", {"sushi": 1, "tacos": 1}),
        (LETTERED, "I take vitamin c", {}),
        (CHINESE, "第一和第三個", {"看展覽": 1, "做甜點": 1}),
        (CHINESE, "前两个吧", {"看展覽": 1, "爬陽明山": 1}),
        (CHINESE, "三號吧", {"做甜點": 1}),
        (CHINESE, "三", {"做甜點": 1}),
        ("你可以試試瑜伽、慢跑或者游泳。", "游泳吧，慢跑膝蓋受不了", {"游泳": 1, "慢跑": -1}),
        (LETTERED, "B please", {"ramen": 1}),
        (LETTERED, "I like a good meal", {}),
        (CHINESE, "選第二個！第三個太麻煩了，我不要。", {"爬陽明山": 1, "做甜點": -1}),
        (CHINESE, "就第一个吧", {"看展覽": 1}),
        (CHINESE, "甜点吧", {"做甜點": 1}),
        (CHINESE, "都不要", {"看展覽": -1, "爬陽明山": -1, "做甜點": -1}),
        (CHINESE, "第二个怎么样？", {}),
        ("可以去云台温泉，或者石岭漂流。", "漂流就免了", {"石岭漂流": -1}),
        ("推荐你看《活着》。", "好，就看这个", {"活着": 1}),
        ("你喜欢茶还是咖啡？", "后者", {"咖啡": 1}),
        ("Would you like tea or coffee?", "coffee please", {"coffee": 1}),
    ],
)
def test_resolve(text: str, reply: str, expected: dict[str, int]) -> None:
    assert picks(text, reply) == expected


def test_nothing_offered_nothing_taken() -> None:
    assert resolve("option 2", ()) == ()


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Yes, I love it", 1),
        ("nope", -1),
        ("not really", -1),
        ("嗯，喜欢", 1),
        ("从来不", -1),
        ("it depends", None),
        ("看情况", None),
    ],
)
def test_assent(reply: str, answer: int | None) -> None:
    assert assent(reply) == answer


@pytest.mark.parametrize(
    ("text", "name", "asks"),
    [
        ("Do you like tennis?", "tennis", True),
        ("I love tennis. Do you play chess?", "tennis", False),
        ("Shall I write it in Rust?", "Rust", False),
        ("Do you want me to use Rust?", "Rust", False),
        ("Tennis is fun.", "tennis", False),
        ("你喜欢网球吗？", "网球", True),
        ("要不要我用 Rust 写？", "Rust", False),
    ],
)
def test_asks_about_person(text: str, name: str, asks: bool) -> None:
    assert asks_about_person(text, name) is asks
