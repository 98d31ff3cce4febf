"""Graphs for tests of the page, and a page as a browser reads it."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

import networkx as nx
import pytest

from persona.records import USER
from persona.viz import page

pytest.importorskip("pyvis")

JAN = datetime(2026, 1, 5, tzinfo=UTC)
FEB = datetime(2026, 2, 6, tzinfo=UTC)

Row = tuple[str, str, str, int, bool, tuple[str, ...]]


def graph_of(*rows: Row, type_: str = "thing", user_id: str = "ann") -> "nx.MultiDiGraph[str]":
    """A graph as `persona.graph.build` makes it, of (source, label, target, polarity, open, quotes)."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(user_id=user_id, as_of=FEB)
    graph.add_node(USER, kind="user", name=USER)
    for number, (source, label, target, polarity, is_open, quotes) in enumerate(rows):
        for name in (source, target):
            if name != USER:
                graph.add_node(name.casefold(), kind="entity", name=name, type=type_, mentions=1)
        graph.add_edge(
            source if source == USER else source.casefold(),
            target.casefold(),
            key=f"f{number:03}",
            kind="likes",
            family="attitude",
            polarity=polarity,
            label=label,
            weight=0.45,
            open=is_open,
            valid_from=JAN,
            valid_to=None if is_open else FEB,
            quotes=quotes,
        )
    return graph


ANN = graph_of(
    (USER, "loves", "sushi", 1, True, ("I love sushi",)),
    (USER, "讨厌", "香菜", -1, True, ("我讨厌香菜",)),
    (USER, "asks about", "visas", 0, True, ()),
    (USER, "used", "Vim", 1, False, ("I used Vim",)),
    ("sushi", "comes with", "wasabi", 1, True, ()),
)


class Page(HTMLParser):
    """What a browser makes of a page: tags with attributes, scripts, and words outside of them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.scripts: list[str] = []
        self.words = ""
        self._in_script = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))
        self._in_script = tag == "script"
        if self._in_script:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts[-1] += data
        else:
            self.words += data

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.scripts[0])
        return found


def named(data: dict[str, Any], name: str) -> dict[str, Any]:
    """The node of that name."""
    (number,) = [entry["id"] for entry in data["about"] if entry["name"] == name]
    (node,) = [node for node in data["nodes"] if node["id"] == number]
    assert isinstance(node, dict)
    return node


HOSTILE = [
    "</script><script>window.__pwn=1</script>",
    "</script><img src=x onerror=window.__pwn=1>",
    "href <img src=x onerror=window.__pwn=1>",
    'a"></option></select><img src=x onerror=window.__pwn=1>',
    "<!--<script>window.__pwn=1",
    "]]><svg/onload=window.__pwn=1>",
    "{{ 7*7 }}{% include 'x' %}",
    "javascript:window.__pwn=1",
    "\u2028\u2029window.__pwn=1//",
    "\\u003cscript>\\",
    "</title></style><script>window.__pwn=1</script>",
    "'><b onmouseover=window.__pwn=1>我</b>",
    "&lt;script&gt;window.__pwn=1&lt;/script&gt;",
    "\ud800<i>",
    "https://evil.example/x.png",
]


def told(words: Sequence[str], **more: Any) -> str:
    name, label, quote, kind, title, heading = words
    graph = graph_of(
        (USER, label, name + "1", 1, True, (quote,)),
        (name + "1", label, name + "2", -1, False, (quote,)),
        type_=kind,
        user_id=name,
    )
    return page(graph, title=title, heading=heading, **more)
