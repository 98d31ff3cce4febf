"""Likeness of meaning beside likeness of words: vectors of lines and questions, and their fusion.

Small encoders put all questions near each other, and all statements: what makes a question a question
weighs more than what it is about. So a question loses what everyday questions have in common, and the
lines of a user lose what all of them have in common, before their cosine is taken; each language by
itself. What is liked and what is disliked stay what the graph says: a vector tells what a line is
about, never its sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from persona.recall.bm25 import Scores
from persona.text import has_cjk

Matrix = NDArray[np.float64]
"""A row for each text."""

MEANING = 2.0
"""Weight of the cosine against words and fields, both in standard deviations."""

NEAR = 1.0
"""Standard deviations above the mean from which a line bears on a question without a word in common."""

_QUESTIONS = {
    False: (
        "What should I cook tonight?",
        "Which film should I watch?",
        "Can you help me plan a trip?",
        "How can I learn something new?",
        "What is a good gift for a friend?",
        "How do I stay healthy?",
        "What music should I play?",
        "Which clothes should I buy?",
        "Where should I go this weekend?",
        "How do I save money?",
        "Which game should I play?",
        "What book should I read?",
        "How can I sleep better?",
        "What exercise should I do?",
        "Which tools do I need for work?",
        "How can I decorate my room?",
    ),
    True: (
        "今晚做什么菜好？",
        "有什么电影推荐吗？",
        "能帮我安排一次旅行吗？",
        "我怎么学点新东西？",
        "送朋友什么礼物好？",
        "怎样保持健康？",
        "放点什么音乐？",
        "买什么衣服合适？",
        "周末去哪儿玩？",
        "怎么省钱？",
        "有什么好玩的游戏？",
        "最近读什么书好？",
        "怎样睡得更好？",
        "做什么运动比较好？",
        "工作上要用哪些工具？",
        "房间怎么布置？",
    ),
}
_STATEMENTS = {
    False: (
        "I like to cook at home.",
        "I never watch the news.",
        "My work is in an office.",
        "I travel by train.",
        "I can't stand noise.",
        "I play the guitar.",
        "I live with two cats.",
        "I read before bed.",
    ),
    True: (
        "我喜欢在家做饭。",
        "我从来不看新闻。",
        "我在办公室上班。",
        "我坐火车旅行。",
        "我受不了噪音。",
        "我会弹吉他。",
        "我养了两只猫。",
        "我睡前看书。",
    ),
}


class Embedder(Protocol):
    """Anything that turns texts into vectors; `persona.llm.embeddings` has two."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    def embed(self, texts: Sequence[str], *, question: bool = False) -> Matrix:
        """A row of length 1 for each text, in order; of zeros where the text is blank.

        Args:
            texts: any number.
            question: they are questions, where the model tells questions from what answers them.

        Raises:
            ModelError: no vectors.
        """
        ...


class Meaning:
    """Cosines of lines to a question, each less what its kind has in common.

    Args:
        embedder: turns texts into vectors; it is asked once for what everyday questions and
            statements look like.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder

    @cached_property
    def _usual_question(self) -> dict[bool, Matrix]:
        return {
            cjk: self.embedder.embed(texts, question=True).mean(axis=0)
            for cjk, texts in _QUESTIONS.items()
        }

    @cached_property
    def _usual_statements(self) -> dict[bool, Matrix]:
        return {cjk: self.embedder.embed(texts) for cjk, texts in _STATEMENTS.items()}

    def question(self, text: str) -> NDArray[np.float64]:
        """The direction of a question, of length 1.

        Raises:
            ModelError: the embedder gave no vector.
        """
        (row,) = self.embedder.embed([text], question=True)
        if not row.size:
            return np.zeros(0)
        return _unit(row - self._usual_question[has_cjk(text)])

    def directions(self, texts: Sequence[str], rows: Matrix) -> Matrix:
        """The directions of lines, each of length 1.

        The centre of the lines of a language is the mean of them and of eight everyday statements, so
        that a few lines have a centre too.

        Args:
            texts: the lines.
            rows: their vectors, as the embedder gave them.
        """
        made = rows.copy()
        kinds = np.array([has_cjk(text) for text in texts], dtype=np.bool_)
        for cjk in (False, True):
            if (kinds == cjk).any():
                held = rows[kinds == cjk]
                together = np.concatenate([held, self._usual_statements[cjk]])
                made[kinds == cjk] = held - together.mean(axis=0)
        return _unit(made)


def _unit(rows: Matrix) -> Matrix:
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    unit: Matrix = rows / np.where(lengths > 1e-9, lengths, 1.0)
    return unit


def fused(scores: Scores, cosines: Scores, weights: Scores) -> Scores:
    """The scores of lines by words and by meaning together; 0 where neither speaks for a line.

    Both are taken in standard deviations from their mean over the user's lines, since neither has a
    scale of its own.

    Args:
        scores: by words and fields, at least 0, the strength of the lines included.
        cosines: to the question, see `Meaning`.
        weights: the strength of each line.
    """
    if not scores.size:
        return scores
    near = deviations(cosines)
    both = deviations(scores) + MEANING * near
    kept = (scores > 0) | (near > NEAR)
    result: Scores = np.where(kept, (both - both.min() + 1.0) * weights, 0.0)
    return result


def deviations(values: Scores) -> Scores:
    """Values in standard deviations from their mean; zeros where all are equal."""
    spread = float(values.std())
    return (values - values.mean()) / spread if spread > 1e-9 else np.zeros(values.shape)
