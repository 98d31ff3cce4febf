from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.tokens import estimate


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("香菜", 2), ("吃 tea", 2), ("é", 1)],
)
def test_one_a_cjk_character_and_one_for_every_four_begun_others(text: str, tokens: int) -> None:
    assert estimate(text) == tokens


@given(st.text(max_size=50), st.text(max_size=50))
def test_more_text_is_never_fewer_tokens(one: str, more: str) -> None:
    assert estimate(one) <= estimate(one + more) <= estimate(one) + estimate(more)
