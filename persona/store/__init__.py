"""The store: one database, many users, and no call without a user.

`Store` opens it (SQLite in WAL mode, or PostgreSQL) and migrates it. Messages are kept by
`put_messages`, answers by `put_answers`, and the views of one user are swapped whole by
`swap_views`, so that a reader sees the old persona or the new one and never half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, false, func, select, true, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from persona.errors import BusyError, PersonaError, StoreError, UnknownNameError
from persona.records import Entity, Fact, Message, Persona, Rejection
from persona.store import schema as db
from persona.store.codec import canonical, decode, decode_ids, encode, encode_ids
from persona.store.connect import open_database, upsert
from persona.store.messages import PutCounts, merge_messages
from persona.store.migrations import migrate
from persona.store.rows import (
    Answer,
    Failure,
    UserState,
    Views,
    answer_row,
    fact_row,
    message_row,
    read_answer,
    read_message,
    to_micros,
)
from persona.vocabulary import SECTIONS

__all__ = ["Answer", "Failure", "PutCounts", "Store", "UserState", "Views"]

_IN_CHUNK = 500


class Store:
    """A store of many users' messages, answers and views.

    Args:
        url: an SQLAlchemy URL, ``sqlite:///file.db`` or ``postgresql+psycopg://...``.

    Raises:
        StoreError: it cannot be opened, or was written by a newer version.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = open_database(url)
        try:
            with self.writing() as connection:
                migrate(connection)
        except PersonaError:
            self.close()
            raise

    @property
    def shown_url(self) -> str:
        """The URL without its password."""
        return self._engine.url.render_as_string()

    @property
    def connections_in_use(self) -> int:
        """Connections that are taken from the pool and not given back."""
        pool = self._engine.pool
        return pool.checkedout() if isinstance(pool, QueuePool) else 0

    def close(self) -> None:
        """Closes every connection."""
        self._engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One write transaction: committed at the end, rolled back on an error."""
        with self._translated(), self._engine.connect() as plain:
            connection = plain.execution_options(persona_write=True)
            with connection.begin():
                yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One read transaction: a consistent state."""
        with self._translated(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise StoreError(f"{self.shown_url}: {reason}") from error

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

        The user's revision rises only if something changed.
        """
        with self.writing() as connection:
            self._touch(connection, user_id, 0)
            wanted = {(m.conversation_id, m.message_id) for m in batch}
            stored = self._messages_at(connection, user_id, wanted)
            counts, changed = merge_messages(
                stored, batch, lambda keys: self._messages_at(connection, user_id, keys)
            )
            if changed:
                upsert(connection, db.messages, [message_row(user_id, m) for m in changed])
                self._touch(connection, user_id, 1)
        return counts

    def _touch(self, connection: Connection, user_id: str, by: int) -> None:
        upsert(
            connection,
            db.users,
            [{"user_id": user_id, "revision": 0, "pending": 0}],
            ignore=True,
        )
        if by:
            connection.execute(
                update(db.users)
                .where(db.users.c.user_id == user_id)
                .values(revision=db.users.c.revision + by)
            )

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
            _set_refresh(connection, user_id, "running")

    def refuse_refresh(self, user_id: str) -> None:
        """Notes that the loss guard refused the answers that are set aside."""
        with self.writing() as connection:
            _set_refresh(connection, user_id, "refused")

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

    def swap_views(
        self,
        user_id: str,
        views: Views,
        *,
        revision: int,
        settings_digest: str,
        pending: int,
        live_keys: Sequence[str],
        promote: bool = False,
    ) -> None:
        """Replaces a user's views whole, in one transaction, with answers whose window is gone.

        Args:
            user_id: whose.
            views: what takes the place of the old ones.
            settings_digest: of the settings that they were computed with.
            revision: the user's revision that the views were computed from.
            pending: number of windows without an answer.
            live_keys: keys of answers to keep; the user's others are deleted.
            promote: answers that were set aside take the place of those in use.
        """
        with self.writing() as connection:
            for table in db.VIEWS:
                connection.execute(delete(table).where(table.c.user_id == user_id))
            self._put_views(connection, user_id, views)
            if promote:
                _promote_aside(connection, user_id)
            self._keep_answers(connection, user_id, live_keys)
            connection.execute(
                update(db.users)
                .where(db.users.c.user_id == user_id)
                .values(built_revision=revision, built_settings=settings_digest, pending=pending)
            )

    def _put_views(self, connection: Connection, user_id: str, views: Views) -> None:
        entities = [
            {"user_id": user_id, "key": e.key, "body": encode(Entity, e)} for e in views.entities
        ]
        facts = [fact_row(user_id, fact) for fact in views.facts]
        rejections = [
            {
                "user_id": user_id,
                "number": number,
                "reason": rejection.reason.value,
                "message_ids": encode_ids(rejection.message_ids),
                "detail": rejection.detail,
            }
            for number, rejection in enumerate(views.rejections)
        ]
        persona = views.persona
        row = {
            "user_id": user_id,
            "as_of": to_micros(persona.as_of),
            "extractor": persona.extractor,
            "body": encode(Persona, persona),
        }
        for table, rows in (
            (db.entities, entities),
            (db.facts, facts),
            (db.rejections, rejections),
            (db.personas, [row]),
        ):
            if rows:
                connection.execute(table.insert(), rows)

    def _keep_answers(self, connection: Connection, user_id: str, live_keys: Sequence[str]) -> None:
        live = set(live_keys)
        for table in (db.answers, db.failures):
            mine = [table.c.user_id == user_id]
            if table is db.answers:
                mine.append(db.answers.c.aside == false())
            have = connection.execute(select(table.c.key).where(*mine))
            gone = [key for key in have.scalars() if key not in live]
            for start in range(0, len(gone), _IN_CHUNK):
                connection.execute(
                    delete(table).where(
                        *mine,
                        table.c.key.in_(gone[start : start + _IN_CHUNK]),
                    )
                )

    def persona(self, user_id: str) -> Persona | None:
        """The stored persona, or None before the first rebuild."""
        with self.reading() as connection:
            body = connection.execute(
                select(db.personas.c.body).where(db.personas.c.user_id == user_id)
            ).scalar_one_or_none()
        return None if body is None else _in_order(decode(Persona, body))

    def facts(self, user_id: str) -> tuple[Fact, ...]:
        """A user's facts, open and closed, by id."""
        with self.reading() as connection:
            rows = connection.execute(
                select(db.facts.c.body).where(db.facts.c.user_id == user_id)
            ).scalars()
            return tuple(sorted((decode(Fact, body) for body in rows), key=lambda f: f.id))

    def entities(self, user_id: str) -> tuple[Entity, ...]:
        """A user's entities, by key."""
        with self.reading() as connection:
            rows = connection.execute(
                select(db.entities.c.body).where(db.entities.c.user_id == user_id)
            ).scalars()
            return tuple(sorted((decode(Entity, body) for body in rows), key=lambda e: e.key))

    def rejections(self, user_id: str) -> tuple[Rejection, ...]:
        """What the last rebuild of a user did not take, in its order."""
        with self.reading() as connection:
            rows = connection.execute(
                select(db.rejections)
                .where(db.rejections.c.user_id == user_id)
                .order_by(db.rejections.c.number)
            )
            return tuple(
                decode(
                    Rejection,
                    canonical(
                        {
                            "reason": row.reason,
                            "message_ids": list(decode_ids(row.message_ids)),
                            "detail": row.detail,
                        }
                    ),
                )
                for row in rows
            )

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


def _in_order(persona: Persona) -> Persona:
    """The persona with its sections in their order, which canonical JSON does not keep."""
    known = [name for name in SECTIONS if name in persona.sections]
    return replace(persona, sections={name: persona.sections[name] for name in known})


def _drop_aside(connection: Connection, user_id: str) -> None:
    connection.execute(
        delete(db.answers).where(db.answers.c.user_id == user_id, db.answers.c.aside == true())
    )


def _set_refresh(connection: Connection, user_id: str, value: str | None) -> None:
    connection.execute(update(db.users).where(db.users.c.user_id == user_id).values(refresh=value))


def _promote_aside(connection: Connection, user_id: str) -> None:
    """Answers set aside become those in use; one in use with the same key goes first."""
    aside = select(db.answers.c.key).where(
        db.answers.c.user_id == user_id, db.answers.c.aside == true()
    )
    keys = list(connection.execute(aside).scalars())
    for start in range(0, len(keys), _IN_CHUNK):
        connection.execute(
            delete(db.answers).where(
                db.answers.c.user_id == user_id,
                db.answers.c.aside == false(),
                db.answers.c.key.in_(keys[start : start + _IN_CHUNK]),
            )
        )
    connection.execute(
        update(db.answers).where(db.answers.c.user_id == user_id).values(aside=False)
    )
    _set_refresh(connection, user_id, None)
