from __future__ import annotations

import pytest

from persona.extract import cues


@pytest.mark.parametrize(
    "clause",
    [
        "do yoga every day",
        "which is a soup",
        "when i cook",
        "what i love is jazz",
        "没什么爱好",
        "不怎么喝茶",
        "多少有点烦",
        "我还没去过呢",
        "哪怕下雨",
        "谁懂啊",
    ],
)
def test_question_words_that_do_not_ask(clause: str) -> None:
    assert not cues.is_question(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "so do you like it",
        "which film should i see",
        "any tips",
        "i wonder if it rains",
        "what about jam",
        "去哪玩",
        "好不好吃",
        "rust 和 go 哪个好",
        "那茶呢",
        "为啥这么贵",
    ],
)
def test_clauses_that_ask(clause: str) -> None:
    assert cues.is_question(clause)


def test_weak_request_verbs_only_open_a_sentence() -> None:
    assert cues.is_request("make a list")
    assert not cues.is_request("make the sauce", opening=False)
    assert cues.is_request("recommend a book", opening=False)


@pytest.mark.parametrize(
    "clause",
    ["please note that i'm vegan", "remember i hate mint", "guess what, i moved", "请记住我不吃辣"],
)
def test_telling_is_no_request(clause: str) -> None:
    assert not cues.is_request(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "gimme a recipe",
        "10 name ideas for a bar",
        "please fix it",
        "给个食谱",
        "求推荐小说",
        "起个名字",
        "能不能帮我看看",
    ],
)
def test_requests(clause: str) -> None:
    assert cues.is_request(clause)


def test_a_request_goes_on() -> None:
    assert cues.goes_on_requesting("use short words.")
    assert cues.goes_on_requesting("别押韵")
    assert not cues.goes_on_requesting("i like short words")


def test_topics_and_verdicts() -> None:
    assert cues.is_topic_question("but olives?")
    assert cues.is_topic_question("香菜？")
    assert not cues.is_topic_question("any tips?")
    assert cues.is_verdict("hard no")
    assert cues.is_verdict("受不了")
    assert not cues.is_verdict("no?")


def test_a_question_that_leads_in_its_answer() -> None:
    assert cues.is_lead_in("you know what always cheers me up?")
    assert cues.is_lead_in("guess what i'm hooked on?")
    assert not cues.is_lead_in("you know what i mean?")
    assert not cues.is_lead_in("you know what?")
    assert not cues.is_lead_in("what cheers me up?")


def test_reasons_and_subjects_left_out() -> None:
    assert cues.gives_reason("since i'm vegan")
    assert cues.gives_reason("因为我怕水")
    assert cues.elides_subject("been learning go")
    assert cues.elides_subject("最近在学吉他")
    assert not cues.elides_subject("the best one")
