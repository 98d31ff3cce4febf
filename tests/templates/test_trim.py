from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.errors import TemplateError
from persona.templates.joints import Block
from persona.templates.trim import Allowance, Cut, fit
from persona.tokens import estimate


def join(blocks: Sequence[Block]) -> str:
    return "\n\n".join(block.text for block in blocks)


def cut(blocks: Sequence[tuple[str, Allowance]], budget: int) -> tuple[str, tuple[Cut, ...]]:
    named = [Block(str(i), text) for i, (text, _) in enumerate(blocks)]
    return fit(named, [a for _, a in blocks], budget, join=join, count=estimate)


KEPT = Allowance("no", 0)


def test_what_fits_is_left_alone() -> None:
    assert cut([("a" * 40, KEPT), ("b" * 40, Allowance("whole", 1))], 100)[1] == ()


def test_the_lowest_priority_goes_first() -> None:
    # 4 characters are a token: 40 + 2 + 40 + 2 + 40 = 124 characters, 31 tokens
    blocks = [
        ("a" * 40, Allowance("whole", 9)),
        ("b" * 40, Allowance("whole", 1)),
        ("c" * 40, KEPT),
    ]
    text, cuts = cut(blocks, 30)
    assert text == "a" * 40 + "\n\n" + "c" * 40
    assert cuts == (Cut("1", 10, 0),)


def test_of_equal_priority_the_last_goes_first() -> None:
    blocks = [("a" * 40, Allowance("whole", 1)), ("b" * 40, Allowance("whole", 1))]
    assert cut(blocks, 20)[0] == "a" * 40


def test_a_tail_is_cut_by_lines() -> None:
    # "1234567\n" * 4: 31 characters. Two lines and the mark: 7 + 1 + 7 + 1 + 1 = 17, 5 tokens
    text, cuts = cut([("\n".join(["1234567"] * 4), Allowance("tail", 1))], 5)
    assert text == "1234567\n1234567\n…"
    assert cuts == (Cut("0", 8, 5),)


def test_chinese_is_counted_by_characters() -> None:
    # each line six tokens and a line break; two lines: 12, the break and the mark together 1 (of 4)
    text, _ = cut([("\n".join(["今天天气很好"] * 3), Allowance("tail", 1))], 13)
    assert text == "今天天气很好\n今天天气很好\n…"


def test_a_tail_of_which_no_line_fits_goes_whole() -> None:
    text, cuts = cut([("k" * 8, KEPT), ("t" * 400, Allowance("tail", 1))], 5)
    assert text == "k" * 8
    assert cuts == (Cut("1", 100, 0),)


def test_protected_parts_above_the_budget_are_an_error() -> None:
    with pytest.raises(TemplateError, match="10 tokens, more than the budget of 5"):
        cut([("k" * 40, KEPT), ("t", Allowance("tail", 1))], 5)


_ALLOWED = st.builds(Allowance, st.sampled_from(["whole", "tail"]), st.integers(0, 3))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text("ab\n字", min_size=1, max_size=60).filter(lambda t: bool(t.strip())), _ALLOWED
        ),
        min_size=1,
        max_size=6,
    ),
    st.integers(0, 60),
)
def test_the_text_is_within_the_budget(blocks: list[tuple[str, Allowance]], budget: int) -> None:
    blocks = [("k", KEPT), *blocks]
    text, cuts = cut(blocks, budget + 1)
    assert estimate(text) <= budget + 1
    untouched = {str(i) for i in range(len(blocks))} - {c.name for c in cuts}
    assert all(blocks[int(i)][0] in text for i in untouched)
    assert text.startswith("k")
