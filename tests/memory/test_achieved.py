from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.memory.achieved import achieved
from persona.records import USER, Assertion
from persona.resolve import resolve
from tests.memory.test_persona import persona, shown
from tests.resolve.said import said
from tests.strategies import NO_SHRINKING


def goals(*rows: Assertion) -> list[str]:
    return [line.entity for line in persona(*rows).goals]


@pytest.mark.parametrize(
    ("goal", "kind", "fact"),
    [
        ("kayak", "owns", "kayak"),
        ("kayak", "owns", "an old kayak"),
        ("kayak", "owns", "sea kayak"),
        ("to buy a kayak", "owns", "to buy a kayak"),
        ("Welsh", "learning", "Welsh"),
        ("learn Welsh", "speaks", "Welsh"),
        ("Blender", "uses", "Blender"),
        ("become a florist", "role", "florist"),
        ("work at Acme", "works_at", "Acme"),
        ("move to Porto", "lives_in", "Porto"),
        ("Porto", "lives_in", "Foz, Porto"),
        ("Porto", "lives_in", "Foz in Porto"),
        ("广州", "lives_in", "广州天河"),
        ("广州市", "lives_in", "广州市天河区"),
        ("去广州发展", "lives_in", "广州"),
        ("缝纫机", "owns", "二手的缝纫机"),
        ("缝纫机", "owns", "家用缝纫机"),
        ("当木匠", "role", "木匠"),
        ("學粵語", "learning", "粤语"),
        ("成为一名木匠", "role", "木匠"),
    ],
)
def test_a_goal_that_came_true_has_no_line(goal: str, kind: str, fact: str) -> None:
    for wish in ("wants", "plans"):
        wished, true = said(goal, wish, day=1), said(fact, kind, day=9)
        assert goals(wished) == [goal]
        assert goals(wished, true) == []
        section = {"uses": "uses", "owns": "owns", "learning": "learning"}.get(kind, "attributes")
        assert shown(persona(wished, true))[section] == [fact]


@pytest.mark.parametrize(
    ("goal", "kind", "fact"),
    [
        ("York", "lives_in", "New York"),
        ("an old kayak", "owns", "kayak"),
        ("广州天河", "lives_in", "广州"),
        ("车", "owns", "自行车"),
        ("butter", "uses", "peanut butter"),
        ("Porto", "likes", "Porto"),
        ("Porto", "from", "Porto"),
        ("Porto", "interested_in", "Porto"),
        ("quit coffee", "uses", "coffee"),
        ("戒糖", "uses", "糖"),
    ],
)
def test_another_thing_or_another_relation_fulfils_nothing(goal: str, kind: str, fact: str) -> None:
    assert goals(said(goal, "wants", day=1), said(fact, kind, day=9)) == [goal]


def test_an_animal_is_of_its_kind() -> None:
    assert goals(said("猫", "wants", day=1), said("橘猫", "owns", day=2, label="养")) == []
    assert (
        goals(said("cat", "wants", day=1), said("tabby cat", "owns", day=2, label="adopted")) == []
    )


def test_who_has_one_already_or_wants_it_again_still_wants_it() -> None:
    first = said("kayak", "owns", day=1)
    assert goals(first, said("kayak", "wants", day=5)) == ["kayak"]
    assert goals(first, said("kayak", "wants", day=5), said("kayak", "owns", day=9)) == ["kayak"]
    wish = said("kayak", "wants", day=0)
    assert goals(wish, first, said("kayak", "wants", day=5)) == ["kayak"]
    sold = said("kayak", "owns", -1, day=3)
    bought = said("kayak", "owns", day=9)
    assert goals(first, sold, said("kayak", "wants", day=5), bought) == []
    assert goals(wish, first, sold) == ["kayak"]  # it does not hold any more
    together = [said("kayak", kind, day=1, message="one") for kind in ("wants", "owns")]
    assert goals(*together) == ["kayak"]


def test_what_one_wants_to_be_rid_of_must_have_ended() -> None:
    for goal, thing in (("quit coffee", "coffee"), ("戒糖", "糖"), ("戒掉奶茶", "奶茶")):
        wish = said(goal, "wants", day=1)
        ended = said(thing, "uses", -1, day=5)
        assert goals(wish) == [goal]
        assert goals(wish, ended) == []
    assert goals(said("quit coffee", "wants", day=1), said("cold coffee", "uses", -1, day=5)) == [
        "quit coffee"
    ]
    assert goals(said("coffee", "wants", day=1), said("coffee", "uses", -1, day=5)) == ["coffee"]


def test_a_part_of_a_place_is_in_it() -> None:
    wish, home = said("Porto", "plans", day=1), said("Foz", "lives_in", day=9)
    assert goals(wish, home) == ["Porto"]
    assert goals(wish, home, said("Porto", "part_of", source="Foz", day=9)) == []
    ring = [
        said("Porto", "part_of", source="Foz", day=9),
        said("Foz", "part_of", source="Porto", day=9),
    ]
    assert goals(wish, home, *ring) == []


def test_two_things_of_one_name_are_not_taken_for_each_other() -> None:
    rows = [
        said("Paris", "plans", day=1, qualifier="Texas"),
        said("Paris", "lives_in", day=9, qualifier="France"),
    ]
    assert goals(*rows) == ["Paris"]


def test_law_9_the_fact_itself_stays_open_and_is_history_as_before() -> None:
    rows = [said("kayak", "wants", day=1), said("kayak", "owns", day=9)]
    resolution = resolve("u", rows)
    wish = next(fact for fact in resolution.facts if fact.kind == "wants")
    assert wish.is_open
    assert achieved(resolution.facts, resolution.entities) == {wish.id}
    earlier = resolve("u", rows, as_of=rows[0].time)
    assert achieved(earlier.facts, earlier.entities) == frozenset()
    ranked = persona(*rows).top(5)
    assert [(line.entity, line.kind) for line in ranked] == [("kayak", "owns")]


NAMES = ("kayak", "old kayak", "广州", "广州天河", "quit kayak", "猫")
KINDS = ("wants", "plans", "owns", "uses", "lives_in", "likes", "learning")
ROWS = st.lists(
    st.tuples(
        st.sampled_from(NAMES), st.sampled_from(KINDS), st.sampled_from([1, -1]), st.integers(0, 5)
    ),
    max_size=10,
)


@settings(max_examples=150, phases=NO_SHRINKING)
@given(ROWS, st.randoms())
def test_only_goals_said_before_come_true_whatever_the_order_of_arrival(
    rows: list[tuple[str, str, int, int]], mixed: Random
) -> None:
    made = [said(name, kind, sign, day=day) for name, kind, sign, day in rows]
    found = resolve("u", made)
    true = achieved(found.facts, found.entities)
    later = list(made)
    mixed.shuffle(later)
    again = resolve("u", later)
    assert achieved(again.facts, again.entities) == true
    for fact in found.facts:
        if fact.id in true:
            assert fact.kind in ("wants", "plans")
            assert fact.is_open
            last = max(evidence.order for evidence in fact.evidence)
            assert any(
                other.source == USER and other.kind in ("owns", "uses", "lives_in", "learning")
                and other.is_open and other.evidence[-1].order > last
                for other in found.facts
            )  # fmt: skip
