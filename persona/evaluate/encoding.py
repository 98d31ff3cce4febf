"""The encoder of a measurement: every text embedded once, and the likeness that counts as the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from persona.errors import MissingExtraError

if TYPE_CHECKING:
    from persona.recall import Known
    from persona.recall.bm25 import Scores
    from persona.recall.embedding import Embedder, Matrix


class Remembered:
    """An embedder that asks another one once for each text.

    Args:
        embedder: is asked.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._held: dict[tuple[bool, str], Matrix] = {}

    @property
    def name(self) -> str:
        """The model's name."""
        return self._embedder.name

    def embed(self, texts: Sequence[str], *, question: bool = False) -> Matrix:
        """As the embedder."""
        wanted = list(dict.fromkeys(t for t in texts if (question, t) not in self._held))
        if wanted:
            made = self._embedder.embed(wanted, question=question)
            self._held.update(((question, t), row) for t, row in zip(wanted, made, strict=True))
        rows = [self._held[question, text] for text in texts]
        width = max((row.size for row in rows), default=0)
        return np.stack([row if row.size else np.zeros(width) for row in rows])  # a blank text


class Encoder:
    """What a measurement needs of an embedder.

    Args:
        embedder: turns texts into vectors.
    """

    def __init__(self, embedder: Embedder) -> None:
        from persona.recall.embedding import Meaning

        self.embedder = Remembered(embedder)
        self._meaning = Meaning(self.embedder)

    @property
    def name(self) -> str:
        """The model's name."""
        return self.embedder.name

    def plain(self, texts: Sequence[str], question: str) -> Scores:
        """Cosines of texts to a question, as any dense retriever has them."""
        (asked,) = self.embedder.embed([question], question=True)
        found: Scores = self.embedder.embed(texts) @ asked
        return found

    def of_lines(self, known: Known, question: str) -> Scores | None:
        """Cosines of what is known to a question, as recall takes them."""
        texts = [line.text for line in known.lines]
        if not texts:
            return None
        directions = self._meaning.directions(texts, self.embedder.embed(texts))
        found: Scores = directions @ self._meaning.question(question)
        return found

    def alike(self, texts: Sequence[str], gold: str) -> Scores:
        """Cosines of texts to a text of the same kind."""
        if not texts:
            return np.zeros(0)
        found: Scores = self.embedder.embed(texts) @ self.embedder.embed([gold])[0]
        return found


def percentiles(encoder: Encoder, by_topic: Mapping[str, Iterable[str]]) -> tuple[float, float]:
    """The 95th and 99th percentile of the cosines between different texts of one topic.

    A line as near to a text as the 95th is taken for another one of its topic in 5 % of cases.
    """
    found: list[float] = []
    for held in by_topic.values():
        texts = list(dict.fromkeys(held))
        if len(texts) > 1:
            rows = encoder.embedder.embed(texts)
            found += (rows @ rows.T)[np.triu_indices(len(texts), 1)].tolist()
    if not found:
        return 1.0, 1.0
    low, high = np.percentile(found, [95, 99])
    return round(float(low), 4), round(float(high), 4)


PUBLISHED = 0.687
"""The 95th percentile over all of PrefEval's topics by all-MiniLM-L6-v2: a part of them reads lower."""


def close_from(encoder: Encoder, percentile: float) -> float:
    """The cosine from which a line says what a text says: the percentile, and what is published."""
    return max(percentile, PUBLISHED) if "minilm" in encoder.name.casefold() else percentile


def local_encoder() -> Encoder | None:
    """The encoder of the settings, else the local one; None where there is neither.

    Raises:
        ConfigError: settings that cannot be used.
    """
    from persona.config import load
    from persona.llm.embeddings import LocalEmbeddings, configured_embedder

    chosen = configured_embedder(load())
    if chosen is None:
        try:
            chosen = LocalEmbeddings()
        except MissingExtraError:
            return None
    return Encoder(chosen)
