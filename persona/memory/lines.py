"""The lines of a persona: one for each entity in each section that it stands in."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from persona.graph.weights import fact_weight
from persona.records import Entity, Evidence, Fact, Preference
from persona.scoring import Scored, Scores
from persona.vocabulary import KINDS, PREFERENCE_SECTIONS

_NEGATIVE = ("dislikes", "rejected")
_DRAWN = ("likes", "interests")  # what is disliked may be used or owned, but draws nobody
_RANK_OF_KIND = {name: rank for rank, name in enumerate(KINDS)}
_ENDS = ("practice", "state")
_UNSCORED = Scored()


def section_of(fact: Fact) -> str | None:
    """Where a fact that holds stands: in its kind's section, if it says what the kind says.

    "no longer uses" is not under uses, and the end of an allergy is not a safety line.
    """
    kind = KINDS.get(fact.kind, KINDS["other"])
    return kind.section if fact.polarity == kind.polarity else None


@dataclass(frozen=True, slots=True)
class Subject:
    """One entity with all the user's facts about it, in every state.

    Attributes:
        mentions: distinct evidence messages over all of them.
        disliked: whether a dislike or avoidance holds now.
    """

    entity: Entity
    facts: tuple[Fact, ...]
    mentions: int
    first_seen: datetime | None
    last_seen: datetime | None
    disliked: bool


def subject(entity: Entity, facts: Sequence[Fact], *, disliked: bool) -> Subject:
    """The entity with what the user said of it."""
    evidence = [e for fact in facts for e in fact.evidence]
    times = [e.time for e in evidence if e.time is not None]
    return Subject(
        entity=entity,
        facts=tuple(facts),
        mentions=len({(e.conversation_id, e.message_id) for e in evidence}),
        first_seen=min(times, default=None),
        last_seen=max(times, default=None),
        disliked=disliked,
    )


def _front(facts: Sequence[Fact], as_of: datetime | None) -> Fact:
    """The strongest fact; of equals the kind that comes first in the vocabulary."""
    if len(facts) == 1:
        return facts[0]
    return min(
        facts, key=lambda f: (-round(fact_weight(f, as_of), 9), _RANK_OF_KIND[f.kind], f.slot or "")
    )


def _merged(facts: Sequence[Fact]) -> tuple[Evidence, ...]:
    """The evidence of all, each message once with its strongest words, newest last."""
    if len(facts) == 1:
        return facts[0].evidence
    best: dict[tuple[str, str], Evidence] = {}
    for evidence in (e for fact in facts for e in fact.evidence):
        key = evidence.conversation_id, evidence.message_id
        if key not in best or _strength(evidence) > _strength(best[key]):
            best[key] = evidence
    return tuple(sorted(best.values(), key=lambda e: (e.order, e.conversation_id, e.message_id)))


def _strength(evidence: Evidence) -> tuple[bool, float, str]:
    return evidence.open, evidence.weight, evidence.quote


def _line(
    about: Subject, front: Fact, facts: Sequence[Fact], scored: Scored, *, ended: bool = False
) -> Preference:
    begin, end = front.valid_from, front.valid_to
    if ended and front.polarity < 0:  # the statement that it is over is all we know
        begin, end = None, front.valid_from
    return Preference(
        entity=about.entity.name,
        key=about.entity.key,
        type=about.entity.type,
        kind=front.kind,
        relation=front.label,
        polarity=-1 if ended else front.polarity,
        score=scored.score,
        components=scored.components,
        mentions=about.mentions,
        first_seen=about.first_seen,
        last_seen=about.last_seen,
        valid_from=begin,
        valid_to=end,
        slot=front.slot,
        evidence=_merged(facts),
    )


def lines(
    about: Subject, scores: Scores, achieved: Collection[str] = ()
) -> tuple[dict[str, Preference], Preference | None]:
    """The line of each section that the entity stands in, and the one that `Persona.top` ranks.

    Ranked is an entity of which a positive fact holds in a section of preferences: the line of its
    strongest fact. What is disliked is not, though it may be used: its score is of the other side,
    and says how much it is disliked.

    Args:
        about: the entity and what was said of it.
        scores: of the user.
        achieved: ids of goals that came true; they have no line.
    """
    groups: dict[str, list[Fact]] = {}
    for fact in about.facts:
        section = section_of(fact) if fact.is_open and fact.id not in achieved else None
        if section and not (about.disliked and section in _DRAWN):
            groups.setdefault(section, []).append(fact)
    found = {
        section: _line(about, _front(facts, scores.as_of), facts, _scored(about, section, scores))
        for section, facts in groups.items()
    }
    if over := _ended(about.facts):
        front = min(over, key=lambda f: (-_seconds(_end(f)), f.polarity < 0, _RANK_OF_KIND[f.kind]))
        found["no_longer"] = _line(about, front, over, _UNSCORED, ended=True)
    return found, None if about.disliked else _ranked(about, groups, found, scores)


def _ranked(
    about: Subject,
    groups: dict[str, list[Fact]],
    found: dict[str, Preference],
    scores: Scores,
) -> Preference | None:
    positive = {
        section: [fact for fact in facts if fact.polarity > 0]
        for section, facts in groups.items()
        if section in PREFERENCE_SECTIONS
    }
    every = [fact for facts in positive.values() for fact in facts]
    if not every:
        return None
    front = _front(every, scores.as_of)
    section = section_of(front) or ""
    if len(positive[section]) == len(groups[section]):
        return found[section]
    return _line(about, front, positive[section], _scored(about, section, scores))


def _scored(about: Subject, section: str, scores: Scores) -> Scored:
    if section == "safety":
        return _UNSCORED
    if about.disliked or section in _NEGATIVE:
        return scores.negative.get(about.entity.key, _UNSCORED)
    return scores.positive.get(about.entity.key, _UNSCORED)


def _ended(facts: Sequence[Fact]) -> list[Fact]:
    """Practices and states that are over, or said to be, with none of their kind going on."""
    going_on = {fact.kind for fact in facts if fact.is_open and fact.polarity > 0}
    return [
        fact
        for fact in facts
        if KINDS[fact.kind].family in _ENDS
        and fact.kind not in going_on
        and fact.is_open == (fact.polarity < 0)
        and fact.polarity
    ]


def _end(fact: Fact) -> datetime | None:
    return fact.valid_to if fact.polarity > 0 else fact.valid_from


def _seconds(time: datetime | None) -> float:
    return -math.inf if time is None else time.timestamp()


def by_score(line: Preference) -> tuple[float, float, str, str]:
    """Best first; of equals the last seen, then the name."""
    return -line.score, -_seconds(line.last_seen), line.entity, line.key


def by_end(line: Preference) -> tuple[float, str, str]:
    """What ended last first."""
    return -_seconds(line.valid_to), line.entity, line.key


def by_last_seen(line: Preference) -> tuple[float, str, str]:
    """What was said last first."""
    return -_seconds(line.last_seen), line.entity, line.key


def ordered(section: str, found: Iterable[Preference]) -> tuple[Preference, ...]:
    """The lines of a section in their order."""
    if section == "safety":
        return tuple(sorted(found, key=by_last_seen))
    if section == "no_longer":
        return tuple(sorted(found, key=by_end))
    return tuple(sorted(found, key=by_score))
