"""What the person said about the graph itself, as rows: kept in order, never changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, delete, func, insert, select

from persona.records import Correction
from persona.store import schema as db
from persona.store.codec import decode, encode


def add(connection: Connection, user_id: str, correction: Correction) -> Correction:
    """Keeps a correction under the next number; gives it back with it."""
    highest = connection.execute(
        select(func.max(db.corrections.c.number)).where(db.corrections.c.user_id == user_id)
    ).scalar_one()
    numbered = replace(correction, number=(highest or 0) + 1)
    put(connection, user_id, [numbered])
    return numbered


def put(connection: Connection, user_id: str, numbered: Sequence[Correction]) -> None:
    """Keeps corrections under the numbers that they have."""
    rows = [
        {"user_id": user_id, "number": c.number, "body": encode(Correction, c)} for c in numbered
    ]
    if rows:
        connection.execute(insert(db.corrections), rows)


def read(connection: Connection, user_id: str) -> tuple[Correction, ...]:
    """A user's corrections, in the order in which they were made."""
    rows = connection.execute(
        select(db.corrections.c.body)
        .where(db.corrections.c.user_id == user_id)
        .order_by(db.corrections.c.number)
    )
    return tuple(decode(Correction, body) for body in rows.scalars())


def remove(connection: Connection, user_id: str, numbers: Sequence[int]) -> None:
    """Deletes corrections."""
    connection.execute(
        delete(db.corrections).where(
            db.corrections.c.user_id == user_id, db.corrections.c.number.in_(list(numbers))
        )
    )
