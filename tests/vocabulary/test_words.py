from __future__ import annotations

from persona.text import has_cjk
from persona.vocabulary import KINDS
from persona.vocabulary.words import WORDS, words_of


def test_words_of_a_list() -> None:
    assert words_of("likes, is fond of, 喜欢") == ("likes", "is fond of", "喜欢")


def test_every_kind_but_other_has_its_words() -> None:
    assert set(KINDS) - set(WORDS) == {"other"}
    assert set(WORDS) <= set(KINDS)
    for name, words in WORDS.items():
        kind = KINDS[name]
        assert (kind.en, kind.zh, kind.phrase_en, kind.phrase_zh) == words


def test_words_stand_under_their_language() -> None:
    for name, words in WORDS.items():
        assert not any(has_cjk(label) for label in (*words.en, words.phrase_en)), name
        assert all(has_cjk(label) for label in words.zh), name
