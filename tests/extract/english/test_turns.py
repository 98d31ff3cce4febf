"""The tables of wordings: each can be found by its keys, and names nothing that streams are about."""

import re

import pytest

from persona.evaluate.wordings import FIRST_EN, SECOND_EN, Wording
from persona.extract.english.standing import WORDINGS
from persona.extract.english.standing import Wording as Told
from persona.extract.english.turns import (
    BEGINS,
    CHAINS,
    ENDS,
    MIDDLES,
    POINTED,
    SURE_BEGINS,
    Chain,
    Cue,
)

ROWS: list[Cue | Chain | Told] = [
    *ENDS.rows,
    *BEGINS.rows,
    *CHAINS.rows,
    *MIDDLES.rows,
    *POINTED.rows,
    *WORDINGS.rows,
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.keys[:30])
def test_a_wording_compiles_and_has_keys_that_a_text_may_hold(row: Cue | Chain | Told) -> None:
    assert re.compile(row.words).match("") is None
    assert row.keys == row.keys.lower()
    assert row.keys.split()


def test_the_sure_beginnings_are_some_of_all() -> None:
    assert 0 < len(SURE_BEGINS.rows) < len(BEGINS.rows)
    assert set(SURE_BEGINS.rows) <= set(BEGINS.rows)


@pytest.mark.parametrize("wording", [FIRST_EN, SECOND_EN])
def test_no_wording_names_what_the_streams_name(wording: Wording) -> None:
    things = {thing.casefold() for _, held in wording.topics.values() for thing in held}
    for row in ROWS:
        words = {*row.keys.split(), row.words}
        assert not any(re.search(rf"\b{re.escape(t)}\b", w) for t in things for w in words)
