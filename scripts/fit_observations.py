"""Fits the weights of `persona.recall.observations.weights` on conversations with observations by others.

    python scripts/fit_observations.py DATA [--only NAME,NAME] [--against NAME,NAME]

DATA is a folder in the form of LoCoMo. Each claim of a turn is a row; its target is .2 where the turn
is cited by an observation, and up to .8 more by how well its words are those of one. A logistic
regression with a ridge penalty is fitted to that by Newton's method from zero, so the same rows give
the same weights. Every conversation is then left out in turn: weights, usual worth and threshold come
from the others. Last, the weights of all are printed as they stand in the module, with the threshold
that is best for the conversations left out, and the figures of those of --against, which nothing has
seen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from persona.evaluate.facts import (
    ENOUGH,
    Counts,
    Cut,
    Matched,
    as_user,
    first_person,
    in_all,
    overlap,
    summed,
    without,
)
from persona.evaluate.locomo import Conversation, conversations
from persona.evaluate.measures import content_words
from persona.recall.observations.choosing import (
    PRIOR,
    RELATIVE,
    chosen_claims,
    together,
)
from persona.recall.observations.features import NAMES, features
from persona.recall.observations.observing import told
from persona.recall.observations.reading import (
    Gate,
    Said,
    called_with_capital,
    others_in,
    read,
    talks,
)
from persona.recall.words import terms

Floats = NDArray[np.float64]
CITED = 0.2
PENALTY = 5.0
STEPS = 12
THRESHOLDS = np.arange(-3.0, 1.0, 0.05)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message with claims, ready for scoring.

    Attributes:
        cited: whether an observation of either speaker cites the message.
        gold: content words of the observations of the speaker that cite it.
        rows: features, a row a claim, in the order of `NAMES`.
        targets: of the same claims.
    """

    conversation: str
    speaker: str
    talk: int
    said: Said
    other: str | None
    proper: frozenset[str]
    cut: Cut
    cited: bool
    gold: tuple[Sequence[str], ...]
    rows: Floats
    targets: Floats


def spoken_in(conversation: Conversation) -> list[Spoken]:
    """All messages with claims, of both speakers."""
    cut = without({w for s in conversation.speakers for w in content_words(s)})
    cited = {i for held in conversation.observations.values() for _, ids in held for i in ids}
    found: list[Spoken] = []
    for speaker in conversation.speakers:
        gold: dict[str, list[Sequence[str]]] = {}
        for text, ids in conversation.observations.get(speaker, ()):
            for message_id in ids:
                gold.setdefault(message_id, []).append(cut(text))
        mine = as_user(conversation.turns, speaker, conversation.speakers[0])
        for number, part in enumerate(talks(mine)):
            said = list(read(part, Gate(allow_sensitive=True)))
            other = next(iter(others_in(part)), None)
            proper = frozenset(called_with_capital(said))
            for item in said:
                key = item.message.message_id
                bare = Spoken(
                    conversation.name, speaker, number, item, other, proper, cut, key in cited,
                    tuple(gold.get(key, ())), np.empty(0), np.empty(0),
                )  # fmt: skip
                found.append(replace(bare, rows=rows_of(item), targets=targets_of(bare)))
    return found


def rows_of(item: Said) -> Floats:
    """Features of the claims of a message."""
    held = [features(c.text, p) for c, p in zip(item.claims, item.places, strict=True)]
    return np.array([[row[name] for name in NAMES] for row in held])


def targets_of(item: Spoken) -> Floats:
    """How much each claim of a message ought to be noted, in [0, 1]."""
    made = []
    for claim in item.said.claims:
        words = item.cut(told([claim], item.speaker, other=item.other, proper=item.proper))
        best = max((overlap(words, gold) for gold in item.gold), default=0.0)
        made.append(CITED * item.cited + (1 - CITED) * min(1.5 * best, 1.0))
    return np.array(made)


@dataclass(frozen=True, slots=True)
class Model:
    """Fitted values."""

    intercept: float
    weights: Floats
    usual: float
    threshold: float


def fitted(spoken: Sequence[Spoken]) -> Model:
    """Weights by ridge logistic regression; the threshold of the best sum of the two F1."""
    rows = np.vstack([item.rows for item in spoken])
    targets = np.concatenate([item.targets for item in spoken])
    intercept, weights = logistic(rows, targets)
    worths = [together(list(intercept + item.rows @ weights)) for item in spoken]
    model = Model(intercept, weights, float(np.mean(worths)), 0.0)
    return replace(model, threshold=best_threshold(candidates(model, spoken)))


def best_threshold(found: Sequence[Candidate]) -> float:
    """Where the F1 of messages cited and that of texts that say a fact of their message sum highest."""
    above = np.array([candidate.above for candidate in found])
    cited = np.array([candidate.spoken.cited for candidate in found])
    hits = np.array([candidate.hit for candidate in found])
    facts = sum(len(candidate.spoken.gold) for candidate in found)

    def worth(threshold: float) -> float:
        kept = above >= threshold
        salience = 2 * (kept & cited).sum() / max(kept.sum() + cited.sum(), 1)
        return float(salience + 2 * (kept & hits).sum() / max(kept.sum() + facts, 1))

    return max((worth(float(t)), -abs(float(t)), float(t)) for t in THRESHOLDS)[2]


