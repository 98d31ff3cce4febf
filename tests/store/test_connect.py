"""How rows are written."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from persona.store import Store
from persona.store import schema as db
from persona.store.connect import upsert, upsert_values


def test_columns_may_be_named_in_any_order(store: Store) -> None:
    with store.writing() as connection:
        upsert(connection, db.users, [{"pending": 1, "user_id": "ann", "revision": 2}])
        rows = [(4, "小满", 5), (6, "ann", 7)]
        upsert_values(connection, db.users, ("pending", "user_id", "revision"), rows)
        names = ("revision", "user_id", "pending")
        upsert_values(connection, db.users, names, [(9, "ann", 9)], ignore=True)
        upsert(connection, db.users, [])
        found = connection.execute(
            select(db.users.c.user_id, db.users.c.pending, db.users.c.revision).order_by(
                db.users.c.pending
            )
        ).all()
    assert [tuple(row) for row in found] == [("小满", 4, 5), ("ann", 6, 7)]


@pytest.mark.parametrize("number", [1, 119, 120, 121, 2000, 2001, 2500])
def test_any_number_of_rows_is_written_and_of_one_key_the_last(store: Store, number: int) -> None:
    names = (
        "user_id",
        "revision",
        "pending",
        "swaps",
        "refresh",
    )  # 120 rows of five in a statement
    rows = [(f"u{n:04}", n, 0, 0, None) for n in range(number)]
    with store.writing() as connection:
        upsert_values(connection, db.users, names, [*rows, ("u0000", 77, 1, 2, "苏晴")])
        found = connection.execute(select(db.users).order_by(db.users.c.user_id)).all()
    assert [(r.user_id, r.revision) for r in found] == [("u0000", 77), *(r[:2] for r in rows[1:])]
    assert (found[0].pending, found[0].swaps, found[0].refresh) == (1, 2, "苏晴")
