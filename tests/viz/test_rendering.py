import base64
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.records import USER
from persona.viz import page
from scripts.cases._browser import opened, program
from tests.viz.pages import ANN, HOSTILE, Page, Row, graph_of, told

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
