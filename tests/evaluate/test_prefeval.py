"""A tiny set in the form of PrefEval, invented here."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from persona.errors import UsageError
from persona.evaluate import SETS, measure
from persona.evaluate.choices import choices
from persona.evaluate.encoding import Encoder
from persona.evaluate.options import multiple_choice
from persona.evaluate.prefeval import explicit, explicit_items, fillers, history
from tests.embedders import Themes

ROWS = [
    {
        "preference": "I dislike hotels with noisy lobbies.",
        "question": "Where shall I stay in Porto?",
        "classification_task_options": [
            "A guesthouse in a calm side street",
            "The hotel with a noisy lobby and a bar",
            "A hotel above noisy clubs",
            "The lobby lounge hotel",
        ],
        "options": ["A calm guesthouse with a garden", "A party hostel with a rooftop bar"],
        "aligned_op": "A calm guesthouse with a garden",
        "conversation": {
            "query": "Where shall I stay?",
            "assistant_options": "1. A calm guesthouse with a garden\n2. A party hostel with a rooftop bar",
            "user_selection": "I'll go with the calm guesthouse with a garden.",
            "assistant_acknowledgment": "Good choice.",
        },
    },
    {
        "preference": "I only watch films without subtitles.",
        "question": "What film is on tonight?",
        "classification_task_options": [
            "A dubbed film",
            "A subtitled one",
            "A play",
            "Subtitles only",
        ],
        "options": ["A silent film", "A long opera"],
        "aligned_op": "A silent film",
        "conversation": {
            "query": "What shall I watch?",
            "assistant_options": "Either a silent film or a long opera.",
            "user_selection": "Hm, let me think about it.",
            "assistant_acknowledgment": "Sure.",
        },
    },
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for part in ("explicit_preference", "mcq_options", "implicit_preference/choice-based"):
        folder = tmp_path / part
        folder.mkdir(parents=True)
        (folder / "trips.json").write_text(json.dumps(ROWS), "utf-8")
    turns = [{"role": "user", "content": f"Write line {n}\nof a poem"} for n in range(6)]
    conversation = [{"conversation": [*turns, {"role": "assistant", "content": "no"}]}]
    (tmp_path / "filtered_inter_turns.json").write_text(json.dumps(conversation), "utf-8")
    return tmp_path


def test_the_readers(data: Path) -> None:
    items = explicit_items(data)
    assert [item.topic for item in items] == ["trips", "trips"]
    assert fillers(data)[0] == "Write line 0 of a poem"
    assert len(fillers(data)) == 6


def test_a_history_holds_the_gold_turn_once_at_a_random_place(data: Path) -> None:
    items, filling = explicit_items(data), fillers(data)
    texts, gold = history(0, items, filling, 4, 1)
    assert texts[gold] == items[0].preference
    assert len(texts) == 6
    assert sorted(texts).count(items[0].preference) == 1
    assert (texts, gold) == history(0, items, filling, 4, 1)


def test_explicit_finds_what_is_asked_for(data: Path) -> None:
    (found,) = explicit(data, grid=((4, 1),)).values()
    assert {"persona", "persona_static", "bm25", "random", "recency", "frequent words"} <= set(
        found
    )
    assert found["persona"]["R@64"] == 1.0
    assert found["persona"]["R@1"] == 1.0
    assert found["recency"]["R@1"] == 0.0
    assert {"R@64", "R@128", "R@256", "R@1", "MRR"} <= set(found["bm25"])
    # both preferences are stated, the four fillers are not: of ours every token is in one of two lines
    assert found["persona"]["precision@128"] == 1.0
    assert found["persona"]["verbatim lines"] == 0.0
    assert 0 < found["random"]["precision@128"] < 1
    assert found["random"]["verbatim lines"] == 1.0


def test_choices_are_read_from_the_exchange(data: Path) -> None:
    found = choices(data)
    assert found["persona"]["clean hit"] == 0.5  # the second reply chooses nothing
    assert found["best overlap, options given"]["hit"] >= 0.5


def test_multiple_choice_prints_its_controls(data: Path) -> None:
    found = multiple_choice(data)
    assert found["negated"]["persona"]["accuracy"] == 1.0
    assert found["all"]["control: longest"]["accuracy"] == 0.0
    assert "control: odd one out" in found["gold not longest"]


def test_with_an_encoder_there_are_more_systems(data: Path) -> None:
    encoder = Encoder(Themes())
    (found,) = explicit(data, grid=((300, 99),), encoder=encoder, threshold=0.99).values()
    assert {"persona_embeddings", "dense", "bm25 + dense"} <= set(found)
    assert found["persona_embeddings"]["R@64"] == 1.0
    assert found["persona_embeddings"]["R@128"] == found["persona_embeddings"]["R@128, cosine too"]
    assert found["persona_embeddings"]["R@128"] >= found["persona_embeddings"]["R@128, by words"]
    assert found["persona"]["R@128"] == found["persona"]["R@128, by words"]
    chosen = multiple_choice(data, encoder=encoder)["all"]
    assert {"persona_embeddings", "dense, no sign", "control: odd one out, dense"} <= set(chosen)


def test_measure_joins_the_parts_and_refuses_what_is_not_there(data: Path, tmp_path: Path) -> None:
    assert set(SETS) >= {"prefeval", "locomo"}
    found = measure("prefeval", data, stride=2, embeddings=False)
    assert set(found) == {"explicit", "choice", "mcq"}
    assert "N=300,M=99" in found["explicit"]
    together = tmp_path / "sets"
    shutil.copytree(data, together / "prefeval", ignore=shutil.ignore_patterns("sets"))
    assert measure("prefeval", together, stride=2, embeddings=False) == found
    with pytest.raises(UsageError, match="there is no set"):
        measure("nothing", data)
    with pytest.raises(UsageError, match="no such folder"):
        measure("prefeval", tmp_path / "absent")
    with pytest.raises(UsageError, match="stride"):
        measure("prefeval", data, stride=0)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UsageError, match="no file of PrefEval"):
        measure("prefeval", empty)
    with pytest.raises(UsageError, match="no file of LoCoMo"):
        measure("locomo", empty)
