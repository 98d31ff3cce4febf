import pytest

from persona.recall.times import asks_for_latest, asks_when, names_time


@pytest.mark.parametrize(
    "text", ["We met last week", "in 2019", "on the 3rd", "去年搬的家", "周末爬山"]
)
def test_a_word_of_time(text: str) -> None:
    assert names_time(text)


@pytest.mark.parametrize("text", ["I may go", "We met at noon sharp there", "喜欢爬山"])
def test_no_word_of_time(text: str) -> None:
    assert not names_time(text)


def test_questions() -> None:
    assert asks_when("When did she move?")
    assert asks_when("How long has he worked there?")
    assert asks_when("她什么时候搬的家？")
    assert not asks_when("Where was it when we met?")
    assert asks_for_latest("What am I reading lately?")
    assert asks_for_latest("我最近在看什么")
    assert not asks_for_latest("What did I read?")
