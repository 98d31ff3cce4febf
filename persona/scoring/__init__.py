"""Measures facts: how much a person is drawn to an entity or turns away from it, and why."""

from persona.scoring.explain import Cited, Explanation, Term, Tie, explain
from persona.scoring.scores import WEIGHTS, Scored, Scores, Side, score, score_each, score_many

__all__ = [
    "WEIGHTS",
    "Cited",
    "Explanation",
    "Scored",
    "Scores",
    "Side",
    "Term",
    "Tie",
    "explain",
    "score",
    "score_each",
    "score_many",
]
