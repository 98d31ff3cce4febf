from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.errors import ConfigError
from persona.records import Assertion, Components
from persona.resolve import resolve
from persona.scoring import Scores, Side, score, score_each, score_many
from persona.scoring.columns import Case
from persona.scoring.scores import NOTHING
from tests.resolve.said import at, said
from tests.scoring.reference import reference_scores
from tests.scoring.strategies import NAMES, statements

NOW = at(250)
Scorer = Callable[..., Scores]
both = pytest.mark.parametrize("scorer", [score, reference_scores])


def case(rows: list[Assertion]) -> Case:
    resolution = resolve("u", rows)
    return Case(resolution.facts, resolution.entities, NOW)


def scored(rows: list[Assertion], scorer: Scorer = score) -> Scores:
    facts, entities, as_of = case(rows)
    return scorer(facts, entities, as_of=as_of)


@both
def test_what_is_said_more_often_or_later_scores_more(scorer: Scorer) -> None:
    scores = scored(
        [said("咖啡", day=d) for d in (200, 201, 202)] + [said("网球", day=202, message="x")],
        scorer,
    )
    assert scores.positive["咖啡"].score == 1.0
    assert scores.positive["网球"].score < 0.7
    later = scored([said("旧", day=0), said("新", day=240)], scorer)
    assert later.positive["新"].score > later.positive["旧"].score


@both
def test_one_entity_has_all_of_every_term(scorer: Scorer) -> None:
    (found,) = scored([said("茶", day=100)], scorer).positive.values()
    assert found.components == Components(1.0, 1.0, 1.0)
    assert found.score == 1.0
    assert found.raw.pagerank == pytest.approx(0.459459459)


@both
def test_pagerank_keeps_its_share_among_two_hundred(scorer: Scorer) -> None:
    rows = [said(f"主题{n}", day=n) for n in range(200)]
    scores = scored(rows, scorer)
    share = sum(0.4 * s.components.pagerank for s in scores.positive.values())
    total = sum(s.score for s in scores.positive.values())
    assert 0.35 < share / total < 0.45


@both
def test_said_once_and_joined_to_three_liked_things_outranks_said_twice_alone(
    scorer: Scorer,
) -> None:
    liked = ["爵士", "蓝调", "灵魂乐"]
    rows = [said(name, day=d, message=f"{name}{d}") for name in liked for d in (200, 201, 202)]
    rows += [said("萨克斯", day=203, message="once")]
    rows += [
        said(name, "used_with", source="萨克斯", day=204, message=f"l{name}") for name in liked
    ]
    rows += [said("钓鱼", day=d, message=f"twice{d}") for d in (202, 203)]
    side = scored(rows, scorer).positive
    assert side["萨克斯"].score > side["钓鱼"].score
    alone = [row for row in rows if row.kind == "likes"]
    assert scored(alone, scorer).positive["萨克斯"].score < side["钓鱼"].score


@both
def test_a_neighbour_re_orders_but_is_no_current_entity(scorer: Scorer) -> None:
    rows = [said("Python", "uses", day=200), said("Go", "uses", day=200, message="x"),
            said("FastAPI", "used_with", source="Python", day=200, message="y")]  # fmt: skip
    side = scored(rows, scorer).positive
    assert not side["fastapi"].current
    assert side["python"].score > side["go"].score
    assert side["fastapi"].components.frequency == 0.0
    assert all(0 <= s.score <= 1 for s in side.values())


@both
def test_a_disliked_thing_has_the_score_of_its_dislike(scorer: Scorer) -> None:
    rows = [said("Jira", "uses", day=d) for d in range(240, 250)]
    rows += [said("Jira", "dislikes", -1, day=249, weight=0.5), said("香菜", "dislikes", -1, day=249,
             message="x", weight=1.0), said("Rust", "uses", day=249, message="y")]  # fmt: skip
    scores = scored(rows, scorer)
    assert "jira" not in scores.positive
    assert scores.averse == {"jira", "香菜"}
    assert scores.of("jira") == scores.negative["jira"]
    assert scores.negative["香菜"].score > scores.negative["jira"].score > 0
    assert scores.of("rust") == scores.positive["rust"]
    assert scores.of("nothing") == NOTHING


@both
def test_nothing_has_no_scores(scorer: Scorer) -> None:
    scores = scorer((), {}, as_of=None)
    assert (len(scores.positive), len(scores.negative)) == (0, 0)


def test_safety_is_on_neither_side_and_weight_zero_divides_by_nothing() -> None:
    scores = scored([said("花生", "allergic_to", -1), said("茶", weight=0.0, day=1)])
    assert "花生" not in scores.positive
    assert "花生" not in scores.negative
    assert scores.positive["茶"].score == 0.0


def test_weights_are_configurable_and_checked() -> None:
    facts, entities, now = case([said("茶", day=1), said("书", day=200)])
    only = score(facts, entities, as_of=now, weights=(0.0, 0.0, 1.0))
    assert only.positive["茶"].score == only.positive["茶"].components.frequency
    for wrong in ((1.0, 1.0, 1.0), (-0.2, 0.6, 0.6), (float("nan"), 0.5, 0.5)):
        with pytest.raises(ConfigError, match="three numbers"):
            score(facts, entities, as_of=now, weights=wrong)


