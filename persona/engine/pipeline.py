"""From answered windows to a user's views: the order of the pure stages, in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from persona import memory, scoring
from persona.config import Settings
from persona.engine.review import rejection_id, verdicts
from persona.extract.grounding import ground
from persona.extract.playing import played_messages
from persona.extract.prompt import CANARIES
from persona.extract.windows import order_keys, orders_of
from persona.recall import remarks
from persona.records import (
    Assertion,
    Correction,
    Entity,
    Extraction,
    Message,
    Rejection,
    Window,
)
from persona.resolve import Refused, Resolution, amend, named, resolve
from persona.store import Views


@dataclass(frozen=True, slots=True)
class Grounding:
    """What the windows of a user say once it is grounded.

    Attributes:
        accepted: refused rows that the person accepted, each with the correction that did.
    """

    assertions: tuple[Assertion, ...]
    rejections: tuple[Rejection, ...]
    accepted: tuple[tuple[Correction, Refused], ...]


def ground_windows(
    messages: Sequence[Message],
    pairs: Sequence[tuple[Window, Extraction]],
    *,
    settings: Settings,
    corrections: Sequence[Correction] = (),
) -> Grounding:
    """Grounds every answer in its window."""
    keys = order_keys(messages)
    agreed = {i: c for i, c in verdicts(corrections).items() if c.action == "accept"}
    assertions: list[Assertion] = []
    rejections: list[Rejection] = []
    accepted: dict[str, tuple[Correction, Refused]] = {}
    for window, extraction in pairs:
        grounded = ground(
            window,
            extraction,
            order=orders_of(window, keys),
            allow_sensitive=settings.allow_sensitive,
            canaries=CANARIES,
        )
        assertions += grounded.assertions
        rejections += grounded.rejections
        for rejection in grounded.rejections if agreed else ():
            item = rejection_id(rejection)
            if item in agreed and item not in accepted:
                accepted[item] = agreed[item], _refused(rejection, window)
    return Grounding(tuple(assertions), tuple(rejections), tuple(accepted.values()))


def _refused(rejection: Rejection, window: Window) -> Refused:
    ids = set(rejection.message_ids) or set(window.message_ids)
    times = tuple(t.message.time for t in window.turns if t.message.message_id in ids)
    return Refused(rejection, window.conversation_id, times)


def resolve_grounded(
    user_id: str,
    grounding: Grounding,
    *,
    corrections: Sequence[Correction],
    as_of: datetime | None,
) -> Resolution:
    """Entities and facts of what is grounded, with the person's corrections taken in."""
    amended, _ = amend(grounding.assertions, corrections, accepted=grounding.accepted, as_of=as_of)
    return resolve(user_id, amended, as_of=as_of, corrections=corrections)


def marked(
    corrections: Iterable[Correction], entities: Mapping[str, Entity]
) -> tuple[frozenset[str], frozenset[str]]:
    """Keys of entities that the person pinned, and of those that they hid; the last word holds."""
    last: dict[str, str] = {}
    for correction in corrections:
        if correction.action in ("pin", "hide"):
            for entity in named(entities.values(), correction.entity):
                last[entity.key] = correction.action
    pinned = frozenset(key for key, action in last.items() if action == "pin")
    return pinned, frozenset(last) - pinned


WITHHOLDING = ("wrong", "instead", "hide")
"""Corrections after which no sentence that names the entity is shown either."""


def meant_messages(
    pairs: Iterable[tuple[Window, Extraction]], as_of: datetime | None
) -> Iterator[Message]:
    """The user's messages of windows that were read, up to a time, without those said in a part."""
    seen: set[tuple[str, str]] = set()
    for window, _ in pairs:
        played = played_messages(window)
        for turn in window.turns:
            message = turn.message
            key = message.conversation_id, message.message_id
            late = as_of is not None and message.time is not None and message.time > as_of
            if (
                message.is_users
                and key not in seen
                and message.message_id not in played
                and not late
            ):
                seen.add(key)
                yield message


def compute_views(
    user_id: str,
    messages: Sequence[Message],
    pairs: Sequence[tuple[Window, Extraction]],
    *,
    settings: Settings,
    extractor: str,
    as_of: datetime | None,
    corrections: Sequence[Correction] = (),
    flags: tuple[str, ...] = (),
) -> Views:
    """A user's views as of a time, a pure function of what is given.

    Args:
        user_id: whose.
        messages: all of the user's, for the order of undated ones.
        pairs: windows with their answers.
        settings: weights, and what is kept of sensitive facts.
        extractor: what gave the answers, for the persona's note.
        as_of: ages are measured from it and later evidence is left out; None: no age, no limit.
        corrections: of the person, in the order in which they were made.
        flags: what a reader of the persona should know.
    """
    grounding = ground_windows(messages, pairs, settings=settings, corrections=corrections)
    resolution = resolve_grounded(user_id, grounding, corrections=corrections, as_of=as_of)
    scores = scoring.score(
        resolution.facts, resolution.entities, as_of=as_of, weights=settings.weights
    )
    pinned, hidden = marked(corrections, resolution.entities)
    persona = memory.build_persona(
        user_id,
        resolution.facts,
        resolution.entities,
        scores,
        as_of=as_of,
        extractor=extractor,
        flags=flags,
        pinned=pinned,
        hidden=hidden,
    )
    said = remarks(
        meant_messages(pairs, as_of),
        resolution.facts,
        persona,
        withheld=[c.entity for c in corrections if c.action in WITHHOLDING],
        allow_sensitive=settings.allow_sensitive,
    )
    persona = replace(persona, remarks=said)
    entities = tuple(resolution.entities[key] for key in sorted(resolution.entities))
    rejections = (*grounding.rejections, *resolution.rejections)
    return Views(entities, resolution.facts, rejections, persona)
