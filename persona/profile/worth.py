"""In which order a block is filled where nothing is asked, and which remarks say nearly the same.

A budget is a knapsack: what is worth most for its length goes in first, so that what fits is worth
most in sum. Of two remarks that have nearly the same words one is enough.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from persona.recall.words import terms
from persona.records import Remark
from persona.tokens import estimate

SHORTEST = 3
"""Tokens that a name counts as, and below which no remark is the better for being shorter."""

LONGEST_UNASKED = 16
"""The most tokens of a remark of no single head that comes before facts, where nothing was asked."""

NEARLY = 0.75
"""Share of terms in common (Jaccard) from which two remarks of one head are near-duplicates."""

_UNSCORED = 0.5
"""Score of a remark that holds no fact: below what was said often, above what was only asked."""

_PART = 0.5
"""What a fact is worth whose sentence is a remark: alone it says a part of it."""

_TASTES = frozenset({"likes", "dislikes", "rejected"})
_NARROWED = _TASTES | {"interests"}
"""Sections in which a name alone may say more than the person did."""


_LIMITED = _NARROWED | {"uses"}
_LIMIT = re.compile(
    r"\b(?:only|exclusively|solely|strictly|never|avoid|don't|do not|can't|cannot|refuse)\b|[只不]|从来|避免",
    re.IGNORECASE,
)
"""As in "only listen to vinyl records": more than that they are listened to."""


class Worth(NamedTuple):
    """What the facts of one entity are worth.

    Attributes:
        score: the best of theirs.
        place: of the first in the persona.
        sections: that they stand in.
        stated: whether anything was stated, not only asked.
    """

    score: float
    place: int
    sections: frozenset[str]
    stated: bool = True


def said_of(remark: Remark) -> str:
    """The words of a remark for a prompt."""
    return remark.short or remark.text


def in_order(remarks: Sequence[Remark], facts: Mapping[str, Worth]) -> list[str | Remark]:
    """Remarks and keys of facts, what is worth most for its length first.

    A remark that tells best (`_tells_best`) takes the place of its facts; any other is told by its
    facts, or comes after everything else where it has none, and so does what was only asked about.
    The worth of an item is its score divided by its tokens.

    A fact whose sentence is a remark that is not told counts as longer than its name: by half the way
    where the name tells it well (what is used, owned, known), else as long as the sentence.

    Args:
        remarks: of the persona.
        facts: by key of the entity; without those that stand in a block of themselves.
    """
    ranks: list[tuple[int, float, int, str | Remark]] = []
    told = [remark for remark in remarks if _tells_best(remark, facts)]
    held = {key for remark in told for key in remark.keys}
    whole = {key: estimate(said_of(remark)) for remark in remarks for key in remark.keys}
    for remark in told:
        known = [facts[key].score for key in remark.keys if key in facts]
        length = estimate(said_of(remark))
        ranks.append((0, _rank(max(known, default=_UNSCORED), length), len(remark.text), remark))
    for key, fact in facts.items():
        if key not in held:
            length = min(whole.get(key, SHORTEST), LONGEST_UNASKED)
            narrowed = key in whole and not fact.sections.isdisjoint(_NARROWED)
            score = fact.score * (_PART if narrowed else 1)
            length = length if narrowed else (length + SHORTEST) // 2
            ranks.append((not fact.stated, _rank(score, length), fact.place, key))
    kept = {id(remark) for remark in told}
    rest = [r for r in remarks if id(r) not in kept and facts.keys().isdisjoint(r.keys)]
    ranks += [(1, _rank(_UNSCORED, estimate(said_of(r))), len(r.text), r) for r in rest]
    return [entry for *_, entry in sorted(ranks, key=lambda rank: rank[:3])]


def _rank(score: float, length: int) -> float:
    """The less, the sooner."""
    return -round(score / max(length, SHORTEST), 9)


def _tells_best(remark: Remark, facts: Mapping[str, Worth]) -> bool:
    """Whether a remark is worth its length where nothing was asked.

    Habits and states are told shortest by their facts, and so is a like beside a dislike, each under
    its head; a taste needs the person's words, for "games" is not "games with sudden scares", and so
    does a limit, for "vinyl records" is not "only listen to vinyl records".
    """
    if remark.attitude != "says":
        return True
    if estimate(said_of(remark)) > LONGEST_UNASKED:
        return False
    sections = {section for key in remark.keys if key in facts for section in facts[key].sections}
    if not sections <= _TASTES:
        return sections <= _LIMITED and bool(_LIMIT.search(remark.text))
    return len(sections) <= 1


def leaders(remarks: Sequence[Remark]) -> dict[int, Remark]:
    """For each remark, by `id`, the first of those that say nearly the same under its head.

    A remark joins the first leader that it is near to, so a row of small changes is not all one.
    """
    found: dict[int, Remark] = {}
    held: dict[tuple[str, str], list[int]] = defaultdict(list)
    words: list[tuple[Remark, frozenset[str]]] = []
    for remark in remarks:
        mine = frozenset(terms(said_of(remark)))
        near = sorted({n for term in mine for n in held[remark.attitude, term]})
        leader = next((words[n][0] for n in near if _alike(mine, words[n][1])), None)
        if leader is None:
            leader = remark
            for term in mine:
                held[remark.attitude, term].append(len(words))
            words.append((remark, mine))
        found[id(remark)] = leader
    return found


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    both = len(one & other)
    return both >= NEARLY * (len(one) + len(other) - both)
