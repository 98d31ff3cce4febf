"""The graph as one offline web page: coloured by polarity, sized by score, with quotes on hover.

pyvis holds nodes, edges and options and brings the drawing library (vis-network); the page around
it is ours (``viz.html``, ``viz.js``). It asks for nothing outside itself, and a content policy lets
only its own two scripts run. Words of the data stand in the page as JSON with its markup characters
escaped, and are shown as text only, so they can become neither tag nor script.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from persona.errors import MissingExtraError, UsageError
from persona.guard import cut
from persona.records import USER
from persona.text import is_cjk, one_line

if TYPE_CHECKING:
    import networkx as nx

MAX_NODES = 150
"""How many entities a page shows unless told otherwise: more could not be read."""

_NAMED_EDGES = 36  # up to so many, every edge shows its label; beyond, those of the chosen entity
_FONT = (
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Hiragino Sans GB",'
    ' "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", sans-serif'
)
# Bluish green, vermilion and grey of Okabe and Ito's palette: told apart by colour-blind people too;
# the shapes say the same once more.
_COLOURS = {1: "#009e73", 0: "#8a8f98", -1: "#d55e00"}
_SHAPES = {1: "dot", 0: "dot", -1: "diamond"}
_SIDES = {1: "like", 0: "neutral", -1: "dislike"}
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
    spots = _spots(graph, scores)
    shown = spots[:limit]
    ids = {USER: 0} | {spot.key: number for number, spot in enumerate(shown, 1)}
    edges = _edges(graph, ids)
    dark = _is_dark(bgcolor)
    network = _network(height, bgcolor, dark=dark, busy=len(edges) > 2 * _NAMED_EDGES)
    owner = graph.graph.get("user_id") or "USER"
    network.add_node(
        0, label=_wrapped(_words(owner, 40)), title=_words(owner, 128), shape="star", size=30,
        color=_node_colour("#0072b2"), x=0, y=0, font={"size": 16},
    )  # fmt: skip
    for spot, (x, y) in zip(shown, _places(shown), strict=True):
        network.add_node(
            ids[spot.key], label=_wrapped(spot.name), title=_tooltip(spot), shape=_SHAPES[spot.side],
            size=round(9 + 17 * spot.score, 2), color=_node_colour(_COLOURS[spot.side]), x=x, y=y,
        )  # fmt: skip
    for edge in edges:
        network.add_edge(edge.pop("from"), edge.pop("to"), **edge)
    facts = Counter(edge["dashes"] for edge in edges)
    sides = Counter(spot.side for spot in shown)
    data = {
        "named": len(edges) <= _NAMED_EDGES,
        "about": [_about(spot, ids[spot.key]) for spot in shown],
    }
    return _rendered(
        network,
        data,
        title=_words(title, 200),
        heading=_words(title if heading is None else heading, 200),
        counts=f"{len(spots)} entities, {graph.number_of_edges()} facts",
        note=f"The {limit} strongest of {len(spots)} are shown." if len(spots) > limit else "",
        likes=sides[1], neutral=sides[0], dislikes=sides[-1], open=facts[False], closed=facts[True],
        ink="#e8eaed" if dark else "#1c2330", soft="#a5abb5" if dark else "#5d6675",
        rule="#3b4048" if dark else "#e3e5e9", font=_FONT,
    )  # fmt: skip


# --- what is shown --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Said:
    """One fact of an entity in words."""

    text: str
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Spot:
    """An entity as it is shown; `side` is -1, 0 or 1, `anchor` the side that it is placed on."""

    key: str
    name: str
    note: str
    side: int
    anchor: int
    score: float
    said: tuple[_Said, ...]


def _spots(graph: nx.MultiDiGraph[str], scores: Mapping[str, float] | None) -> list[_Spot]:
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
        note = f"{_words(data.get('type', ''), 40)} · mentions {data.get('mentions', 0)} · score {score:.2f}"
        spots.append(
            _Spot(
                key,
                _words(data.get("name", key), 80),
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
) -> _Said:
    ends = [
        "USER" if key == USER else _words(graph.nodes[key].get("name", key), 60)
        for key in (source, target)
    ]
    when = " – ".join(filter(None, (_day(data.get("valid_from")), _day(data.get("valid_to")))))
    over = "" if data.get("open", True) else ", over"
    dates = f" ({(when + over).strip(', ')})" if when or over else ""
    label = _words(data.get("label") or data.get("kind", ""), 60)
    quotes = tuple(_words(quote, 160) for quote in tuple(data.get("quotes", ()))[-3:])
    return _Said(f"{ends[0]} {label} {ends[1]}{dates}", quotes)


def _day(time: datetime | None) -> str:
    return time.date().isoformat() if time else ""


def _tooltip(spot: _Spot) -> str:
    """Plain text, a line for each fact and quote; vis-network shows strings as text."""
    lines = [spot.name, spot.note]
    for said in spot.said[:6]:
        lines += ["", said.text, *(f"“{quote}”" for quote in said.quotes)]
    if len(spot.said) > 6:
        lines += ["", "…"]
    return "\n".join(lines)


def _about(spot: _Spot, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "name": spot.name,
        "note": spot.note,
        "side": _SIDES[spot.side],
        "score": f"{spot.score:.2f}",
        "facts": [{"text": said.text, "quotes": list(said.quotes)} for said in spot.said[:40]],
    }


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
        label = cut(_words(data.get("label") or data.get("kind", ""), 80), 24) or " "
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


# --- where it stands ------------------------------------------------------------------------------

_RING, _GAP, _ROOM, _WIDE = 180.0, 92.0, 112.0, 1.25


def _places(spots: Sequence[_Spot]) -> list[tuple[float, float]]:
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


# --- pyvis and the page ---------------------------------------------------------------------------


def _network(height: str, bgcolor: str, *, dark: bool, busy: bool) -> Any:
    try:
        from pyvis.network import Network
    except ImportError as error:
        raise MissingExtraError("The graph page", "viz") from error
    network = Network(
        height=height, width="100%", directed=True, bgcolor=bgcolor, cdn_resources="in_line"
    )
    ink = "#e8eaed" if dark else "#1c2330"
    font = {"face": _FONT, "size": 14, "color": ink, "strokeWidth": 3, "strokeColor": bgcolor}
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


def _rendered(network: Any, data: Mapping[str, Any], **texts: Any) -> str:
    """The page by pyvis's own rendering, with our template and escaping on."""
    from jinja2 import DictLoader, Environment, StrictUndefined
    from markupsafe import Markup

    library, script = _library(), _own("viz.js")
    nodes, edges, _, _, _, options = network.get_network_data()
    known = {"nodes": nodes, "edges": edges, "options": json.loads(options), **data}
    environment = Environment(
        loader=DictLoader({"viz.html": _own("viz.html")}),
        autoescape=True,
        undefined=StrictUndefined,
    )
    # Only what we wrote ourselves goes in unescaped; Markup is not made of anything from the data
    # but the JSON, which `_inert` has rid of every character that could end its element.
    environment.globals["page"] = {
        **texts,
        "font": Markup(_FONT),
        "policy": _policy(library, script),
        "data": Markup(_inert(known)),
        "library": Markup(library),
        "script": Markup(script),
    }
    network.templateEnv = environment
    network.path = "viz.html"
    rendered: str = network.generate_html(name="viz.html")
    return rendered


