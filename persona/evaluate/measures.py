"""Measures that need no model and no tokenizer: tokens, content words, coverage, intervals.

A token is a CJK character, a Latin word or a mark. Content words are words without stop words, their
endings stripped by a fixed short list; they are for measuring only and are not the terms that recall
uses, so that a system is not measured by its own rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

Block = Sequence[str]

_TOKEN = re.compile(r"[\u4e00-\u9fff]|[A-Za-z0-9]+(?:['’][A-Za-z]+)?|[^\sA-Za-z0-9\u4e00-\u9fff]")
_STOP_WORDS = """
    a about above after again all also am an and any are as at be because been before being below
    between both but by can cant could did didnt do does doesnt doing dont down during each few for
    from get go going gone got had has have having her here hers hey hi him his how i id if im in into
    is it its ive just lets like may me might mine more most must my no nor not now of off oh ok okay
    on one only or other our out over own please really same she he should so some such t s than thank
    thanks that thats the their them then there these they this those through to too under up us very
    was we were what when where which while who whom whose why will with would wow yeah you your youre
"""
_STOP = frozenset(_STOP_WORDS.split())
_ENDINGS = ("ings", "ing", "ies", "ied", "ed", "es", "s")
_NEGATION = re.compile(
    r"\b(?:not|n't|never|avoid|refuse|dislike|dislikes|hate|can't|cannot|don't|detest|despise|allerg\w*|without"
    r"|against|intoleran\w*|averse|aversion|uncomfortable|strictly no|non-)\b|不|没|讨厌|过敏|避免|拒绝",
    re.IGNORECASE,
)


def tokens(text: str) -> int:
    """Tokens of a text: one a CJK character, a Latin word, a mark."""
    return len(_TOKEN.findall(text))


def first_tokens(text: str, most: int) -> str:
    """The text up to its token number `most`."""
    found = list(_TOKEN.finditer(text))
    return text if len(found) <= most else text[: found[most - 1].end()]


def _stripped(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=65536)
def content_words(text: str) -> tuple[str, ...]:
    """The content words of an English text, in order, with repetitions."""
    plain = re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("’", ""))
    return tuple(_stripped(word) for word in plain if word not in _STOP and len(word) > 1)


def coverage(wanted: Collection[str], text: str) -> float:
    """The share of the wanted content words that stand in a text; 0 where none are wanted."""
    return len(set(wanted) & set(content_words(text))) / len(set(wanted)) if wanted else 0.0


def is_negative(text: str) -> bool:
    """Whether a text has a cue of negation."""
    return bool(_NEGATION.search(text))


def says_the_same(gold: str, line: str) -> bool:
    """Whether a rendered line holds a stated preference: 0.6 of its content words, and its sign."""
    return coverage(content_words(gold), line) >= 0.6 and is_negative(line) == is_negative(gold)


def packed(costs: Iterable[tuple[int, int]], budget: int) -> list[int]:
    """Greedy packing: (item, cost) in order of rank, each taken while it fits."""
    taken, used = [], 0
    for item, cost in costs:
        if used + cost <= budget:
            used += cost
            taken.append(item)
        if budget - used < 4:
            break
    return taken


def interval(
    values: Sequence[float], clusters: Sequence[Hashable] | None = None, *, rounds: int = 1000
) -> tuple[float, float]:
    """The 95 % interval of a mean by bootstrap (Efron's percentiles), seeded.

    Args:
        values: one an item.
        clusters: items of one cluster are drawn together (questions of one conversation).
        rounds: how often is drawn.
    """
    if not len(values):
        return 0.0, 0.0
    groups: dict[Hashable, list[float]] = {}
    for number, value in enumerate(values):
        groups.setdefault(number if clusters is None else clusters[number], []).append(value)
    sums = np.array([sum(group) for group in groups.values()])
    sizes = np.array([len(group) for group in groups.values()])
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, len(sums), (rounds, len(sums)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return round(float(low), 4), round(float(high), 4)


def difference(
    ours: Sequence[float], theirs: Sequence[float], clusters: Sequence[Hashable] | None = None
) -> tuple[float, float, float]:
    """Mean difference of two systems over the same items, with its interval by paired bootstrap."""
    gaps = [a - b for a, b in zip(ours, theirs, strict=True)]
    low, high = interval(gaps, clusters)
    return round(sum(gaps) / len(gaps), 4) if gaps else 0.0, low, high


class Tally:
    """Values by system and measure, one an item, in the same order for every system."""

    def __init__(self) -> None:
        self.values: dict[str, dict[str, list[float]]] = {}
        self.clusters: list[Hashable] = []

    def add(self, system: str, measures: Mapping[str, float]) -> None:
        """Adds an item's values of a system."""
        for name, value in measures.items():
            self.values.setdefault(system, {}).setdefault(name, []).append(float(value))

    def means(self) -> dict[str, dict[str, float]]:
        """System to measure to mean."""
        return {
            system: {name: round(float(np.mean(found)), 4) for name, found in held.items()}
            for system, held in self.values.items()
        }

    def summary(self, *measures: str) -> dict[str, dict[str, Any]]:
        """The means, and of these measures the interval too, as "R interval" beside "R"."""
        made: dict[str, dict[str, Any]] = {**self.means()}
        for measure in measures:
            for system, found in self.intervals(measure).items():
                made[system][f"{measure} interval"] = found["interval"]
        return made

    def intervals(self, measure: str, against: str = "persona") -> dict[str, dict[str, object]]:
        """For one measure each system's interval, and the gap of `against` over it."""
        clusters = self.clusters or None
        made: dict[str, dict[str, object]] = {}
        for system, held in self.values.items():
            if measure not in held:
                continue
            made[system] = {"interval": list(interval(held[measure], clusters))}
            if against in self.values and system != against and measure in self.values[against]:
                ours = self.values[against][measure]
                made[system]["gap"] = list(difference(ours, held[measure], clusters))
        return made


Ranker = Callable[[str], Sequence[int]]
