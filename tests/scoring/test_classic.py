from __future__ import annotations

import networkx as nx
import pytest

from persona.resolve import resolve
from persona.scoring import score
from persona.scoring.classic import classic_scores
from tests.resolve.said import at, said

# Three things tied to one user: weights .9, .8, .5 (the default where none is given), named in
# 3, 2 and 1 messages.
SAMPLE = {"Python": (0.9, 3), "数据分析": (0.8, 2), "Go": (0.5, 1)}


def test_the_known_sample() -> None:
    found = classic_scores(
        {k: w for k, (w, _) in SAMPLE.items()}, {k: m for k, (_, m) in SAMPLE.items()}
    )
    assert [round(found[key][3], 3) for key in SAMPLE] == [68.115, 54.797, 34.841]
    assert [round(found[key][0], 4) for key in SAMPLE] == [0.2779, 0.2699, 0.246]


def test_it_is_networkx_itself_to_nine_decimals() -> None:
    rows = [
        said(name, weight=weight, day=day, message=f"{name}{day}")
        for name, (weight, messages) in SAMPLE.items()
        for day in range(messages)
    ]
    resolution = resolve("u", rows)
    scores = score(resolution.facts, resolution.entities, as_of=at(900), scheme="classic")
    star: nx.DiGraph[str] = nx.DiGraph()
    star.add_weighted_edges_from(("USER", key.casefold(), w) for key, (w, _) in SAMPLE.items())
    rank = nx.pagerank(star)
    for key, (weight, mentions) in SAMPLE.items():
        expected = 40 * rank[key.casefold()] + 30 * weight + 30 * mentions / 3
        assert scores.positive[key.casefold()].score == pytest.approx(expected, abs=1e-9)
    assert scores.scheme == "classic"


def test_unlike_its_model_it_knows_a_dislike() -> None:
    rows = [said("香菜", "dislikes", -1, day=d, weight=0.95) for d in range(5)]
    resolution = resolve("u", [*rows, said("拿铁", day=6)])
    scores = score(resolution.facts, resolution.entities, as_of=at(9), scheme="classic")
    assert list(scores.positive) == ["拿铁"]
    assert list(scores.negative) == ["香菜"]
    assert scores.averse == {"香菜"}


def test_what_is_over_has_no_tie_and_nothing_has_no_scores() -> None:
    rows = [said("Vim", "uses", day=0), said("Vim", "uses", -1, day=1)]
    resolution = resolve("u", rows)
    assert (
        len(score(resolution.facts, resolution.entities, as_of=at(2), scheme="classic").positive)
        == 0
    )
    assert len(score((), {}, as_of=None, scheme="classic").positive) == 0
