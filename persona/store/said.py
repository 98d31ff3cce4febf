"""What was said: the messages of users, taken, looked up and counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, Table, func, select, update

from persona.records import Message
from persona.store import schema as db
from persona.store.connect import upsert, upsert_values
from persona.store.database import Database
from persona.store.erasure import drop_empty
from persona.store.forgotten import Forgotten
from persona.store.messages import Key, PutCounts, merge_messages
from persona.store.notes import note
from persona.store.rows import MESSAGE_COLUMNS, message_values, read_message

_IN_CHUNK = 2000


class MessageRows(Database):
    """The messages of a store."""

    def put_messages(self, user_id: str, batch: Sequence[Message]) -> PutCounts:
        """Keeps messages of one user, see `put_batches`."""
        return self.put_batches({user_id: batch})

    def put_batches(self, batches: Mapping[str, Sequence[Message]]) -> PutCounts:
        """Keeps messages of users, by user, in one transaction.

        What is there already is not kept twice. A user's revision rises only if something of them
        changed. What a user forgot is not taken again: a forgotten message is counted, a forgotten
        name is struck out of what was said before it was forgotten.
        """
        counts = PutCounts()
        rows: list[tuple[Any, ...]] = []
        changed: dict[str, Collection[Key]] = {}
        users = sorted(batches)  # in one order, so that two writers never wait for each other
        with self.writing() as connection:
            memories = _memories(connection, users)
            new = _open_users(connection, users, memories)
            for user_id in users:
                memory = memories.get(user_id)
                said, written = _merged(
                    connection, user_id, batches[user_id], memory, is_new=user_id in new
                )
                counts += said
                if written:
                    changed[user_id] = written.keys()
                    rows += [message_values(user_id, message) for message in written.values()]
                elif memory is not None:
                    drop_empty(connection, user_id)
            if rows:
                rows.sort()
                upsert_values(connection, db.messages, MESSAGE_COLUMNS, rows)
                _raise_revisions(connection, list(changed))
                note(connection, changed)
        return counts

    def messages(self, user_id: str) -> list[Message]:
        """A user's messages, by conversation and id (not in order of time)."""
        with self.reading() as connection:
            found = all_messages(connection, user_id)
        return sorted(found, key=lambda m: (m.conversation_id, m.message_id))

    def count_messages(self, user_id: str) -> int:
        """How many messages are stored of a user."""
        with self.reading() as connection:
            counted: int = connection.execute(
                select(func.count()).where(db.messages.c.user_id == user_id)
            ).scalar_one()
        return counted


def _merged(
    connection: Connection,
    user_id: str,
    batch: Sequence[Message],
    memory: Forgotten | None,
    *,
    is_new: bool,
) -> tuple[PutCounts, Mapping[Key, Message]]:
    """What a batch changes of one user: the counts, and the messages to write."""
    arrived = {(m.conversation_id, m.message_id): m for m in batch}
    stored = {} if is_new else messages_at(connection, user_id, arrived)
    if memory is None and not stored and len(arrived) == len(batch):
        return PutCounts(added=len(batch)), arrived
    if memory is not None:
        batch = [memory.struck(message) for message in batch]
        memory.look_up(connection, arrived)
    return merge_messages(
        stored,
        batch,
        lambda keys: messages_at(connection, user_id, keys),
        lambda key: memory is not None and memory.holds(connection, key),
    )


def _memories(connection: Connection, users: Sequence[str]) -> dict[str, Forgotten]:
    """What those of the users forgot who ever forgot anything."""
    return {u: Forgotten.of(connection, u) for u in _among(connection, db.tombstones, users)}


def _open_users(
    connection: Connection, users: Sequence[str], memories: Mapping[str, Forgotten]
) -> set[str]:
    """Sees to it that users have a row; gives those who surely have no message yet."""
    known = _among(connection, db.users, users)
    new = [user_id for user_id in users if user_id not in known]
    if not new:
        return set()
    rows = [
        {
            "user_id": user_id,
            "revision": memories[user_id].first_revision if user_id in memories else 0,
            "pending": 0,
        }
        for user_id in new
    ]
    upsert(connection, db.users, rows, ignore=True)
    # Elsewhere another writer may have opened the same user in the meantime.
    return set(new) if connection.dialect.name == "sqlite" else set()


def _among(connection: Connection, table: Table, users: Sequence[str]) -> set[str]:
    """Which of the users have a row in a table."""
    found: set[str] = set()
    for start in range(0, len(users), _IN_CHUNK):
        some = users[start : start + _IN_CHUNK]
        query = select(table.c.user_id).where(table.c.user_id.in_(some)).distinct()
        found.update(connection.execute(query).scalars())
    return found


def _raise_revisions(connection: Connection, users: Sequence[str]) -> None:
    for start in range(0, len(users), _IN_CHUNK):
        connection.execute(
            update(db.users)
            .where(db.users.c.user_id.in_(users[start : start + _IN_CHUNK]))
            .values(revision=db.users.c.revision + 1)
        )


# One parameter for all keys, as [[conversation, [message, ...]], ...], and a look-up by the whole
# primary key for each: a user's messages in one conversation may be many, and none but those asked
# for is read. The limit keeps SQLite from taking the conversation out again for every message.
_AT = {
    "sqlite": (
        "SELECT m.* FROM (SELECT json_extract(value, '$[0]') AS talk,"
        " json_extract(value, '$[1]') AS ids FROM json_each(?) LIMIT -1) AS t"
        " CROSS JOIN json_each(t.ids) AS w CROSS JOIN messages AS m"
        " ON m.user_id = ? AND m.conversation_id = t.talk AND m.message_id = w.value"
    ),
    "postgresql": (
        "SELECT m.* FROM jsonb_array_elements(%s::jsonb) AS t(talk)"
        " CROSS JOIN jsonb_array_elements_text(t.talk->1) AS w(id) JOIN messages AS m"
        " ON m.user_id = %s AND m.conversation_id = t.talk->>0 AND m.message_id = w.id"
    ),
}


def all_messages(connection: Connection, user_id: str) -> list[Message]:
    """The stored messages of a user, in no order."""
    rows = connection.execute(select(db.messages).where(db.messages.c.user_id == user_id))
    return [read_message(row) for row in rows]


def messages_at(connection: Connection, user_id: str, keys: Iterable[Key]) -> dict[Key, Message]:
    """The stored messages of a user that have one of the keys."""
    wanted: dict[str, list[str]] = {}
    for conversation, message in keys:
        wanted.setdefault(conversation, []).append(message)
    if not wanted:
        return {}
    listed = orjson.dumps(list(wanted.items())).decode()
    rows = connection.exec_driver_sql(_AT[connection.dialect.name], (listed, user_id))
    return {(row.conversation_id, row.message_id): read_message(row) for row in rows}