def test_a_side_is_a_mapping_that_is_equal_by_value() -> None:
    side = Side(["茶"], [[0.1], [0.2], [0.3], [1.0], [1.0], [1.0], [1.0], [1.0]])
    assert side == Side(["茶"], [[0.1], [0.2], [0.3], [1.0], [1.0], [1.0], [1.0], [1.0]])
    assert side != Side(["茶"], [[0.1], [0.2], [0.3], [1.0], [1.0], [1.0], [0.9], [1.0]])
    assert side["茶"].raw == Components(0.1, 0.2, 0.3)
    assert "茶" in repr(side)
    with pytest.raises(KeyError):
        side["书"]


def close(one: Side, other: Side) -> bool:
    return set(one) == set(other) and all(
        _numbers(one, key) == pytest.approx(_numbers(other, key), abs=2e-9) for key in one
    )


def _numbers(side: Side, key: str) -> list[float]:
    s = side[key]
    raw, parts = s.raw, s.components
    return [raw.pagerank, raw.degree, raw.frequency, parts.pagerank, parts.degree, parts.frequency,
            s.score, float(s.current)]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(statements())
def test_fast_is_the_plain_reference(rows: list[Assertion]) -> None:
    facts, entities, now = case(rows)
    fast, plain = score(facts, entities, as_of=now), reference_scores(facts, entities, as_of=now)
    assert close(fast.positive, plain.positive)
    assert close(fast.negative, plain.negative)
    assert fast.averse == plain.averse


@settings(max_examples=60, deadline=None)
@given(st.lists(statements(8), min_size=2, max_size=5), st.integers(1, 3))
def test_law_10_alone_and_in_a_batch_are_equal_to_the_bit(
    users: list[list[Assertion]], chunk: int
) -> None:
    cases = [case(rows) for rows in users]
    alone = [score(facts, entities, as_of=now) for facts, entities, now in cases]
    assert score_many(cases) == alone
    assert list(score_each(iter(cases), chunk=chunk)) == alone


@settings(max_examples=80, deadline=None)
@given(statements(), st.randoms(use_true_random=False))
def test_the_order_of_facts_and_entities_changes_no_bit(
    rows: list[Assertion], rng: random.Random
) -> None:
    facts, entities, now = case(rows)
    shuffled, keys = list(facts), list(entities)
    rng.shuffle(shuffled)
    rng.shuffle(keys)
    again = score(shuffled, {key: entities[key] for key in keys}, as_of=now)
    assert again == score(facts, entities, as_of=now)


@settings(max_examples=100, deadline=None)
@given(statements())
def test_scores_are_shares_and_law_8_holds(rows: list[Assertion]) -> None:
    scores = scored(rows)
    for side in (scores.positive, scores.negative):
        for found in side.values():
            assert 0.0 <= found.score <= 1.0
            parts = found.components
            assert all(0.0 <= p <= 1.0 for p in (parts.pagerank, parts.degree, parts.frequency))
    assert not scores.averse & set(scores.positive)


@settings(max_examples=100, deadline=None)
@given(statements(), st.sampled_from(NAMES))
def test_one_more_message_never_lowers_a_score(rows: list[Assertion], name: str) -> None:
    key = name.casefold()
    told = [
        *rows,
        said(name, "likes", day=244),
    ]  # later than all rows, so nothing changes sign after
    before, after = scored(told), scored([*told, said(name, "likes", day=245)])
    assert after.positive[key].score >= before.positive[key].score - 1e-9
    assert after.positive[key].raw.degree > before.positive[key].raw.degree
    assert after.positive[key].raw.frequency > before.positive[key].raw.frequency


_PROGRAM = """
from persona.resolve import resolve
from persona.scoring import score
from tests.resolve.said import at, said
rows = [said(n, k, p, day=d * 30, message=f"m{d % 3}{d}") for d, n in enumerate("茶书花abc")
        for k, p in (("likes", 1), ("uses", 1), ("rejected", -1))]
rows += [said("b", "used_with", source="a", day=9), said("书", "dislikes", -1, day=200)]
r = resolve("u", rows)
s = score(r.facts, r.entities, as_of=at(250))
print(repr(sorted(s.positive.items())), repr(sorted(s.negative.items())), sorted(s.averse))
"""


def test_law_10_the_hash_seed_changes_nothing() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "271828")
    }
    assert len(outputs) == 1


@pytest.mark.slow
def test_twenty_thousand_entities_around_one_user() -> None:
    one = case([said(f"物{n}", day=n % 200, message=f"m{n}") for n in range(20_000)])
    scores = score(one.facts, one.entities, as_of=one.as_of)
    assert len(scores.positive) == 20_000
    assert max(each.score for each in scores.positive.values()) == 1.0
