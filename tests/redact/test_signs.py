from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.records import Message, Reason, Span
from persona.redact import mask, mask_message, mask_messages, masking
from persona.redact.signs import may_be_odd, signs_of, suspects
from persona.text import strip_invisible
from tests.strategies import NO_SHRINKING

PIECES = st.sampled_from([
    "my password is hunter22", "密码是 abc12345", "口令：open1234", "pin code: 4821", "PWD=s3cretpw",
    "sk-" + "a1B2" * 6, "ghp_" + "x9Y8" * 8, "-----BEGIN RSA PRIVATE KEY-----", "eyJhbGciOiJI.eyJzdWIi.c2ln",
    "ann@example.org", "４１１１ １１１１ １１１１ １１１１", "4111 1111 1111 1111", "+44 20 7946 0958",
    "138\u200b1234\u200b5678", "电话 13812345678", "https://ann:pw@example.org/", "ＰＡＳＳＷＯＲＤ: hunter22",
    "passes", "spin", "verify", "号码", "1 2 3", "你好，", "“quoted”…", "ㅤ", "é", "😀",
])  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=6).map(" ".join)


@given(text=TEXTS)
@settings(max_examples=300, deadline=None, phases=NO_SHRINKING)
def test_without_a_sign_nothing_would_be_found(text: str) -> None:
    plain, offset = masking._plain(text)
    every = [finder for _, group in masking._FINDERS for finder in group]
    found = sorted(
        (offset(s), offset(e - 1) + 1, kind) for s, e, kind in masking._found(plain, every)
    )
    assert mask(text) == (
        masking._assemble(text, found) if found else masking.Masked(text, mask("").counts, ())
    )


@given(text=st.text(st.characters(codec="utf-8"), max_size=30))
@settings(max_examples=300, deadline=None, phases=NO_SHRINKING)
def test_what_is_not_odd_reads_as_it_stands(text: str) -> None:
    plain, _ = masking._plain(text)
    assert may_be_odd(text.encode()) or plain == text


def test_every_invisible_character_is_odd() -> None:
    hidden = [c for c in map(chr, range(0x110000)) if not 0xD800 <= ord(c) < 0xE000]
    hidden = [c for c in hidden if not strip_invisible(c)]
    assert len(hidden) > 100_000  # the private planes alone
    assert all(may_be_odd(f"a{c}b".encode()) for c in hidden)


def test_most_talk_shows_no_sign() -> None:
    for text in (
        "I like tea, and running in the park.",
        "我喜欢喝茶，周末去爬山。",
        "Version 3.11, 20 °C",
    ):
        assert signs_of(text, text.encode()) is None
    assert not may_be_odd("我喜欢喝茶，周末去爬山。".encode())


@given(texts=st.lists(TEXTS | st.text(max_size=20), max_size=12))
@settings(max_examples=300, deadline=None, phases=NO_SHRINKING)
def test_many_messages_are_masked_as_each_alone(texts: list[str]) -> None:
    messages = [
        Message("ann", "c", str(n), "user", text, foreign=(Span(0, len(text), Reason.QUOTED),))
        for n, text in enumerate(texts)
    ]
    alone = [mask_message(message) for message in messages]
    with pytest.MonkeyPatch.context() as patch:
        for at_once in (1, 3, 128):
            patch.setattr(masking, "_AT_ONCE", at_once)
            masked, counts = mask_messages(messages)
            assert masked == [message for message, _ in alone]
            assert counts == sum((found for _, found in alone), Counter())


@given(texts=st.lists(TEXTS | st.text(st.characters(codec="utf-8"), max_size=20), max_size=12))
@settings(max_examples=300, deadline=None, phases=NO_SHRINKING)
def test_every_text_with_a_sign_is_a_suspect(texts: list[str]) -> None:
    wanted = {
        index
        for index, text in enumerate(texts)
        if may_be_odd(text.encode()) or signs_of(text, text.encode()) is not None
    }
    assert wanted <= set(suspects(texts))


def test_only_texts_with_a_sign_are_suspects() -> None:
    texts = [
        "I like tea, and running in the park.",
        "mail ann@example.org",
        "我喜欢喝茶，周末去爬山。" * 5,
        "密码是 abc12345",
        "1 apple, 2 pears, 3 plums, 4 figs, 5 limes, 6 kiwis, 7 dates",
        "call 555 010 4477",
        "",
        "sk-" + "a1B2" * 6,
    ]
    assert suspects(texts) == [1, 3, 5, 7]


def test_a_text_that_holds_what_stands_between_them_hides_none() -> None:
    assert suspects(["a\0b", "my password is hunter22"]) == [0, 1]
