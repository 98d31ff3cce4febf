"""Where each entity stands: a sector a side, the strongest nearest to the user."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from persona.viz.spots import Spot

_RING, _GAP, _ROOM, _WIDE = 180.0, 92.0, 112.0, 1.25


def places(spots: Sequence[Spot]) -> list[tuple[float, float]]:
    """A place for each: rings around the user, a sector a side, the strongest nearest.

    Rings are ellipses, as screens and labels are wide. A sector is as broad as its share of the
    entities, but not too narrow to hold a label; each ring of it takes as many as have room.
    """
    counts = Counter(spot.anchor for spot in spots)
    whole = sum(max(n, 0.12 * len(spots)) for n in counts.values())
    share = {side: max(n, 0.12 * len(spots)) / whole for side, n in counts.items()}
    start = -math.pi * share.get(1, 0.0)  # the middle of the right side is at angle 0
    placed: dict[str, tuple[float, float]] = {}
    for side in (1, 0, -1):
        if side in share:
            members = [spot.key for spot in spots if spot.anchor == side]
            placed |= _sector(members, start, 2 * math.pi * share[side])
            start += 2 * math.pi * share[side]
    return [placed[spot.key] for spot in spots]


def _sector(keys: Sequence[str], start: float, angle: float) -> dict[str, tuple[float, float]]:
    placed: dict[str, tuple[float, float]] = {}
    at = ring = 0
    while at < len(keys):
        radius = _RING + _GAP * ring
        around = angle * radius * math.sqrt((_WIDE**2 + 1) / 2)
        row = keys[at : at + max(1, int(around // _ROOM))]
        shift = 0.5 if ring % 2 == 0 else 0.25 if len(row) > 1 else 0.5
        for index, key in enumerate(row):
            theta = start + angle * (index + shift) / len(row)
            x, y = _WIDE * radius * math.cos(theta), radius * math.sin(theta)
            placed[key] = round(x, 1), round(y, 1)
        at, ring = at + len(row), ring + 1
    return placed
