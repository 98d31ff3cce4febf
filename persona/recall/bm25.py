"""Okapi BM25 over texts that are already cut into terms: the lexical part of recall.

The weights of all (term, text) pairs are computed once, when the index is made; a question then only
adds up the columns of its terms.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]

K1 = 1.5
"""How soon further occurrences of a term stop counting."""

B = 0.75
"""How much a long text is held back; 0 is not at all, 1 in proportion."""


Postings = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Numbers of texts, ascending, and how often each holds a term."""


def weighed(
    query: Mapping[str, float] | Iterable[str],
    postings: Callable[[str], Postings | None],
    lengths: NDArray[np.int64],
) -> Scores:
    """The scores of `Lexicon.scores`, to the bit, where nothing was computed before.

    Args:
        query: terms, each once, or terms with their weights.
        postings: gives those of a term; None: no text holds it.
        lengths: of all texts, in terms.
    """
    weighted = query if isinstance(query, Mapping) else dict.fromkeys(query, 1.0)
    scores = np.zeros(len(lengths))
    mean = int(lengths.sum()) / len(lengths) if len(lengths) else 0.0
    for term, weight in weighted.items():
        found = postings(term)
        if found is not None:
            numbers, often = found
            idf = _idf(len(lengths), len(numbers))
            norms = K1 * (1 - B + B * lengths[numbers] / mean)
            scores[numbers] += weight * (idf * often * (K1 + 1) / (often + norms))
    return scores


def _idf(texts: int, holding: int) -> float:
    return math.log(1 + (texts - holding + 0.5) / (holding + 0.5))


@dataclass(frozen=True, slots=True)
class Lexicon:
    """An index of texts.

    Attributes:
        size: number of texts.
        columns: for each term the numbers of the texts that hold it, ascending, and its weight there.
        idf: for each term ln(1 + (N - n + 0.5) / (n + 0.5)), n of N texts holding it.
    """

    size: int
    columns: Mapping[str, tuple[NDArray[np.intp], Scores]]
    idf: Mapping[str, float]

    @staticmethod
    def of(texts: Sequence[Iterable[str]]) -> Lexicon:
        """The index of texts given as terms.

        The weight of a term that stands f times in a text of length l, with mean length m, is
        idf · f · (k1 + 1) / (f + k1 · (1 - b + b · l / m)): Robertson and Zaragoza, "The
        Probabilistic Relevance Framework: BM25 and Beyond" (2009), with an idf that is never negative.
        """
        counts = [Counter(text) for text in texts]
        lengths = [sum(count.values()) for count in counts]
        mean = sum(lengths) / len(lengths) if lengths else 0.0
        holders: dict[str, list[tuple[int, int]]] = {}
        for number, count in enumerate(counts):
            for term, times in count.items():
                holders.setdefault(term, []).append((number, times))
        columns, idf = {}, {}
        norms = [K1 * (1 - B + B * length / mean) if mean else K1 for length in lengths]
        for term, found in holders.items():
            idf[term] = _idf(len(counts), len(found))
            numbers = np.array([number for number, _ in found], dtype=np.intp)
            weights = np.array([idf[term] * f * (K1 + 1) / (f + norms[n]) for n, f in found])
            columns[term] = (numbers, weights)
        return Lexicon(len(counts), columns, idf)

    def scores(self, query: Mapping[str, float] | Iterable[str]) -> Scores:
        """The score of every text for a question: terms, each once, or terms with their weights."""
        weighted = query if isinstance(query, Mapping) else dict.fromkeys(query, 1.0)
        scores = np.zeros(self.size)
        for term, weight in weighted.items():
            column = self.columns.get(term)
            if column is not None:
                scores[column[0]] += weight * column[1]
        return scores
