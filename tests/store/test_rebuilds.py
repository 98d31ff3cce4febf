from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from persona.errors import StoreError
from persona.records import Persona
from persona.store import Erasure, Made, Store, Views
from persona.store.rebuilds import KEPT
from tests.store.test_store import MADE, NOON, said, swap, views_of


@pytest.fixture
def store(db_url: str) -> Iterator[Store]:
    opened = Store(db_url)
    for user in ("ann", "bob"):
        opened.put_messages(user, [replace(said(1), user_id=user)])
    yield opened
    opened.close()


def names(persona: Persona | None) -> list[str]:
    assert persona is not None
    return [line.entity for line in persona.sections["likes"]]


def later(hours: int) -> Made:
    return replace(MADE, time=NOON + timedelta(hours=hours))


def test_a_rebuild_that_changed_something_is_kept_with_how_it_was_made(store: Store) -> None:
    swap(store, "ann", views_of("ann", "拿铁"))
    swap(store, "ann", views_of("ann", "滑雪"), made=later(1))
    first, second = store.rebuilds("ann")
    assert (first.number, first.time, second.number, second.time) == (
        1, NOON, 2, NOON + timedelta(hours=1),
    )  # fmt: skip
    assert (first.as_of, first.extractor, first.version) == (NOON, "rules", "1")
    assert (first.facts, first.entities, first.lines) == (1, 1, 1)
    assert first.settings == {"weights": [0.4, 0.3, 0.3]}
    assert names(store.rebuilt_persona("ann", 1)) == ["拿铁"]
    assert names(store.rebuilt_persona("ann", 2)) == ["滑雪"]
    assert store.rebuilt_persona("ann", 3) is None
    assert store.rebuilds("bob") == ()


def test_lines_are_kept_without_what_they_rest_on(store: Store) -> None:
    views = views_of("ann")
    swap(store, "ann", views)
    persona = store.rebuilt_persona("ann", 1)
    assert persona is not None
    (line,), (was,) = persona.sections["likes"], views.persona.sections["likes"]
    assert (line.entity, line.key, line.type, line.kind, line.relation, line.polarity) == (
        was.entity, was.key, was.type, was.kind, was.relation, was.polarity,
    )  # fmt: skip
    assert (line.slot, line.valid_from, line.valid_to) == (was.slot, was.valid_from, was.valid_to)
    assert (line.evidence, line.score, line.mentions) == ((), 0.0, 0)


def rescored(views: Views) -> Views:
    """The same lines a day on: other scores, another time that ages are measured from."""
    persona = views.persona
    (line,) = persona.sections["likes"]
    aged = replace(line, score=0.1, mentions=2, last_seen=NOON + timedelta(days=1))
    moved = replace(persona, as_of=NOON + timedelta(days=1), sections={"likes": (aged,)})
    return replace(views, persona=moved)


def test_where_nothing_changed_no_row_is_written(store: Store) -> None:
    views = views_of("ann")
    swap(store, "ann", views)
    before = store.rebuilds("ann")
    swap(store, "ann", views, made=later(5))
    swap(store, "ann", rescored(views), made=later(6))
    assert store.rebuilds("ann") == before


@pytest.mark.parametrize(
    "made",
    [
        replace(MADE, version="2"),
        replace(MADE, settings={"weights": [1.0, 0.0, 0.0]}),
    ],
)
def test_another_way_of_making_the_same_is_a_row(store: Store, made: Made) -> None:
    swap(store, "ann", views_of("ann"))
    swap(store, "ann", views_of("ann"), made=made)
    swap(store, "ann", views_of("ann"), made=made)
    assert len(store.rebuilds("ann")) == 2


def test_another_extractor_is_a_row(store: Store) -> None:
    views = views_of("ann")
    swap(store, "ann", views)
    swap(store, "ann", replace(views, persona=replace(views.persona, extractor="llm:m")))
    assert [each.extractor for each in store.rebuilds("ann")] == ["rules", "llm:m"]


def test_only_the_last_are_kept_and_their_numbers_go_on(store: Store) -> None:
    for number in range(1, KEPT + 4):
        swap(store, "ann", views_of("ann", f"thing {number}"))
    swap(store, "bob", views_of("bob"))
    assert [each.number for each in store.rebuilds("ann")] == list(range(4, KEPT + 4))
    assert names(store.rebuilt_persona("ann", 4)) == ["thing 4"]
    assert store.rebuilt_persona("ann", 3) is None
    assert [each.number for each in store.rebuilds("bob")] == [1]


def test_a_swap_that_fails_keeps_no_rebuild(store: Store) -> None:
    swap(store, "ann", views_of("ann"))
    before = store.rebuilds("ann"), store.persona("ann")
    broken = views_of("ann", "滑雪")
    twice = replace(broken, facts=(*broken.facts, *broken.facts))
    with pytest.raises(StoreError):
        swap(store, "ann", twice)
    assert (store.rebuilds("ann"), store.persona("ann")) == before


def test_forgetting_leaves_only_what_stands(store: Store) -> None:
    for user in ("ann", "bob"):
        for name in ("拿铁", "滑雪"):
            swap(store, user, views_of(user, name))
    bobs = store.rebuilds("bob")
    store.erase("ann", Erasure(views=views_of("ann", "茶"), made=later(3)))
    (only,) = store.rebuilds("ann")
    assert (only.number, only.time) == (1, NOON + timedelta(hours=3))
    assert names(store.rebuilt_persona("ann", 1)) == ["茶"]
    assert store.rebuilds("bob") == bobs
    store.erase("ann", Erasure())
    assert store.rebuilds("ann") == ()
    store.erase("bob", Erasure(everything=True))
    assert store.rebuilds("bob") == ()


def test_no_byte_of_an_earlier_persona_is_left(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 's.db'}")
    store.put_messages("ann", [said(1, "我喜欢拿铁"), said(2, "我喜欢滑雪")])
    for name in ("雪板", "滑雪", "拿铁"):
        swap(store, "ann", views_of("ann", name))
    store.erase("ann", Erasure(forgotten=(("c1", "m2"),), views=views_of("ann"), made=MADE))
    assert store.sweep() == "done"
    store.close()
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert "雪板".encode() not in held
    assert "滑雪".encode() not in held
    assert "拿铁".encode() in held


def test_the_persona_of_an_older_store_becomes_the_first_rebuild(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    store = Store(url)
    store.put_messages("ann", [said(1)])
    swap(store, "ann", views_of("ann", "拿铁"))
    store.close()
    engine = create_engine(url)
    with engine.begin() as connection:  # as the step before this one left it
        connection.execute(text("DROP TABLE rebuilds"))
        connection.execute(text("DELETE FROM meta WHERE name = 'migration:m003_earlier_personas'"))
    engine.dispose()
    store = Store(url)
    assert store.rebuilds("ann") == ()
    swap(store, "ann", views_of("ann", "滑雪"))
    first, second = store.rebuilds("ann")
    assert (first.time, first.version, first.settings) == (None, "", {})
    assert (first.extractor, first.facts, first.entities, first.lines) == ("rules", 1, 1, 1)
    assert (second.number, second.time) == (2, NOON)
    assert names(store.rebuilt_persona("ann", 1)) == ["拿铁"]
    store.close()
