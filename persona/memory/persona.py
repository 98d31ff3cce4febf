"""Decides what a persona says: the sections, their order, the ranking and the summary."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from persona.graph.measures import statistics_of
from persona.memory.achieved import achieved
from persona.memory.inferred import infer
from persona.memory.lines import by_score, lines, ordered, subject
from persona.memory.summary import Language, language, summary
from persona.records import USER, Entity, Fact, Persona, Preference
from persona.scoring import Scores
from persona.vocabulary import SECTIONS


def persona_language(facts: Sequence[Fact]) -> Language:
    """The language that most of the user's evidence is in."""
    return language([e.quote for fact in facts if fact.source == USER for e in fact.evidence])


def build_persona(
    user_id: str,
    facts: Sequence[Fact],
    entities: Mapping[str, Entity],
    scores: Scores,
    *,
    as_of: datetime | None,
    extractor: str,
    statistics: Mapping[str, float] | None = None,
    flags: Sequence[str] = (),
    pinned: Collection[str] = (),
    hidden: Collection[str] = (),
) -> Persona:
    """The sectioned, ranked view of one user.

    Args:
        user_id: whose.
        facts: resolved as of `as_of`, in every state.
        entities: by key.
        scores: of these facts as of the same time.
        as_of: the time of the view; None if no message has one.
        extractor: what read the log ("rules", "llm:<model>").
        statistics: of the graph (`persona.graph.statistics`); by default they are counted here.
        flags: what a reader should know.
        pinned: keys of entities whose lines come first in their sections and in the ranking.
        hidden: keys of entities that have no line; facts and scores keep them.

    Returns:
        A persona with every section of `persona.vocabulary.SECTIONS`. An entity stands in a section
        if a fact of the user about it holds there now, but not in goals where that came true
        (`persona.memory.achieved`); in no_longer if a practice or state of it is
        over; in inferred what the likes lead to (`persona.memory.inferred`). What is disliked is
        never under likes or interests, nor in the ranking.
    """
    about: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.source == USER != fact.target and fact.target not in hidden:
            about[fact.target].append(fact)
    found: dict[str, list[Preference]] = {section: [] for section in SECTIONS}
    ranking: list[Preference] = []
    done = achieved(facts, entities)
    for key, said in about.items():
        each = subject(entities[key], said, disliked=key in scores.averse)
        stands, ranked = lines(each, scores, done)
        for section, line in stands.items():
            found[section].append(line)
        if ranked:
            ranking.append(ranked)
    sections = {
        section: _pinned_first(ordered(section, found[section]), pinned) for section in SECTIONS
    }
    closed = scores.averse | set(hidden)
    sections["inferred"] = infer(
        sections["likes"], facts, entities, as_of=scores.as_of, closed=closed
    )
    counted = statistics_of(facts, entities) if statistics is None else statistics
    return Persona(
        user_id=user_id,
        as_of=as_of,
        extractor=extractor,
        sections=sections,
        ranking=_pinned_first(sorted(ranking, key=by_score), pinned),
        summary=summary(sections, persona_language(facts)),
        statistics=dict(counted),
        flags=tuple(flags),
    )


def _pinned_first(lines: Iterable[Preference], pinned: Collection[str]) -> tuple[Preference, ...]:
    """The lines in their order, those of pinned entities before all others."""
    return tuple(sorted(lines, key=lambda line: line.key not in pinned))
