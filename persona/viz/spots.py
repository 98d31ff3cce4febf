"""The entities of a graph as they are shown, with what is said of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from persona.records import USER
from persona.viz.labels import words

if TYPE_CHECKING:
    import networkx as nx

_SIDES = {1: "like", 0: "neutral", -1: "dislike"}


@dataclass(frozen=True, slots=True)
class Said:
    """One fact of an entity in words."""

    text: str
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """An entity as it is shown; `side` is -1, 0 or 1, `anchor` the side that it is placed on."""

    key: str
    name: str
    note: str
    side: int
    anchor: int
    score: float
    said: tuple[Said, ...]


def spots_of(graph: nx.MultiDiGraph[str], scores: Mapping[str, float] | None) -> list[Spot]:
    """All entities, strongest first; those that the user said nothing of come after the others."""
    strength = _strengths(graph) if scores is None else scores
    keys = [
        key for key, data in graph.nodes(data=True) if key != USER and data.get("kind") != "user"
    ]
    incident: dict[str, list[tuple[str, str, str, dict[str, Any]]]] = defaultdict(list)
    for source, target, fact, data in graph.edges(keys=True, data=True):
        incident[source].append((source, target, fact, data))
        incident[target].append((source, target, fact, data))
    sides = {key: _side(incident[key]) for key in keys}
    spots = []
    for key in keys:
        data = graph.nodes[key]
        score = min(max(float(strength.get(key, 0.0)), 0.0), 1.0)
        facts = sorted(incident[key], key=lambda row: (not row[3].get("open", True), row[2]))
        others = [source if source != key else target for source, target, _, _ in facts]
        anchor = next((sides[k] for k in others if sides.get(k) is not None), None)
        direct = USER in others
        note = f"{words(data.get('type', ''), 40)} · mentions {data.get('mentions', 0)} · score {score:.2f}"
        spots.append(
            Spot(
                key,
                words(data.get("name", key), 80),
                note.removeprefix(" · "),
                sides[key] or 0,
                (sides[key] if direct else anchor) or 0,
                score,
                tuple(_said(graph, *row) for row in facts),
            )
        )
    near = set(graph.successors(USER)) | set(graph.predecessors(USER)) if USER in graph else set()
    return sorted(spots, key=lambda s: (s.key not in near, -round(s.score, 9), s.name, s.key))


def _strengths(graph: nx.MultiDiGraph[str]) -> dict[str, float]:
    total: dict[str, float] = defaultdict(float)
    for source, target, data in graph.edges(data=True):
        for key in {source, target} - {USER}:
            total[key] += float(data.get("weight", 0.0))
    most = max(total.values(), default=0.0)
    return {key: value / most for key, value in total.items()} if most > 0 else {}


def _side(facts: Sequence[tuple[str, str, str, dict[str, Any]]]) -> int | None:
    """Against, for or neutral, by the user's facts that hold; None where the user says nothing."""
    said = [data for source, _, _, data in facts if source == USER]
    signs = {data.get("polarity", 0) for data in said if data.get("open", True)}
    if -1 in signs:
        return -1
    return (1 if 1 in signs else 0) if said else None


def _said(
    graph: nx.MultiDiGraph[str], source: str, target: str, _: str, data: Mapping[str, Any]
) -> Said:
    ends = [
        "USER" if key == USER else words(graph.nodes[key].get("name", key), 60)
        for key in (source, target)
    ]
    when = " – ".join(filter(None, (_day(data.get("valid_from")), _day(data.get("valid_to")))))
    over = "" if data.get("open", True) else ", over"
    dates = f" ({(when + over).strip(', ')})" if when or over else ""
    label = words(data.get("label") or data.get("kind", ""), 60)
    quotes = tuple(words(quote, 160) for quote in tuple(data.get("quotes", ()))[-3:])
    return Said(f"{ends[0]} {label} {ends[1]}{dates}", quotes)


def _day(time: datetime | None) -> str:
    return time.date().isoformat() if time else ""


def tooltip(spot: Spot) -> str:
    """Plain text, a line for each fact and quote; vis-network shows strings as text."""
    lines = [spot.name, spot.note]
    for said in spot.said[:6]:
        lines += ["", said.text, *(f"“{quote}”" for quote in said.quotes)]
    if len(spot.said) > 6:
        lines += ["", "…"]
    return "\n".join(lines)


def about(spot: Spot, number: int) -> dict[str, Any]:
    """What the page tells of an entity that is chosen: its number as a node, and what is said of it."""
    return {
        "id": number,
        "name": spot.name,
        "note": spot.note,
        "side": _SIDES[spot.side],
        "score": f"{spot.score:.2f}",
        "facts": [{"text": said.text, "quotes": list(said.quotes)} for said in spot.said[:40]],
    }
