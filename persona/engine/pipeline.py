"""From answered windows to a user's views: the order of the pure stages, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from persona import memory, scoring
from persona.config import Settings
from persona.extract.grounding import ground
from persona.extract.windows import order_keys, orders_of
from persona.records import Assertion, Extraction, Message, Rejection, Window
from persona.resolve import resolve
from persona.store import Views


def compute_views(
    user_id: str,
    messages: Sequence[Message],
    pairs: Sequence[tuple[Window, Extraction]],
    *,
    settings: Settings,
    extractor: str,
    as_of: datetime | None,
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
        flags: what a reader of the persona should know.
    """
    keys = order_keys(messages)
    assertions: list[Assertion] = []
    rejections: list[Rejection] = []
    for window, extraction in pairs:
        grounded = ground(
            window,
            extraction,
            order=orders_of(window, keys),
            allow_sensitive=settings.allow_sensitive,
        )
        assertions += grounded.assertions
        rejections += grounded.rejections
    resolution = resolve(user_id, assertions, as_of=as_of)
    rejections += resolution.rejections
    scores = scoring.score(
        resolution.facts, resolution.entities, as_of=as_of, weights=settings.weights
    )
    persona = memory.build_persona(
        user_id,
        resolution.facts,
        resolution.entities,
        scores,
        as_of=as_of,
        extractor=extractor,
        flags=flags,
    )
    entities = tuple(resolution.entities[key] for key in sorted(resolution.entities))
    return Views(entities, resolution.facts, tuple(rejections), persona)
