"""How a store's schema came to be: named steps, each recorded in the transaction that makes it.

A step never changes once released; a new one is appended. The name is the key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, Connection, Table, insert, inspect, select
from sqlalchemy.schema import CreateColumn

from persona.errors import StoreError
from persona.store.schema import (
    corrections,
    indexes,
    messages,
    meta,
    metadata,
    notes,
    pages,
    rebuilds,
    rejections,
    tombstones,
    users,
)

Migration = Callable[[Connection], None]
MIGRATIONS: list[Migration] = []
_PREFIX = "migration:"


def migration(step: Migration) -> Migration:
    """Registers a step; they run in the order in which they are written here."""
    MIGRATIONS.append(step)
    return step


@migration
def m001_tables(connection: Connection) -> None:
    """The first tables."""
    metadata.create_all(connection)


@migration
def m002_corrections_and_forgetting(connection: Connection) -> None:
    """Corrections, tombstones, what was struck out of messages, and rows to accept after all."""
    metadata.create_all(connection, tables=[corrections, tombstones])
    _add_column(connection, messages, messages.c.redacted)
    _add_column(connection, rejections, rejections.c.relation)


@migration
def m003_earlier_personas(connection: Connection) -> None:
    """What the last rebuilds of a user made."""
    metadata.create_all(connection, tables=[rebuilds])


@migration
def m004_recall_index(connection: Connection) -> None:
    """The index of what was said, and how often a persona was stored."""
    metadata.create_all(connection, tables=[indexes, pages, notes])
    _add_column(connection, users, users.c.swaps)


def _add_column(connection: Connection, table: Table, column: Column[Any]) -> None:
    """Adds a column; in a store that `m001_tables` made today it is there already."""
    if column.name not in {have["name"] for have in inspect(connection).get_columns(table.name)}:
        definition = CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {definition}")


def applied(connection: Connection) -> list[str]:
    """Names of the steps that this store has, in no particular order."""
    if not inspect(connection).has_table("meta"):
        return []
    rows = connection.execute(select(meta.c.name).where(meta.c.name.like(f"{_PREFIX}%")))
    return [name.removeprefix(_PREFIX) for (name,) in rows]


def migrate(connection: Connection) -> list[str]:
    """Runs the steps that are missing, within the caller's transaction; gives their names.

    Raises:
        StoreError: the store has a step that this version does not know.
    """
    have = set(applied(connection))
    known = {step.__name__ for step in MIGRATIONS}
    if have - known:
        newer = ", ".join(sorted(have - known))
        raise StoreError(f"the store was written by a newer version (it has {newer}): upgrade")
    done = []
    for step in MIGRATIONS:
        if step.__name__ not in have:
            step(connection)
            connection.execute(insert(meta).values(name=_PREFIX + step.__name__, value="done"))
            done.append(step.__name__)
    return done
