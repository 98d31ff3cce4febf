"""An open database: its transactions, and its errors as ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from persona.errors import PersonaError, StoreError
from persona.store import schema as db
from persona.store.connect import open_database, upsert
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
        file = self._engine.url.database
        if self._engine.dialect.name != "sqlite" or file in (None, "", ":memory:"):
            return None
        return Path(str(file)).absolute().parent

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


def touch(connection: Connection, user_id: str, by: int, *, first: int = 0) -> None:
    """Sees to it that a user has a row, and raises their revision.

    Args:
        connection: of a write transaction.
        user_id: whose.
        by: how much the revision rises.
        first: the revision of a user who is new.
    """
    upsert(
        connection,
        db.users,
        [{"user_id": user_id, "revision": first, "pending": 0}],
        ignore=True,
    )
    if by:
        connection.execute(
            update(db.users)
            .where(db.users.c.user_id == user_id)
            .values(revision=db.users.c.revision + by)
        )
