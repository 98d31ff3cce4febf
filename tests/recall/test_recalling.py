import numpy as np
import pytest

from persona.evaluate.people import of_single_messages
from persona.recall import Recalled, recall
from persona.recall.recalling import MEANT

SAID = (
    "I never eat lobster on Fridays.",
    "My sister plays the violin in Vienna.",
    "I love ramen.",
    "我每周三去打羽毛球",
)


def found(question: str, k: int = 10) -> tuple[Recalled, ...]:
    person = of_single_messages(SAID)
    return recall(person.known, person.log, question, k)


def test_every_result_has_its_messages_and_the_reason() -> None:
    results = found("Who plays the violin?")
    assert results[0].message_ids == ("m1",)
    assert "violin" in results[0].why
    for result in results:
        assert result.message_ids
        assert len(result.message_ids) == len(result.conversation_ids)
        assert result.score > 0


def test_a_fact_stands_before_its_message() -> None:
    kinds = [(r.kind, r.message_ids) for r in found("ramen")]
    assert kinds[:2] == [("fact", ("m2",)), ("message", ("m2",))]


def test_a_field_alone_is_a_reason() -> None:
    results = found("What shall we cook?")
    assert {r.message_ids for r in results} >= {("m0",), ("m2",)}
    assert all("food" in r.why for r in results)


def test_chinese() -> None:
    assert found("什么时候打羽毛球？")[0].message_ids == ("m3",)


def test_at_most_k_and_best_first() -> None:
    results = found("violin ramen lobster", 2)
    assert len(results) == 2
    assert results == found("violin ramen lobster", 10)[:2]
    scores = [r.score for r in found("violin ramen lobster")]
    assert scores == sorted(scores, reverse=True)


def test_nothing_in_common_finds_nothing() -> None:
    assert found("quantum chromodynamics") == ()


def test_a_fact_that_is_near_by_meaning_stands_among_the_messages_that_share_words() -> None:
    said = [
        "I never eat lobster.",
        "I love oolong tea.",
        "I enjoy chess.",
        "I hate loud bars.",
        *(f"So dry here, day {n}" for n in range(9)),
    ]
    person = of_single_messages(said)
    question = "my mouth is dry"
    cosines = np.array([1.0 if "oolong" in line.text else 0.0 for line in person.known.lines])
    plain = recall(person.known, person.log, question, 10)
    near = recall(person.known, person.log, question, 10, cosines=cosines)
    assert all("oolong" not in result.text for result in plain)
    (tea,) = [result for result in near if "oolong" in result.text]
    assert (tea.kind, tea.why, tea.message_ids) == ("fact", "meaning", ("m1",))
    # It is the best fact: MEANT of the best message's score.
    assert tea.score == pytest.approx(MEANT * max(result.score for result in near))
