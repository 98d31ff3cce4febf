"""An open database: its transactions, and its errors as ours."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from persona.errors import PersonaError, StoreError
from persona.store import schema as db
from persona.store.connect import compiled, database_file, open_database, upsert
from persona.store.lookup import Lookup
from persona.store.migrations import migrate


class Database:
    """A database that holds our tables.

    Args:
        url: an SQLAlchemy URL.

    Raises:
        StoreError: it cannot be opened, or was written by a newer version.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = open_database(url)
        self._lookup = Lookup(self._engine)
        self._errors = (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error)
        # A database in memory has one connection: threads take turns at it, a transaction each.
        shared = isinstance(self._engine.pool, StaticPool)
        self._turn: AbstractContextManager[Any] = threading.RLock() if shared else nullcontext()
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
    def folder(self) -> Path | None:
        """The folder of the database file; None where the store is no file."""
        file = database_file(self._engine)
        return None if file is None else file.absolute().parent

    @property
    def connections_in_use(self) -> int:
        """Connections that are taken from the pool and not given back."""
        pool = self._engine.pool
        return pool.checkedout() if isinstance(pool, QueuePool) else 0

    def close(self) -> None:
        """Closes every connection."""
        self._lookup.close()
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

    def first(self, query: Select[Any], **values: str) -> Any:
        """The first row of a query, or None, by the driver itself: a tenth of the time.

        For what is asked before every read.
        """
        text = compiled(query, self._engine.dialect.name)
        with self._turn:
            try:
                return self._lookup.first(text, values)
            except self._errors as error:
                raise self._as_ours(error) from error

    @contextmanager
    def _translated(self) -> Iterator[None]:
        with self._turn:
            try:
                yield
            except self._errors as error:
                raise self._as_ours(error) from error

    def _as_ours(self, error: Exception) -> StoreError:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        return StoreError(f"{self.shown_url}: {reason}")


def touch(connection: Connection, user_id: str, by: int) -> None:
    """Sees to it that a user has a row, and raises their revision.

    Args:
        connection: of a write transaction.
        user_id: whose.
        by: how much the revision rises.
    """
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
