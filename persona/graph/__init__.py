"""Connects facts: a bare `networkx.MultiDiGraph` of one person, its measures and its exports."""

from persona.graph.exports import from_node_link, to_node_link, write_graphml
from persona.graph.measures import direct_connections, most_mentioned, statistics, statistics_of
from persona.graph.network import build, entities_of, facts_of
from persona.graph.weights import decay, evidence_weight, fact_weight, noisy_or

__all__ = [
    "build",
    "decay",
    "direct_connections",
    "entities_of",
    "evidence_weight",
    "fact_weight",
    "facts_of",
    "from_node_link",
    "most_mentioned",
    "noisy_or",
    "statistics",
    "statistics_of",
    "to_node_link",
    "write_graphml",
]
