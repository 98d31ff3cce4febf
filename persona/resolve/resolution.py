"""From assertions to entities and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from persona.records import USER, Assertion, Correction, Entity, Fact, Reason, Rejection
from persona.resolve.identity import Identity, identify
from persona.resolve.intervals import Claim, FactKey, fold
from persona.resolve.proposals import Proposal, propose
from persona.resolve.splitting import as_said
from persona.text import is_struck, name_key, one_line
from persona.vocabulary import KINDS

_NAMELESS = frozenset(
    name_key(label) for label in ("has attribute", "attribute", "属性", "has_attribute")
)

_SLOTTED = frozenset({"favourite", "has_attribute", "asks_about"})


@dataclass(frozen=True, slots=True)
class Resolution:
    """What the assertions of one user add up to.

    Attributes:
        entities: every entity that a fact speaks of, by key, sorted by key.
        facts: sorted by (source, kind, slot, target, polarity).
        proposals: pairs of entities that may be one, for review.
        rejections: assertions that say nothing once names are resolved.
        corrections: those that are not about identity, as given, for the stages above.
        unmatched: merges and splits whose names are not in the log.
    """

    entities: dict[str, Entity]
    facts: tuple[Fact, ...]
    proposals: tuple[Proposal, ...]
    rejections: tuple[Rejection, ...]
    corrections: tuple[Correction, ...] = ()
    unmatched: tuple[Correction, ...] = ()


def _usable(assertion: Assertion) -> bool:
    ends = (assertion.source, assertion.target)
    return all(name_key(end) and not is_struck(end) for end in ends)


def _reject(assertion: Assertion, reason: Reason) -> Rejection:
    row = one_line(f"{assertion.source} -[{assertion.label}]-> {assertion.target}")
    return Rejection(reason, (assertion.message_id,), row)


def _slot(assertion: Assertion, kind: str, target: Entity | None) -> str:
    """What a favourite or an attribute is single in, or what is asked of a thing; else "".

    A person has one home, one employer, one name at a time, whatever an answer calls its slot.
    """
    if kind not in _SLOTTED:
        return ""
    slot = name_key(assertion.slot or "")
    if kind == "favourite" and not slot:
        slot = name_key(target.type) if target else ""
        return "" if slot == "unknown" else slot
    if kind == "has_attribute" and not slot:
        label = name_key(assertion.label)
        return "" if label in _NAMELESS else label
    return slot


def _claims(assertions: Sequence[Assertion], identity: Identity) -> Iterator[Claim | Rejection]:
    for said in assertions:
        source = identity.key_of(said.source, said.source_mention)
        target = identity.key_of(said.target, said.mention)
        if source == target:
            yield _reject(said, Reason.SELF_LOOP)
            continue
        kind = said.kind if said.kind in KINDS else "other"
        slot = _slot(said, kind, identity.entities.get(target))
        yield Claim(FactKey(source, kind, slot, target, said.polarity), said)


def _within(assertion: Assertion, as_of: datetime | None) -> bool:
    return as_of is None or assertion.time is None or assertion.time <= as_of


def _ends(facts: Sequence[Fact], entities: Mapping[str, Entity]) -> dict[str, Entity]:
    keys = {key for fact in facts for key in (fact.source, fact.target)} - {USER}
    return {key: entities[key] for key in sorted(keys)}


def resolve(
    user_id: str,
    assertions: Sequence[Assertion],
    *,
    as_of: datetime | None = None,
    corrections: Sequence[Correction] = (),
) -> Resolution:
    """Entities and facts, as a function of the set of assertions and of the corrections in order.

    Args:
        user_id: whose; part of every fact's id.
        assertions: grounded rows, in any order; of an equal one the second says nothing new.
        as_of: facts are folded from the assertions dated at or before it, and the undated ones.
            Identity is always that of all assertions, "as known today".
        corrections: in the order in which they were made. Merges and splits are taken in here.

    Returns:
        The resolution. An assertion both of whose ends turn out to be one entity is in
        `Resolution.rejections` (`self_loop`), one with a blank name, or of which the mark of a
        forgotten one is all that is left, too (`invalid_row`).
    """
    usable = as_said([said for said in assertions if _usable(said)], corrections)
    blank = [_reject(said, Reason.INVALID_ROW) for said in assertions if not _usable(said)]
    identity = identify(usable, corrections)
    rows = list(_claims([said for said in usable if _within(said, as_of)], identity))
    facts = fold(user_id, [row for row in rows if isinstance(row, Claim)])
    entities = _ends(facts, identity.entities)
    homonyms = [[key for key in group if key in entities] for group in identity.homonyms]
    loops = [row for row in rows if isinstance(row, Rejection)]
    return Resolution(
        entities=entities,
        facts=facts,
        proposals=propose(entities, homonyms, identity.refused, identity.split),
        rejections=tuple(
            sorted([*blank, *loops], key=lambda r: (r.reason, r.message_ids, r.detail))
        ),
        corrections=tuple(c for c in corrections if c.action not in ("merge", "split")),
        unmatched=identity.unmatched,
    )
