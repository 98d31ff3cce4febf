from datetime import UTC, datetime
from typing import Any

import pytest

from persona.profile.wording import WORDS, head_of, text_of
from persona.records import Components, Preference
from persona.text import name_key
from persona.vocabulary import KINDS, SECTIONS


def line(name: str, kind: str, relation: str = "", **more: Any) -> Preference:
    known = {"first_seen": None, "last_seen": None, "valid_from": None, "valid_to": None} | more
    return Preference(
        name, name_key(name), "thing", kind, relation, KINDS[kind].polarity, 0.5, Components(), 1, **known
    )  # fmt: skip


@pytest.mark.parametrize(
    ("preference", "section", "en", "zh"),
    [
        (line("花生", "allergic_to", "过敏"), "safety", "花生", "花生"),  # the head says what of it
        (line("花生", "allergic_to", "过敏"), "no_longer", "allergic to 花生", "对花生过敏"),
        (line("猪肉", "never", "从不吃"), "safety", "never 猪肉", "从不吃猪肉"),
        (line("冷饮", "never", "绝对不喝"), "safety", "never 冷饮", "绝对不喝冷饮"),
        (line("pork", "never", "never eats"), "safety", "never eats pork", "从不 pork"),
        (line("素食", "diet", "吃素"), "safety", "素食", "素食"),
        (line("京都", "lives_in", "住在"), "attributes", "lives in 京都", "住在京都"),
        (line("A", "has_attribute", "is", slot="血型"), "attributes", "血型 A", "血型 A"),
        (line("燕麦奶", "uses", "喝"), "uses", "喝 燕麦奶", "喝燕麦奶"),
        (line("Vim", "uses", "codes in"), "uses", "Vim", "Vim"),
        (line("Tom", "friend_of", "朋友"), "people", "Tom (朋友)", "Tom (朋友)"),
        (
            line("Vim", "uses", "uses", valid_to=datetime(2025, 3, 9, tzinfo=UTC)),
            "no_longer",
            "uses Vim (2025-03)",
            "在用 Vim (2025-03)",
        ),
        (line("费德勒", "favourite", slot="网球手"), "likes", "费德勒 (favourite 网球手)", "费德勒 (最喜欢的网球手)"),
        (line("80-120元", "asks_about", "要求", slot="餐馆人均消费"), "interests", "餐馆人均消费 80-120元", "餐馆人均消费 80-120元"),
        (line("健身房", "asks_about", "要求", slot="酒店设施"), "interests", "酒店设施 健身房", "酒店设施健身房"),
        (line("under $40", "asks_about", "looks for", slot="hostel price"), "interests", "hostel price under $40", "hostel price under $40"),
        (line("a; b", "likes"), "likes", '"a; b"', '"a; b"'),
        (line("X", "favourite", slot="a, b: c"), "likes", 'X (favourite "a, b: c")', 'X (最喜欢的"a, b: c")'),
        (line("{{x}}", "dislikes"), "dislikes", "(x)", "(x)"),
    ],
)  # fmt: skip
def test_words_of_a_line(preference: Preference, section: str, en: str, zh: str) -> None:
    assert text_of(preference, section, "en") == en
    assert text_of(preference, section, "zh") == zh


def test_what_is_done_asked_and_planned_has_a_head_of_its_own() -> None:
    assert head_of(line("tea", "uses", "drinks"), "uses") == "does"
    assert head_of(line("Vim", "uses", "uses"), "uses") == "uses"
    assert head_of(line("花生", "allergic_to"), "safety") == "allergic_to"
    assert head_of(line("素食", "diet"), "safety") == "diet"
    assert head_of(line("pork", "never"), "safety") == "safety"
    assert head_of(line("visas", "asks_about"), "interests") == "asks_about"
    assert head_of(line("健身房", "asks_about", slot="酒店设施"), "interests") == "looks_for"
    assert head_of(line("sailing", "interested_in"), "interests") == "interests"
    assert head_of(line("Lisbon", "plans"), "goals") == "plans"
    assert head_of(line("a bicycle", "wants"), "goals") == "goals"


def test_every_section_has_a_head_in_both_languages() -> None:
    for words in WORDS.values():
        assert set(SECTIONS) <= set(words.heads)
    assert list(WORDS["en"].heads) == list(WORDS["zh"].heads)
