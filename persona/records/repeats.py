"""Lines that say again what another line of their section says, so that a reader is told it once.

Both stay facts with their own evidence; only what is shown leaves one out. Which one depends on the
section. Of what a person likes, does or wants, a name that says another with more stands for it: "the
hot pot of home" for "hot pot". Of what they dislike or turned down the wider name says more: who hates
music hates loud music. Nothing is compared across sections or signs, and nothing that keeps a person
safe is left out for being like another.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from persona.records.lines import Preference
from persona.text import name_key
from persona.vocabulary import PREFERENCE_SECTIONS
from persona.vocabulary.likeness import bare_verbs, gist, wider

WIDENED = frozenset({*PREFERENCE_SECTIONS, "problems"})
"""Sections in which a name that says another with more stands for it."""

_NARROWED = frozenset({"dislikes", "rejected"})
"""Sections in which the wider name stands for one that says it with more."""

_BEFORE_A_VERB = (
    r"\b(?:to|i|we|can|could|will|would|not|never|always|often|usually|sometimes|still|also|and|or)"
    r"(?:'ll|'d)?\s+"
)
_AFTER_A_VERB = r"(?:in|on|at|with|a lot|every|each|once|twice|daily|weekly|most|three|four|five|\d+|regularly|often)\b"
"""After a verb that begins what was said: "swim twice a week"."""


def tellers(section: str, lines: Sequence[Preference]) -> dict[int, tuple[int, ...]]:
    """Which lines are said by others of them, by their places in the sequence.

    Args:
        section: that all of them stand in.
        lines: of one sign; of one head, where the section has several.

    Returns:
        For each line that others say, those that do, ascending. None says itself, by any way round.
        Spellings of one name are not compared: `gist` tells them.
    """
    if section not in WIDENED | _NARROWED or len(lines) < 2:
        return {}
    places: dict[str, list[int]] = defaultdict(list)
    for place, line in enumerate(lines):
        places[gist(line.entity)].append(place)
    found: dict[int, set[int]] = defaultdict(set)
    for place, line in enumerate(lines):
        said = wider(line.entity)
        wide = [other for key in said for other in places.get(gist(key), ())]
        if section in WIDENED:
            _note(found, lines, wide, place)
        else:
            for other in wide:
                _note(found, lines, [place], other)
        for key in (name_key(line.entity), *(said if section in WIDENED else ())):
            verbs = [other for verb in bare_verbs(key) for other in places.get(verb, ())]
            _note(found, lines, [other for other in verbs if _is_verb(lines[other])], place)
    return {place: tuple(sorted(others)) for place, others in found.items()}


def _note(
    found: dict[int, set[int]], lines: Sequence[Preference], told: Iterable[int], teller: int
) -> None:
    """Takes down who says which lines; one with a slot says more than its name."""
    for place in told:
        if not lines[place].slot:
            found[place].add(teller)


def _is_verb(line: Preference) -> bool:
    """Whether the first word of a name is a verb in the person's words: "I love to swim"."""
    first = name_key(line.entity).split(" ")[0]
    if name_key(line.relation) == first:
        return True
    verb = re.escape(first)
    pattern = re.compile(rf"{_BEFORE_A_VERB}{verb}\b|^{verb}\s+{_AFTER_A_VERB}", re.IGNORECASE)
    return any(pattern.search(evidence.quote) for evidence in line.evidence)


def distinct(section: str, lines: Iterable[Preference]) -> tuple[Preference, ...]:
    """The lines of a section without those that another one says, in their order.

    Of spellings of one name the first stays.
    """
    groups: dict[tuple[object, ...], list[Preference]] = defaultdict(list)
    every = tuple(lines)
    for line in every:
        groups[_group(section, line)].append(line)
    dropped = {id(line) for group in groups.values() for line in _repeated(section, group)}
    return tuple(line for line in every if id(line) not in dropped)


def _group(section: str, line: Preference) -> tuple[object, ...]:
    """What two lines have in common that may say the same."""
    by_kind = section in ("goals", "interests", "safety")
    return line.polarity, line.kind if by_kind else ""


def _repeated(section: str, lines: Sequence[Preference]) -> Iterator[Preference]:
    if section not in WIDENED | _NARROWED | {"safety"}:
        return
    told = tellers(section, lines)
    seen: set[tuple[str, str]] = set()
    for place, line in enumerate(lines):
        spelling = gist(line.entity), line.slot or ""
        if place in told or spelling in seen:
            yield line
        seen.add(spelling)
