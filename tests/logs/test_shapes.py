"""What a file looks like from its first bytes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.errors import UsageError
from persona.logs.shapes import check_encoding, encoding_of, is_json_lines, outline, parse
from tests.logs.test_cursor import VALUES


def test_outline() -> None:
    text = '[{"a": 1, "b": {"c:d": [{"e": "\\"f\\": 1"}]}}, {"g": [[{"h": 2}]]'
    assert outline(text.encode()) == {
        "[].a",
        "[].b",
        "[].b.c:d",
        "[].b.c:d[].e",
        "[].g",
        "[].g[][].h",
    }


@given(VALUES, st.integers(0, 400))
def test_outline_of_a_part_is_a_part_of_the_outline(value: object, size: int) -> None:
    text = json.dumps([value])
    assert outline(text[:size].encode()) <= outline(text.encode())


@given(st.binary(max_size=200))
def test_outline_of_anything(data: bytes) -> None:
    outline(data)
    is_json_lines(data)
    data.decode(encoding_of(data), errors="replace")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ('{"a": 1}', True),
        ('{"a": 1}\n{"b": 2}\n', True),
        ('\n\n{"a": 1}\n', True),
        ('{"torn\n{"b": 2}\n', True),
        ('{\n "a": [\n{}\n ]\n}', False),  # an indented document with a line that is an object
        ('[{"a": 1}]', False),
        ("", False),
    ],
)
def test_is_json_lines(text: str, right: bool) -> None:
    assert is_json_lines(text.encode()) is right


@pytest.mark.parametrize("name", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030", "utf-16-le"])
def test_encoding_of(name: str) -> None:
    text = '{"role": "用户", "content": "我喜欢喝龙井"}'
    assert text.encode(name).decode(encoding_of(text.encode(name))).lstrip("\ufeff") == text


def test_a_given_encoding_holds_unless_the_bytes_say_another() -> None:
    assert encoding_of(b"abc", "cp1252") == "cp1252"
    assert encoding_of(b"\xef\xbb\xbfabc", "cp1252") == "utf-8-sig"
    assert check_encoding("UTF-8") == "utf-8-sig"
    with pytest.raises(UsageError, match="no encoding"):
        check_encoding("klingon")


@pytest.mark.parametrize("text", ['"\\ud800"', "NaN", "1" * 30, "1e999"])
def test_parse_takes_what_the_fast_parser_refuses(text: str) -> None:
    parse(text)


@pytest.mark.parametrize("text", ["[" * 10_000, '{"a":' * 10_000, "{", "", "9" * 5000])
def test_parse_refuses_with_one_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(text)
