"""What a message's content says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.logs.content import clean, identifier, read_parts, role_of, shown, without_thinking


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("Human", "user"),
        (" 用户 ", "user"),
        ("客服", "assistant"),
        ("AI", "assistant"),
        ("developer", "system"),
        ("observation", "tool"),
        ("narrator", None),
        ("", None),
        (None, None),
        (["user"], None),
    ],
)
def test_role_of(word: Any, role: str | None) -> None:
    assert role_of(word) == role


@given(st.text() | st.text(alphabet=st.characters(categories=["Cs", "Lo"])))
def test_clean_text_can_be_stored(text: str) -> None:
    found = clean(text)
    assert "\x00" not in found
    found.encode()
    if "\x00" not in text and not any("\ud800" <= c <= "\udfff" for c in text):
        assert found == text


@pytest.mark.parametrize(
    ("value", "right"),
    [
        (7, "7"),
        (" a ", "a"),
        ("", None),
        (1.5, None),
        (True, None),
        (None, None),
        ([], None),
        ("a\x00\ud800", "a\ufffd"),
    ],
)
def test_identifier(value: Any, right: str | None) -> None:
    assert identifier(value) == right


def test_a_number_too_long_for_text() -> None:
    assert identifier(10**5000) is None
    assert shown(10**5000) == "a number too long"


@pytest.mark.parametrize(
    ("content", "text", "kinds"),
    [
        ("我喜欢喝茶", "我喜欢喝茶", ()),
        (None, "", ()),
        ([{"type": "refusal", "refusal": "no"}], "no", ()),
        ([{"type": "tool_use", "input": {"text": "x"}}], "", ()),
        ([{"type": "text", "text": {"value": "a"}}, {"text": "b"}], "a\nb", ()),
        ({"type": "input_text", "text": "a"}, "a", ()),
        ([{"type": "image"}, {"type": "document"}, {"type": ["x"]}, 3], "", ("image", "file")),
    ],
)
def test_read_parts(content: Any, text: str, kinds: tuple[str, ...]) -> None:
    assert read_parts(content) == (text, kinds)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>嗯</think>\n\n好的", "好的"),
        ("<thinking>cut off", ""),
        ('<details type="reasoning" done="true">x</details>Yes', "Yes"),
        ("<details><summary>Steps</summary>boil</details>", None),
        ("a < b", None),
    ],
)
def test_without_thinking(text: str, left: str | None) -> None:
    assert without_thinking(text) == (text if left is None else left)


@given(st.text(st.sampled_from("ab\x00\ud800\udfff\ufffd喝茶😀é "), max_size=12))
def test_clean_takes_nuls_out_and_replaces_lone_surrogates(text: str) -> None:
    right = "".join(
        "\ufffd" if "\ud800" <= character <= "\udfff" else character
        for character in text
        if character != "\x00"
    )
    assert clean(text) == right
