"""Systems to compare with: random, recency, frequent words, and plain BM25 over the texts.

The BM25 here is Okapi with k1 = 1.5, b = 0.75 over content words of the measures, not of recall.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from persona.evaluate.measures import content_words

Scores = NDArray[np.float64]


class PlainBM25:
    """BM25 over texts; `cut` gives the terms of a text."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        counts = [Counter(text) for text in texts]
        self.size = len(counts)
        self.lengths = [sum(count.values()) for count in counts]
        self.mean = max(sum(self.lengths) / max(self.size, 1), 1e-9)
        self.holders: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, count in enumerate(counts):
            for term, times in count.items():
                self.holders[term].append((number, times))

    def scores(self, query: Sequence[str]) -> Scores:
        """The score of each text."""
        found = np.zeros(self.size)
        for term in set(query):
            held = self.holders.get(term, ())
            idf = math.log(1 + (self.size - len(held) + 0.5) / (len(held) + 0.5))
            for number, times in held:
                norm = 1.5 * (0.25 + 0.75 * self.lengths[number] / self.mean)
                found[number] += idf * times * 2.5 / (times + norm)
        return found


def by_bm25(texts: Sequence[str], query: str) -> Scores:
    """Plain BM25 of texts for a query."""
    return PlainBM25([content_words(text) for text in texts]).scores(content_words(query))


def by_frequent_words(texts: Sequence[str], most: int = 50) -> Scores:
    """How many of the history's most frequent content words a text has, for its length."""
    words = [dict.fromkeys(content_words(text)) for text in texts]
    counts = Counter(word for held in words for word in held)  # of equals the one met first
    top = {word for word, _ in counts.most_common(most)}
    return np.array([len(held.keys() & top) / (len(held) ** 0.5 + 1) for held in words])


def order(scores: Scores, rng: np.random.Generator | None = None) -> list[int]:
    """Best first; ties at random where a generator is given, else the earlier first."""
    jitter = rng.random(len(scores)) * 1e-9 if rng is not None else 0.0
    return [int(n) for n in np.argsort(-(scores + jitter), kind="stable")]


def fused_ranks(*rankings: Sequence[int]) -> list[int]:
    """Rankings of the same items as one, by the sum of 1 / (60 + place).

    Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion" (2009).
    """
    scores: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for place, number in enumerate(ranking):
            scores[number] += 1 / (60 + place)
    return sorted(scores, key=lambda number: -scores[number])
