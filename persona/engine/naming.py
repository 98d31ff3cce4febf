"""The entity that a call means, or an error that names the nearest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from persona.errors import UnknownNameError, UsageError
from persona.records import Entity
from persona.resolve import named


def find_entity(entities: Sequence[Entity], name: str) -> Entity:
    """The entity of a name, an alias or a key; of homonyms the first.

    Raises:
        UnknownNameError: there is none; names the nearest.
    """
    if found := named(entities, name):
        return found[0]
    from rapidfuzz import process

    shared = Counter(entity.name for entity in entities)
    known = [e.name if shared[e.name] == 1 else e.key for e in entities]
    near = [match for match, *_ in process.extract(name, known, limit=3)]
    hint = f": did you mean {', '.join(map(repr, near))}?" if near else ""
    raise UnknownNameError(f"no entity {name!r}{hint}")


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
