"""The readers of the extraction sets, on tiny files in their form, invented here."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from persona.errors import UsageError
from persona.evaluate.facts import (
    Matched,
    as_user,
    f1_interval,
    is_declarative,
    is_first_person,
    lines_by_message,
    observations,
    overlap,
    pairs_of_characters,
    persona_chat,
    rates,
    sentences,
    summed,
)
from persona.evaluate.locomo import conversations
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
    systems = {"persona", "persona_facts", "first-person sentence", "first-person declarative"}
    assert set(found["facts"]) == systems == set(found["salience"])
    # The one message is told ("Ida adopted a greyhound"), and of Tom one that no gold cites.
    assert found["salience"]["persona"]["R"] == 1.0
    assert found["facts"]["persona"]["R"] == 1.0
    assert set(found["facts"]["persona"]) == {"P", "R", "F1", "soft recall", "F1 interval"}


def test_the_interval_is_over_units_and_repeatable() -> None:
    same = [(1, 2, 2)] * 5
    # Every draw of equal units has 2 * 5 / (10 + 10).
    assert f1_interval(same) == {"F1 interval": [0.5, 0.5]}
    mixed = [(2, 2, 2), (0, 2, 2)] * 5
    low, high = f1_interval(mixed)["F1 interval"]
    assert low < 0.5 < high
    assert f1_interval(mixed) == f1_interval(mixed)
    assert f1_interval([])["F1 interval"] == [0.0, 0.0]
    assert summed([(1, 2, 4), (1, 2, 0)])["F1"] == 0.5


def test_baselines() -> None:
    assert sentences("I ran. Nice! [image: my dog]") == ["I ran.", "Nice!"]
    assert is_first_person("My neighbour sings opera")
    assert not is_first_person("The neighbour sings opera")
    assert is_declarative("I bought a canoe yesterday.")
    assert not is_declarative("Have I bought a canoe?")
    assert not is_declarative("Over to my place tomorrow")


def test_either_speaker_can_be_the_user(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps([ROW]), "utf-8")
    (conversation,) = conversations(tmp_path)
    mine = as_user(conversation.turns, "Tom", "Ida")
    assert [m.author for m in mine] == ["Ida", None, None]
    assert {m.user_id for m in mine} == {"Tom"}


def test_persona_chat(tmp_path: Path) -> None:
    with (tmp_path / "chat.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["user 1 personas", "user 2 personas", "Best Generated Conversation"])
        writer.writerow(
            [
                "I love to cook ramen.",
                "I have a dog.",
                "User 1: I love to cook ramen on Sundays.\nUser 2: Hi there!",
            ]
        )
    found = persona_chat(tmp_path)
    assert found["facts"]["persona"]["P"] == 1.0
    assert found["facts"]["persona"]["R"] == 0.5


@pytest.mark.parametrize("read", [persona_chat])
def test_an_empty_folder_is_refused(tmp_path: Path, read: object) -> None:
    with pytest.raises(UsageError, match="there"):
        read(tmp_path)  # type: ignore[operator]
