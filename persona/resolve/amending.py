"""What the person takes back, puts right or accepts, as a change of the set of assertions.

A correction is evidence with the person as its source: what it says is an assertion whose message
is `correction#<number>` of no conversation. It is "as known today": it holds for every time asked
about, so an assertion made by one is dated at `as_of` where the correction came later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from persona.records import USER, Assertion, Correction, Mention, Rejection
from persona.resolve.identity import Identity, identify
from persona.resolve.splitting import as_said
from persona.text import is_struck, name_key, one_line
from persona.vocabulary import KINDS, read_kind

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_AFTER_ALL = 2**53  # a position behind every message of the same time


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that the gate refused and the person may accept, with what was shown of its messages.

    Attributes:
        conversation_id: of its messages.
        times: of its messages.
    """

    rejection: Rejection
    conversation_id: str
    times: tuple[datetime | None, ...]


def evidence_id(correction: Correction) -> str:
    """The message id under which a correction is evidence."""
    return f"correction#{correction.number}"


def amend(
    assertions: Sequence[Assertion],
    corrections: Sequence[Correction],
    *,
    accepted: Sequence[tuple[Correction, Refused]] = (),
    as_of: datetime | None = None,
) -> tuple[list[Assertion], tuple[Correction, ...]]:
    """The assertions after all corrections, in the order in which they were made.

    "wrong" drops what was said of the entity at or before it, of its kind and polarity where it
    names one. "instead" does that and says the same of another entity.

    Args:
        assertions: grounded rows of all times.
        corrections: all of the user's; those of other actions pass.
        accepted: refused rows that the person accepted, with the correction that did.
        as_of: the time that the facts are asked for.

    Returns:
        The assertions, and the corrections that met nothing.
    """
    taken_back = [c for c in corrections if c.action in ("wrong", "instead")]
    held = list(assertions)
    if not taken_back and not accepted:
        return held, ()
    usable = as_said([a for a in assertions if _usable(a)], corrections)
    held = [*usable, *(a for a in assertions if not _usable(a))]
    identity = identify(usable, corrections)
    unmatched = []
    agreed = {correction.number: refused for correction, refused in accepted}
    for correction in corrections:
        if correction.number in agreed and correction.action == "accept":
            held += _accepted(correction, agreed[correction.number], as_of)
        elif correction.action in ("wrong", "instead"):
            dropped = [a for a in held if _means(correction, a, identity)]
            gone = set(map(id, dropped))
            held = [a for a in held if id(a) not in gone]
            if correction.action == "instead":
                held += _instead(correction, dropped, as_of)
            if not dropped:
                unmatched.append(correction)
    return held, tuple(unmatched)


def _usable(assertion: Assertion) -> bool:
    ends = (assertion.source, assertion.target)
    return all(name_key(end) and not is_struck(end) for end in ends)


def _means(correction: Correction, said: Assertion, identity: Identity) -> bool:
    """Whether a correction takes an assertion back."""
    if correction.time is not None and said.time is not None and said.time > correction.time:
        return False
    if correction.kind is not None and said.kind != correction.kind:
        return False
    if correction.polarity is not None and said.polarity != correction.polarity:
        return False
    ends = [(said.target, said.mention), (said.source, said.source_mention)]
    return any(_is(correction.entity, name, mention, identity) for name, mention in ends)


def _is(wanted: str, name: str, mention: Mention | None, identity: Identity) -> bool:
    if name == USER or not name_key(name):
        return False
    key = name_key(wanted)
    try:
        entity = identity.entities[identity.key_of(name, mention)]
    except KeyError:  # an assertion that a correction made
        return name_key(name) == key
    if wanted == entity.key:
        return True
    if any(wanted == other for other in identity.entities):
        return False  # the key of another entity, a homonym perhaps
    return key in {name_key(form) for form in (entity.key, entity.name, *entity.aliases)}


def _instead(
    correction: Correction, dropped: Sequence[Assertion], as_of: datetime | None
) -> list[Assertion]:
    """The same said of the other entity, once for each thing that was said of the user."""
    time = _dated(correction, [said.time for said in dropped], as_of)
    if time is _NOT_YET or not name_key(correction.other or ""):
        return []
    said_last = sorted((a for a in dropped if a.source == USER), key=lambda a: a.order)
    kinds = {(said.kind, said.slot, said.polarity): said.label for said in said_last}
    if not kinds and correction.kind in KINDS and not dropped:
        kind = KINDS[correction.kind]
        sign = kind.polarity if correction.polarity is None else correction.polarity
        kinds[kind.name, None, sign] = kind.name
    return [
        _said(correction, correction.other or "", label, kind, slot, polarity, time)
        for (kind, slot, polarity), label in kinds.items()
    ]


def _said(
    correction: Correction,
    target: str,
    label: str,
    kind: str,
    slot: str | None,
    polarity: int,
    time: datetime | None,
) -> Assertion:
    return Assertion(
        source=USER,
        target=one_line(target),
        label=label,
        kind=kind,
        polarity=polarity,
        weight=1.0,
        conversation_id="",
        message_id=evidence_id(correction),
        time=time,
        order=_order(correction, time),
        offset=0,
        quote=one_line(target),
        slot=slot,
    )


def _accepted(correction: Correction, refused: Refused, as_of: datetime | None) -> list[Assertion]:
    """The refused row as the person's own word, with the messages that it came from as support."""
    row = refused.rejection.row
    time = _dated(correction, refused.times, as_of)
    if row is None or time is _NOT_YET:
        return []
    kind, polarity, slot = read_kind(row.label, row.kind, row.polarity)
    source = USER if row.source.casefold() in ("user", "i", "我", "用户") else row.source
    made = _said(correction, row.target, row.label, kind, row.slot or slot, polarity, time)
    return [
        replace(
            made,
            source=one_line(source),
            quote=one_line(row.quote or row.target),
            support=refused.rejection.message_ids,
            mention=_mention(row.target, row.target_qualifier),
            source_mention=None if source == USER else _mention(source, row.source_qualifier),
        )
    ]


def _mention(name: str, qualifier: str | None) -> Mention | None:
    return Mention(one_line(name), qualifier=qualifier) if qualifier else None


_NOT_YET = datetime.max.replace(tzinfo=UTC)
"""The time of what was not said by the time asked for."""


def _dated(
    correction: Correction, times: Iterable[datetime | None], as_of: datetime | None
) -> datetime | None:
    """When what a correction says counts as said (see the module)."""
    if correction.time is None or as_of is None or correction.time <= as_of:
        return correction.time
    return as_of if any(time is None or time <= as_of for time in times) else _NOT_YET


def _order(correction: Correction, time: datetime | None) -> tuple[int, int, str]:
    micros = 0 if time is None else (time - _EPOCH) // _MICROSECOND
    return micros, _AFTER_ALL + correction.number, evidence_id(correction)
