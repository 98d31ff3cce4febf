"""Erasing: rows out of the database in one transaction, then bytes out of its files.

SQLite writes zeros over what is deleted (``secure_delete``), but the journal still holds old pages.
So a sweep compacts the database (``VACUUM``) and empties the journal (``wal_checkpoint(TRUNCATE)``);
a reader that has the journal open delays it. What the files hold afterwards is looked up byte by
byte. PostgreSQL keeps a write-ahead log, perhaps replicas and backups: those are the operator's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine, delete, func, or_, select, update

from persona.records import Message
from persona.store import corrections, tombstones
from persona.store import schema as db
from persona.store.codec import decode_ids, encode_ids
from persona.store.connect import database_file, upsert
from persona.store.looking import texts_in
from persona.store.messages import Key
from persona.store.rebuilds import Made
from persona.store.rows import Answer, Views, answer_row, message_row
from persona.store.tombstones import Tombstone

_BUSY_MS = 2_000
_CHUNK = 400
_SIDE_FILES = ("-wal", "-shm", "-journal")
_SHORTEST = 3  # bytes: what is shorter stands in any file by chance

Swept = Literal["done", "delayed", "memory", "operator"]


@dataclass(frozen=True, slots=True)
class Erasure:
    """What is to go from a user's rows, and what takes its place.

    Attributes:
        everything: the user goes, whole; then only `stones` counts.
        forgotten: keys of messages to delete.
        redacted: messages in place of those with the same key.
        stones: tombstones to put.
        live: keys of the answers to keep; every other one goes.
        waiting: keys of windows without an answer, whose failures stay counted.
        answers: new answers, those that were remade and those that were filtered.
        corrections: numbers of those to delete.
        views: what takes the place of the views; None where the user has none.
        pending: windows without an answer.
        settings_digest: of the settings that the views were computed with.
        revision: of the user, when this was worked out.
        aside: keys of the answers to keep that a refresh set aside.
        made: when and how the views were computed; earlier rebuilds go in any case.
    """

    everything: bool = False
    forgotten: tuple[Key, ...] = ()
    redacted: tuple[Message, ...] = ()
    stones: tuple[Tombstone, ...] = ()
    live: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    corrections: tuple[int, ...] = ()
    views: Views | None = None
    pending: int = 0
    settings_digest: str = ""
    revision: int = 0
    aside: tuple[str, ...] = field(default=())
    made: Made | None = None


def erase_user(connection: Connection, user_id: str, erasure: Erasure) -> None:
    """Deletes a user with all rows; tombstones stay, and those of the erasure are put."""
    connection.execute(delete(db.users).where(db.users.c.user_id == user_id))
    tombstones.put(connection, user_id, erasure.stones)


def erase_rows(connection: Connection, user_id: str, erasure: Erasure) -> None:
    """Deletes and replaces messages, answers and corrections, and puts the tombstones."""
    for key in erasure.forgotten:
        connection.execute(
            delete(db.messages).where(
                db.messages.c.user_id == user_id,
                db.messages.c.conversation_id == key[0],
                db.messages.c.message_id == key[1],
            )
        )
    upsert(connection, db.messages, [message_row(user_id, m) for m in erasure.redacted])
    tombstones.put(connection, user_id, erasure.stones)
    corrections.remove(connection, user_id, erasure.corrections)
    _keep_only(connection, user_id, erasure.live, aside=False)
    _keep_only(connection, user_id, erasure.aside, aside=True)
    rows = [answer_row(user_id, answer, aside=False) for answer in erasure.answers]
    upsert(connection, db.answers, rows)


def _keep_only(connection: Connection, user_id: str, live: Iterable[str], *, aside: bool) -> None:
    mine = (db.answers.c.user_id == user_id, db.answers.c.aside == aside)
    kept = set(live)
    have = connection.execute(select(db.answers.c.key).where(*mine)).scalars()
    gone = [key for key in have if key not in kept]
    for start in range(0, len(gone), _CHUNK):
        connection.execute(
            delete(db.answers).where(*mine, db.answers.c.key.in_(gone[start : start + _CHUNK]))
        )


def drop_empty(connection: Connection, user_id: str) -> None:
    """Deletes a user of whom there is no message, because all that came is forgotten."""
    theirs = select(db.messages.c.user_id).where(db.messages.c.user_id == user_id)
    connection.execute(delete(db.users).where(db.users.c.user_id == user_id, ~theirs.exists()))


def unmark(connection: Connection, user_id: str, lifted: Collection[str]) -> None:
    """Takes lifted digests off the messages that their names were struck out of."""
    marked = connection.execute(
        select(
            db.messages.c.conversation_id, db.messages.c.message_id, db.messages.c.redacted
        ).where(db.messages.c.user_id == user_id, db.messages.c.redacted != "[]")
    ).all()
    for row in marked:
        left = tuple(digest for digest in decode_ids(row.redacted) if digest not in lifted)
        connection.execute(
            update(db.messages)
            .where(
                db.messages.c.user_id == user_id,
                db.messages.c.conversation_id == row.conversation_id,
                db.messages.c.message_id == row.message_id,
            )
            .values(redacted=encode_ids(left))
        )


def note_built(connection: Connection, user_id: str, erasure: Erasure) -> None:
    """Raises the revision; the views are of it unless something else came in meanwhile."""
    mine = db.users.c.user_id == user_id
    now = connection.execute(select(db.users.c.revision).where(mine)).scalar_one()
    values: dict[str, object] = {"revision": now + 1}
    if erasure.views is not None:
        undisturbed = now == erasure.revision
        values |= {
            "built_revision": now + 1 if undisturbed else erasure.revision,
            "built_settings": erasure.settings_digest,
            "pending": erasure.pending,
        }
    connection.execute(update(db.users).where(mine).values(**values))


def sweep(engine: Engine) -> Swept:
    """Takes deleted bytes out of the database's files, for all erasures since the last one.

    Returns:
        "done", "delayed" (a reader has the journal open, or a writer is at work), "memory" (there
        is no file), or "operator" (PostgreSQL).
    """
    if engine.dialect.name != "sqlite":
        return "operator"
    if database_file(engine) is None:
        return "memory"
    raw = engine.raw_connection()
    try:
        cursor = raw.cursor()
        (busy_ms,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        try:
            cursor.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
            cursor.execute("PRAGMA temp_store=MEMORY")
            cursor.execute("VACUUM")
            (busy, *_) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except engine.dialect.loaded_dbapi.OperationalError:  # locked
            busy = 1
        finally:
            cursor.execute(f"PRAGMA busy_timeout={busy_ms}")
            cursor.close()
        return "delayed" if busy else "done"
    finally:
        raw.close()


def files_of(engine: Engine) -> list[Path]:
    """The files of a SQLite store that are there."""
    file = database_file(engine)
    if file is None:
        return []
    beside = (file.with_name(file.name + ending) for ending in _SIDE_FILES)
    return [path for path in (file, *beside) if path.is_file()]


def bytes_left(connection: Connection, files: Sequence[Path], words: Iterable[str]) -> list[str]:
    """Names of the files that hold one of these texts, where no row that stays says it.

    A text stays where it stands in a message of anybody, in a correction, or in our own schema. A
    text of fewer than three bytes is not looked for: it stands everywhere.
    """
    wanted = sorted({word for word in words if len(word.encode()) >= _SHORTEST})
    held = {path.name: texts_in(path, wanted) for path in files}
    met = sorted(set().union(*held.values()))
    left = {word for word in met if not _stays(connection, word)}
    return [name for name, words in held.items() if words & left]


def _stays(connection: Connection, word: str) -> bool:
    """Whether a row that nobody asked to forget says it."""
    lowered = word.casefold()
    columns = (
        db.messages.c.text,
        db.messages.c.author,
        db.messages.c.conversation_id,
        db.messages.c.message_id,
        db.messages.c.source,
    )
    said = select(db.messages.c.user_id).where(
        or_(*(func.instr(func.lower(column), lowered) > 0 for column in columns))
    )
    corrected = select(db.corrections.c.number).where(
        func.instr(func.lower(db.corrections.c.body), lowered) > 0
    )
    named = select(db.users.c.user_id).where(
        func.instr(func.lower(db.users.c.user_id), lowered) > 0
    )
    if any(connection.execute(query.limit(1)).first() for query in (said, corrected, named)):
        return True
    schema = connection.exec_driver_sql("SELECT sql FROM sqlite_master").scalars()
    return any(lowered in (text or "").casefold() for text in schema)
