from __future__ import annotations

import numpy as np
import pytest

from persona.evaluate.people import of_single_messages
from persona.recall import line_scores, ranked
from persona.recall.embedding import MEANING, Embedder, Meaning, fused
from tests.embedders import Themes

embedder: Embedder = Themes()


def test_words_and_meaning_count_in_standard_deviations() -> None:
    # words: mean 1, deviation 1, so -1 1; cosines: mean 0.5, deviation 0.3, so 1 -1.
    # both: -1 + 2 = 1 and 1 - 2 = -1; less the smaller, plus 1: 3 and 1. The first has no word in
    # common, and a cosine of one deviation, not more.
    found = fused(np.array([0.0, 2.0]), np.array([0.8, 0.2]), np.array([1.0, 1.0]))
    assert MEANING == 2.0
    assert found.tolist() == pytest.approx([0.0, 1.0])
    found = fused(np.array([1.0, 3.0]), np.array([0.8, 0.2]), np.array([1.0, 0.5]))
    assert found.tolist() == pytest.approx([3.0, 0.5])  # a weak line counts half


def test_what_is_clearly_nearer_than_the_rest_needs_no_word() -> None:
    cosines = np.array([0.9, 0.1, 0.1, 0.1])
    found = fused(np.zeros(4), cosines, np.ones(4))
    assert found[0] > 0
    assert found[1:].tolist() == [0.0, 0.0, 0.0]


def test_a_weak_line_stays_weak() -> None:
    cosines = np.array([0.9, 0.9, 0.1, 0.1, 0.1, 0.1])
    found = fused(np.zeros(6), cosines, np.array([0.1, 1.0, 1.0, 1.0, 1.0, 1.0]))
    assert found[1] == pytest.approx(10 * found[0])


def test_nothing_and_one_line() -> None:
    assert fused(np.zeros(0), np.zeros(0), np.zeros(0)).tolist() == []
    assert fused(np.array([2.0]), np.array([0.5]), np.ones(1)).tolist() == [1.0]
    assert fused(np.array([0.0]), np.array([0.5]), np.ones(1)).tolist() == [0.0]


@pytest.mark.parametrize(
    ("said", "question", "right"),
    [
        (
            ["I love oolong tea.", "I hate crowds.", "I enjoy steep hills."],
            "I am dying of thirst",
            "tea",
        ),
        (["我喜欢乌龙茶", "我讨厌吵的地方", "我喜欢爬山"], "想去户外走走", "爬山"),
    ],
)
def test_a_question_finds_a_line_of_its_theme_without_a_word_in_common(
    said: list[str], question: str, right: str
) -> None:
    known = of_single_messages(said).known
    texts = [line.text for line in known.lines]
    meaning = Meaning(embedder)
    cosines = meaning.directions(texts, embedder.embed(texts)) @ meaning.question(question)
    best = ranked(line_scores(known, question, cosines)).numbers[0]
    assert right in texts[best]


def test_a_direction_leaves_out_what_all_have_in_common() -> None:
    texts = ["I love tea", "I love hills", "我喜欢茶"]
    made = Meaning(embedder).directions(texts, embedder.embed(texts))
    assert np.linalg.norm(made, axis=1) == pytest.approx([1.0, 1.0, 1.0])
    plain = embedder.embed(texts)
    assert made[0] @ made[1] < plain[0] @ plain[1]
    assert made[0] @ made[2] > 0.5


def test_a_sign_is_never_a_matter_of_meaning() -> None:
    known = of_single_messages(["I hate tea."]).known
    assert [line.attitude for line in known.lines] == ["dislikes"]
