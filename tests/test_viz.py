import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.errors import UsageError
from persona.records import USER
from persona.viz import page
from scripts.cases._browser import opened, program

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


# --- what it shows --------------------------------------------------------------------------------


def test_colour_and_shape_tell_the_polarity_and_dashes_what_is_over() -> None:
    data = Page(page(ANN, title="Ann")).data
    looks = {
        name: (named(data, name)["color"]["background"], named(data, name)["shape"])
        for name in ("sushi", "香菜", "visas", "Vim", "wasabi")
    }
    green, red, grey = ("#009e73", "dot"), ("#d55e00", "diamond"), ("#8a8f98", "dot")
    assert looks == {"sushi": green, "香菜": red, "visas": grey, "Vim": grey, "wasabi": grey}
    edges = {edge["label"]: (edge["color"]["color"], edge["dashes"]) for edge in data["edges"]}
    assert edges == {
        "loves": ("#009e73", False),
        "讨厌": ("#d55e00", False),
        "asks about": ("#8a8f98", False),
        "used": ("#009e73", True),
        "comes with": ("#8a8f98", False),
    }


def test_what_is_for_is_right_and_what_is_against_is_left() -> None:
    data = Page(page(ANN, title="Ann")).data
    assert named(data, "sushi")["x"] > 0 > named(data, "香菜")["x"]


def test_the_score_makes_the_size_and_comes_nearest() -> None:
    graph = graph_of(*[(USER, "likes", f"thing {n}", 1, True, ()) for n in range(30)])
    scores = {f"thing {n}": n / 29 for n in range(30)}
    data = Page(page(graph, title="Ann", scores=scores)).data
    first, last = named(data, "thing 29"), named(data, "thing 0")
    assert (first["size"], last["size"]) == (26, 9)  # 9 + 17 * score
    assert math.hypot(first["x"], first["y"]) < math.hypot(last["x"], last["y"])
    assert [entry["score"] for entry in data["about"][:2]] == ["1.00", "0.97"]


def test_the_tooltip_has_dates_and_quotes_in_plain_lines() -> None:
    tip = named(Page(page(ANN, title="Ann", scores={"vim": 0.5})).data, "Vim")["title"]
    assert tip == (
        "Vim\nthing · mentions 1 · score 0.50\n\nUSER used Vim (2026-01-05 – 2026-02-06, over)\n“I used Vim”"
    )


def test_title_heading_and_counts_are_in_the_page() -> None:
    shown = Page(page(ANN, title="Ann & 安", heading="What she said"))
    assert "Ann & 安" in shown.words
    assert "What she said" in shown.words
    assert "5 entities, 5 facts" in shown.words
    assert "香菜" in page(ANN, title="Ann")  # as written, not escaped


def test_a_big_graph_shows_the_strongest_and_says_so() -> None:
    graph = graph_of(*[(USER, "likes", f"thing {n}", 1, True, ()) for n in range(200)])
    scores = {f"thing {n}": n / 199 for n in range(200)}
    shown = Page(page(graph, title="Ann", scores=scores))
    assert len(shown.data["about"]) == 150
    assert {e["name"] for e in shown.data["about"]} == {f"thing {n}" for n in range(50, 200)}
    assert "The 150 strongest of 200 are shown." in shown.words
    assert len(Page(page(graph, title="Ann", limit=7)).data["nodes"]) == 8


def test_a_person_of_whom_nothing_is_known() -> None:
    assert len(Page(page(graph_of(), title="Ann")).data["nodes"]) == 1


def test_several_facts_of_one_pair_are_drawn_apart() -> None:
    graph = graph_of((USER, "likes", "tea", 1, True, ()), (USER, "drinks", "tea", 1, True, ()))
    bends = [edge["smooth"] for edge in Page(page(graph, title="Ann")).data["edges"]]
    assert bends == [False, {"enabled": True, "type": "curvedCW", "roundness": 0.25}]


@pytest.mark.parametrize("count", [1, 5, 30, 80, 150])
def test_no_two_entities_stand_on_each_other(count: int) -> None:
    rows: list[Row] = [
        (USER, "likes", f"t{n}", (1, 1, 0, -1)[n % 4], True, ()) for n in range(count)
    ]
    nodes = Page(page(graph_of(*rows), title="Ann")).data["nodes"]
    places = [(node["x"], node["y"]) for node in nodes]
    nearest = min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i])
    assert nearest >= 60  # the largest two, of radius 26, do not touch


def test_the_same_graph_gives_the_same_bytes_in_any_order_of_insertion() -> None:
    rows: list[Row] = [
        (USER, "likes", f"t{n}", 1 if n % 3 else -1, n % 5 > 0, (f"q{n}",)) for n in range(20)
    ]
    graph = graph_of(*rows)
    other: nx.MultiDiGraph[str] = nx.MultiDiGraph(**graph.graph)
    nodes, edges = list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))
    random.Random(7).shuffle(nodes)
    random.Random(8).shuffle(edges)
    other.add_nodes_from(nodes)
    for source, target, key, data in edges:
        other.add_edge(source, target, key=key, **data)
    assert page(graph, title="Ann") == page(other, title="Ann")


