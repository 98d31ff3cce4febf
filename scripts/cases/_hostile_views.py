"""What is known of one user of a hostile case, read from the store as it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from persona.errors import PersonaError
from persona.graph import to_node_link
from persona.records import USER, Entity, Fact, Persona
from persona.text import name_key
from scripts.cases._hostile_world import World


class View:
    """Facts, entities, persona and graph of a user; all empty where nothing is built.

    Attributes:
        known: whether there is a persona.
    """

    def __init__(self, world: World, user: str) -> None:
        self.entities: tuple[Entity, ...] = ()
        self.facts: tuple[Fact, ...] = ()
        self.persona: Persona | None = None
        self.graph: Any = None
        self._reviewed: list[str] = []
        try:
            with world.engine() as engine:
                self.persona = engine.persona(user)
                self.facts = engine.facts(user)
                self.graph = engine.graph(user)
                self.entities = engine.store.entities(user)
                self._reviewed = [_target(item.detail) for item in engine.review(user)]
        except PersonaError:
            pass
        self.known = self.persona is not None

    def waiting(self) -> list[str]:
        """Targets of what waits for review, one each."""
        return self._reviewed

    def _names(self, key: str) -> list[str]:
        named = [entity for entity in self.entities if entity.key == key]
        return [key, *(name for e in named for name in (e.name, *e.aliases))]

    def named(self, name: str) -> list[Entity]:
        """Entities of a name or alias."""
        key = name_key(name)
        return [e for e in self.entities if key in {e.key, *map(name_key, (e.name, *e.aliases))}]

    def facts_like(self, wanted: Mapping[str, Any]) -> list[Fact]:
        """Facts of the user whose target contains a text, of a kind and polarity where given."""
        sought = wanted["target"].casefold()
        return [
            fact
            for fact in self.facts
            if fact.source == USER
            and any(sought in name.casefold() for name in self._names(fact.target))
            and wanted.get("kind") in (None, fact.kind)
            and wanted.get("polarity") in (None, fact.polarity)
        ]

    def described(self) -> list[str]:
        """Every fact in a few words."""
        return [f"{fact.source} {fact.kind} {fact.target} {fact.polarity:+}" for fact in self.facts]

    def mentions(self, name: str) -> int:
        """Distinct evidence messages of the facts about the entities of a name, over all states."""
        keys = {entity.key for entity in self.named(name)}
        return len(
            {
                (evidence.conversation_id, evidence.message_id)
                for fact in self.facts
                if fact.target in keys or fact.source in keys
                for evidence in fact.evidence
            }
        )

    def score(self, name: str) -> float | None:
        """The score of an entity in the persona."""
        key = name_key(name)
        lines = self.persona.sections.values() if self.persona else ()
        found = [line.score for group in lines for line in group if name_key(line.entity) == key]
        return max(found, default=None)

    def names(self) -> Iterator[str]:
        """Every name of an entity and every label, in persona, graph and exports."""
        if self.persona is None:
            return
        for lines in self.persona.sections.values():
            for line in lines:
                yield from (line.entity, line.relation, line.slot or "")
        for entity in self.entities:
            yield from (entity.name, *entity.aliases)
        exported = to_node_link(self.graph)
        for row in (*exported["nodes"], *exported["edges"]):
            yield from (str(row[name]) for name in ("name", "label", "slot") if row.get(name))
            yield from row.get("aliases", ())

    def weights(self, exported: Sequence[str]) -> Iterator[float]:
        """Every weight that is stored, in the graph, or in exports as JSON."""
        for fact in self.facts:
            yield from (evidence.weight for evidence in fact.evidence)
        if self.graph is not None:
            yield from (data["weight"] for *_, data in self.graph.edges(data=True))
        for text in exported:
            if text.startswith(("{", "[")):
                yield from _weights(json.loads(text))


def _weights(value: Any) -> Iterator[float]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            if name == "weight" and item is not None:
                yield float(item)
            yield from _weights(item)
    elif isinstance(value, list):
        for item in value:
            yield from _weights(item)


def _target(detail: str) -> str:
    """The target in the detail of a refused row, ``source – label – target: why``."""
    parts = detail.split(" – ")
    return parts[2].split(": ")[0] if len(parts) > 2 else ""