@cache
def _library() -> str:
    """vis-network as pyvis ships it."""
    folder = resources.files("pyvis") / "templates" / "lib"
    text = (folder / "vis-9.1.2" / "vis-network.min.js").read_text(encoding="utf-8")
    return text.replace("\r\n", "\n").replace("</script", "<\\/script")


@cache
def _own(name: str) -> str:
    return (resources.files("persona") / name).read_text(encoding="utf-8").rstrip("\n")


def _policy(*scripts: str) -> str:
    """A content policy under which only these scripts run, and nothing is fetched."""
    sums = (
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts
    )
    allowed = " ".join(f"'sha256-{value}'" for value in sums)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


_MARKUP = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def _inert(value: object) -> str:
    """JSON that can stand in a script element: no character in it can end it or start another."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
    return text.translate(_MARKUP)


def _words(value: object, limit: int) -> str:
    """A text of the data on one line, without what cannot be encoded, capped."""
    text = str(value).encode("utf-8", "replace").decode("utf-8")
    return cut(one_line(text), limit)


_LINE = 15  # narrow characters on a line of a label; a CJK character is two wide
_UNIT = re.compile(r"\s*\S")


def _wrapped(name: str) -> str:
    """A label on at most two lines, broken at spaces and between CJK characters.

    Only a word that is longer than a line by itself is broken within.
    """
    lines = [""]
    for unit in _units(name):
        bare = unit.lstrip()
        if _width(lines[-1] + unit) <= _LINE:
            lines[-1] += unit if lines[-1] else bare
        elif len(lines) == 2:
            return "\n".join([lines[0], lines[1] + "…"])
        elif lines[-1]:
            lines.append(bare)
        else:
            lines[-1] = bare
    return "\n".join(lines) if lines[0] else "?"


def _units(name: str) -> list[str]:
    """What stays on one line, with the space before it: CJK characters, words, pieces of long words."""
    units: list[str] = []
    for match in _UNIT.finditer(name):
        piece = match[0]
        joins = units and len(piece) == 1 and not is_cjk(piece) and not is_cjk(units[-1][-1])
        if joins and _width(units[-1].lstrip() + piece) <= _LINE:
            units[-1] += piece
        else:
            units.append(piece)
    return units


def _width(text: str) -> int:
    return sum(2 if is_cjk(character) else 1 for character in text)


def _node_colour(colour: str) -> dict[str, Any]:
    rim = {"border": "#1c2330", "background": colour}
    return {"background": colour, "border": colour, "highlight": rim, "hover": rim}


def _is_dark(bgcolor: str) -> bool:
    red, green, blue = (int(bgcolor[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128  # luma of ITU-R BT.601
