"""Ten messages of one person, worked out by hand.

The time of the view is day 180. Half-lives: likes, uses 180 days; learning 90; asks_about 30;
dislikes 360; rejected 90; lives_in and links do not fade.

==  ====  ==============================  ==============================  ======  =====
m   day   said                            fact                            weight  v
==  ====  ==============================  ==============================  ======  =====
1   0     我很喜欢喝拿铁                  likes 拿铁                      .8      .4
2   0     后端一直在用 Rust               uses Rust                       .8      .4
3   90    最近在学 Rust 和吉他            learning Rust, learning 吉他    .8 .8   .4 .4
4   90    我最讨厌香菜                    dislikes 香菜                   1.0     .8409
5   180   又喝了拿铁，真喜欢              likes 拿铁                      .8      .8
6   150   Rust 的异步怎么写？             asks_about Rust                 .3      .15
7   180   用 Tokio 写 Rust 真顺手         uses Tokio, Tokio part_of Rust  .8 .8   .8 .8
8   180   我住在杭州                      lives_in 杭州                   1.0     1.0
9   180   香菜我还是不吃                  dislikes 香菜                   .8      .8
10  180   乌龙茶这次就不选了              rejected 乌龙茶                 .6      .6
==  ====  ==============================  ==============================  ======  =====

v = weight * 2 ** (-age / half-life); message 4 is 90 days old: 2 ** (-1/4) = .840896.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from persona.memory import build_persona
from persona.records import Assertion, Persona
from persona.resolve import resolve
from persona.scoring import Scores, score
from tests.resolve.said import at, said

NOW = at(180)


def conversation() -> list[Assertion]:
    def row(n: int, day: int, target: str, kind: str, weight: float, text: str, sign: int = 1,
            source: str = "USER") -> Assertion:  # fmt: skip
        return said(target, kind, sign, day=day, message=f"m{n:02}", weight=weight, source=source,
                    quote=text)  # fmt: skip

    return [
        row(1, 0, "拿铁", "likes", 0.8, "我很喜欢喝拿铁"),
        row(2, 0, "Rust", "uses", 0.8, "后端一直在用 Rust"),
        row(3, 90, "Rust", "learning", 0.8, "最近在学 Rust 和吉他"),
        row(3, 90, "吉他", "learning", 0.8, "最近在学 Rust 和吉他"),
        row(4, 90, "香菜", "dislikes", 1.0, "我最讨厌香菜", -1),
        row(5, 180, "拿铁", "likes", 0.8, "又喝了拿铁，真喜欢"),
        row(6, 150, "Rust", "asks_about", 0.3, "Rust 的异步怎么写？", 0),
        row(7, 180, "Tokio", "uses", 0.8, "用 Tokio 写 Rust 真顺手"),
        row(7, 180, "Rust", "part_of", 0.8, "用 Tokio 写 Rust 真顺手", source="Tokio"),
        row(8, 180, "杭州", "lives_in", 1.0, "我住在杭州"),
        row(9, 180, "香菜", "dislikes", 0.8, "香菜我还是不吃", -1),
        row(10, 180, "乌龙茶", "rejected", 0.6, "乌龙茶这次就不选了", -1),
    ]


def scored() -> Scores:
    resolution = resolve("林", conversation())
    return score(resolution.facts, resolution.entities, as_of=NOW)


def persona() -> Persona:
    resolution = resolve("林", conversation())
    return build_persona(
        "林", resolution.facts, resolution.entities, scored(), as_of=NOW, extractor="rules"
    )


# G+. Edge weights from USER, 1 - product(1 - v / 2):
#   拿铁   1 - .8 * .6          = .52         Tokio  1 - .6 = .4
#   Rust   1 - .8 * .8 * .925   = .408        杭州   1 - .5 = .5
#   吉他   1 - .8               = .2
# Between entities: the link Tokio-Rust, 1 - .6 = .4.
# Together: message 3 names Rust and 吉他, .1 * .5 = .05; message 7 Tokio and Rust, .1 * 1 = .1.
#
# Degree: 拿铁 .52; Rust .408 + .4 + .05 + .1 = .958; 吉他 .2 + .05 = .25; Tokio .4 + .4 + .1 = .9;
#   杭州 .5. The largest is .958:
DEGREE = {"拿铁": 0.543, "rust": 1.000, "吉他": 0.261, "tokio": 0.939, "杭州": 0.522}
# Frequency, log(1 + sum of v): 拿铁 log 2.2 = .78846; Rust log 1.95 = .66783; 吉他 log 1.4 = .33647;
#   Tokio log 1.8 = .58779; 杭州 log 2 = .69315. The largest is .78846:
FREQUENCY = {"拿铁": 1.000, "rust": 0.847, "吉他": 0.427, "tokio": 0.745, "杭州": 0.879}
# PageRank: walks restart at USER, .85 of steps follow an edge. Edges out, with 1 back to USER:
#              USER 拿铁  Rust  吉他  Tokio 杭州   sum
WALKS = [
    [0.00, 0.52, 0.408, 0.20, 0.40, 0.50],  # USER   2.028
    [1.00, 0.00, 0.000, 0.00, 0.00, 0.00],  # 拿铁   1
    [1.00, 0.00, 0.000, 0.05, 0.50, 0.00],  # Rust   1.55
    [1.00, 0.00, 0.050, 0.00, 0.00, 0.00],  # 吉他   1.05
    [1.00, 0.00, 0.500, 0.00, 0.00, 0.00],  # Tokio  1.5
    [1.00, 0.00, 0.000, 0.00, 0.00, 0.00],  # 杭州   1
]
# With u the rank of USER: 拿铁 = .85 u .52 / 2.028 = .21795 u; 杭州 = .20957 u;
#   Rust  = .17101 u + .85 (.05 / 1.05 吉他 + .5 / 1.5 Tokio) = .17101 u + .04048 吉他 + .28333 Tokio
#   吉他  = .08383 u + .85 * .05 / 1.55 Rust                  = .08383 u + .02742 Rust
#   Tokio = .16765 u + .85 * .5 / 1.55 Rust                   = .16765 u + .27419 Rust
# so Rust (1 - .00111 - .07769) = (.17101 + .00339 + .04750) u, Rust = .24088 u, 吉他 = .09043 u,
# Tokio = .23370 u. The largest is that of Rust:
PAGERANK = {"拿铁": 0.905, "rust": 1.000, "吉他": 0.375, "tokio": 0.970, "杭州": 0.870}
# Score = .4 pagerank + .3 degree + .3 frequency:
SCORE = {"rust": 0.954, "tokio": 0.894, "拿铁": 0.825, "杭州": 0.768, "吉他": 0.356}


def test_every_component_of_g_plus() -> None:
    side = scored().positive
    assert set(side) == set(SCORE)
    for key in SCORE:
        parts = side[key].components
        assert parts.degree == pytest.approx(DEGREE[key], abs=6e-4), key
        assert parts.frequency == pytest.approx(FREQUENCY[key], abs=6e-4), key
        assert parts.pagerank == pytest.approx(PAGERANK[key], abs=6e-4), key
        assert side[key].score == pytest.approx(SCORE[key], abs=6e-4), key


def test_pagerank_solves_the_written_system() -> None:
    walks = np.array(WALKS)
    steps = walks / walks.sum(axis=1, keepdims=True)
    restart = np.array([1.0, 0, 0, 0, 0, 0])
    rank = np.linalg.solve(np.eye(6) - 0.85 * steps.T, 0.15 * restart)
    side = scored().positive
    for at_, key in enumerate(["拿铁", "rust", "吉他", "tokio", "杭州"], start=1):
        assert side[key].raw.pagerank == pytest.approx(rank[at_], abs=1e-9)


def test_every_component_of_g_minus() -> None:
    # 香菜: edge 1 - (1 - .42045) (1 - .4) = .65227, frequency log(1 + 1.6409) = .97112, the largest.
    # 乌龙茶: edge .3, so degree .3 / .65227 = .45993; frequency log 1.6 = .47000 / .97112 = .48398.
    # Each has only its edge from USER and back, so pagerank shares as the edges do: .45993.
    side = scored().negative
    assert [key for key in side if side[key].current] == ["乌龙茶", "香菜"]
    parts = side["乌龙茶"].components
    assert (parts.pagerank, parts.degree, parts.frequency) == pytest.approx(
        (0.460, 0.460, 0.484), abs=6e-4
    )
    assert side["乌龙茶"].score == pytest.approx(0.467, abs=6e-4)
    assert side["香菜"].score == 1.0
    assert side["香菜"].raw.frequency == pytest.approx(math.log(1 + 0.8 + 2**-0.25))


def test_the_persona_that_comes_out() -> None:
    found = persona()
    assert {name: [line.entity for line in lines] for name, lines in found.sections.items() if lines} == {
        "attributes": ["杭州"], "likes": ["拿铁"], "uses": ["Rust", "Tokio"],
        "learning": ["Rust", "吉他"], "interests": ["Rust"], "dislikes": ["香菜"],
        "rejected": ["乌龙茶"],
    }  # fmt: skip
    assert [line.entity for line in found.top()] == ["Rust", "Tokio", "拿铁", "吉他"]
    assert found.uses[0].mentions == 3
    assert found.summary == "住在杭州，喜欢拿铁，在用 Rust、Tokio，在学吉他。不喜欢香菜。"
    assert found.statistics["nodes"] == 8
