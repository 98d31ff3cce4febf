import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.recall.bm25 import K1, B, Lexicon
from tests.strategies import NO_SHRINKING

TEXTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), max_size=8)


def test_a_score_by_hand() -> None:
    # Three texts of lengths 2, 1, 3, mean 2. "a" stands in two of them: idf = ln(1 + 1.5/2.5) = ln 1.6.
    # In the first: f = 1, norm = 1.5 * (0.25 + 0.75 * 2/2) = 1.5; weight = idf * 2.5 / 2.5 = idf.
    # In the third: f = 2, norm = 1.5 * (0.25 + 0.75 * 3/2) = 2.0625; weight = idf * 5 / 4.0625.
    lexicon = Lexicon.of([["a", "b"], ["c"], ["a", "a", "c"]])
    idf = math.log(1.6)
    assert lexicon.scores(["a"]) == pytest.approx([idf, 0, idf * 5 / 4.0625])
    assert (K1, B) == (1.5, 0.75)


def test_no_texts_and_empty_texts() -> None:
    assert Lexicon.of([]).scores(["a"]).tolist() == []
    assert Lexicon.of([[], []]).scores(["a"]).tolist() == [0, 0]


def test_a_repeated_term_of_a_question_counts_once_and_a_weight_counts() -> None:
    lexicon = Lexicon.of([["a"], ["b"]])
    assert lexicon.scores(["a", "a"]).tolist() == lexicon.scores(["a"]).tolist()
    assert lexicon.scores({"a": 0.5})[0] == pytest.approx(lexicon.scores(["a"])[0] / 2)


def _plain(texts: list[list[str]], query: list[str]) -> list[float]:
    """Okapi BM25, written down text by text."""
    mean = sum(map(len, texts)) / len(texts) if texts else 0
    scores = []
    for text in texts:
        score = 0.0
        for term in set(query):
            holders = sum(term in other for other in texts)
            idf = math.log(1 + (len(texts) - holders + 0.5) / (holders + 0.5))
            often = text.count(term)
            if often:
                score += idf * often * 2.5 / (often + 1.5 * (0.25 + 0.75 * len(text) / mean))
        scores.append(score)
    return scores


@settings(max_examples=40, phases=NO_SHRINKING)
@given(TEXTS, st.lists(st.sampled_from("abcdefg"), max_size=4))
def test_it_agrees_with_the_plain_version(texts: list[list[str]], query: list[str]) -> None:
    assert np.allclose(Lexicon.of(texts).scores(query), _plain(texts, query))
