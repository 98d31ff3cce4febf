from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.text import (
    find_name,
    has_cjk,
    has_latin,
    holds_name,
    name_key,
    one_line,
    simplified,
    strip_invisible,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Python", " PYTHON "),
        ("KVRA", "ＫＶＲＡ"),
        ("滷肉飯", "卤肉饭"),
        ("《三体》", "三体"),
        ("New  York", "new york"),
        ("Straße", "STRASSE"),
        ("zero\u200bwidth", "zerowidth"),
    ],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    "names", [("C", "C++", "C#", "F#"), (".NET", "NET"), ("F1", "F2"), ("+", "-")]
)
def test_marks_that_carry_meaning_are_kept(names: tuple[str, ...]) -> None:
    assert len({name_key(name) for name in names}) == len(names)


def test_the_key_of_a_blank_name_is_empty() -> None:
    assert name_key(" \t\u3000") == ""


@given(st.text(max_size=40))
def test_a_key_is_its_own_key_and_has_no_capital(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key
    assert key != "USER"


@given(st.text(alphabet="香菜北京李伟火锅", min_size=1, max_size=8))
def test_a_chinese_name_is_never_folded_away(name: str) -> None:
    assert len(name_key(name)) == len(name)


@pytest.mark.parametrize(
    ("text", "name", "holds"),
    [
        ("I like C++", "C", False),
        ("I like C.", "C", True),
        ("C# and C", "C", True),
        ("JavaScript only", "Java", False),
        ("I love trains", "train", True),
        ("we use Node.js.", "node.js", True),
        ("we use Node.js", "Node", False),
        ("our .NET app", ".NET", True),
        ("我用C写", "C", True),
        ("我爱吃滷肉飯", "卤肉饭", True),
        ("爬山很累", "爬山", True),
        ("Python's great", "python", True),
        ("v1.5.2", "v1.5", False),
        ("New\nYork", "new york", True),
        ("anything", "", False),
    ],
)
def test_a_name_stands_as_a_word(text: str, name: str, holds: bool) -> None:
    assert holds_name(text, name) is holds


def test_places_are_offsets_into_the_text() -> None:
    text = "ＫＶＲＡ 和 kvra"
    assert [text[a:b] for a, b in find_name(text, "KVRA")] == ["ＫＶＲＡ", "kvra"]


@given(st.text(max_size=30), st.text(max_size=6))
def test_found_places_lie_within_the_text(text: str, name: str) -> None:
    for start, end in find_name(text, name):
        assert 0 <= start < end <= len(text)


def test_one_line_has_no_line_ends_or_controls() -> None:
    assert one_line(" a\r\nb\x00\u2028c\u202e ") == "a b c"


def test_scripts() -> None:
    assert has_cjk("a 香 b")
    assert not has_cjk("abc")
    assert has_latin("香 b")
    assert not has_latin("香菜 12")
    assert simplified("鹹豆漿") == "咸豆浆"
    assert strip_invisible("a\u202eb\U000e0041") == "ab"
