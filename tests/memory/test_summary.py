from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.memory import build_persona, summary
from persona.memory.summary import MOST_CHARACTERS, MOST_WORDS, language
from persona.records import Assertion, Persona
from persona.resolve import resolve
from persona.scoring import score
from tests.resolve.said import at, said


def persona(rows: list[Assertion]) -> Persona:
    resolution = resolve("u", rows)
    scores = score(resolution.facts, resolution.entities, as_of=at(9))
    return build_persona(
        "u", resolution.facts, resolution.entities, scores, as_of=at(9), extractor="rules"
    )


ROWS = [
    said("手冲咖啡", day=1, weight=0.9), said("爵士", day=2), said("Rust", "uses", day=3),
    said("香菜", "dislikes", -1, day=4), said("花生", "allergic_to", -1, day=5),
    said("成都", "lives_in", day=6), said("小王", "friend_of", day=7),
]  # fmt: skip


def test_in_chinese() -> None:
    found = summary(persona(ROWS).sections, "zh")
    assert found == "住在成都，喜欢手冲咖啡、爵士，在用 Rust。不喜欢香菜，对花生过敏。"


def test_in_english() -> None:
    found = summary(persona(ROWS).sections, "en")
    assert (
        found
        == "Lives in 成都; likes 手冲咖啡 and 爵士; uses Rust. Dislikes 香菜; allergic to 花生."
    )


def test_the_language_is_that_of_most_evidence() -> None:
    assert language(["我喜欢茶", "deploy 还是用 Ansible", "I like tea"]) == "zh"
    assert language(["I like 茶", "I like tea", "I like it"]) == "en"
    assert language([]) == "en"
    assert persona([said("茶", quote="我喜欢茶")]).summary == "喜欢茶。"
    assert persona([said("tea", quote="I like tea")]).summary == "Likes tea."


def test_of_nobody_it_says_so() -> None:
    assert summary({}, "en").startswith("Nothing is known")
    assert "一无所知" in summary({}, "zh")


def test_what_a_person_is_called_is_left_out_and_each_thing_stands_once() -> None:
    rows = [said("林", "name"), said("29", "age", day=1), said("Rust", "uses", day=2),
            said("Rust", "learning", day=3), said("Rust", "asks_about", 0, day=4)]  # fmt: skip
    assert summary(persona(rows).sections, "zh") == "在用 Rust。"


def test_a_question_says_nothing_about_a_person() -> None:
    rows = [said("Rust", "asks_about", 0), said("围棋", "interested_in", day=1)]
    assert summary(persona(rows).sections, "zh") == "对围棋感兴趣。"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_when_room_is_short_safety_stays(lang: str) -> None:
    long = "很长的名字" * 9 if lang == "zh" else "a b c d e f g h i j k l m n o p q r s t"
    rows = [said(f"{n}{long}", day=n % 9, message=f"m{n}") for n in range(9)]
    rows += [said(f"{n}{long}", "uses", day=1) for n in range(20, 24)]
    rows += [said(f"{n}{long}", "dislikes", -1, day=1) for n in range(30, 34)]
    rows += [said("花生", "allergic_to", -1, day=1)]
    found = summary(persona(rows).sections, "zh" if lang == "zh" else "en")
    assert "花生" in found
    assert ("…" in found) == (lang == "zh")  # only there is a name longer than its 40 characters
    assert len(found) <= MOST_CHARACTERS if lang == "zh" else len(found.split()) <= MOST_WORDS


KINDS = st.sampled_from([("likes", 1), ("uses", 1), ("dislikes", -1), ("allergic_to", -1),
                         ("never", -1), ("lives_in", 1), ("wants", 1), ("has_attribute", 1)])  # fmt: skip
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=60)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(NAMES, KINDS), max_size=12), st.sampled_from(["en", "zh"]))
def test_it_is_short_on_one_line_and_never_empty(
    named: list[tuple[str, tuple[str, int]]], lang: str
) -> None:
    rows = [said(name, kind, sign, day=n % 9) for n, (name, (kind, sign)) in enumerate(named)]
    found = summary(persona(rows).sections, "zh" if lang == "zh" else "en")
    assert found
    assert not re.search(r"[\x00-\x1f\x7f]", found)
    assert len(found) <= MOST_CHARACTERS if lang == "zh" else len(found.split()) <= MOST_WORDS
