"""Looking up single rows by the driver: what is asked before every read."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from threading import Lock
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine.interfaces import DBAPIConnection

from persona.store.connect import database_file


class Lookup:
    """Looks up single rows; safe for threads.

    A SQLite file has a connection for it that is kept open, for taking one from the pool takes
    longer than the look-up. Between two look-ups it holds no lock and no transaction.

    Args:
        engine: of the database.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._in_file = database_file(engine) is not None
        self._kept: DBAPIConnection | None = None
        self._lock = Lock()

    def first(self, text: str, values: Mapping[str, str]) -> Any:
        """The first row of a statement, or None."""
        if not self._in_file:
            with closing(self._engine.raw_connection()) as connection:
                return _first(connection, text, values)
        with self._lock:
            if self._kept is None:
                borrowed = self._engine.raw_connection()
                borrowed.detach()
                self._kept = borrowed.dbapi_connection
            return _first(self._kept, text, values)

    def close(self) -> None:
        """Closes the kept connection; the next look-up opens another."""
        with self._lock:
            if self._kept is not None:
                self._kept.close()
                self._kept = None


def _first(connection: Any, text: str, values: Mapping[str, str]) -> Any:
    cursor = connection.cursor()
    try:
        cursor.execute(text, values)
        rows = cursor.fetchall()  # to the end, so that no transaction stays open
    finally:
        cursor.close()
    return rows[0] if rows else None
