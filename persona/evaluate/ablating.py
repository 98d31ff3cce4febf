"""LoCoMo without each part of recall, and with a walk on the graph, which recall leaves out.

A part is kept where recall is worse without it. The walk is the one that the graph suggests: from the
entities that the question names, by personalised PageRank over facts and common mentions, to the
messages behind the facts about what it reaches.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np

from persona.evaluate.baselines import order
from persona.evaluate.locomo import Rankers, conversations
from persona.evaluate.measures import Tally
from persona.evaluate.people import Person, of_messages
from persona.recall import message_scores
from persona.recall.bm25 import Scores
from persona.recall.ranking import Parts
from persona.records import USER
from persona.text import holds_name

WALK = 0.3
"""Weight of the walk, the best message counting 1."""

VARIANTS: Mapping[str, Parts] = {
    "persona": Parts(),
    "without neighbours": Parts(to_next=0, to_previous=0),
    "without the next one being worth more": Parts(to_next=0.35),
    "without the named speaker": Parts(named_speaker=0),
    "without the conversation": Parts(conversation=0),
    "without words of time": Parts(time_word=0),
    "without recency where it is asked for": Parts(latest=0),
    "words alone": Parts(0, 0, 0, 0, 0, 0),
}


def ablation(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """R@10 and R@512 tokens of each variant over categories 1 to 4, and its gap to all parts.

    A gap is the full score less the variant's, with its 95 % interval by paired bootstrap over
    conversations: above 0 where the part helps.

    Args:
        data: the folder of the set.
        stride: take every so many questions only.
    """
    tally = Tally()
    for conversation in conversations(data):
        ranker = Rankers(conversation)
        walk = _Walk(of_messages(conversation.turns), ranker.place)
        names = {"": (conversation.speakers[0],)}
        asked = [(text, gold) for text, category, gold in conversation.questions if category < 5]
        for question, gold in asked[::stride]:
            tally.clusters.append(conversation.name)
            full = message_scores(ranker.log, question, names)
            scores = {
                name: message_scores(ranker.log, question, names, parts)
                for name, parts in VARIANTS.items()
            }
            scores["with a walk on the graph"] = full + WALK * full.max(initial=0) * walk.scores(
                question
            )
            for name, variant in scores.items():
                measured = ranker.measured(order(variant), gold)
                tally.add(name, {measure: measured[measure] for measure in ("R@10", "R@512tok")})
    made: dict[str, Any] = tally.means()
    for name, found in tally.intervals("R@10").items():
        made[name]["R@10 interval"] = found["interval"]
        if "gap" in found:
            made[name]["full score over it"] = found["gap"]
    return {"ablation": made}


class _Walk:
    """The walk on one person's graph."""

    def __init__(self, person: Person, place: Mapping[str, int]) -> None:
        self.size = len(place)
        self.messages: dict[str, list[int]] = {}
        self.names: dict[str, str] = {}
        self.graph: nx.Graph[str] = nx.Graph()
        together: dict[str, list[str]] = {}
        for line in (line for held in person.persona.sections.values() for line in held):
            self.names[line.key] = line.entity
        for fact in person.facts:
            if fact.source != USER:
                self.graph.add_edge(fact.source, fact.target)
            for evidence in fact.evidence:
                self.messages.setdefault(fact.target, []).append(place[evidence.message_id])
                together.setdefault(evidence.message_id, []).append(fact.target)
        for held in together.values():
            nx.add_path(self.graph, dict.fromkeys(held))

    def scores(self, question: str) -> Scores:
        """For each message how near the walk comes to what it says, the nearest counting 1."""
        found = np.zeros(self.size)
        seeds = [key for key, name in self.names.items() if holds_name(question, name)]
        seeds = [key for key in seeds if key in self.graph]
        if not seeds:
            return found
        reached = nx.pagerank(self.graph, personalization=dict.fromkeys(seeds, 1.0))
        for key, value in reached.items():
            for at in self.messages.get(key, ()):
                found[at] = max(found[at], value)
        result: Scores = found / max(float(found.max()), 1e-9)
        return result
