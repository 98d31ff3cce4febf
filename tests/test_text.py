from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.text import (
    STRUCK,
    file_name,
    find_forgotten,
    find_name,
    has_cjk,
    has_latin,
    holds_name,
    is_struck,
    key_spellings,
    may_hold,
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


@pytest.mark.parametrize(
    ("text", "name", "struck"),
    [
        ("I love Hot  Pot, hotpot, HOT\nPOT's.", "hot pot", "I love ▇, ▇, ▇'s."),
        ("shotpot hot potato", "hot pot", "shotpot hot potato"),
        ("C, C++ and C#", "C", "▇, C++ and C#"),
        ("trains and train", "train", "▇s and ▇"),
        ("我喜欢滷肉飯和卤肉饭", "卤肉饭", "我喜欢▇和▇"),
        ("哈哈哈", "哈哈", "▇哈"),
        ("用.NET写", ".NET", "用▇写"),
        ("", "tea", ""),
    ],
)
def test_a_name_is_found_by_a_test_of_its_key_alone(text: str, name: str, struck: str) -> None:
    keys = key_spellings(name)
    found = find_forgotten(text, {len(key) for key in keys}, keys.__contains__)
    for start, end in reversed(found):
        text = text[:start] + STRUCK + text[end:]
    assert text == struck


@pytest.mark.parametrize(
    ("text", "keys", "may"),
    [
        ("I love HOT  POT", {"hot pot"}, True),
        ("stead", {"tea"}, True),  # a sign, no more
        ("我喜欢滷肉飯", {"卤肉饭"}, True),
        ("I love jazz", {"hot pot", "tea"}, False),
        ("I love jazz", set(), False),
    ],
)
def test_a_cheap_sign_of_a_name(text: str, keys: set[str], may: bool) -> None:
    assert may_hold(text, keys) is may


def test_of_two_forgotten_names_the_longer_goes_first() -> None:
    keys = {"new york", "york", "纽约", "纽约大学"}
    for text, spans in (("New York", [(0, 8)]), ("york", [(0, 4)]), ("去纽约大学", [(1, 5)])):
        assert find_forgotten(text, {len(key) for key in keys}, keys.__contains__) == spans


@pytest.mark.parametrize(
    ("name", "is_it"), [("▇", True), ("▇ ▇。", True), ("▇ tea", False), ("", False), ("tea", False)]
)
def test_a_name_of_which_nothing_is_left(name: str, is_it: bool) -> None:
    assert is_struck(name) is is_it


def test_a_name_is_found_where_control_characters_stand_in_it() -> None:
    text = "I like \x1b]0;pwn\x07\x1b[2Jname and 上\x00\x01海"
    assert holds_name(text, one_line("\x1b]0;pwn\x07\x1b[2Jname"))
    assert holds_name(text, one_line("上\x01海"))
    assert not holds_name(text, "pwn name")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ann", "ann"),
        ("Ann", "%41nn"),
        ("../x", "%2E%2E%2Fx"),
        ("con", "%63on"),
        ("CON", "%43%4F%4E"),
        ("com1", "%63om1"),
        ("con.txt", "con%2Etxt"),
        ("a.", "a%2E"),
        ("小青", "%E5%B0%8F%E9%9D%92"),
        ("a" * 180, "a" * 180),
    ],
)
def test_a_text_as_the_name_of_a_file(text: str, name: str) -> None:
    assert file_name(text) == name


@given(st.lists(st.text(min_size=1, max_size=200), min_size=2, max_size=6, unique=True))
def test_names_of_files_are_safe_and_differ_without_regard_to_case(texts: list[str]) -> None:
    names = [file_name(text) for text in texts]
    assert all(re.fullmatch(r"[a-zA-Z0-9_%-]{1,180}", name) for name in names)
    assert len({name.casefold() for name in names}) == len(texts)


def test_long_names_of_files_differ_by_their_end() -> None:
    assert len({file_name("喜" * 128), file_name("喜" * 127 + "欢"), file_name("Z" * 128)}) == 3