def logistic(rows: Floats, targets: Floats) -> tuple[float, Floats]:
    """Intercept and weights of soft targets, features brought to unit spread for the penalty."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-9
    scaled = np.column_stack([np.ones(len(rows)), (rows - mean) / spread])

    ridge = PENALTY * np.eye(scaled.shape[1])
    ridge[0, 0] = 0.0
    beta = np.zeros(scaled.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-scaled @ beta))
        gradient = scaled.T @ (chance - targets) + ridge @ beta
        curvature = (scaled.T * (chance * (1 - chance))) @ scaled + ridge
        beta = beta - np.linalg.solve(curvature, gradient)
    weights = beta[1:] / spread
    return float(beta[0] - weights @ mean), weights


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the observation of a message would be.

    Attributes:
        above: worth of the message, less what is usual in its talk.
        hit: whether the text says a fact that cites the message.
    """

    spoken: Spoken
    text: str
    above: float
    hit: bool


def candidates(model: Model, spoken: Sequence[Spoken]) -> list[Candidate]:
    """The candidates of all messages with claims."""
    scores = [list(model.intercept + item.rows @ model.weights) for item in spoken]
    worths = [together(held) for held in scores]
    by_talk: dict[tuple[str, str, int], list[int]] = {}
    for n, item in enumerate(spoken):
        by_talk.setdefault((item.conversation, item.speaker, item.talk), []).append(n)
    found: list[Candidate] = []
    for numbers in by_talk.values():
        usual = (sum(worths[n] for n in numbers) + PRIOR * model.usual) / (len(numbers) + PRIOR)
        for n in numbers:
            item = spoken[n]
            lengths = [len(terms(claim.text)) for claim in item.said.claims]
            claims = [item.said.claims[k] for k in chosen_claims(scores[n], lengths)]
            text = told(claims, item.speaker, other=item.other, proper=item.proper)
            hit = any(overlap(item.cut(text), words) >= ENOUGH for words in item.gold)
            found.append(Candidate(item, text, worths[n] - RELATIVE * usual, hit))
    return found


Line = tuple[str, str, str, str]
"""Conversation, speaker, message id, text."""


def kept_by(model: Model, spoken: Sequence[Spoken]) -> list[Line]:
    """What a model tells of these messages."""
    return [
        (found.spoken.conversation, found.spoken.speaker, found.spoken.said.message.message_id,
         found.text)
        for found in candidates(model, spoken)
        if found.above >= model.threshold
    ]  # fmt: skip


def plain_lines(sets: Sequence[Conversation]) -> list[Line]:
    """The baseline: sentences in the first person as they stand."""
    return [
        (conversation.name, speaker, message.message_id, sentence)
        for conversation in sets
        for speaker in conversation.speakers
        for message in as_user(conversation.turns, speaker, conversation.speakers[0])
        if message.is_users
        for sentence in first_person(message.text)
    ]


def figures(lines: Sequence[Line], sets: Sequence[Conversation]) -> dict[str, dict[str, Any]]:
    """Salience and facts of these conversations, with intervals over conversations and speakers."""
    salience: list[Counts] = []
    facts: list[Matched] = []
    for conversation in sets:
        cited = {i for held in conversation.observations.values() for _, c in held for i in c}
        cut = without({w for s in conversation.speakers for w in content_words(s)})
        mine = [line for line in lines if line[0] == conversation.name]
        told_of = {message_id for _, _, message_id, _ in mine}
        salience.append((len(told_of & cited), len(told_of), len(cited)))
        for speaker in conversation.speakers:
            matched = Matched()
            wanted = [text for text, _ in conversation.observations.get(speaker, ())]
            matched.add([text for _, who, _, text in mine if who == speaker], wanted, cut)
            facts.append(matched)
    return {"salience": summed(salience), "facts": in_all(facts)}


def show(title: str, found: Mapping[str, Mapping[str, Any]]) -> None:
    """One line of figures."""
    cells = "   ".join(
        f"{name} P {row['P']:.3f} R {row['R']:.3f} F1 {row['F1']:.3f} {row['F1 interval']}"
        for name, row in found.items()
    )
    print(f"{title:26}{cells}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Runs the fit; returns the exit code."""
    parser = argparse.ArgumentParser(description="Weights of the claims of observations.")
    parser.add_argument("data", type=Path, help="folder in the form of LoCoMo")
    parser.add_argument("--only", default="", help="conversations to fit on; default all")
    parser.add_argument("--against", default="", help="conversations to look at last")
    options = parser.parse_args(arguments)
    held = conversations(options.data)
    only, against = ({n for n in text.split(",") if n} for text in (options.only, options.against))
    sets = [c for c in held if not only or c.name in only]
    spoken = {c.name: spoken_in(c) for c in held if c.name in {s.name for s in sets} | against}
    show("first-person sentence", figures(plain_lines(sets), sets))
    pooled: list[Line] = []
    unseen: list[Candidate] = []
    for conversation in sets:
        rest = [c for c in sets if c is not conversation]
        if not rest:
            break
        model = fitted([s for c in rest for s in spoken[c.name]])
        lines = kept_by(model, spoken[conversation.name])
        pooled += lines
        unseen += candidates(model, spoken[conversation.name])
        show(f"{conversation.name} left out", figures(lines, [conversation]))
    if pooled:
        show("each left out, together", figures(pooled, sets))
    model = fitted([s for c in sets for s in spoken[c.name]])
    if unseen:
        model = replace(model, threshold=best_threshold(unseen))
    for name in sorted(against):
        of = [c for c in held if c.name == name]
        show(f"{name}, sentences", figures(plain_lines(of), of))
        show(f"{name}, never fitted on", figures(kept_by(model, spoken[name]), of))
    print(f"INTERCEPT: Final = {model.intercept:.3f}\nWEIGHTS: Final[dict[str, float]] = {{")
    for name, weight in zip(NAMES, model.weights, strict=True):
        print(f'    "{name}": {weight:.3f},')
    print(f"}}\nUSUAL: Final = {model.usual:.3f}\nTHRESHOLD: Final = {model.threshold:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
