"""A tiny conversation in the form of LoCoMo, invented here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona.evaluate.locomo import conversations, evidence

ROW = {
    "sample_id": "t-1",
    "conversation": {
        "speaker_a": "Ida",
        "speaker_b": "Tom",
        "session_1_date_time": "1 May",
        "session_1": [
            {"speaker": "Ida", "dia_id": "D1:1", "text": "I adopted a greyhound."},
            {"speaker": "Tom", "dia_id": "D1:2", "text": "Lovely!", "blip_caption": "a dog"},
        ],
        "session_2": [{"speaker": "Tom", "dia_id": "D2:1", "text": "My boat sank last week."}],
    },
    "qa": [
        {"question": "What did Ida adopt?", "evidence": ["D1:1"], "category": 4},
        {"question": "When did Tom's boat sink?", "evidence": ["D2:1; D1:2"], "category": 2},
        {"question": "Trick?", "evidence": ["D1:2"], "category": 5},
        {"question": "Lost", "evidence": ["D9:9"], "category": 1},
    ],
    "observation": {"session_1_observation": {"Ida": [["Ida adopted a greyhound.", "D1:1"]]}},
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "one.json").write_text(json.dumps([ROW]), "utf-8")
    return tmp_path


def test_the_reader(data: Path) -> None:
    (found,) = conversations(data)
    assert [turn.author for turn in found.turns] == [None, "Tom", "Tom"]
    assert found.turns[1].text == "Lovely! [image: a dog]"
    assert [gold for _, _, gold in found.questions] == [
        frozenset({"D1:1"}), frozenset({"D2:1", "D1:2"}), frozenset({"D1:2"})
    ]  # fmt: skip
    assert found.observations["Ida"] == (("Ida adopted a greyhound.", frozenset({"D1:1"})),)


def test_the_measures(data: Path) -> None:
    found = evidence(data)
    assert set(found) == {"all", "single-hop", "temporal", "adversarial"}
    assert found["single-hop"]["persona"]["R@5"] == 1.0
    assert {"R@5", "R@10", "R@20", "R@512tok"} <= set(found["all"]["bm25"])
    assert found["all"]["persona"]["R@10 interval"] == [1.0, 1.0]
