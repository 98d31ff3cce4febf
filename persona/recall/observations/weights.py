"""How much each feature of an English claim counts: a logistic regression, fitted once.

Fitted by ``scripts/fit_observations.py`` on conversations whose observations were written by others;
the script prints these values and how well they do on conversations left out.
"""

from __future__ import annotations

from typing import Final

INTERCEPT: Final = -1.414
WEIGHTS: Final[dict[str, float]] = {
    "self is subject": 0.546,
    "own thing is subject": 0.920,
    "own thing": 0.389,
    "self is object": 0.254,
    "you": -0.502,
    "past": 0.180,
    "perfect": 0.393,
    "progressive": 0.590,
    "plan": -0.173,
    "feeling": -0.025,
    "reason": 0.130,
    "picture": -0.431,
    "number": 0.201,
    "length": 0.857,
    "short": -0.376,
    "time": 0.591,
    "proper name": 0.464,
    "exclamation": -0.104,
    "opinion share": -0.811,
    "new": 0.646,
    "first": -0.193,
    "last": -0.313,
    "claims": -0.097,
    "early": -0.790,
    "answer": 0.493,
}
USUAL: Final = -0.267
"""What a message with a claim was worth on average (`persona.recall.observations.choosing`)."""
THRESHOLD: Final = -0.55
"""From here a message is worth an observation."""
