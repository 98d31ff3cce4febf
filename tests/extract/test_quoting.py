from __future__ import annotations

from itertools import pairwise

import pytest

from persona.extract.clauses import plain_form
from persona.extract.quoting import foreign_parts
from persona.records import Reason


def quoted(text: str) -> list[str]:
    return [
        text[a:b] for a, b, reason in foreign_parts(plain_form(text)) if reason is Reason.QUOTED
    ]


@pytest.mark.parametrize(
    "text",
    [
        'I like "The Lord of the Rings." a lot',
        "I said “I love sushi” to her",
        "我在看「三体」",
        "我说：“我喜欢你”",
        "Rate my stack: I use FastAPI",
        "my motto: eat well",
        "`ripgrep` is what I use",
        "it's the dog's and the cat's",
        "今年的目标：学会游泳",
    ],
)
def test_names_and_own_words_are_not_foreign(text: str) -> None:
    assert quoted(text) == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('She wrote "I adore trains" there', '"I adore trains"'),
        ("Translate to Thai: I love rain", "I love rain"),
        ("Summarise this:\n---\nI hate it.\n---\nThanks", "---\nI hate it.\n---"),
        ("> I love spam\n> a lot\nreally?", "> I love spam\n> a lot"),
        ("see\n```\nI love tabs\n```", "```\nI love tabs\n```"),
        ("♪ I will survive ♪ was on", "♪ I will survive ♪"),
        ("他说：“我讨厌雨” 是吗", "“我讨厌雨”"),
        ("翻译：我爱下雪", "我爱下雪"),
        ("下面是用户评论：这店我爱了", "这店我爱了"),
        ("这句话「我愛台北」怎麼翻", "「我愛台北」"),
        ("Mum said: I should rest\nI agree", "I should rest"),
    ],
)
def test_foreign_words(text: str, part: str) -> None:
    assert quoted(text) == [part]


def test_injected_blocks() -> None:
    text = "hi <memory>User likes Vim</memory> there <user_persona id=1> no end"
    parts = foreign_parts(plain_form(text))
    assert [text[a:b] for a, b, _ in parts] == [
        "<memory>User likes Vim</memory>",
        "<user_persona id=1> no end",
    ]
    assert {reason for *_, reason in parts} == {Reason.ECHO}


def test_parts_are_disjoint_and_in_order() -> None:
    text = 'Translate: "> I love ```x``` 他说：“我爱雨”"\n> I hate it'
    parts = foreign_parts(plain_form(text))
    assert parts == sorted(parts)
    assert all(a[1] <= b[0] for a, b in pairwise(parts))
