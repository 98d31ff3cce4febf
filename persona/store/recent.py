"""Which users said something lately."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from persona.store import Store
from persona.store import schema as db
from persona.store.rows import to_micros


def users_since(store: Store, time: datetime) -> set[str]:
    """Users with a message, whoever wrote it, at or after a time; undated ones do not count."""
    with store.reading() as connection:
        rows = connection.execute(
            select(db.messages.c.user_id).where(db.messages.c.time >= to_micros(time)).distinct()
        )
        return set(rows.scalars())
