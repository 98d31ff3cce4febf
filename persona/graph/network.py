"""Facts as a bare `networkx.MultiDiGraph`, and back.

Nodes are `USER` and the keys of entities, edges are facts, and the key of an edge is the fact's id.

==========  =====================================================================================
node        attributes
==========  =====================================================================================
`USER`      kind ("user"), name ("USER")
an entity   kind ("entity"), name, type, aliases (tuple), qualifier (str or None), mentions (number
            of distinct messages over all its facts and states), first_seen, last_seen
==========  =====================================================================================

An edge has kind, family, polarity, label, slot, weight (noisy-or of the open evidence as of the
graph's time, 0 for a fact that is over), mentions, valid_from, valid_to, open, quotes (tuple), and
`evidence` and `intervals` as the fact has them. The graph has user_id and as_of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from persona.graph.weights import fact_weight
from persona.records import USER, Entity, Evidence, Fact
from persona.vocabulary import KINDS

if TYPE_CHECKING:
    import networkx as nx


def build(
    facts: Iterable[Fact],
    entities: Mapping[str, Entity],
    *,
    as_of: datetime | None = None,
    user_id: str | None = None,
) -> nx.MultiDiGraph[str]:
    """The graph of one user.

    Args:
        facts: of one user; their ends are `USER` or keys of `entities`.
        entities: each becomes a node, whether a fact speaks of it or not.
        as_of: the time that weights are decayed to; None: no decay.
        user_id: kept as an attribute of the graph; by default that of the facts.
    """
    import networkx as nx

    facts = tuple(facts)
    owner = user_id if user_id is not None else next((fact.user_id for fact in facts), None)
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(user_id=owner, as_of=as_of)
    graph.add_node(USER, kind="user", name=USER)
    evidence = _evidence_by_entity(facts)
    for key, entity in entities.items():
        graph.add_node(key, **_node(entity, evidence.get(key, ())))
    for fact in facts:
        graph.add_edge(fact.source, fact.target, key=fact.id, **_edge(fact, as_of))
    return graph


def _evidence_by_entity(facts: Iterable[Fact]) -> dict[str, list[Evidence]]:
    by_entity: dict[str, list[Evidence]] = defaultdict(list)
    for fact in facts:
        for key in (fact.source, fact.target):
            by_entity[key].extend(fact.evidence)
    return by_entity


def _node(entity: Entity, evidence: Iterable[Evidence]) -> dict[str, Any]:
    times = [e.time for e in evidence if e.time is not None]
    return {
        "kind": "entity",
        "name": entity.name,
        "type": entity.type,
        "aliases": entity.aliases,
        "qualifier": entity.qualifier,
        "mentions": len({(e.conversation_id, e.message_id) for e in evidence}),
        "first_seen": min(times, default=None),
        "last_seen": max(times, default=None),
    }


def _edge(fact: Fact, as_of: datetime | None) -> dict[str, Any]:
    return {
        "kind": fact.kind,
        "family": KINDS[fact.kind].family,
        "polarity": fact.polarity,
        "label": fact.label,
        "slot": fact.slot,
        "weight": round(fact_weight(fact, as_of), 9),
        "mentions": len(fact.evidence),
        "valid_from": fact.valid_from,
        "valid_to": fact.valid_to,
        "open": fact.is_open,
        "quotes": tuple(dict.fromkeys(e.quote for e in fact.evidence if e.quote)),
        "evidence": fact.evidence,
        "intervals": fact.intervals,
    }


def facts_of(graph: nx.MultiDiGraph[str]) -> tuple[Fact, ...]:
    """The facts that a graph was built from, exactly, in the order of `persona.resolve`."""
    facts = [
        Fact(
            id=key,
            user_id=graph.graph["user_id"],
            source=source,
            kind=data["kind"],
            target=target,
            polarity=data["polarity"],
            label=data["label"],
            slot=data["slot"],
            evidence=data["evidence"],
            intervals=data["intervals"],
        )
        for source, target, key, data in graph.edges(keys=True, data=True)
    ]
    return tuple(
        sorted(facts, key=lambda f: (f.source, f.kind, f.slot or "", f.target, f.polarity))
    )


def entities_of(graph: nx.MultiDiGraph[str]) -> dict[str, Entity]:
    """The entities that a graph was built from, by key."""
    return {
        key: Entity(key, data["name"], data["type"], data["aliases"], data["qualifier"])
        for key, data in graph.nodes(data=True)
        if data["kind"] == "entity"
    }
