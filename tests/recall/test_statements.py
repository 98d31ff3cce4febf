from persona.recall.statements import sentences, statements, without_sensitive
from persona.records import Message, Reason, Span


def said(text: str, **more: object) -> list[str]:
    message = Message("ann", "c", "m", "user", text, **more)  # type: ignore[arg-type]
    return [found.text for found in statements(message)]


def test_only_lasting_sentences_of_the_user() -> None:
    assert said("I avoid games with sudden scares. What's new? 我不吃香菜。") == [
        "games with sudden scares",
        "不吃香菜",
    ]
    assert said("I avoid games.", author="Bob") == []
    assert statements(Message("ann", "c", "m", "assistant", "I avoid games.")) == ()


def test_what_is_not_meant_is_no_statement() -> None:
    assert said("If I were rich I would only drink champagne.") == []
    assert said("My wife hates crowded beaches.") == []
    assert said('Translate: "I hate crowded beaches"') == []
    assert said("要是我有空，我就只看老电影") == []
    assert said("我妈从不吃辣") == []


def test_foreign_parts_are_no_statement() -> None:
    text = "I only wear wool."
    assert said(text, foreign=(Span(0, len(text), Reason.QUOTED),)) == []


def test_a_sensitive_reason_is_cut_off_and_a_sensitive_sentence_left_out() -> None:
    assert without_sensitive("I never run because I have lupus.") == "I never run"
    assert said("I always vote for the green party.") == []
    assert said("我患有糖尿病，从不吃糖") == []
    message = Message("ann", "c", "m", "user", "I always vote for the green party.")
    assert statements(message, allow_sensitive=True)


def test_sentences_end_at_marks_and_lines() -> None:
    text = "One. Two!\nThree？四。五"
    assert [text[a:b] for a, b in sentences(text)] == ["One.", "Two!", "Three？", "四。", "五"]


def test_a_very_long_sentence_is_a_text() -> None:
    assert said("I like " + "very " * 100 + "long walks.") == []
