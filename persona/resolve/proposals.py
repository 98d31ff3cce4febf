"""Pairs of names that look alike: proposed for a merge, never merged on a score.

Candidates share character bigrams (so Chinese names take part as they are); the score is the
Indel similarity of RapidFuzz or, where one name stands in the other as a name, a share of their
lengths. Names that differ in their digits, or in ``+`` and ``#`` alone, are different things.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from persona.records import Entity
from persona.text import has_cjk, holds_name, name_key

THRESHOLD = 0.7
"""Pairs that score less are not proposed."""

DECLARED = 0.9
"""The score of a pair that an answer called one thing."""

_COMMON = 40  # a bigram in more names than this says nothing, and would make the work quadratic
_DIGITS = re.compile(r"\d+")
_MARKS = str.maketrans("", "", "+#")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two entities that may be one.

    Attributes:
        left: key of the first, in the order of keys.
        right: key of the second.
        score: how alike, in [0, 1].
        why: "spelling", "contained" (one name stands in the other), "alias" (an answer called them
            one, and something spoke against it), or "homonym" (one name, and a mention that could
            be either).
    """

    left: str
    right: str
    score: float
    why: Literal["spelling", "contained", "alias", "homonym"]


def _bigrams(name: str) -> set[str]:
    return {name[i : i + 2] for i in range(len(name) - 1)}


def _candidates(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    holders: dict[str, list[str]] = defaultdict(list)
    grams = {key: _bigrams(name) for key, name in names.items()}
    for key in sorted(grams):
        for gram in grams[key]:
            holders[gram].append(key)
    shared: dict[tuple[str, str], int] = defaultdict(int)
    for keys in holders.values():
        if len(keys) <= _COMMON:
            for at, left in enumerate(keys):
                for right in keys[at + 1 :]:
                    shared[left, right] += 1
    for (left, right), count in shared.items():
        if 2 * count >= min(len(grams[left]), len(grams[right])):
            yield left, right


def _contains(longer: str, shorter: str) -> bool:
    long_enough = len(shorter) >= (2 if has_cjk(shorter) else 4)
    return long_enough and holds_name(longer, shorter)


def _alike(left: str, right: str) -> tuple[float, Literal["spelling", "contained"]]:
    from rapidfuzz.distance import Indel

    if _DIGITS.findall(left) != _DIGITS.findall(right):
        return 0.0, "spelling"
    if left.translate(_MARKS) == right.translate(_MARKS):
        return 0.0, "spelling"
    shorter, longer = sorted((left, right), key=len)
    if _contains(longer, shorter):
        return 0.6 + 0.4 * len(shorter) / len(longer), "contained"
    return float(Indel.normalized_similarity(left, right)), "spelling"


def propose(
    entities: Mapping[str, Entity],
    homonyms: Sequence[Sequence[str]] = (),
    refused: Iterable[tuple[str, str]] = (),
    split: frozenset[tuple[str, str]] = frozenset(),
) -> tuple[Proposal, ...]:
    """Pairs to ask the person about, best first; pairs that they split are not asked again.

    Args:
        entities: by key.
        homonyms: groups of keys that share a name; a pair is proposed where one of the two is bare.
        refused: pairs of keys, each sorted, that an answer called one thing.
        split: pairs of keys, each sorted, that are known to be two things.
    """
    found = {
        pair: Proposal(*pair, DECLARED, "alias")
        for pair in refused
        if pair[0] in entities and pair[1] in entities
    }
    for group in homonyms:
        for at, left in enumerate(group):
            for right in group[at + 1 :]:
                one_is_bare = not (entities[left].qualifier and entities[right].qualifier)
                if one_is_bare:
                    found[left, right] = Proposal(left, right, 1.0, "homonym")
    qualified = {key for group in homonyms for key in group}
    names = {k: name_key(e.name) for k, e in entities.items() if k not in qualified}
    for left, right in _candidates(names):
        score, why = _alike(names[left], names[right])
        if score >= THRESHOLD and (left, right) not in found:
            found[left, right] = Proposal(left, right, round(score, 9), why)
    kept = (proposal for pair, proposal in found.items() if pair not in split)
    return tuple(sorted(kept, key=lambda p: (-p.score, p.left, p.right)))
