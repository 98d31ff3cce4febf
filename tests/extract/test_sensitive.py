from __future__ import annotations

import pytest

from persona.extract.sensitive import category_of, sensitive_category


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("was diagnosed with hiv", "health"),
        ("am coeliac", "health"),
        ("has celiac disease", "health"),
        ("severe anxiety", "health"),
        ("gets panic attacks", "health"),
        ("agoraphobia", "health"),
        ("has arthritis", "health"),
        ("重度焦虑", "health"),
        ("有社交恐惧症", "health"),
        ("得了关节炎", "health"),
        ("胃炎又犯", "health"),
        ("有乳糜泻", "health"),
        ("确诊了糖尿病", "health"),
        ("votes for the green party", "politics"),
        ("是共产党员", "politics"),
        ("is a practising catholic", "religion"),
        ("信佛", "religion"),
        ("is bisexual", "sex life"),
        ("性取向", "sex life"),
        ("is african-american", "ethnicity"),
        ("是藏族", "ethnicity"),
        ("union member", "union membership"),
        ("加入了工会", "union membership"),
        ("blood type o", "biometrics"),
        ("指纹", "biometrics"),
    ],
)
def test_categories(text: str, category: str) -> None:
    assert category_of(text) == category


@pytest.mark.parametrize(
    "text",
    [
        "likes green tea",
        "uses postgres",
        "lives in berlin",
        "喜欢爬山",
        "在苏州做会计",
        "the european union",
        "joined a startup",
        "speaks english",
        "am anxious about the exam",
        "has a phobia of spiders",
        "lactose intolerant",
        "有点焦虑",
        "恐高",
        "对花粉过敏",
        "有过敏性鼻炎",
        "嗓子发炎",
        "喜欢萧炎",
        "喜欢炎热的夏天",
    ],
)
def test_ordinary_facts(text: str) -> None:
    assert category_of(text) is None


def test_a_word_of_a_religion_counts_only_where_it_says_what_the_person_is() -> None:
    assert sensitive_category("likes", "likes", "christian bale", "i like christian bale") is None
    assert sensitive_category("role", "is a", "christian", "i am a christian") == "religion"
    assert sensitive_category("likes", "喜欢", "佛教艺术", "我喜欢佛教艺术") is None
    assert sensitive_category("has_trait", "是", "佛教徒", "我是佛教徒") == "religion"


@pytest.mark.parametrize(
    "target",
    [
        "std::vector",
        "hearing aids",
        "lithium batteries",
        "the kinks",
        "liberal arts",
        "brush strokes",
    ],
)
def test_ordinary_things_with_a_dangerous_word(target: str) -> None:
    assert sensitive_category("likes", "likes", target, f"i like {target}") is None


def test_allergies_diets_and_nevers_are_kept() -> None:
    for kind in ("allergic_to", "never", "diet"):
        assert sensitive_category(kind, "is muslim and never eats", "pork", "") is None
        assert sensitive_category(kind, "is coeliac, allergic to", "gluten", "") is None


def test_a_name_a_place_and_a_job_say_nothing() -> None:
    assert sensitive_category("name", "is named", "christian", "my name is christian") is None
    assert (
        sensitive_category("lives_in", "lives in", "church street", "i live in church street")
        is None
    )
    clause = "as a catholic i work as a teacher"
    assert sensitive_category("role", "works as", "teacher", clause) is None


def test_the_clause_decides_only_for_what_the_person_is() -> None:
    clause = "i have been diagnosed and i like tea"
    assert sensitive_category("likes", "like", "tea", clause) is None
    assert sensitive_category("other", "has", "it", clause) == "health"
