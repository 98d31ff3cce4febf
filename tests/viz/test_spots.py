from persona.records import USER
from persona.viz import page
from tests.viz.pages import ANN, Page, graph_of, named


def test_the_tooltip_has_dates_and_quotes_in_plain_lines() -> None:
    tip = named(Page(page(ANN, title="Ann", scores={"vim": 0.5})).data, "Vim")["title"]
    assert tip == (
        "Vim\nthing · mentions 1 · score 0.50\n\nUSER used Vim (2026-01-05 – 2026-02-06, over)\n“I used Vim”"
    )


def test_a_big_graph_shows_the_strongest_and_says_so() -> None:
    graph = graph_of(*[(USER, "likes", f"thing {n}", 1, True, ()) for n in range(200)])
    scores = {f"thing {n}": n / 199 for n in range(200)}
    shown = Page(page(graph, title="Ann", scores=scores))
    assert len(shown.data["about"]) == 150
    assert {e["name"] for e in shown.data["about"]} == {f"thing {n}" for n in range(50, 200)}
    assert "The 150 strongest of 200 are shown." in shown.words
    assert len(Page(page(graph, title="Ann", limit=7)).data["nodes"]) == 8
