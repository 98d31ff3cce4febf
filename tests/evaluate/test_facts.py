"""The readers of the extraction sets, on tiny files in their form, invented here."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from persona.errors import UsageError
from persona.evaluate.facts import (
    Matched,
    grounding,
    lines_by_message,
    observations,
    overlap,
    pairs_of_characters,
    persona_chat,
    rates,
    values_given,
)
from persona.evaluate.measures import content_words
from persona.evaluate.people import of_single_messages
from tests.evaluate.test_locomo import ROW


def test_overlap_and_pairs() -> None:
    assert pairs_of_characters("我爱 你！") == ["我爱", "爱你"]
    # Two of three and two of two in common: 2 * 2 / 5.
    assert overlap(["a", "b", "c"], ["a", "b"]) == 0.8
    assert overlap(["a"], []) == 0


def test_matching_is_one_to_one() -> None:
    matched = Matched()
    matched.add(["green tea", "green tea"], ["green tea", "red wine"], content_words)
    assert (matched.hits, matched.made, matched.gold) == (1, 2, 2)
    assert matched.measures() == {"P": 0.5, "R": 0.5, "F1": 0.5, "soft recall": 0.5}
    assert rates(0, 0, 0) == {"P": 0.0, "R": 0.0, "F1": 0.0}


def test_lines_by_message() -> None:
    found = lines_by_message(of_single_messages(["I love ramen.", "Hello!"]))
    assert any("ramen" in line for line in found["m0"])
    assert not found.get("m1")


def test_observations(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps([ROW]), "utf-8")
    found = observations(tmp_path)
    assert set(found) == {"salience", "facts"}
    assert found["salience"]["first-person sentence"]["R"] == 1.0


def test_persona_chat(tmp_path: Path) -> None:
    with (tmp_path / "chat.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["user 1 personas", "user 2 personas", "Best Generated Conversation"])
        writer.writerow(
            ["I love ramen.", "I have a dog.", "User 1: I love ramen.\nUser 2: Hi there!"]
        )
    found = persona_chat(tmp_path)
    assert found["facts"]["persona"]["P"] == 1.0
    assert found["facts"]["persona"]["R"] == 0.5


def test_values_given(tmp_path: Path) -> None:
    row = {
        "messages": [
            {
                "role": "usr",
                "content": "我喜欢火锅。",
                "dialog_act": [["Inform", "餐馆", "菜", "火锅"]],
            },
            {"role": "sys", "content": "好的", "dialog_act": []},
        ]
    }
    (tmp_path / "a.json").write_text(json.dumps({"1": row}), "utf-8")
    assert values_given(tmp_path)["values"]["persona"] == {"P": 1.0, "R": 1.0, "F1": 1.0}


def test_grounding(tmp_path: Path) -> None:
    row = {
        "user_said_persona": ["U1:我养了一只猫", "U2:我住在泉州"],
        "user_no_said_persona": [],
        "conversation": ["Usr:我家的猫不吃饭", "Bot:猫多大了\tU1"],
    }
    (tmp_path / "a.json").write_text(json.dumps(row), "utf-8")
    assert grounding(tmp_path)["own facts"]["persona"]["R@1"] == 1.0


@pytest.mark.parametrize("read", [persona_chat, values_given, grounding])
def test_an_empty_folder_is_refused(tmp_path: Path, read: object) -> None:
    with pytest.raises(UsageError, match="there"):
        read(tmp_path)  # type: ignore[operator]
