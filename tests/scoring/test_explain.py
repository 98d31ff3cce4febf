from __future__ import annotations

import pytest
from hypothesis import given, settings

from persona.errors import UnknownNameError
from persona.records import Assertion
from persona.resolve import resolve
from persona.scoring import explain, score
from tests.resolve.said import at, said
from tests.scoring.strategies import statements

ROWS = [
    said("Rust", "uses", day=0, weight=0.8, quote="后端用 Rust 写"),
    said("Rust", "uses", day=180, weight=0.6, quote="还在用 Rust"),
    said("Tokio", "uses", day=180, weight=0.8),
    said("Rust", "used_with", source="Tokio", day=180, weight=0.8),
    said("Jira", "dislikes", -1, day=100),
    said("Jira", "uses", day=100),
]
NOW = at(180)


def test_every_term_edge_and_message() -> None:
    resolution = resolve("u", ROWS)
    scores = score(resolution.facts, resolution.entities, as_of=NOW)
    found = explain("rust", resolution.facts, resolution.entities, scores)
    assert (found.entity, found.side, found.score) == (
        "Rust",
        "positive",
        scores.positive["rust"].score,
    )
    # .8 half gone: .2; .6 fresh: .3; 1 - .8 * .7 = .44. The link: .4. One message names both: .1
    assert [(t.other, round(t.weight, 6), t.why) for t in found.ties] == [
        ("USER", 0.44, "facts"), ("tokio", 0.4, "link"), ("tokio", 0.1, "together"),
    ]  # fmt: skip
    degree = found.terms[1]
    assert (degree.name, degree.raw, degree.component) == ("degree", 0.94, 1.0)
    assert [(c.message_id, c.quote, c.stated, c.decay, c.weight) for c in found.evidence] == [
        ("m0", "后端用 Rust 写", 0.8, 0.5, 0.2),
        ("m180", "还在用 Rust", 0.6, 1.0, 0.3),
    ]


def test_a_disliked_entity_is_explained_on_its_side() -> None:
    resolution = resolve("u", ROWS)
    scores = score(resolution.facts, resolution.entities, as_of=NOW)
    found = explain("jira", resolution.facts, resolution.entities, scores)
    assert (found.side, found.score) == ("negative", 1.0)
    assert {(c.kind, c.polarity) for c in found.evidence} == {("uses", 1), ("dislikes", -1)}
    assert [term.without for term in found.terms] == [0.6, 0.7, 0.7]


def test_evidence_that_is_over_is_shown_and_weighs_nothing() -> None:
    resolution = resolve("u", [said("可乐", day=0), said("可乐", "dislikes", -1, day=1)])
    scores = score(resolution.facts, resolution.entities, as_of=at(1))
    found = explain("可乐", resolution.facts, resolution.entities, scores)
    assert [(c.kind, c.open, c.weight) for c in found.evidence] == [
        ("likes", False, 0.0), ("dislikes", True, 0.4),
    ]  # fmt: skip


def test_an_unknown_key_is_an_error_with_words() -> None:
    scores = score((), {}, as_of=None)
    with pytest.raises(UnknownNameError, match="no entity with the key '茶'"):
        explain("茶", (), {}, scores)


def test_classic_terms_are_of_the_classic_formula() -> None:
    resolution = resolve("u", [said("茶", day=0, weight=0.9)])
    scores = score(resolution.facts, resolution.entities, as_of=at(0), scheme="classic")
    found = explain("茶", resolution.facts, resolution.entities, scores)
    assert [term.share for term in found.terms] == [40.0, 30.0, 30.0]
    assert sum(term.part for term in found.terms) == pytest.approx(found.score, abs=1e-8)


@settings(max_examples=60, deadline=None)
@given(statements())
def test_parts_add_up_to_the_score_and_ties_to_the_degree(rows: list[Assertion]) -> None:
    resolution = resolve("u", rows)
    scores = score(resolution.facts, resolution.entities, as_of=at(250))
    for key in resolution.entities:
        found = explain(key, resolution.facts, resolution.entities, scores)
        assert sum(term.part for term in found.terms) == pytest.approx(found.score, abs=1e-8)
        for term in found.terms:
            assert term.without == pytest.approx(max(found.score - term.part, 0.0), abs=1e-8)
        assert sum(tie.weight for tie in found.ties) == pytest.approx(found.terms[1].raw, abs=1e-8)
