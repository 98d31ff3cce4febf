from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime

import pytest

from persona.records import Assertion
from persona.resolve import resolve
from persona.scoring.columns import Case, columns
from persona.vocabulary import KINDS
from tests.resolve.said import at, said


def case(*rows: Assertion, as_of: datetime | None = None) -> Case:
    resolution = resolve("u", rows)
    return Case(resolution.facts, resolution.entities, as_of)


def test_users_stand_below_each_other_with_nodes_and_messages_of_their_own() -> None:
    table = columns([case(said("茶"), said("书")), case(), case(said("茶"))])
    assert table.names == [["USER", "书", "茶"], ["USER"], ["USER", "茶"]]
    assert table.first.tolist() == [0, 3, 4]
    assert table.size == 6
    assert table.source.tolist() == [0, 0, 4]
    assert table.target.tolist() == [1, 2, 5]
    assert table.message.tolist() == [0, 0, 1]
    assert [list(KINDS)[kind] for kind in table.kind.tolist()] == ["likes"] * 3


def test_only_open_evidence_up_to_the_time_is_there() -> None:
    table = columns([
        case(said("茶", day=0), said("茶", "dislikes", -1, day=1), said("书", day=5),
             said("花", day=3, dated=False), as_of=at(2)),
    ])  # fmt: skip
    assert [table.names[0][node] for node in table.target.tolist()] == ["茶", "花"]
    assert table.polarity.tolist() == [-1, 1]


def test_decay_by_kind_and_weights_in_range() -> None:
    rows = [said("茶", day=0), said("Go", "learning", day=0), said("杭州", "lives_in", day=0)]
    table = columns([case(*rows, as_of=at(180))])
    decays = dict(
        zip((table.names[0][n] for n in table.target.tolist()), table.decay.tolist(), strict=True)
    )
    assert decays == {"茶": 0.5, "go": 0.25, "杭州": 1.0}
    for weight, expected in ((7.0, 1.0), (-0.5, 0.0), (math.nan, 0.0), (math.inf, 1.0)):
        odd = columns([case(replace(said("茶"), weight=weight))])
        assert odd.weight.tolist() == [expected]


def test_a_kind_from_another_version_counts_as_other() -> None:
    one = case(said("茶"))
    table = columns([Case([replace(one.facts[0], kind="juggles")], one.entities, None)])
    assert list(KINDS)[table.kind[0]] == "other"


def test_nobody_is_no_rows() -> None:
    table = columns([])
    assert (table.size, table.source.tolist(), table.names) == (0, [], [])
    with pytest.raises(IndexError):
        table.first[0]
