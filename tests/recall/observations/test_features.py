"""The features of a claim are read off its words and place; each weight has a feature."""

from __future__ import annotations

from persona.recall.observations.features import NAMES, Place, features
from persona.recall.observations.weights import WEIGHTS

ALONE = Place("", 0, 1, 1.0, frozenset())


def shown(claim: str, place: Place = ALONE) -> set[str]:
    return {name for name, value in features(claim, place).items() if value}


def test_every_weight_has_a_feature_and_they_are_few() -> None:
    assert tuple(WEIGHTS) == NAMES
    assert len(NAMES) < 40


def test_words() -> None:
    assert {"self is subject", "past", "time", "own thing"} <= shown("I sold my van yesterday")
    assert {"own thing is subject", "feeling"} <= shown("My boss says I feel tired")
    assert "progressive" in shown("We're building a shed")
    assert "perfect" in shown("I've never seen snow")
    assert "plan" in shown("I'm going to move next year")
    assert "number" in shown("I have two cats")
    assert "proper name" in shown("I fly to Lima")
    assert "self is subject" not in shown("The van is red")


def test_place() -> None:
    asked = Place("Where do you live?", 1, 3, 0.5, frozenset(["leed"]))
    found = features("I live in Leeds", asked)
    assert found["answer"] == 1.0
    assert (found["first"], found["last"], found["claims"], found["early"]) == (0.0, 0.0, 1.0, 0.5)
    # Of "live" and "leed" one was said before.
    assert found["new"] == 0.5
