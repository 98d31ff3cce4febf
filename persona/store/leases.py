"""Who holds a lease."""

from __future__ import annotations

from sqlalchemy import select

from persona.store import Store
from persona.store import schema as db


def lease_holder(store: Store, name: str) -> str | None:
    """The holder that is noted of a lease, whether it has run out or not; None: nobody."""
    with store.reading() as connection:
        holder: str | None = connection.execute(
            select(db.leases.c.holder).where(db.leases.c.name == name)
        ).scalar_one_or_none()
    return holder
