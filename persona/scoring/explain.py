"""Why an entity has its score: every term, every edge, every message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from persona.errors import UnknownNameError
from persona.graph.weights import decay, evidence_weight
from persona.records import USER, Entity, Fact
from persona.scoring.classic import SHARES
from persona.scoring.columns import Case, columns
from persona.scoring.scores import DECIMALS, NOTHING, Scores, Side
from persona.scoring.sides import Sides, sides


@dataclass(frozen=True, slots=True)
class Term:
    """One of the three terms of a score.

    Attributes:
        name: "pagerank", "degree" or "frequency".
        raw: as computed.
        largest: of the side's entities that the user has a current fact about.
        component: raw / largest, in [0, 1].
        share: its weight in the sum.
        part: share * component, what it adds to the score.
        without: the score without it.
    """

    name: str
    raw: float
    largest: float
    component: float
    share: float
    part: float
    without: float


@dataclass(frozen=True, slots=True)
class Tie:
    """An edge at the entity, in the side where its score is from.

    Attributes:
        other: `USER` or the key of the entity at its other end.
        weight: of the edge, in [0, 1].
        why: "facts" of the user, a "link" between entities, or "together" in a message.
    """

    other: str
    weight: float
    why: Literal["facts", "link", "together"]


@dataclass(frozen=True, slots=True)
class Cited:
    """A message that is evidence for one of the user's facts about the entity.

    Attributes:
        stated: strength of the statement, in [0, 1].
        decay: what its age leaves, in [0, 1].
        weight: 0.5 * stated * decay, or 0 where it does not count any more.
        open: whether it belongs to an interval that is still open.
    """

    kind: str
    label: str
    polarity: int
    conversation_id: str
    message_id: str
    time: datetime | None
    quote: str
    stated: float
    decay: float
    weight: float
    open: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything behind one score.

    Attributes:
        entity: display name.
        side: "positive" or "negative".
        evidence: newest last.
    """

    entity: str
    key: str
    side: Literal["positive", "negative"]
    score: float
    terms: tuple[Term, ...]
    ties: tuple[Tie, ...]
    evidence: tuple[Cited, ...]


def explain(
    key: str,
    facts: Sequence[Fact],
    entities: Mapping[str, Entity],
    scores: Scores,
) -> Explanation:
    """The terms, edges and messages behind the score of an entity.

    Args:
        key: of the entity.
        facts: those that were scored.
        entities: by key.
        scores: what `persona.scoring.score` said of them.

    Raises:
        UnknownNameError: no entity has this key.
    """
    if key not in entities:
        raise UnknownNameError(f"no entity with the key {key!r}; look it up by its name first")
    positive = key not in scores.averse and not (
        key in scores.negative and key not in scores.positive
    )
    side = scores.positive if positive else scores.negative
    return Explanation(
        entity=entities[key].name,
        key=key,
        side="positive" if positive else "negative",
        score=side.get(key, NOTHING).score,
        terms=_terms(key, side, scores),
        ties=tuple(_ties(key, Case(facts, entities, scores.as_of), positive=positive)),
        evidence=tuple(_cited(key, facts, scores.as_of)),
    )


def _terms(key: str, side: Side, scores: Scores) -> tuple[Term, ...]:
    found = side.get(key, NOTHING)
    shares = SHARES if scores.scheme == "classic" else scores.weights
    terms = []
    for name, share in zip(("pagerank", "degree", "frequency"), shares, strict=True):
        current = (getattr(scored.raw, name) for scored in side.values() if scored.current)
        component = getattr(found.components, name)
        part = share * component
        terms.append(
            Term(
                name=name,
                raw=getattr(found.raw, name),
                largest=max(current, default=0.0),
                component=component,
                share=share,
                part=round(part, DECIMALS),
                without=round(max(found.score - part, 0.0), DECIMALS),
            )
        )
    return tuple(terms)


def _ties(key: str, case: Case, *, positive: bool) -> Iterator[Tie]:
    table = columns([case])
    graph: Sides = sides(table)
    names = table.names[0] * 2
    node = table.names[0].index(key) + (0 if positive else table.size)
    if graph.current[node]:
        yield Tie(USER, round(float(graph.tie[node]), DECIMALS), "facts")
    for pairs, why in ((graph.links, "link"), (graph.together, "together")):
        for one, other, weight in zip(pairs.one, pairs.other, pairs.weight, strict=True):
            if node in (one, other):
                end = names[other if one == node else one]
                yield Tie(
                    end, round(float(weight), DECIMALS), "link" if why == "link" else "together"
                )


def _cited(key: str, facts: Sequence[Fact], as_of: datetime | None) -> Iterator[Cited]:
    mine = [fact for fact in facts if fact.source == USER and fact.target == key]
    rows = [(evidence, fact) for fact in mine for evidence in fact.evidence]
    for evidence, fact in sorted(rows, key=lambda row: (row[0].order, row[1].kind, row[1].id)):
        counts = evidence_weight(fact.kind, evidence, as_of) if evidence.open else 0.0
        yield Cited(
            kind=fact.kind,
            label=fact.label,
            polarity=fact.polarity,
            conversation_id=evidence.conversation_id,
            message_id=evidence.message_id,
            time=evidence.time,
            quote=evidence.quote,
            stated=evidence.weight,
            decay=round(decay(fact.kind, evidence.time, as_of), DECIMALS),
            weight=round(counts, DECIMALS),
            open=evidence.open,
        )
