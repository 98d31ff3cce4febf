"""The store: one database, many users, and no call without a user.

`Store` opens it (SQLite in WAL mode, or PostgreSQL) and migrates it. Messages are kept by
`put_messages` (`persona.store.said`), answers by `put_answers`, and the views of one user are
swapped whole by `swap_views`, so that a reader sees the old persona or the new one and never half.
What the person says about the graph, and what is forgotten, is in `persona.store.rights`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, false, func, select, true

from persona.errors import BusyError, UnknownNameError
from persona.store import schema as db
from persona.store.codec import decode_ids, encode_ids
from persona.store.connect import upsert
from persona.store.erasure import Erasure, Swept
from persona.store.indexed import IndexRows
from persona.store.messages import PutCounts
from persona.store.rebuilds import Made, Rebuild
from persona.store.rights import RightsRows
from persona.store.rows import (
    Answer,
    Failure,
    UserState,
    Views,
    answer_row,
    read_answer,
    to_micros,
)
from persona.store.said import MessageRows
from persona.store.tombstones import Digests, Tombstone
from persona.store.viewed import ViewRows, set_refresh

__all__ = [
    "Answer",
    "Digests",
    "Erasure",
    "Failure",
    "Made",
    "PutCounts",
    "Rebuild",
    "Store",
    "Swept",
    "Tombstone",
    "UserState",
    "Views",
]

_STATE = select(
    db.users.c.user_id,
    db.users.c.revision,
    db.users.c.built_revision,
    db.users.c.built_settings,
    db.users.c.pending,
    db.users.c.refresh,
    db.users.c.swaps,
).where(db.users.c.user_id == bindparam("user_id"))


class Store(MessageRows, ViewRows, RightsRows, IndexRows):
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
        row = self.first(_STATE, user_id=user_id)
        if row is None:
            raise UnknownNameError(f"no user {user_id!r} in {self.shown_url}: ingest a log first")
        return UserState(*row)

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

    def put_answers(
        self,
        user_id: str,
        answers: Sequence[Answer],
        *,
        aside: bool = False,
        replace: bool = False,
    ) -> None:
        """Keeps answers in one transaction; the first valid answer for a key wins.

        Args:
            user_id: whose.
            answers: to keep.
            aside: not in use yet.
            replace: those that are there under the same keys broke off and go.
        """
        if not answers:
            return
        with self.writing() as connection:
            rows = [answer_row(user_id, answer, aside=aside) for answer in answers]
            upsert(connection, db.answers, rows, ignore=not replace)
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
