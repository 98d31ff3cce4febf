"""PrefEval, explicit preferences: is the preference that a question needs in the block?

The history of each item: the turn that states the preference, N filler turns of other people's chats,
and M preferences of other items as the same person's, in random order. A verbatim system hits if the
gold turn is in its block; ours, which rewords, if a line of the block says the same
(`measures.says_the_same`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from persona.errors import UsageError
from persona.evaluate.baselines import by_bm25, by_frequent_words, fused_ranks, order
from persona.evaluate.encoding import Encoder
from persona.evaluate.measures import (
    Tally,
    first_tokens,
    is_negative,
    packed,
    says_the_same,
    tokens,
)
from persona.evaluate.people import of_single_messages
from persona.evaluate.rendering import Shown, shown

BUDGETS = (64, 128, 256)
GRID = ((10, 0), (100, 0), (300, 0), (0, 19), (0, 99), (0, 399), (300, 99))
HEADLINES = ((300, 99), (0, 99))
LONGEST_RANKING = 1024
"""Tokens of the block in which the place of the gold line is looked up; beyond it counts as none."""

_LEADING = ("safety", "attributes")

LONGEST_LINE = 40
"""Tokens of a verbatim line."""


@dataclass(frozen=True, slots=True)
class Item:
    """A preference with a question that needs it."""

    topic: str
    preference: str
    question: str


def topics(data: Path, part: str) -> Iterable[tuple[str, list[Mapping[str, Any]]]]:
    """The files of a part of the set, by topic.

    Raises:
        UsageError: the folder has none.
    """
    files = sorted((data / part).glob("*.json"))
    if not files:
        raise UsageError(f"{data / part}: no file of PrefEval there; give its folder with --data")
    for path in files:
        yield path.stem, json.loads(path.read_text(encoding="utf-8"))


def explicit_items(data: Path) -> list[Item]:
    """The explicit preferences."""
    return [
        Item(topic, row["preference"], row["question"])
        for topic, rows in topics(data, "explicit_preference")
        for row in rows
    ]


def fillers(data: Path) -> list[str]:
    """The users' turns of the filler conversations, each on one line."""
    path = data / "filtered_inter_turns.json"
    if not path.is_file():
        raise UsageError(f"{path}: the filler turns are missing")
    held = json.loads(path.read_text(encoding="utf-8"))
    turns = [
        turn["content"]
        for conversation in held
        for turn in conversation["conversation"]
        if turn["role"] == "user"
    ]
    return [re.sub(r"\s+", " ", turn)[:600] for turn in turns]


def history(
    number: int, items: Sequence[Item], filling: Sequence[str], n: int, m: int
) -> tuple[list[str], int]:
    """The texts of an item's history in random order, and where its own preference stands."""
    rng = np.random.default_rng(number)
    others = [j for j in rng.permutation(len(items)) if j != number][:m]
    rows = [(items[number].preference, True)]
    rows += [(items[j].preference, False) for j in others]
    rows += [(filling[j], False) for j in rng.permutation(len(filling))[:n]]
    mixed = [rows[j] for j in rng.permutation(len(rows))]
    return [text for text, _ in mixed], next(at for at, (_, own) in enumerate(mixed) if own)


def explicit(
    data: Path,
    *,
    stride: int = 1,
    grid: Sequence[tuple[int, int]] = GRID,
    encoder: Encoder | None = None,
    threshold: float = 1.0,
) -> dict[str, Any]:
    """R@64, R@128, R@256, R@1 and MRR of each system, by size of the history.

    Beside them stands "precision@128": of the tokens rendered within 128, the share in lines that
    say a preference which the history states; and "verbatim lines": the share of lines that are
    whole sentences as they were written.

    Sizes other than `HEADLINES` take every fourth of the items only: they show the trend.

    Args:
        data: the folder.
        stride: take every so many items only.
        grid: sizes of the history: fillers, other preferences.
        encoder: adds the systems that use one, at the first size of `HEADLINES`: ours, and plain cosines
            alone and with BM25 by reciprocal ranks. To our system with it a line of the same sign whose
            cosine to the preference reaches the threshold is a hit as well; beside that stands "R@128,
            by words", and beside the words-only system's "R@128, cosine too".
        threshold: of that cosine, see `encoding.percentiles`.
    """
    items, filling = explicit_items(data), fillers(data)
    preferences = {item.preference for item in items}
    made: dict[str, Any] = {}
    for n, m in grid:
        tally = Tally()
        step = stride if (n, m) in HEADLINES else 4 * stride
        dense = encoder if (n, m) == HEADLINES[0] else None
        for number in range(0, len(items), step):
            texts, gold = history(number, items, filling, n, m)
            stated = [text for text in texts if text in preferences]
            _verbatim(tally, number, texts, gold, items[number].question, stated, dense)
            _ours(tally, texts, items[number], stated, dense, threshold)
        means = tally.means()
        for system, found in tally.intervals("R@128").items():
            means[system]["R@128 interval"] = found["interval"]  # type: ignore[assignment]
            if "gap" in found:
                means[system]["persona over it"] = found["gap"]  # type: ignore[assignment]
        made[f"N={n},M={m}"] = means
    return made


