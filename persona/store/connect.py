"""Opening a database, and the two ways in which SQLite and PostgreSQL differ for us."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Insert, Select, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from persona.errors import ConfigError, MissingExtraError

_BUSY_MS = 30_000
_ROWS = 2000
_PARAMETERS = 600  # of one statement


def open_database(url: str) -> Engine:
    """An engine whose write transactions do not deadlock and whose readers never block.

    Raises:
        ConfigError: the URL is none, or of a database that is not supported.
        MissingExtraError: the driver is not installed.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise ConfigError(f"{url!r} is no database URL, such as sqlite:///persona.db") from error
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return _open_sqlite(parsed)
    if backend == "postgresql":
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        try:
            return create_engine(parsed, pool_pre_ping=True)
        except (ModuleNotFoundError, NoSuchModuleError) as error:
            raise MissingExtraError("a PostgreSQL store", "postgres") from error
    raise ConfigError(f"{backend!r} is no supported database: use sqlite or postgresql")


def _open_sqlite(url: Any) -> Engine:
    options: dict[str, Any] = {"connect_args": {"timeout": _BUSY_MS / 1000}}
    if url.database in (None, "", ":memory:"):
        options["poolclass"] = StaticPool
        options["connect_args"]["check_same_thread"] = False
    engine = create_engine(url, **options)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={_BUSY_MS}",
            "journal_mode=WAL",
            "synchronous=NORMAL",
            "foreign_keys=ON",
            "secure_delete=ON",
            "cache_size=-32000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("persona_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def database_file(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for one in memory and for other databases."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or name in (None, "", ":memory:"):
        return None
    return Path(str(name))


def upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    *,
    ignore: bool = False,
) -> None:
    """Inserts rows; one whose key is there replaces it, or is passed over with `ignore`."""
    if rows:
        names = tuple(rows[0])
        values = [tuple(map(row.__getitem__, names)) for row in rows]
        upsert_values(connection, table, names, values, ignore=ignore)


def upsert_values(
    connection: Connection,
    table: Table,
    names: tuple[str, ...],
    rows: Sequence[tuple[Any, ...]],
    *,
    ignore: bool = False,
) -> None:
    """Inserts rows as `upsert` does, each given as its values of the named columns."""
    for start in range(0, len(rows), _ROWS):
        chunk = rows[start : start + _ROWS]
        if connection.dialect.name == "sqlite":  # by the driver: a third of the time
            _into_sqlite(connection, *_sqlite_text(table, names, ignore), names, chunk)
        else:
            statement = _insert(postgresql, table, names, ignore)
            connection.execute(statement, [dict(zip(names, row, strict=True)) for row in chunk])


def _into_sqlite(
    connection: Connection,
    text: str,
    order: tuple[str, ...],
    names: tuple[str, ...],
    rows: Sequence[tuple[Any, ...]],
) -> None:
    if order != names:
        places = [names.index(name) for name in order]
        rows = [tuple(map(row.__getitem__, places)) for row in rows]
    many = max(1, _PARAMETERS // len(order))
    whole = len(rows) - len(rows) % many
    if whole:
        groups = [tuple(chain.from_iterable(rows[at : at + many])) for at in range(0, whole, many)]
        connection.exec_driver_sql(_of_many(text, len(order), many), groups)
    if whole < len(rows):
        connection.exec_driver_sql(text, list(rows[whole:]))


def _insert(dialect: Any, table: Table, names: tuple[str, ...], ignore: bool) -> Insert:
    keys = [column.name for column in table.primary_key]
    statement = dialect.insert(table)
    made: Insert
    if ignore:
        made = statement.on_conflict_do_nothing(index_elements=keys)
    else:
        fresh = {name: statement.excluded[name] for name in names if name not in keys}
        made = statement.on_conflict_do_update(index_elements=keys, set_=fresh)
    return made


@cache
def compiled(query: Select[Any], dialect: str) -> str:
    """A query as the driver takes it, with its parameters by name."""
    known = sqlite.dialect(paramstyle="named") if dialect == "sqlite" else postgresql.dialect()  # type: ignore[no-untyped-call]
    return str(query.compile(dialect=known))


@cache
def _of_many(text: str, columns: int, rows: int) -> str:
    """A statement that inserts one row, for many: a tenth less time than as many statements."""
    row = f"({', '.join('?' * columns)})"
    return text.replace(f"VALUES {row}", f"VALUES {', '.join([row] * rows)}", 1)


@cache
def _sqlite_text(table: Table, names: tuple[str, ...], ignore: bool) -> tuple[str, tuple[str, ...]]:
    """The statement as text, and the columns in the order of its parameters."""
    statement = _insert(sqlite, table, names, ignore)
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(names))
    return str(compiled), tuple(compiled.positiontup or ())
