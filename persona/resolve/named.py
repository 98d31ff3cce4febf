"""The entity that a person means by a name."""

from __future__ import annotations

from collections.abc import Iterable

from persona.records import Entity
from persona.text import name_key


def named(entities: Iterable[Entity], name: str) -> list[Entity]:
    """The entities of a name: the one whose key it is, else those so called, else by an alias.

    A key may be written as a name may, so "Kim (Friend)" is the Kim who is a friend. Several are
    given only where a name is shared (homonyms).
    """
    held = list(entities)
    key = name_key(name)
    if exact := [entity for entity in held if entity.key == name]:
        return exact
    if called := [e for e in held if key and key in map(name_key, (e.key, e.name))]:
        return called
    return [e for e in held if key and key in map(name_key, e.aliases)]
