"""The kinds of relation: family, section, half-life, with the words that mean them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from persona.vocabulary.words import WORDS, Words

Family = Literal["attitude", "safety", "choice", "practice", "state", "interest", "link"]

SECTIONS = (
    "safety",
    "attributes",
    "likes",
    "uses",
    "skills",
    "learning",
    "interests",
    "problems",
    "goals",
    "owns",
    "people",
    "dislikes",
    "rejected",
    "no_longer",
    "inferred",
)
"""The sections of a persona, in the order in which they are shown."""

PREFERENCE_SECTIONS = ("likes", "uses", "skills", "learning", "interests", "goals", "owns")
"""The sections that `Persona.top` ranks over."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of relation.

    Attributes:
        name: its name, as answers and facts carry it.
        family: opposite polarities close each other only within a family.
        section: where it stands in the persona, or None.
        half_life: after which evidence counts half; None: it does not fade.
        single: a newer object closes the earlier one of the same (source, kind, slot).
        polarity: what a statement of this kind means unless it is negated or ended.
        en: labels in English that mean this kind (verbs in their third person).
        zh: labels in Chinese, in Simplified characters.
        phrase_en: how a line of the prompt begins, in English.
        phrase_zh: the same in Chinese.
    """

    name: str
    family: Family
    section: str | None
    half_life: timedelta | None
    polarity: int = 1
    single: bool = False
    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    phrase_en: str = ""
    phrase_zh: str = ""


def _days(days: int) -> timedelta:
    return timedelta(days=days)


def _kind(
    name: str,
    family: Family,
    section: str | None,
    half_life: timedelta | None,
    polarity: int = 1,
    *,
    single: bool = False,
) -> Kind:
    """A kind with its words."""
    words = WORDS.get(name, Words())
    return Kind(name, family, section, half_life, polarity, single, *words)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        # attitude: what somebody feels about a thing
        _kind("likes", "attitude", "likes", _days(180)),
        _kind("prefers", "attitude", "likes", _days(180)),
        _kind("favourite", "attitude", "likes", _days(180), single=True),
        _kind("dislikes", "attitude", "dislikes", _days(360), polarity=-1),
        _kind("avoids", "attitude", "dislikes", _days(360), polarity=-1),
        # safety: what must not be got wrong
        _kind("allergic_to", "safety", "safety", None, polarity=-1),
        _kind("never", "safety", "safety", None, polarity=-1),
        _kind("diet", "safety", "safety", None),
        # choice: what was turned down among options
        _kind("rejected", "choice", "rejected", _days(90), polarity=-1),
        # practice: what somebody does
        _kind("uses", "practice", "uses", _days(180)),
        _kind("owns", "practice", "owns", _days(720)),
        _kind("skilled_in", "practice", "skills", _days(720)),
        _kind("learning", "practice", "learning", _days(90)),
        _kind("studies", "practice", "learning", _days(90)),
        # state: what somebody is
        _kind("works_at", "state", "attributes", None, single=True),
        _kind("role", "state", "attributes", None, single=True),
        _kind("lives_in", "state", "attributes", None, single=True),
        _kind("from", "state", "attributes", None, single=True),
        _kind("name", "state", "attributes", None, single=True),
        _kind("age", "state", "attributes", None, single=True),
        _kind("gender", "state", "attributes", None, single=True),
        _kind("has_attribute", "state", "attributes", None, single=True),
        _kind("speaks", "state", "attributes", None),
        _kind("has_trait", "state", "attributes", None),
        _kind("struggles_with", "state", "problems", _days(30)),
        _kind("wants", "state", "goals", _days(60)),
        _kind("plans", "state", "goals", _days(60)),
        # interest: what somebody turns to
        _kind("interested_in", "interest", "interests", _days(90)),
        _kind("asks_about", "interest", "interests", _days(30), polarity=0),
        _kind("mentions", "interest", None, _days(30), polarity=0),
        _kind("other", "interest", None, _days(30), polarity=0),
        # link: how things and people belong together
        _kind("has_relation_to", "link", "people", None),
        _kind("friend_of", "link", "people", None),
        _kind("part_of", "link", None, None),
        _kind("kind_of", "link", None, None),
        _kind("used_with", "link", None, None),
    )
}
"""Every kind, by name."""

USED_BEFORE = "used_before"
"""Accepted in answers; read as `uses` with polarity -1."""
