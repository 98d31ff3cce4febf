"""Notes of messages that changed, for the users who have an index of what they said."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import orjson
from sqlalchemy import Connection, select

from persona.store import schema as db
from persona.store.connect import upsert
from persona.store.messages import Key

_IN_CHUNK = 500


def note(connection: Connection, keys: Mapping[str, Collection[Key]]) -> None:
    """Notes that messages of users changed, for those who have an index; after their revision rose."""
    users = sorted(keys)
    for start in range(0, len(users), _IN_CHUNK):
        rows = connection.execute(
            select(db.users.c.user_id, db.users.c.revision)
            .join(db.indexes, db.indexes.c.user_id == db.users.c.user_id)
            .where(db.users.c.user_id.in_(users[start : start + _IN_CHUNK]))
        )
        noted = [
            {
                "user_id": row.user_id,
                "revision": row.revision,
                "body": orjson.dumps(sorted(keys[row.user_id])).decode(),
            }
            for row in rows
        ]
        if noted:
            upsert(connection, db.notes, noted)
