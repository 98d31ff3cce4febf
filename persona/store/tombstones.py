"""Tombstones: what was forgotten is known again when it comes back, and told to nobody.

A digest is HMAC-SHA256 under a key of the store, over user, scope and natural key. Scopes of single
things are `MESSAGE` (conversation id and message id) and `ENTITY` (a name's key; its length stands
beside it, so that ingest knows which words to try). Every other scope stands for a whole request
("conversation", "older_than" ...): what one request forgot has one time, which is how it is lifted.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import orjson
from sqlalchemy import Connection, delete, select

from persona.store import schema as db
from persona.store.connect import upsert
from persona.store.rows import from_micros, to_micros

MESSAGE = "message"
ENTITY = "entity"
_SALT = "salt"
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One forgotten thing.

    Attributes:
        digest: see the module.
        length: of a name's key, in characters; 0 for what is no name.
        time: of the request that forgot it.
    """

    scope: str
    digest: str
    length: int
    time: datetime


class Digests:
    """Makes the digests of one user.

    Args:
        salt: the store's key, hexadecimal.
        user_id: whose.
    """

    def __init__(self, salt: str, user_id: str) -> None:
        self._key = bytes.fromhex(salt)
        self._user_id = user_id

    def of(self, scope: str, *natural: str) -> str:
        """The digest of a natural key within a scope."""
        body = orjson.dumps([self._user_id, scope, *natural])
        return hmac.digest(self._key, body, "sha256").hex()


def salt(connection: Connection) -> str:
    """The store's key, made when it is first needed; within a write transaction."""
    made = {"name": _SALT, "value": secrets.token_hex(32)}
    upsert(connection, db.meta, [made], ignore=True)
    kept: str = connection.execute(
        select(db.meta.c.value).where(db.meta.c.name == _SALT)
    ).scalar_one()
    return kept


def put(connection: Connection, user_id: str, stones: Iterable[Tombstone]) -> None:
    """Keeps tombstones; one that is there takes the later time."""
    rows = [
        {
            "user_id": user_id,
            "scope": stone.scope,
            "digest": stone.digest,
            "length": stone.length,
            "time": to_micros(stone.time),
        }
        for stone in stones
    ]
    upsert(connection, db.tombstones, rows)


def read(
    connection: Connection, user_id: str, scope: str, digests: Iterable[str] | None = None
) -> dict[str, Tombstone]:
    """A user's tombstones of a scope by digest: all, or those of the given digests."""
    of_scope = [db.tombstones.c.user_id == user_id, db.tombstones.c.scope == scope]
    if digests is None:
        return _found(connection, of_scope)
    found: dict[str, Tombstone] = {}
    wanted = sorted(set(digests))
    for start in range(0, len(wanted), _CHUNK):
        chunk = wanted[start : start + _CHUNK]
        found |= _found(connection, [*of_scope, db.tombstones.c.digest.in_(chunk)])
    return found


def _found(connection: Connection, conditions: Sequence[object]) -> dict[str, Tombstone]:
    query = select(db.tombstones).where(*conditions)  # type: ignore[arg-type]  # SQL conditions
    return {
        row.digest: Tombstone(row.scope, row.digest, row.length, _aware(row.time))
        for row in connection.execute(query)
    }


def _aware(micros: int) -> datetime:
    time = from_micros(micros)
    assert time is not None
    return time


def count(connection: Connection, user_id: str) -> int:
    """How many single things (messages and names) of a user are forgotten."""
    query = select(db.tombstones.c.digest).where(
        db.tombstones.c.user_id == user_id, db.tombstones.c.scope.in_([MESSAGE, ENTITY])
    )
    return len(connection.execute(query).all())


def times(connection: Connection, user_id: str) -> set[datetime]:
    """The times of a user's requests."""
    query = select(db.tombstones.c.time).where(db.tombstones.c.user_id == user_id).distinct()
    return {_aware(micros) for micros in connection.execute(query).scalars()}


def lift(connection: Connection, user_id: str, lifted: Mapping[str, Iterable[str]]) -> int:
    """Deletes tombstones, given as digests by scope; gives how many there were."""
    number = 0
    for scope, digests in lifted.items():
        wanted = sorted(digests)
        for start in range(0, len(wanted), _CHUNK):
            gone = connection.execute(
                delete(db.tombstones).where(
                    db.tombstones.c.user_id == user_id,
                    db.tombstones.c.scope == scope,
                    db.tombstones.c.digest.in_(wanted[start : start + _CHUNK]),
                )
            )
            number += gone.rowcount
    return number


def at(connection: Connection, user_id: str, moments: Iterable[datetime]) -> dict[str, set[str]]:
    """Digests by scope of everything that requests of these times forgot."""
    query = select(db.tombstones.c.scope, db.tombstones.c.digest).where(
        db.tombstones.c.user_id == user_id,
        db.tombstones.c.time.in_([to_micros(moment) for moment in moments]),
    )
    found: dict[str, set[str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.scope, set()).add(row.digest)
    return found
