"""What the store says of one user, by the names that cases use."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from persona.records import USER, Entity, Fact, Preference
from scripts.cases._world import World

Failures = Iterator[str]
"""What a check gives: one sentence for each thing that does not hold."""


def fold(name: str) -> str:
    """A name as it is compared: width, case and outer space folded."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


class View:
    """What the store says of one user, by names."""

    def __init__(self, world: World, user: str) -> None:
        store = world.engine().store
        known = user in store.user_ids()
        self.entities: tuple[Entity, ...] = store.entities(user) if known else ()
        self.facts: tuple[Fact, ...] = store.facts(user) if known else ()
        self.persona = store.persona(user) if known else None
        self._names = {e.key: {fold(e.name), *map(fold, e.aliases)} for e in self.entities}

    def named(self, name: str) -> list[Entity]:
        """Entities of a name or alias."""
        return [e for e in self.entities if fold(name) in self._names[e.key]]

    def facts_like(self, wanted: Mapping[str, Any]) -> list[Fact]:
        """Facts that fit `edge`."""
        return [fact for fact in self.facts if self._fits(fact, wanted)]

    def _fits(self, fact: Fact, wanted: Mapping[str, Any]) -> bool:
        state = wanted.get("state")
        if state not in (None, "current", "superseded"):
            raise ValueError(f"the runner does not know the state {state!r}")
        closed = any(not interval.open for interval in fact.intervals)
        return (
            self._is(fact.source, wanted["src"])
            and self._is(fact.target, wanted["dst"])
            and wanted.get("polarity") in (None, fact.polarity)
            and wanted.get("kind") in (None, fact.kind)
            and (state != "current" or fact.is_open)
            and (state != "superseded" or closed)
        )

    def _is(self, end: str, name: str) -> bool:
        return end == USER if name == USER else fold(name) in self._names.get(end, ())

    def lines(self, section: str) -> list[str]:
        """The names of a section, folded."""
        if self.persona is None:
            return []
        return [fold(line.entity) for line in self.persona.sections[section]]

    def ranking(self) -> tuple[Preference, ...]:
        """Every ranked line."""
        return () if self.persona is None else self.persona.ranking

    def mentions(self, name: str) -> int:
        """Distinct evidence messages of the entities of a name, over all states."""
        keys = {entity.key for entity in self.named(name)}
        return len(
            {
                (e.conversation_id, e.message_id)
                for fact in self.facts
                if {fact.source, fact.target} & keys
                for e in fact.evidence
            }
        )
