"""A tiny set in the form of PrefEval's persona-driven part, invented here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona.evaluate.encoding import Encoder
from persona.evaluate.hinted import PART, hinted, turns_of
from tests.embedders import Themes

ROW = {
    "preference": "I can't stand crowds at concerts.",
    "question": "Where can I hear some music?",
    "conversation": {
        "1": {"user": "By the way,\nI can't stand crowds at concerts.", "assistant": "I see."},
        "0": {"user": "How do I tune a cello?", "assistant": "With pegs."},
        "10": {"user": "Thanks a lot for the help.", "assistant": "Any time."},
    },
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / PART
    folder.mkdir(parents=True)
    (folder / "music.json").write_text(json.dumps([ROW]), "utf-8")
    turns = [{"role": "user", "content": f"Write line {n} of a poem"} for n in range(6)]
    (tmp_path / "filtered_inter_turns.json").write_text(json.dumps([{"conversation": turns}]))
    return tmp_path


def test_turns_are_in_order_and_on_one_line() -> None:
    assert turns_of(ROW) == [
        "How do I tune a cello?",
        "By the way, I can't stand crowds at concerts.",
        "Thanks a lot for the help.",
    ]


def test_a_preference_in_passing_is_found_by_words(data: Path) -> None:
    found = hinted(data)
    assert found["persona"]["hit@128"] == 1.0
    assert found["oracle"]["hit@128"] == 1.0
    assert found["persona"]["hit@128 interval"] == [1.0, 1.0]
    assert set(found) == {"random", "recency", "bm25", "oracle", "persona"}


def test_with_an_encoder_closeness_is_its_cosine(data: Path) -> None:
    found = hinted(data, encoder=Encoder(Themes()), threshold=0.99)
    assert {"dense", "bm25 + dense", "persona_embeddings"} <= set(found)
    assert found["persona_embeddings"]["hit@128"] == 1.0
    assert found["persona"]["closest@128"] == pytest.approx(1.0)
    nothing = hinted(data, encoder=Encoder(Themes()), threshold=1.1)
    assert nothing["oracle"]["hit@128"] == 0.0
    assert nothing["oracle"]["hit@128 by words"] == 1.0
