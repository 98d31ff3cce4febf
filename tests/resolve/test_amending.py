from __future__ import annotations

from dataclasses import replace

import pytest

from persona.records import USER, Assertion, Correction, Reason, Rejection, Relation
from persona.resolve import Refused, amend, resolve
from tests.resolve.said import at, said


def wrong(entity: str, **fields: object) -> Correction:
    made = Correction("wrong", entity, time=at(10), number=1)
    return replace(made, **fields)  # type: ignore[arg-type]  # any field, by name


def left(rows: list[Assertion], *corrections: Correction, day: float | None = None) -> list[str]:
    as_of = None if day is None else at(day)
    amended, _ = amend(rows, corrections, as_of=as_of)
    return [row.target for row in amended]


def test_without_corrections_nothing_changes() -> None:
    rows = [said("茶"), said("jazz", day=1)]
    assert amend(rows, []) == (rows, ())
    assert amend(rows, [Correction("pin", "茶")]) == (rows, ())


def test_what_was_said_before_goes_and_what_is_said_later_stays() -> None:
    rows = [said("tea"), said("tea", day=20), said("tea", day=5, dated=False), said("jazz", day=1)]
    assert left(rows, wrong("Tea")) == ["tea", "jazz"]
    assert left(rows, wrong("Tea", time=None)) == ["jazz"]


def test_any_name_of_the_entity_means_it() -> None:
    rows = [said("PostgreSQL", aliases=("pg",)), said("pg", day=1), said("Vim", day=2)]
    for name in ("pg", "PostgreSQL", "postgresql"):
        assert left(rows, wrong(name)) == ["Vim"]


def test_of_two_of_one_name_the_key_means_one() -> None:
    rows = [said("李伟", qualifier="A公司"), said("李伟", qualifier="B公司", day=1)]
    amended, _ = amend(rows, [wrong("李伟 (a公司)")])
    assert [row.mention.qualifier for row in amended if row.mention] == ["B公司"]


def test_facts_between_things_go_with_either_end() -> None:
    rows = [said("CUDA", "used_with", source="PyTorch"), said("CUDA", day=1), said("Vim", day=2)]
    assert left(rows, wrong("PyTorch")) == ["CUDA", "Vim"]
    assert left(rows, wrong("CUDA")) == ["Vim"]


@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({"kind": "likes"}, ["uses", "dislikes"]),
        ({"polarity": -1}, ["likes", "uses"]),
        ({"kind": "uses", "polarity": -1}, ["likes", "uses", "dislikes"]),
    ],
)
def test_kind_and_polarity_narrow_it(fields: dict[str, object], kinds: list[str]) -> None:
    rows = [said("Vim"), said("Vim", "uses", day=1), said("Vim", "dislikes", -1, day=2)]
    amended, unmatched = amend(rows, [wrong("Vim", **fields)])
    assert [row.kind for row in amended] == kinds
    assert bool(unmatched) is (len(kinds) == 3)


def test_instead_says_each_thing_of_the_other_once() -> None:
    rows = [
        said("Vim", label="love"),
        said("Vim", day=1, label="adore"),
        said("Vim", "uses", day=2),
        said("lua", "used_with", source="Vim", day=3),
    ]
    correction = Correction("instead", "Vim", "Emacs", time=at(10), number=7)
    amended, unmatched = amend(rows, [correction])
    assert unmatched == ()
    assert [(a.source, a.kind, a.target, a.label) for a in amended] == [
        (USER, "likes", "Emacs", "adore"),
        (USER, "uses", "Emacs", "uses"),
    ]
    for row in amended:
        assert (row.conversation_id, row.message_id, row.time) == ("", "correction#7", at(10))
        assert row.order > said("x", day=10).order


def test_a_slot_goes_along_and_closes_nothing_else() -> None:
    rows = [
        said("Federer", "favourite", slot="tennis player"),
        said("茶", "favourite", slot="饮品"),
    ]
    correction = Correction("instead", "Federer", "Nadal", time=at(10), number=1)
    amended, _ = amend(rows, [correction])
    facts = resolve("u", amended).facts
    assert {(f.target, f.slot, f.is_open) for f in facts} == {
        ("茶", "饮品", True),
        ("nadal", "tennis player", True),
    }


@pytest.mark.parametrize(
    ("day", "dated"),
    [(None, 10), (20, 10), (5, 5), (0, 0), (-1, None)],
)
def test_a_correction_holds_for_every_time_at_which_there_was_something_to_correct(
    day: float | None, dated: float | None
) -> None:
    correction = Correction("instead", "Paris", "Lyon", time=at(10), number=1)
    amended, _ = amend(
        [said("Paris", "lives_in")], [correction], as_of=None if day is None else at(day)
    )
    assert [row.time for row in amended] == ([] if dated is None else [at(dated)])


def test_where_what_was_said_is_gone_a_kind_still_says_it() -> None:
    correction = Correction("instead", "Paris", "Lyon", "lives_in", time=at(10), number=1)
    amended, unmatched = amend([], [correction])
    assert [(a.kind, a.target, a.polarity) for a in amended] == [("lives_in", "Lyon", 1)]
    assert unmatched == (correction,)


def test_an_accepted_row_is_the_persons_word() -> None:
    row = Relation("user", "opera", "can't stand", evidence=("m1",), quote="opera, well")
    refused = Refused(Rejection(Reason.UNGROUNDED, ("m1",), "why", row), "c", (at(3),))
    accept = Correction("accept", "item", time=at(10), number=2)
    amended, _ = amend([], [accept], accepted=[(accept, refused)], as_of=at(5))
    (said_,) = amended
    assert (said_.source, said_.target, said_.kind, said_.polarity) == (
        USER,
        "opera",
        "dislikes",
        -1,
    )
    assert (said_.time, said_.support, said_.quote) == (at(5), ("m1",), "opera, well")
    amended, _ = amend([], [accept], accepted=[(accept, refused)], as_of=at(1))
    assert amended == []
    amended, _ = amend([], [accept, wrong("opera", number=3)], accepted=[(accept, refused)])
    assert amended == []