def test_the_graph_is_not_changed() -> None:
    before = nx.node_link_data(ANN, edges="links")
    page(ANN, title="Ann")
    assert nx.node_link_data(ANN, edges="links") == before


# --- data stays text ------------------------------------------------------------------------------

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


HARMLESS = Page(told(["tea", "likes", "I like tea", "drink", "Ann", "Ann"]))


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.one_of(st.sampled_from(HOSTILE), st.text(min_size=1, max_size=20)),
        min_size=6,
        max_size=6,
    )
)
def test_tags_attributes_and_scripts_are_those_of_a_harmless_page(words: list[str]) -> None:
    text = told(words)
    shown = Page(text)
    assert shown.tags == HARMLESS.tags
    assert shown.scripts[1:] == HARMLESS.scripts[1:]
    assert len(shown.data["nodes"]) == 3
    text.encode("utf-8")


def test_hostile_names_are_shown_as_they_were_written() -> None:
    for name in HOSTILE[:6]:
        shown = Page(told([name, "likes", name, "x", name, name]))
        assert shown.data["about"][0]["name"] == name + "1"
        assert name in shown.words


def test_the_page_asks_for_nothing() -> None:
    text = page(ANN, title="Ann")
    assert not {name for _, attrs in Page(text).tags for name, _ in attrs} & {
        "src",
        "href",
        "action",
    }
    assert "cdn." not in text
    assert "@import" not in text
    assert "url(" not in text.split("<script", 1)[0]


def test_only_the_two_own_scripts_may_run() -> None:
    import base64
    import hashlib

    shown = Page(page(ANN, title="Ann"))
    (policy,) = [
        dict(attrs)["content"] or "" for tag, attrs in shown.tags if ("http-equiv" in dict(attrs))
    ]
    sums = {
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in shown.scripts[1:]
    }
    assert len(sums) == 2
    assert all(f"'sha256-{value}'" in policy for value in sums)
    assert "default-src 'none'" in policy
    assert policy.count("sha256-") == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"bgcolor": "red;}</style><img src=x onerror=window.__pwn=1>"},
        {"bgcolor": "red"},
        {"bgcolor": "#fff\n"},
        {"height": "100vh;}</style>"},
        {"height": "100"},
        {"height": "0px"},
        {"height": 600},
        {"bgcolor": None},
        {"limit": 0},
    ],
)
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        page(ANN, title="Ann", **wrong)


@pytest.mark.parametrize("bgcolor", ["#ffffff", "#0b0d10"])
def test_letters_stand_out_from_the_ground(bgcolor: str) -> None:
    font = Page(page(ANN, title="Ann", bgcolor=bgcolor)).data["options"]["nodes"]["font"]
    assert abs(int(font["color"][1:3], 16) - int(bgcolor[1:3], 16)) > 150


# --- other processes ------------------------------------------------------------------------------


def python(script: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-c", script],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )


CHINESE = """
import hashlib, sys, networkx as nx
graph = nx.MultiDiGraph(user_id="\\u5b89")
graph.add_node("USER", kind="user", name="USER")
graph.add_node("x", kind="entity", name="\\u5730\\u94c1\\U0001f600", type="t", mentions=1)
graph.add_edge("USER", "x", key="f", kind="likes", label="\\u559c\\u6b22", polarity=1, open=True, weight=1.0)
from persona.viz import page
from scripts.cases._browser import opened, program
sys.stdout.buffer.write(page(graph, title="\\u5b89").encode("utf-8"))
"""


@pytest.mark.slow
def test_a_chinese_page_in_a_locale_of_ascii() -> None:
    plain = python(CHINESE, LC_ALL="C", PYTHONUTF8="0", PYTHONHASHSEED="1")
    other = python(CHINESE, LC_ALL="C.UTF-8", PYTHONHASHSEED="2")
    assert plain.returncode == 0, plain.stderr
    text = plain.stdout.decode("utf-8")
    assert '<meta charset="utf-8">' in text
    assert "地铁😀" in text
    assert plain.stdout == other.stdout


@pytest.mark.slow
def test_without_pyvis_the_error_says_what_to_install() -> None:
    run = python("import sys; sys.modules['pyvis'] = None\n" + CHINESE, PYTHONUTF8="1")
    assert run.returncode == 1
    assert b"pip install 'persona-graph[viz]'" in run.stderr


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("platform engineer", "platform\nengineer"),
        ("bright backgrounds", "bright\nbackgrounds"),
        ("C++ and C#", "C++ and C#"),
        ("the Lord of the Rings", "the Lord of the\nRings"),
        ("machine learning infrastructure team", "machine\nlearning…"),
        ("internationalisation", "internationalis\nation"),  # longer than a line by itself
        ("在上海的一家很安静的小咖啡馆写代码", "在上海的一家很\n安静的小咖啡馆…"),
        ("Postgres 数据库 迁移 to SQLite", "Postgres 数据库\n迁移 to SQLite"),
    ],
)
def test_a_label_breaks_at_spaces_and_between_chinese_characters(name: str, label: str) -> None:
    graph = graph_of((USER, "likes", name, 1, True, ()))
    assert named(Page(page(graph, title="Ann")).data, name)["label"] == label