def _verbatim(
    tally: Tally,
    number: int,
    texts: Sequence[str],
    gold: int,
    question: str,
    stated: Sequence[str],
    encoder: Encoder | None,
) -> None:
    rng = np.random.default_rng((number, 1))
    lines = [first_tokens(text, LONGEST_LINE) for text in texts]
    costs = [tokens(line) + 1 for line in lines]
    rest = [at for at in range(len(lines) - 1, -1, -1) if at != gold]
    orders = {
        "random": [int(at) for at in rng.permutation(len(lines))],
        "recency": [*rest, gold],
        "frequent words": order(by_frequent_words(lines), rng),
        "bm25": order(by_bm25(lines, question), rng),
    }
    if encoder is not None:
        orders["dense"] = order(encoder.plain(lines, question), rng)
        orders["bm25 + dense"] = fused_ranks(orders["bm25"], orders["dense"])
    for system, ranking in orders.items():
        hits = {
            f"R@{budget}": gold in packed(((at, costs[at]) for at in ranking), budget)
            for budget in BUDGETS
        }
        place = ranking.index(gold)
        block = packed(((at, costs[at]) for at in ranking), 128)
        spent = sum(costs[at] for at in block)
        told = sum(costs[at] for at in block if texts[at] in stated)
        makeup = {"precision@128": told / spent if spent else 0.0, "verbatim lines": 1.0}
        tally.add(system, {**hits, "R@1": place == 0, "MRR": 1 / (1 + place), **makeup})


def _ours(
    tally: Tally,
    texts: Sequence[str],
    item: Item,
    stated: Sequence[str],
    encoder: Encoder | None,
    threshold: float,
) -> None:
    person = of_single_messages(texts)
    systems: list[tuple[str, str | None, Encoder | None]] = [
        ("persona", item.question, None),
        ("persona_static", None, None),
    ]
    if encoder is not None:
        systems.append(("persona_embeddings", item.question, encoder))
    for system, question, dense in systems:
        found: dict[str, float] = {}
        for budget in BUDGETS:
            lines = shown(person, budget, question, encoder=dense)
            words = _hit(lines, item.preference)
            either = (
                words
                if encoder is None
                else words or (_close(encoder, lines, item.preference) >= threshold)
            )
            found[f"R@{budget}"] = words if dense is None else either
            if budget == 128:
                found |= _makeup(lines, texts, stated)
            if budget == 128 and encoder is not None:
                found["R@128, by words"], found["R@128, cosine too"] = words, either
        ranked = [
            line
            for line in shown(person, LONGEST_RANKING, question, encoder=dense)
            if line.section not in _LEADING
        ]
        place = next(
            (at for at, line in enumerate(ranked) if says_the_same(item.preference, line.text)),
            None,
        )
        found["R@1"] = place == 0
        found["MRR"] = 0.0 if place is None else 1 / (1 + place)
        tally.add(system, found)


def _hit(lines: Sequence[Shown], preference: str) -> bool:
    return any(says_the_same(preference, line.text) for line in lines)


def _close(encoder: Encoder, lines: Sequence[Shown], preference: str) -> float:
    """The largest cosine of a line of a preference's sign to it."""
    sign = is_negative(preference)
    texts = [line.text for line in lines if is_negative(line.text) == sign]
    return float(encoder.alike(texts, preference).max(initial=0.0))


def _makeup(
    lines: Sequence[Shown], texts: Sequence[str], stated: Sequence[str]
) -> dict[str, float]:
    """What a block is made of: see `explicit`."""
    whole = {text.strip(" .!").casefold() for text in texts}
    same = sum(line.text.split(": ", 1)[1].strip(" .!").casefold() in whole for line in lines)
    told = [line.cost for line in lines if any(says_the_same(text, line.text) for text in stated)]
    spent = sum(line.cost for line in lines)
    return {
        "precision@128": sum(told) / spent if spent else 0.0,
        "verbatim lines": same / len(lines) if lines else 0.0,
    }
