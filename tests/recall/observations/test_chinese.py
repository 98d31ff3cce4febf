"""Chinese claims: 我 becomes the name once; what is worth noting scores above what is not."""

from __future__ import annotations

import pytest

from persona.recall.observations.chinese import told_of, without_talk, worth


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("我昨天去看了牙医", "小安昨天去看了牙医"),
        ("我妈下周来看我", "小安的妈下周来看TA"),
        ("我带我的孩子去爬山", "小安带自己的孩子去爬山"),
        ("我们养了一只猫", "小安养了一只猫"),
        ("我們家搬到臺南了", "小安家搬到臺南了"),
        ("咱家的狗丢了", "小安家的狗丢了"),
        ("这本书讲自我成长，我看了两遍", "这本书讲自我成长，小安看了两遍"),
        ("最近压力很大", "小安说最近压力很大"),
    ],
)
def test_told_of(claim: str, expected: str) -> None:
    assert told_of(claim, "小安") == expected


def test_after_the_name_and_who_you_is() -> None:
    assert told_of("我很想你", "小安", named=True, other="小李") == "TA很想小李"
    assert told_of("我很想你", r"\1", other=r"\2") == r"\1很想\2"


def test_talk_at_both_ends_is_cut() -> None:
    assert without_talk("哈哈，我学会骑车了，好想和你分享！") == "我学会骑车了"
    assert without_talk("嗨，小李，我到家了。") == "我到家了"


def test_news_is_worth_more_than_weather() -> None:
    assert worth("我上周开始学游泳了") > 0 > worth("天气不错")
