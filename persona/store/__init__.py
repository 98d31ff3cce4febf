"""The store: one database, many users, and no call without a user.

`Store` opens it (SQLite in WAL mode, or PostgreSQL) and migrates it. Messages are kept by
`put_messages`, answers by `put_answers`, and the views of one user are swapped whole by
`swap_views`, so that a reader sees the old persona or the new one and never half. What the person
says about the graph, and what is forgotten, is in `persona.store.rights`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, false, func, select, true

from persona.errors import BusyError, UnknownNameError
from persona.records import Message
from persona.store import schema as db
from persona.store.codec import decode_ids, encode_ids
from persona.store.connect import upsert
from persona.store.database import touch
from persona.store.erasure import Erasure, Swept, drop_empty
from persona.store.forgotten import Forgotten
from persona.store.messages import PutCounts, merge_messages
from persona.store.rights import RightsRows
from persona.store.rows import (
    Answer,
    Failure,
    UserState,
    Views,
    answer_row,
    message_row,
    read_answer,
    read_message,
    to_micros,
)
from persona.store.tombstones import Digests, Tombstone
from persona.store.viewed import ViewRows, set_refresh

__all__ = [
    "Answer",
    "Digests",
    "Erasure",
    "Failure",
    "PutCounts",
    "Store",
    "Swept",
    "Tombstone",
    "UserState",
    "Views",
]

_IN_CHUNK = 2000


class Store(ViewRows, RightsRows):
    """A store of many users' messages, answers and views.

    Args:
        url: an SQLAlchemy URL, ``sqlite:///file.db`` or ``postgresql+psycopg://...``.

    Raises:
        StoreError: it cannot be opened, or was written by a newer version.
    """

    def user_ids(self) -> list[str]:
        """Every user, in Python's order."""
        with self.reading() as connection:
            return sorted(connection.execute(select(db.users.c.user_id)).scalars())

    def state(self, user_id: str) -> UserState:
        """How fresh a user's views are.

        Raises:
            UnknownNameError: no such user.
        """
        with self.reading() as connection:
            row = connection.execute(
                select(db.users).where(db.users.c.user_id == user_id)
            ).one_or_none()
        if row is None:
            raise UnknownNameError(f"no user {user_id!r} in {self.shown_url}: ingest a log first")
        return UserState(
            row.user_id,
            row.revision,
            row.built_revision,
            row.built_settings,
            row.pending,
            row.refresh,
        )

    def put_messages(self, user_id: str, batch: Sequence[Message]) -> PutCounts:
        """Keeps messages of one user; what is there already is not kept twice.

        The user's revision rises only if something changed. What the user forgot is not taken
        again: a forgotten message is counted, a forgotten name is struck out of what was said
        before it was forgotten.
        """
        with self.writing() as connection:
            memory = Forgotten.of(connection, user_id)
            touch(connection, user_id, 0, first=memory.first_revision)
            struck = [memory.struck(message) for message in batch]
            wanted = {(m.conversation_id, m.message_id) for m in struck}
            memory.look_up(connection, wanted)
            stored = self._messages_at(connection, user_id, wanted)
            counts, changed = merge_messages(
                stored,
                struck,
                lambda keys: self._messages_at(connection, user_id, keys),
                lambda key: memory.holds(connection, key),
            )
            if changed:
                upsert(connection, db.messages, [message_row(user_id, m) for m in changed])
                touch(connection, user_id, 1)
            elif not stored and memory.digests is not None:
                drop_empty(connection, user_id)
        return counts

    def _messages_at(
        self, connection: Connection, user_id: str, keys: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], Message]:
        wanted = set(keys)
        ids = sorted({message_id for _, message_id in wanted})
        found = {}
        for start in range(0, len(ids), _IN_CHUNK):
            rows = connection.execute(
                select(db.messages).where(
                    db.messages.c.user_id == user_id,
                    db.messages.c.message_id.in_(ids[start : start + _IN_CHUNK]),
                )
            )
            for row in rows:
                if (row.conversation_id, row.message_id) in wanted:
                    found[row.conversation_id, row.message_id] = read_message(row)
        return found

    def messages(self, user_id: str) -> list[Message]:
        """A user's messages, by conversation and id (not in order of time)."""
        with self.reading() as connection:
            return self._all_messages(connection, user_id)

    def _all_messages(self, connection: Connection, user_id: str) -> list[Message]:
        rows = connection.execute(select(db.messages).where(db.messages.c.user_id == user_id))
        found = [read_message(row) for row in rows]
        return sorted(found, key=lambda m: (m.conversation_id, m.message_id))

    def count_messages(self, user_id: str) -> int:
        """How many messages are stored of a user."""
        with self.reading() as connection:
            counted: int = connection.execute(
                select(func.count()).where(db.messages.c.user_id == user_id)
            ).scalar_one()
        return counted

    def answers(self, user_id: str, *, aside: bool = False) -> dict[str, Answer]:
        """A user's kept answers, by key: those in use, or those that a refresh set aside."""
        with self.reading() as connection:
            rows = connection.execute(
                select(db.answers).where(
                    db.answers.c.user_id == user_id, db.answers.c.aside == aside
                )
            )
            found = [read_answer(row) for row in rows]
        return {answer.key: answer for answer in sorted(found, key=lambda a: a.key)}

    def count_answers(self, user_id: str) -> dict[str, int]:
        """How many answers of each status are in use for a user."""
        with self.reading() as connection:
            rows = connection.execute(
                select(db.answers.c.status, func.count().label("number"))
                .where(db.answers.c.user_id == user_id, db.answers.c.aside == false())
                .group_by(db.answers.c.status)
            )
            return {row.status: row.number for row in rows}

    def put_answers(self, user_id: str, answers: Sequence[Answer], *, aside: bool = False) -> None:
        """Keeps answers in one transaction; the first valid answer for a key wins."""
        if not answers:
            return
        with self.writing() as connection:
            rows = [answer_row(user_id, answer, aside=aside) for answer in answers]
            upsert(connection, db.answers, rows, ignore=True)
            connection.execute(
                delete(db.failures).where(
                    db.failures.c.user_id == user_id,
                    db.failures.c.key.in_([a.key for a in answers]),
                )
            )

    def begin_refresh(self, user_id: str) -> None:
        """Notes that every window is asked again; what an earlier refusal set aside is dropped."""
        with self.writing() as connection:
            _drop_aside(connection, user_id)
            set_refresh(connection, user_id, "running")

    def refuse_refresh(self, user_id: str) -> None:
        """Notes that the loss guard refused the answers that are set aside."""
        with self.writing() as connection:
            set_refresh(connection, user_id, "refused")

    def failures(self, user_id: str) -> dict[str, Failure]:
        """A user's failed windows, by key."""
        with self.reading() as connection:
            rows = connection.execute(select(db.failures).where(db.failures.c.user_id == user_id))
            return {
                row.key: Failure(row.key, row.runs, row.reason, decode_ids(row.message_ids))
                for row in rows
            }

    def put_failure(self, user_id: str, failure: Failure) -> None:
        """Keeps that a window failed."""
        row = {
            "user_id": user_id,
            "key": failure.key,
            "runs": failure.runs,
            "reason": failure.reason,
            "message_ids": encode_ids(failure.message_ids),
        }
        with self.writing() as connection:
            upsert(connection, db.failures, [row])

    def take_lease(self, name: str, holder: str, *, now: datetime, length: timedelta) -> None:
        """Takes a lease, or renews one's own.

        Raises:
            BusyError: somebody else holds it.
        """
        until = to_micros(now + length)
        with self.writing() as connection:
            row = connection.execute(
                select(db.leases).where(db.leases.c.name == name)
            ).one_or_none()
            if row is not None and row.holder != holder and row.until > (to_micros(now) or 0):
                raise BusyError(
                    f"another run holds the lease {name!r}: try again when it has ended"
                )
            upsert(connection, db.leases, [{"name": name, "holder": holder, "until": until}])

    def drop_lease(self, name: str, holder: str) -> None:
        """Gives a lease back, if it is still the holder's."""
        with self.writing() as connection:
            connection.execute(
                delete(db.leases).where(db.leases.c.name == name, db.leases.c.holder == holder)
            )


def _drop_aside(connection: Connection, user_id: str) -> None:
    connection.execute(
        delete(db.answers).where(db.answers.c.user_id == user_id, db.answers.c.aside == true())
    )
