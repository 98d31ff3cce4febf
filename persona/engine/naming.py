"""The entity that a call means, or an error that names the nearest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from persona.errors import UnknownNameError, UsageError
from persona.records import Entity
from persona.resolve import named
from persona.text import name_key

_NEAR = 50
"""Likeness (normalised edit similarity, 0 to 100) from which a name may have been meant."""

_HOLDS = 80
"""Likeness of a name that holds the other."""


def find_entity(entities: Sequence[Entity], name: str) -> Entity:
    """The entity of a name, an alias or a key; of homonyms the first.

    Raises:
        UnknownNameError: there is none; names the nearest.
    """
    if found := named(entities, name):
        return found[0]
    near = _nearest(entities, name)
    hint = f"did you mean {', '.join(map(repr, near))}?" if near else "`persona show` lists them"
    raise UnknownNameError(f"no entity {name!r}: {hint}")


def _nearest(entities: Sequence[Entity], name: str) -> list[str]:
    """At most three names that are like it, or hold it; of homonyms their keys."""
    from rapidfuzz import fuzz

    shared = Counter(entity.name for entity in entities)
    ranked = []
    for entity in entities:
        shown = entity.name if shared[entity.name] == 1 else entity.key
        wanted, known = name_key(name), name_key(shown)
        score = fuzz.ratio(wanted, known)
        if min(len(wanted), len(known)) > 1 and (wanted in known or known in wanted):
            score = max(score, _HOLDS)
        if score >= _NEAR:
            ranked.append((-score, shown))
    return [shown for _, shown in sorted(ranked)[:3]]


def only_entity(entities: Sequence[Entity], name: str) -> Entity:
    """The entity of a name that must be clear, because something is going to be changed.

    Raises:
        UnknownNameError: there is none.
        UsageError: the name is shared; names the keys.
    """
    first = find_entity(entities, name)
    shared = named(entities, name)
    if len(shared) > 1:
        keys = ", ".join(repr(entity.key) for entity in shared)
        raise UsageError(f"{name!r} is the name of several: say which by its key, {keys}")
    return first
