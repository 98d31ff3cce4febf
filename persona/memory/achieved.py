"""Goals that came true: what a person wanted or planned, and later said to have, do or be.

No fact is closed by it. A goal is closed by the person's word alone (polarity -1), for only opposites
close each other; its fact, its score and its history stay. But a persona that lists "wants a kayak"
beside "owns a kayak" says what is no longer so, so it leaves the goal out.

What counts is the order in which it was said: the fact must have begun after the last time that the
goal was named. Who wants another bicycle while having one still wants it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from persona.records import USER, Entity, Fact
from persona.text import has_cjk, name_key
from persona.vocabulary import KINDS
from persona.vocabulary.likeness import gist, wider

_ACHIEVING = frozenset(
    (
        "uses", "owns", "skilled_in", "learning", "studies", "works_at", "role", "lives_in", "speaks",
        "diet",
    )
)  # fmt: skip
_TO_BE = re.compile(
    r"(?:becom|be|get|gett|buy|hav|own|learn|study|us|speak|mov(?:e|ing) to|liv(?:e|ing) in|settl(?:e|ing) in"
    r"|work(?:ing)? (?:at|for|as))(?:e|ing)?\s+(?:(?:an?|the|my|our)\s+)?(?P<rest>.+)"
    r"|(?:成为|当上?|做|学会|学|买|养|搬到|搬去|住在|住进|去)(?:一?[个名只台部辆条把])?(?P<zh>.{2,})"
)
_TO_LIVE_ZH = re.compile(r"(?P<rest>.{2,})(?:发展|定居|生活|工作|上班|居住)")
_TO_END = re.compile(
    r"(?:quit(?:ting)?|stop(?:ping)?|giv(?:e|ing) up|leav(?:e|ing)|drop(?:ping)?)\s+"
    r"(?:(?:using|the|my|our)\s+)*(?P<rest>.+)|(?:戒掉?|停用|离开|辞掉|退出)(?P<zh>.+)"
)
_PARTS = re.compile(r"\s*[,，/·()（）]\s*|\s+in\s+")
_RAISED = re.compile(r"养|\badopt|\brais", re.IGNORECASE)

_ENDED = "\t"  # no gist has a tabulator, nor an end of line

Order = tuple[int, int, str]


def achieved(facts: Sequence[Fact], entities: Mapping[str, Entity]) -> frozenset[str]:
    """Ids of the goals that came true.

    A goal came true where a positive practice or state of the user began later, and is of the same
    entity, of a name that says the goal's with more ("an old kayak" for "kayak"), or of a place in it.
    The verb of a goal is no part of what is wanted ("become a nurse"), but what one wants to be rid of
    ("quit coffee") must have ended.

    Args:
        facts: of one user, in every state.
        entities: by key.
    """
    goals = [fact for fact in facts if _is_goal(fact)]
    if not goals:
        return frozenset()
    began: dict[str, list[Order]] = defaultdict(list)
    whole = _wholes(facts)
    for fact in facts:
        if fact.source == USER and fact.kind in _ACHIEVING and fact.polarity and fact.is_open:
            mark = "" if fact.polarity > 0 else _ENDED
            for said in _said(fact, entities, whole):
                began[mark + said].append(_began(fact))
    return frozenset(
        goal.id
        for goal in goals
        if any(order > _last(goal) for said in _named(goal, entities) for order in began[said])
    )


def _is_goal(fact: Fact) -> bool:
    is_goal = KINDS[fact.kind].section == "goals"
    return is_goal and fact.source == USER and fact.polarity > 0 and fact.is_open


def _began(fact: Fact) -> Order:
    return min(evidence.order for evidence in fact.evidence if evidence.open)


def _last(fact: Fact) -> Order:
    return max(evidence.order for evidence in fact.evidence if evidence.open)


def _named(goal: Fact, entities: Mapping[str, Entity]) -> Iterator[str]:
    """What a goal is looked for as: its key, and the gist of a name that only one thing has."""
    yield _key(goal.target)
    entity = entities[goal.target]
    if entity.qualifier is None:
        names = [name_key(entity.name)]
        for pattern in (_TO_BE, _TO_LIVE_ZH):
            if match := pattern.fullmatch(names[-1]):
                names.append(_rest(match))
        yield from (gist(_bare(name)) for name in names)
        if match := _TO_END.fullmatch(names[0]):
            yield _ENDED + gist(_rest(match))


def _rest(match: re.Match[str]) -> str:
    return next(words for words in match.groups() if words)


def _said(
    fact: Fact, entities: Mapping[str, Entity], whole: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """What a fact says to be so, in the form of `_named`."""
    yield _key(fact.target)
    entity = entities[fact.target]
    if fact.kind == "lives_in":
        yield from (_key(key) for key in _up(fact.target, whole))
    if entity.qualifier is not None:
        return
    name = name_key(entity.name)
    yield gist(_bare(name))
    if fact.polarity < 0:  # who gave up cold coffee has not given up coffee
        return
    if fact.kind == "lives_in":
        yield from (gist(part) for part in _places(name))
        return
    yield from (gist(key) for key in wider(entity.name))
    if fact.kind == "owns":
        yield from (gist(head) for head in _heads(name, fact.label))


def _key(key: str) -> str:
    return f"\n{key}"


def _bare(name: str) -> str:
    return name[:-1] if has_cjk(name) and len(name) > 2 and name[-1] in "省市" else name


def _places(name: str) -> Iterator[str]:
    """The places that a place lies in: "Leith, Edinburgh", 广州天河."""
    yield from (_bare(part) for part in _PARTS.split(name) if part)
    if has_cjk(name):  # from the large to the small, of two characters at least
        yield from (_bare(name[:end]) for end in range(2, len(name)))


def _heads(name: str, label: str) -> Iterator[str]:
    """What kind of thing a thing is that one has: "mountain bike" is a bike, 三花猫 a 猫."""
    words = name.split(" ")
    yield from (" ".join(words[at:]) for at in range(1, len(words)))
    if has_cjk(name):  # one character says enough of an animal: 养了三花猫, but 自行车 is no 车
        least = 1 if _RAISED.search(label) else 2
        yield from (name[at:] for at in range(1, len(name) - least + 1))


def _wholes(facts: Iterable[Fact]) -> Mapping[str, Sequence[str]]:
    """Of each thing, what it is a part of by stated facts."""
    found: dict[str, list[str]] = defaultdict(list)
    for fact in facts:
        if fact.kind == "part_of" and fact.polarity > 0 and fact.is_open:
            found[fact.source].append(fact.target)
    return found


def _up(key: str, whole: Mapping[str, Sequence[str]]) -> set[str]:
    """All that a thing is a part of, by any number of steps."""
    found: set[str] = set()
    todo = [key]
    while todo:
        for above in whole.get(todo.pop(), ()):
            if above not in found:
                found.add(above)
                todo.append(above)
    return found
