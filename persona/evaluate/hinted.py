"""PrefEval, preferences that come out in passing: is a line of the block close to the preference?

Each item is a long conversation about something else, in which the person lets a preference slip. The
user's turns are read among a hundred filler turns of other people's chats, in random order, and the
block is asked for with the question that needs the preference.

A line is close if its cosine to the preference is at least the 95th percentile of the cosines between
different preferences of one topic; without an encoder, if it holds 0.6 of the preference's content
words with the same sign. The oracle takes the sentence that is closest: what is never said in so many
words is out of reach of any recall.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from persona.evaluate.baselines import by_bm25, fused_ranks, order
from persona.evaluate.encoding import Encoder
from persona.evaluate.measures import (
    Tally,
    content_words,
    coverage,
    first_tokens,
    packed,
    says_the_same,
    tokens,
)
from persona.evaluate.people import of_single_messages
from persona.evaluate.prefeval import LONGEST_LINE, fillers, topics
from persona.evaluate.rendering import shown

PART = "implicit_preference/persona-driven"
BUDGETS = (64, 128)
FILLERS = 100

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def hinted(
    data: Path,
    *,
    stride: int = 1,
    encoder: Encoder | None = None,
    threshold: float = 1.0,
) -> dict[str, Any]:
    """Hits within 64 and 128 tokens of each system, among a hundred fillers.

    Args:
        data: the folder.
        stride: take every so many items only.
        encoder: measures closeness, and adds the systems that use one.
        threshold: the cosine from which a line is close, see `encoding.percentiles`.
    """
    rows = [row for _, found in topics(data, PART) for row in found][::stride]
    filling = fillers(data)
    tally = Tally()
    for number, row in enumerate(rows):
        said = turns_of(row)
        rng = np.random.default_rng(number)
        noise = [filling[at] for at in rng.permutation(len(filling))[:FILLERS]]
        _verbatim(tally, row, said, noise, rng, encoder, threshold)
        mixed = [*said, *noise]
        person = of_single_messages([mixed[at] for at in rng.permutation(len(mixed))])
        systems = (
            {"persona": None}
            if encoder is None
            else {"persona": None, "persona_embeddings": encoder}
        )
        for system, dense in systems.items():
            lines = {
                budget: [
                    line.text for line in shown(person, budget, row["question"], encoder=dense)
                ]
                for budget in BUDGETS
            }
            tally.add(system, _hits(lines, row["preference"], encoder, threshold))
    return tally.summary("hit@128")


def turns_of(row: Mapping[str, Any]) -> list[str]:
    """The user's turns of a conversation, in order, each on one line."""
    held: Mapping[str, Mapping[str, str]] = row["conversation"]
    names = sorted(held, key=lambda name: int(re.sub(r"\D", "", name) or 0))
    return [re.sub(r"\s+", " ", held[name]["user"]) for name in names]


def _verbatim(
    tally: Tally,
    row: Mapping[str, Any],
    said: Sequence[str],
    noise: Sequence[str],
    rng: np.random.Generator,
    encoder: Encoder | None,
    threshold: float,
) -> None:
    """The systems that show sentences as they are."""
    own = [s for turn in said for s in _SENTENCE.split(turn) if len(content_words(s)) >= 2]
    lines = [first_tokens(text, LONGEST_LINE) for text in (*own, *noise)]
    costs = [tokens(line) + 1 for line in lines]
    question, gold = row["question"], row["preference"]
    orders = {
        "random": [int(at) for at in rng.permutation(len(lines))],
        "recency": list(range(len(lines) - 1, -1, -1)),
        "bm25": order(by_bm25(lines, question), rng),
        "oracle": order(_closeness(lines, gold, encoder), rng),
    }
    if encoder is not None:
        orders["dense"] = order(encoder.plain(lines, question), rng)
        orders["bm25 + dense"] = fused_ranks(orders["bm25"], orders["dense"])
    for system, ranking in orders.items():
        kept = {
            budget: [lines[at] for at in packed(((n, costs[n]) for n in ranking), budget)]
            for budget in BUDGETS
        }
        tally.add(system, _hits(kept, gold, encoder, threshold))


def _closeness(
    lines: Sequence[str], gold: str, encoder: Encoder | None
) -> np.ndarray[Any, np.dtype[np.float64]]:
    if encoder is not None:
        return encoder.alike(lines, gold)
    words = content_words(gold)
    return np.array([coverage(words, line) + says_the_same(gold, line) for line in lines])


def _hits(
    lines: Mapping[int, Sequence[str]], gold: str, encoder: Encoder | None, threshold: float
) -> dict[str, float]:
    found: dict[str, float] = {}
    for budget, shown_lines in lines.items():
        words = any(says_the_same(gold, line) for line in shown_lines)
        close = words if encoder is None else _nearest(encoder, shown_lines, gold) >= threshold
        found[f"hit@{budget}"] = close
        found[f"hit@{budget} by words"] = words
    if encoder is not None:
        found["closest@128"] = _nearest(encoder, lines[128], gold)
    return found


def _nearest(encoder: Encoder, lines: Sequence[str], gold: str) -> float:
    return float(encoder.alike(lines, gold).max(initial=0.0))
