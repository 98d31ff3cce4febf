"""A graph as a drawing: a node for each entity, an edge for each fact, and the page that holds them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from persona.errors import MissingExtraError, UsageError
from persona.guard import cut
from persona.records import USER
from persona.viz.labels import words, wrapped
from persona.viz.places import places
from persona.viz.rendering import FONT, rendered
from persona.viz.spots import about, spots_of, tooltip

if TYPE_CHECKING:
    import networkx as nx

MAX_NODES = 150
"""How many entities a page shows unless told otherwise: more could not be read."""

_NAMED_EDGES = 36  # up to so many, every edge shows its label; beyond, those of the chosen entity
# Bluish green, vermilion and grey of Okabe and Ito's palette: told apart by colour-blind people too;
# the shapes say the same once more.
_COLOURS = {1: "#009e73", 0: "#8a8f98", -1: "#d55e00"}
_SHAPES = {1: "dot", 0: "dot", -1: "diamond"}
_HEIGHT = re.compile(r"[1-9][0-9]{0,3}(?:px|vh|em|rem|%)")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def page(
    graph: nx.MultiDiGraph[str],
    *,
    title: str,
    scores: Mapping[str, float] | None = None,
    heading: str | None = None,
    height: str = "100vh",
    bgcolor: str = "#ffffff",
    limit: int = MAX_NODES,
) -> str:
    """One HTML page of a user's graph, to be written as UTF-8.

    The user stands in the middle; what they are for is on the right, what they are against on the
    left, the strongest nearest. Positions depend on the graph alone: the same graph gives the same
    bytes, and nothing moves while the page loads.

    Args:
        graph: as `persona.graph.build` makes it; it is not changed.
        title: of the page, as text.
        scores: by entity key, in [0, 1]; by default the entity's share of the weights.
        heading: above the legend, as text; by default the title.
        height: of the page: a number with px, vh, em, rem or %.
        bgcolor: ``#rrggbb``.
        limit: how many entities are shown at most, strongest first; the page says so.

    Raises:
        UsageError: a height, colour or limit that is none.
        MissingExtraError: pyvis is not installed.
    """
    if not _HEIGHT.fullmatch(str(height)):
        raise UsageError(
            f"The height {height!r} of the graph page must be like '100vh' or '600px'."
        )
    if not _COLOUR.fullmatch(str(bgcolor)):
        raise UsageError(f"The colour {bgcolor!r} of the graph page must be like '#ffffff'.")
    if limit < 1:
        raise UsageError(f"The graph page shows at least 1 entity, not {limit}.")
    spots = spots_of(graph, scores)
    shown = spots[:limit]
    ids = {USER: 0} | {spot.key: number for number, spot in enumerate(shown, 1)}
    edges = _edges(graph, ids)
    dark = _is_dark(bgcolor)
    network = _network(height, bgcolor, dark=dark, busy=len(edges) > 2 * _NAMED_EDGES)
    owner = graph.graph.get("user_id") or "USER"
    network.add_node(
        0, label=wrapped(words(owner, 40)), title=words(owner, 128), shape="star", size=30,
        color=_node_colour("#0072b2"), x=0, y=0, font={"size": 16},
    )  # fmt: skip
    for spot, (x, y) in zip(shown, places(shown), strict=True):
        network.add_node(
            ids[spot.key], label=wrapped(spot.name), title=tooltip(spot), shape=_SHAPES[spot.side],
            size=round(9 + 17 * spot.score, 2), color=_node_colour(_COLOURS[spot.side]), x=x, y=y,
        )  # fmt: skip
    for edge in edges:
        network.add_edge(edge.pop("from"), edge.pop("to"), **edge)
    facts = Counter(edge["dashes"] for edge in edges)
    sides = Counter(spot.side for spot in shown)
    data = {
        "named": len(edges) <= _NAMED_EDGES,
        "about": [about(spot, ids[spot.key]) for spot in shown],
    }
    return rendered(
        network,
        data,
        title=words(title, 200),
        heading=words(title if heading is None else heading, 200),
        counts=f"{len(spots)} entities, {graph.number_of_edges()} facts",
        note=f"The {limit} strongest of {len(spots)} are shown." if len(spots) > limit else "",
        likes=sides[1], neutral=sides[0], dislikes=sides[-1], open=facts[False], closed=facts[True],
        ink="#e8eaed" if dark else "#1c2330", soft="#a5abb5" if dark else "#5d6675",
        rule="#3b4048" if dark else "#e3e5e9", font=FONT,
    )  # fmt: skip


def _edges(graph: nx.MultiDiGraph[str], ids: Mapping[str, int]) -> list[dict[str, Any]]:
    """The facts between shown nodes; several between one pair are bent apart."""
    edges: list[dict[str, Any]] = []
    parallel: Counter[frozenset[str]] = Counter()
    rows = [row for row in graph.edges(keys=True, data=True) if row[0] in ids and row[1] in ids]
    few = len(rows) <= _NAMED_EDGES
    for source, target, _, data in sorted(rows, key=lambda row: row[2]):
        bend = parallel[frozenset((source, target))]
        parallel[frozenset((source, target))] += 1
        sign = data.get("polarity", 0) if USER in (source, target) else 0
        label = cut(words(data.get("label") or data.get("kind", ""), 80), 24) or " "
        is_open = bool(data.get("open", True))
        edges.append(
            {
                "id": len(edges),
                "from": ids[source],
                "to": ids[target],
                "name": label,
                "label": label if few else " ",
                "dashes": not is_open,
                "width": round(1 + 2.5 * min(max(float(data.get("weight", 0.0)), 0.0), 1.0), 2),
                "color": {
                    "color": _COLOURS[sign if sign in _COLOURS else 0],
                    "opacity": 0.75 if is_open else 0.45,
                },
                "smooth": {"enabled": True, "type": "curvedCW", "roundness": round(0.25 * bend, 2)}
                if bend
                else False,
            }
        )
    return edges


def _network(height: str, bgcolor: str, *, dark: bool, busy: bool) -> Any:
    try:
        from pyvis.network import Network
    except ImportError as error:
        raise MissingExtraError("The graph page", "viz") from error
    network = Network(
        height=height, width="100%", directed=True, bgcolor=bgcolor, cdn_resources="in_line"
    )
    ink = "#e8eaed" if dark else "#1c2330"
    font = {"face": FONT, "size": 14, "color": ink, "strokeWidth": 3, "strokeColor": bgcolor}
    options = {
        "layout": {"improvedLayout": False, "randomSeed": 1},
        "physics": {"enabled": False},
        "interaction": {"hover": True, "tooltipDelay": 120, "hideEdgesOnDrag": busy},
        "nodes": {"borderWidth": 1.5, "font": font},
        "edges": {
            "arrows": {"to": {"enabled": True, "scaleFactor": 0.45}},
            "smooth": False,
            "selectionWidth": 1.5,
            "hoverWidth": 0.5,
            "font": font | {"size": 11, "color": "#a5abb5" if dark else "#5d6675"},
        },
    }
    network.set_options(json.dumps(options))
    return network


def _node_colour(colour: str) -> dict[str, Any]:
    rim = {"border": "#1c2330", "background": colour}
    return {"background": colour, "border": colour, "highlight": rim, "hover": rim}


def _is_dark(bgcolor: str) -> bool:
    red, green, blue = (int(bgcolor[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128  # luma of ITU-R BT.601
