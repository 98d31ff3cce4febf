"""What greets, thanks, praises, orders or reacts tells nothing of the speaker."""

from __future__ import annotations

import pytest

from persona.recall.observations import chinese
from persona.recall.observations.talk import is_talk


@pytest.mark.parametrize(
    "claim",
    [
        "You must be so pleased with it.",
        "I'm so proud of you.",
        "I hope you feel better soon.",
        "Keep up the good work!",
        "Can't wait to hear about it.",
        "That sounds great!",
        "It was awesome!",
        "Good luck with the interview.",
        "Your support means the world.",
        "I'll let you know.",
        "Take a look at this.",
        "Those shoes are gorgeous.",
        "Make sure to rest.",
        "Hooray!",
        "Вчера была хорошая погода",
        "My name is Anneke and I'm glad to meet everyone.",
        "I'd like to talk about my plans today.",
        "It's been a long time since we chatted.",
        "I'll definitely try that.",
    ],
)
def test_talk(claim: str) -> None:
    assert is_talk(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "I run a bakery.",
        "My son broke his arm on Tuesday.",
        "We are moving in June.",
        "It took me three years to finish the quilt.",
        "Work is busy before the summer fair.",
        "Running along the canal clears my head.",
        "I told you about my surgery.",
    ],
)
def test_news_of_oneself_is_no_talk(claim: str) -> None:
    assert not is_talk(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "你真厉害",
        "我叫小安",
        "听起来很不错",
        "我会试试看的",
        "谢谢你的建议",
        "加油",
        "今天想和你聊聊",
        "嗯嗯",
    ],
)
def test_chinese_talk(claim: str) -> None:
    assert chinese.is_talk(claim)


@pytest.mark.parametrize(
    "claim", ["我昨天去看了牙医", "我妈下周来北京看我", "最近睡得很差，压力很大"]
)
def test_chinese_news_is_no_talk(claim: str) -> None:
    assert not chinese.is_talk(claim)
