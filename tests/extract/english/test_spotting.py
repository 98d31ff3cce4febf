"""Where a thing stands beside the words that tell of it."""

from dataclasses import dataclass

import pytest

from persona.extract.english.spotting import (
    Table,
    Text,
    after,
    before,
    is_calling,
    is_speakers,
    names_thing,
    text_of,
)


def whole(text: str) -> Text:
    found = text_of(text, frozenset(["it's", "over", "bye", "hello"]))
    assert found is not None
    return found


def test_a_text_knows_its_sentences_and_its_words() -> None:
    text = whole("It’s over! Bye.")
    assert (text.low, text.number(0), text.number(11)) == ("it's over! bye.", 0, 1)
    assert text.span(0) == (0, 10)
    assert text.span(1) == (10, 15)
    assert text.words == {"it's", "over", "bye"}


def test_a_text_whose_lower_case_is_longer_is_not_read() -> None:
    assert text_of("İnkpond", frozenset()) is None


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("bye my old Inkpond, hello", "Inkpond"),
        ("bye linocut for good", "linocut"),
        ("bye Basque lessons", "Basque"),
        ("bye it", None),
        ("bye power", None),
        ("bye 。", None),
    ],
)
def test_the_thing_after_an_offset(text: str, thing: str | None) -> None:
    found = after(whole(text), 4)
    assert (found and found.text) == thing


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("ok so linocut is out", "linocut"),
        ("Inkpond is out", "Inkpond"),
        ("I know that Inkpond is out", "Inkpond"),
        ("stopped my Basque is out", None),
        ("that is out", None),
    ],
)
def test_the_thing_that_is_a_whole_clause_before_an_offset(text: str, thing: str | None) -> None:
    found = before(whole(text), text.index(" is out"))
    assert (found and found.text) == thing


@pytest.mark.parametrize(
    ("lead", "own"),
    [
        ("I ", True), ("we've finally ", True), ("", True), ("ok, and then ", True), ("so I've slowly ", True),
        ("I nearly ", False), ("I never ", False), ("she ", False), ("I would ", False), ("people who ", False),
    ],
)  # fmt: skip
def test_whose_verb_it_is(lead: str, own: bool) -> None:
    assert is_speakers(whole(f"{lead}swapped it"), len(lead)) is own


def test_what_names_a_thing() -> None:
    assert names_thing("linocut", alone=True)
    assert names_thing("Go", alone=True)
    assert not names_thing("fixed", alone=False)
    assert not names_thing("go", alone=True)
    assert not names_thing("meeting", alone=False)


def test_what_one_may_work_as() -> None:
    assert is_calling("chess player")
    assert not is_calling("team player")
    assert not is_calling("adult")


@dataclass(frozen=True)
class Row:
    keys: str


def test_a_table_gives_the_rows_whose_keys_a_text_holds_in_order() -> None:
    rows = Row("bye"), Row("hello bye"), Row("never")
    table = Table[Row](*rows)
    assert table.chosen(whole("hello, bye")) == [rows[0], rows[1]]
    assert table.chosen(whole("nothing")) == []
