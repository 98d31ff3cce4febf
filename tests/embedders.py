"""A small real embedder for tests: a text's vector is which of a few themes its words are of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from persona.errors import ModelError
from persona.recall.embedding import Matrix

THEMES = (
    ("tea", "coffee", "thirst", "drink", "喝", "茶", "渴"),
    ("hill", "hike", "walk", "outdoors", "爬山", "户外", "走走"),
    ("crowd", "noise", "quiet", "loud", "安静", "吵"),
)


class Themes:
    """Counts words of each theme; one more axis tells questions from statements.

    Args:
        fails: every call fails.
    """

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.asked: list[str] = []

    @property
    def name(self) -> str:
        return "themes"

    def embed(self, texts: Sequence[str], *, question: bool = False) -> Matrix:
        if self.fails:
            raise ModelError("the embedding server is away")
        self.asked += texts
        rows = np.array(
            [[float(sum(w in text.lower() for w in theme)) for theme in THEMES] for text in texts]
        ).reshape(len(texts), len(THEMES))
        kind = np.full((len(texts), 1), 2.0 if question else -2.0)
        made = np.hstack([rows, kind])
        unit: Matrix = made / np.linalg.norm(made, axis=1, keepdims=True)
        return unit
