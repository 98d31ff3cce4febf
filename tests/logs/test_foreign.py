"""Which parts of a message are not the person's own words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.logs import foreign
from persona.logs.foreign import mark
from persona.records import Reason
from tests.strategies import NO_SHRINKING

PIECES = st.sampled_from(
    ["> ", "\n", "我喜欢茶", "<memory>", "</memory>", '"""', "<quote>", "</quote>", "a", "--", " "]
)


def parts(text: str) -> list[tuple[str, Reason]]:
    return [(text[span.start : span.end], span.reason) for span in mark(text)]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("> I love rum\nno, I don't", "> I love rum\n"),
        ("我同意：\n> 他不吃辣\n> 他喝酒\n我不是", "> 他不吃辣\n> 他喝酒\n"),
        ("On Mon, 4 Mar 2024, Bo wrote:\n> I like rum\nme too", None),
        ('read this: """I love rum""" ok?', '"""I love rum"""'),
        ("<document title='x'>I love rum</document> shorten it", None),
        ("fyi\n---------- Forwarded message ---------\nI love rum", None),
        ("看看\n------------------ 原始邮件 ------------------\n我爱喝酒", None),
    ],
)
def test_quoted(text: str, marked: str | None) -> None:
    ((found, reason),) = parts(text)
    assert reason is Reason.QUOTED
    assert "rum" in found or "他" in found or "酒" in found
    if marked is not None:
        assert found == marked


def test_the_line_above_a_quote_is_ones_own_unless_it_names_a_writer() -> None:
    assert parts("On weekends I like:\n> rum") == [("> rum", Reason.QUOTED)]
    assert parts("On 4 Mar 2024, Bo wrote:\n> rum")[0][0].startswith("On 4 Mar")


@pytest.mark.parametrize(
    "block",
    [
        "<memory>likes rum</memory>",
        '<user_persona nonce="a1">\n- likes: rum\n</user_persona>',
        "<memory>likes rum",  # cut off: to the end of the text
    ],
)
def test_what_we_put_there_is_an_echo(block: str) -> None:
    assert parts(f"hello {block}") == [(block, Reason.ECHO)]


def test_what_stands_after_our_block_is_the_persons() -> None:
    block = '<user_persona id="5e1f">\n- 喜欢: "酒"\n</user_persona id="5e1f">'
    assert parts(f"{block}\n我喜欢喝茶") == [(block, Reason.ECHO)]


@pytest.mark.parametrize(
    "text",
    [
        "I like tea",
        "5 > 3 and 2 < 4",
        ">.< so tired",
        "```python\nlikes = ['rum']\n```",
        "memory is short",
        "我--喜欢喝茶",
        'an empty """ mark',
    ],
)
def test_own_words_are_not_marked(text: str) -> None:
    assert mark(text) == ()


@given(text=st.lists(PIECES, max_size=30).map("".join))
def test_spans_are_in_order_and_apart(text: str) -> None:
    reached = 0
    for span in mark(text):
        assert reached <= span.start < span.end <= len(text)
        reached = span.end


def test_long_text_takes_linear_time() -> None:
    for piece in ("<memory", "<quote>", "> a\n", '"""', "--", "a!", "On a:\n"):
        mark(piece * (200_000 // len(piece)))


SIGNS = st.sampled_from([
    ">", "＞", '"', '"""', "-", "--", "转", "转发", "转发：", "w", "warded", "Forwarded message",
    "Begin forwarded message:", "<memory>", "</memory>", "\n", " ", "tea", "喝茶", "写道：",
])  # fmt: skip


@given(st.lists(SIGNS, max_size=10).map("".join))
@settings(max_examples=300, deadline=None, phases=NO_SHRINKING)
def test_a_text_without_a_sign_has_no_such_part(text: str) -> None:
    found = sorted(foreign._found(text), key=lambda span: (span.start, -span.end))
    assert mark(text) == tuple(foreign._apart(found))
