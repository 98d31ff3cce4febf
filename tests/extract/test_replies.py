"""Questions of the assistant, as what their answers will say."""

from __future__ import annotations

import pytest

from persona.extract.replies import asked, last_question


@pytest.mark.parametrize(
    ("question", "declared"),
    [
        ("Do you like tennis?", "I like tennis"),
        ("Do you still play the piano?", "I play the piano"),
        ("Are you into photography?", "I am into photography"),
        ("Can you play chess?", "I can play chess"),
        ("Do you like tea or coffee?", ""),
        ("Did you sleep well?", ""),
        ("Why?", ""),
        ("你喜欢网球吗？", "我喜欢网球"),
        ("您会做饭吗", "我会做饭"),
        ("你喜欢茶还是咖啡？", ""),
    ],
)
def test_a_yes_declares(question: str, declared: str) -> None:
    assert asked(question).declared == declared


@pytest.mark.parametrize(
    ("question", "prefix"),
    [
        ("Which languages do you speak?", "I speak "),
        ("What kind of music do you usually listen to?", "I listen to "),
        ("What are you allergic to?", "I am allergic to "),
        ("Where are you from?", "I am from "),
        ("How old are you?", "I am "),
        ("What's your favourite tea?", "my favourite tea is "),
        ("What is your least favorite chore?", "my least favourite chore is "),
        ("Any hobbies?", "I like "),
        ("", ""),
        ("你住在哪里？", "我住在"),
        ("您做什么工作？", "我是"),
        ("怎么称呼您？", "我叫"),
    ],
)
def test_a_name_completes(question: str, prefix: str) -> None:
    assert asked(question).prefix == prefix


def test_the_last_question_of_a_message() -> None:
    assert last_question("Hi. Are you well? Where do you live?") == "Where do you live?"
    assert last_question("No question here.") == ""
    assert last_question("Ready? " + "Here is a long text. " * 20) == ""
    assert last_question("你好！你住在哪里？") == "你住在哪里？"