@given(st.lists(st.text(alphabet="ab", min_size=1, max_size=15), min_size=1, max_size=6))
def test_a_label_has_two_lines_of_whole_words(words: list[str]) -> None:
    graph = graph_of((USER, "likes", " ".join(words), 1, True, ()))
    data = Page(page(graph, title="Ann")).data
    label = named(data, data["about"][0]["name"])["label"]
    lines = label.removesuffix("…").split("\n")
    assert len(lines) <= 2
    assert all(len(line) <= 15 for line in lines)
    whole = label.removesuffix("…").split()
    assert whole == " ".join(words)[:79].split()[: len(whole)]  # a name is cut at 80
    assert label.endswith("…") == (len(whole) < len(words))


# --- in a browser ---------------------------------------------------------------------------------


browser = pytest.mark.skipif(program() is None, reason="no Chromium")


@browser
@pytest.mark.browser
@pytest.mark.slow
def test_hovering_and_choosing_in_a_browser_shows_words_and_runs_nothing(tmp_path: Path) -> None:
    rows: list[Row] = [
        (USER, name, name, 1 - n % 3, True, (name,)) for n, name in enumerate(HOSTILE)
    ]
    file = tmp_path / "page.html"
    file.write_bytes(page(graph_of(*rows), title=HOSTILE[0], heading=HOSTILE[1]).encode())
    with opened(file) as chromium:
        elements = chromium.value("document.getElementsByTagName('*').length")
        places = chromium.value(
            "Object.entries(network.getPositions()).map(([id, place]) => {"
            " const at = network.canvasToDOM(place); return [at.x, at.y]; })"
        )
        assert len(places) == len(HOSTILE) + 1
        seen = set()
        for x, y in places:
            chromium.move(1, 1)
            chromium.move(x, y)
            chromium.move(x + 1, y)
            chromium.wait("document.querySelector('.vis-tooltip')?.style.visibility === 'visible'")
            tags = "[...document.querySelector('.vis-tooltip').children].map((e) => e.tagName)"
            assert set(chromium.value(tags)) <= {"BR"}  # what the ends of lines become
            seen.add(chromium.value("document.querySelector('.vis-tooltip').innerText"))
        assert len(seen) == len(places)
        assert any(tip.startswith(HOSTILE[1] + "\n") for tip in seen)
        chromium.value("document.querySelectorAll('#top button').forEach((b) => b.click())")
        assert chromium.value("document.querySelectorAll('#detail h2').length") == 1
        assert chromium.value("document.querySelectorAll('img, svg, iframe, object').length") == 0
        assert chromium.value("document.getElementsByTagName('*').length") > elements
        assert chromium.value("typeof window.__pwn") == "undefined"
        asked = [
            event["params"]["request"]["url"]
            for event in chromium.events
            if event["method"] == "Network.requestWillBeSent"
        ]
        assert asked == [file.as_uri()]
        assert not [e for e in chromium.events if e["method"] == "Runtime.exceptionThrown"]
        assert not [e for e in chromium.events if e["method"] == "Log.entryAdded"]


@browser
@pytest.mark.browser
@pytest.mark.slow
def test_the_whole_graph_is_in_view_and_stays_so(tmp_path: Path) -> None:
    rows: list[Row] = [(USER, "喜欢", f"主题 {n}", 1 - n % 3, True, ()) for n in range(40)]
    file = tmp_path / "page.html"
    file.write_bytes(page(graph_of(*rows), title="安").encode())
    inside = (
        "Object.values(network.getPositions()).every((place) => {"
        " const at = network.canvasToDOM(place), box = document.getElementById('graph');"
        " return at.x > 0 && at.y > 0 && at.x < box.clientWidth && at.y < box.clientHeight; })"
    )
    with opened(file) as chromium:
        chromium.wait(inside)
        chromium.call(
            "Emulation.setDeviceMetricsOverride",
            width=900, height=900, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        chromium.wait("document.getElementById('graph').clientHeight === 900")
        chromium.wait(inside)
        chromium.value("document.getElementById('find').value = '主题 7'")
        chromium.value("document.getElementById('find').dispatchEvent(new Event('input'))")
        assert chromium.value("document.querySelector('#detail h2').textContent") == "主题 7"
        assert chromium.value("network.getSelectedNodes().length") == 1
