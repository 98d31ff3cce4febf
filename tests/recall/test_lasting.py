import pytest

from persona.recall.lasting import lasting_cue


@pytest.mark.parametrize(
    "sentence",
    [
        "I can't stand loud bars.",
        "I only buy second-hand bikes.",
        "My favourite season is autumn.",
        "I need a bag but I never buy leather.",
        "我不吃香菜",
        "我只喝美式",
        "我对花生过敏",
    ],
)
def test_lasting_ways(sentence: str) -> None:
    assert lasting_cue(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I want you to act as a poet.",
        "Can you help me with my code?",
        "I'm looking for a gift.",
        "I don't know what to do.",
        "The weather is nice.",
        "帮我写一封信，我想要正式一点",
        "今天下雨",
    ],
)
def test_requests_and_remarks_of_the_moment(sentence: str) -> None:
    assert not lasting_cue(sentence)
