"""Which messages of a talk are worth an observation, and which of their claims make it.

A message is worth as much as its claims together (the log of the sum of their odds), less half of
what the speaker's messages of the same talk are usually worth: from a talk full of news less of each
kind is kept than from one of greetings with one piece of news in it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from persona.recall.observations.weights import THRESHOLD, USUAL

RELATIVE = 0.5
"""Share of the talk's usual worth that is taken off."""

PRIOR = 2
"""So many messages of usual worth are added to a talk, so that a short one is not its own measure."""

MOST_CLAIMS = 2
MOST_TERMS = 16
MARGIN = 1.0
"""Claims of one observation: at most so many, of so many terms, and none this much below the best."""

ALONE = -1.0
"""Score from which a claim is told by itself, where each claim is, and the best of a talk always."""

FEW = 2
"""So many messages are the best of a talk."""


def together(scores: Sequence[float]) -> float:
    """What a message is worth by the scores of its claims, at least one."""
    top = max(scores)
    return top + math.log(sum(math.exp(score - top) for score in scores))


def chosen_messages(worths: Sequence[float]) -> list[int]:
    """Numbers of the messages of one talk that are worth an observation, in order.

    The best few need only be worth what a claim by itself must be, so that plain news said in passing
    is not lost for want of more.
    """
    usual = (sum(worths) + PRIOR * USUAL) / (len(worths) + PRIOR)
    kept = {n for n, worth in enumerate(worths) if worth - RELATIVE * usual >= THRESHOLD}
    best = sorted(range(len(worths)), key=lambda n: (-round(worths[n], 9), n))[:FEW]
    return sorted(kept | {n for n in best if worths[n] >= ALONE})


def chosen_claims(scores: Sequence[float], lengths: Sequence[int]) -> list[int]:
    """Numbers of the claims of one message that make its observation, in order.

    Args:
        scores: of the claims, at least one.
        lengths: of the same, in terms.
    """
    ranking = sorted(range(len(scores)), key=lambda n: (-round(scores[n], 9), n))
    kept, length = [ranking[0]], lengths[ranking[0]]
    for number in ranking[1:]:
        if len(kept) == MOST_CLAIMS or scores[number] < scores[ranking[0]] - MARGIN:
            break
        if length + lengths[number] <= MOST_TERMS:
            kept.append(number)
            length += lengths[number]
    return sorted(kept)
