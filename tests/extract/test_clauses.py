"""Where a message is cut, and what is never cut."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract.clauses import MAX_CLAUSE, Mood, plain_form, split_clauses
from persona.records import Reason, Span


def texts(message: str) -> list[str]:
    return [clause.text for clause in split_clauses(message)]


@pytest.mark.parametrize(
    ("message", "clauses"),
    [
        ("I like tea, but I hate coffee.", ["I like tea,", "but I hate coffee."]),
        ("I like tea though I hate milk", ["I like tea", "though I hate milk"]),
        ("I love tea and my wife loves beer", ["I love tea", "and my wife loves beer"]),
        ("I use Vim; he uses Emacs", ["I use Vim;", "he uses Emacs"]),
        ("Love the hills, hate the sea", ["Love the hills,", "hate the sea"]),
        ("I live in Graz\nI work in a bank", ["I live in Graz", "I work in a bank"]),
        ("I like tea — she hates it", ["I like tea —", "she hates it"]),
        ("我喜欢茶，但讨厌咖啡", ["我喜欢茶，", "但讨厌咖啡"]),
        ("我喜欢茶可是不爱咖啡", ["我喜欢茶", "可是不爱咖啡"]),
        ("我爱喝茶而我妈爱喝酒", ["我爱喝茶", "而我妈爱喝酒"]),
        ("我喜歡貓 討厭狗", ["我喜歡貓", "討厭狗"]),
    ],
)
def test_cuts(message: str, clauses: list[str]) -> None:
    assert texts(message) == clauses


@pytest.mark.parametrize(
    "message",
    [
        "I use Node.js v1.5 and 3,000 nodes",
        "I met Dr. Novak of St. Olaf",
        "I like J. R. Tolkien",
        "I like apples, pears and plums",
        "I like apples, pears, especially green ones",
        "My wife and I love skiing",
        "I read (yes, really, all of it) Ulysses",
        "I read “Yes, But, No” twice",
        "In March, I moved to Bern",
        "我看过《你好，李焕英》",
        "我喜欢苹果、梨和桃",
        "我海鲜过敏，尤其是虾",
        "榴莲，我受不了",
        "我对虾不过敏",
        "我不但会游泳",
        "他不过如此",
        "见 https://example.org/a,b?c=d!e",
    ],
)
def test_stays_whole(message: str) -> None:
    assert texts(message) == [message]


def test_a_topic_is_joined_to_its_verdict() -> None:
    assert texts("But olives? Hard no.") == ["But olives? Hard no."]
    assert texts("香菜？受不了。") == ["香菜？受不了。"]
    assert texts("Any tips? Hard no.") == ["Any tips?", "Hard no."]


def test_a_single_letter_ends_a_sentence_before_a_new_subject() -> None:
    assert texts("I vote for party Q. I am tired") == ["I vote for party Q.", "I am tired"]


def test_given_foreign_parts_win_and_cut() -> None:
    message = "fyi I love tea over and out"
    foreign = [Span(4, 14, Reason.QUOTED)]
    assert [(c.text, c.mood) for c in split_clauses(message, foreign)] == [
        ("fyi", Mood.STATEMENT),
        ("I love tea", Mood.QUOTED),
        ("over and out", Mood.STATEMENT),
    ]


def test_a_given_part_beyond_the_text_is_clipped() -> None:
    assert split_clauses("I love tea", [Span(-0, 99, Reason.ECHO)])[0].mood is Mood.ECHO


@pytest.mark.parametrize("message", ["", "  \n ", "!!!", "🎉"])
def test_no_words_no_clauses(message: str) -> None:
    assert split_clauses(message) == ()


def test_a_clause_without_marks_is_cut_at_a_space() -> None:
    message = "word " * 1000
    clauses = split_clauses(message)
    assert max(len(clause.text) for clause in clauses) <= MAX_CLAUSE
    assert " ".join(clause.text for clause in clauses) == message.strip()


def test_long_texts_take_linear_time() -> None:
    began = time.process_time()
    for unit in ("a", "喜欢", "(", '"', "I like, ", "> ", "if i were ", "「", "1. ", "<memory>"):
        split_clauses(unit * (50_000 // len(unit)))
    assert time.process_time() - began < 10


def test_plain_form_keeps_every_offset() -> None:
    assert plain_form("İ LOVE 羅馬’s") == "İ love 罗马's"
    assert plain_form("我愛TEA") == "我爱tea"


words = st.sampled_from(
    [
        "I",
        "love",
        "hate",
        "tea",
        "coffee",
        "but",
        "and",
        "my",
        "wife",
        "he",
        "我",
        "喜欢",
        "讨厌",
        "茶",
        "但",
        "，",
        "。",
        ",",
        ".",
        "?",
        "！",
        "\n",
        "“",
        "”",
        "(",
        ")",
        "吗",
        "如果",
        "if",
        "were",
        ":",
        "：",
        ">",
        "```",
        "🎉",
    ]
)


@settings(deadline=None, max_examples=200)
@given(st.lists(words, max_size=25).map(" ".join) | st.text(max_size=60))
def test_every_word_is_in_exactly_one_clause(message: str) -> None:
    clauses = split_clauses(message)
    covered = [0] * len(message)
    for clause in clauses:
        assert message[clause.start : clause.end] == clause.text == clause.text.strip()
        for at in range(clause.start, clause.end):
            covered[at] += 1
    assert max(covered, default=0) <= 1
    assert all(count for count, c in zip(covered, message, strict=True) if c.isalnum())
    assert list(clauses) == sorted(clauses, key=lambda clause: clause.start)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=60))
def test_plain_form_has_the_same_length(message: str) -> None:
    assert len(plain_form(message)) == len(message)
