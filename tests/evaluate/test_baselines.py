import math

import numpy as np
import pytest

from persona.evaluate.baselines import PlainBM25, by_bm25, by_frequent_words, order


def test_bm25_by_hand() -> None:
    # Two texts of one term each: idf of a term in one of them is ln(1 + 1.5/1.5) = ln 2.
    assert PlainBM25([["a"], ["b"]]).scores(["a"]) == pytest.approx([math.log(2), 0])
    assert by_bm25(["green tea", "red wine"], "wine?").argmax() == 1


def test_frequent_words() -> None:
    # 2 of "top 1" word for a text of one word: 1 / (1 + 1); of two words: 1 / (sqrt 2 + 1).
    scores = by_frequent_words(["tea", "tea wine"], most=1)
    assert scores == pytest.approx([0.5, 1 / (math.sqrt(2) + 1)])


def test_ties_go_to_the_earlier_or_to_chance() -> None:
    assert order(np.zeros(4)) == [0, 1, 2, 3]
    drawn = {tuple(order(np.zeros(4), np.random.default_rng(seed))) for seed in range(20)}
    assert len(drawn) > 5
