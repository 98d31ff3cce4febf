"""The cues of a turn and their words."""

from __future__ import annotations

import pytest

from persona.extract.chinese.attached import ATTACHED
from persona.extract.chinese.leavings import LEAVINGS
from persona.extract.chinese.turns import turns_in


def test_a_clause_without_their_words_has_no_cue() -> None:
    assert turns_in("珠峰有多高") == []


def test_a_cue_is_found_by_each_of_its_words() -> None:
    for words, cue in (*LEAVINGS, *ATTACHED):
        for word in words.split("|"):
            assert cue in turns_in(f"某某{word}某某"), word


@pytest.mark.parametrize("text", ["退坑" * 200, "早就" * 200 + "不香了", "换" * 400, "不再" * 300])
def test_a_long_run_of_cues_takes_no_time(text: str) -> None:
    for cue in turns_in(text):
        cue.pattern.search(text[:160])
