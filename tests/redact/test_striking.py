from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from persona.records import Message, Reason, Span
from persona.redact import strike, strike_message
from persona.text import STRUCK, find_name, key_spellings

KEYS = {key: f"digest of {key}" for key in ("茶", "hot pot", "hotpot")}
LENGTHS = {len(key) for key in KEYS}
MESSAGE = Message("ann", "c", "m", "user", "我爱喝茶。> Hot  pot!")


def test_names_are_struck_out_and_the_spans_move_along() -> None:
    quoted = Span(5, 16, Reason.QUOTED)
    struck = strike_message(replace(MESSAGE, foreign=(quoted,)), LENGTHS, KEYS.get)
    assert struck.text == f"我爱喝{STRUCK}。> {STRUCK}!"
    assert struck.text[struck.foreign[0].start : struck.foreign[0].end] == f"> {STRUCK}!"
    assert struck.redacted == ("digest of hot pot", "digest of 茶")


def test_the_author_is_struck_out_too() -> None:
    struck = strike_message(replace(MESSAGE, text="hi", author="茶"), LENGTHS, KEYS.get)
    assert (struck.author, struck.text) == (STRUCK, "hi")


def test_a_message_without_the_names_is_the_same_message() -> None:
    other = replace(MESSAGE, text="shotpots and 咖啡")
    assert strike_message(other, LENGTHS, KEYS.get) is other
    struck = strike_message(MESSAGE, LENGTHS, KEYS.get)
    assert strike_message(struck, LENGTHS, KEYS.get) is struck


@settings(max_examples=60)
@given(
    st.lists(
        st.sampled_from(["tea", "Tea ", "steam ", "茶", "喝", " ", "tea's ", "。"]), max_size=8
    )
)
def test_nothing_is_left_to_find_and_all_else_stays(pieces: list[str]) -> None:
    text = "".join(pieces)
    for name in ("tea", "茶"):
        keys = key_spellings(name)
        struck = strike(text, {len(key) for key in keys}, keys.__contains__)
        assert next(find_name(struck.text, name), None) is None
        kept = text
        for start, end in reversed(list(find_name(text, name))):
            kept = kept[:start] + STRUCK + kept[end:]
        assert struck.text == kept
