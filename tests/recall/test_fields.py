import pytest

from persona.recall.field_words import FIELDS
from persona.recall.fields import fields_of, wide_field


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("a snack for tonight", "food"),
        ("which lobster dish?", "food"),
        ("晚饭吃什么", "food"),
        ("我想學游泳", "sport"),
        ("must-watch films", "screen"),
        ("最近有什么好看的电视剧", "screen"),
        ("a hotel near the beach", "travel"),
        ("订一家民宿", "travel"),
        ("refactor the Python code", "tech"),
        ("my knee hurts, which doctor?", "health"),
        ("养猫要注意什么", "animal"),
    ],
)
def test_a_text_is_in_its_field(text: str, wide: str) -> None:
    assert wide in {wide_field(field) for field in fields_of(text)}


def test_words_with_one_stem_are_told_apart() -> None:
    # Snowball gives "animal", "animated" and "anime" one stem.
    assert set(fields_of("animal")) == {"animal.general"}
    assert set(fields_of("animated")) == {"screen.genre"}


def test_a_phrase_is_one_word_of_its_field() -> None:
    assert fields_of("ice cream") == {"food.sweets": 1}


def test_a_text_of_no_field_has_none() -> None:
    assert fields_of("so it goes") == {}
    assert fields_of("") == {}


def test_every_wide_field_has_words_in_both_languages() -> None:
    for field, (english, chinese) in FIELDS.items():
        assert english.split(), field
        assert chinese.split(), field
        assert "." in field
