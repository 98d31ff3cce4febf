"""The index of what a user said, page by page (`persona.recall.pages`), and what it does not have yet.

A user has an index once somebody looked for something. From then on every change of messages leaves
a note of their keys, and the next look takes them in: a new message changes its own page. Whoever
writes pages raises the edition, and writes only if it is the one that they read; so what was
forgotten meanwhile cannot come back from the memory of another process.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update

from persona.records import Message
from persona.store import schema as db
from persona.store.connect import upsert
from persona.store.database import Database
from persona.store.messages import Key
from persona.store.said import all_messages, messages_at

if TYPE_CHECKING:
    from persona.recall.pages import Page

_IN_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Unread:
    """What the store has of a user's index, and what the index has to take in.

    Attributes:
        edition: of the pages; None: there is no index.
        revision: of the user, when this was read.
        pages: of the index; None where the caller has them already.
        keys: of messages that changed; None: all, the index is to be made anew.
        messages: those of the keys that are there.
        count: number of the user's messages.
    """

    edition: int | None
    revision: int
    pages: tuple[Page, ...] | None
    keys: tuple[Key, ...] | None
    messages: tuple[Message, ...]
    count: int


class IndexRows(Database):
    """The part of a store that holds the index of what was said."""

    def open_index(self, user_id: str) -> None:
        """Sees to it that changes of a user's messages are noted from now on.

        Raises:
            StoreError: nothing can be written now.
        """
        row = {"user_id": user_id, "edition": 0, "version": ""}
        with self.writing() as connection:
            upsert(connection, db.indexes, [row], ignore=True)

    def unread(self, user_id: str, edition: int | None = None, *, anew: bool = False) -> Unread:
        """What is to be taken into the index of a user, read in one transaction.

        Args:
            user_id: whose.
            edition: of the pages that the caller has in memory; they are not read again.
            anew: all messages, for an index that is to be made from nothing.
        """
        from persona.recall.pages import VERSION

        with self.reading() as connection:
            mark = _mark(connection, user_id)
            mine = db.users.c.user_id == user_id
            revision = connection.execute(select(db.users.c.revision).where(mine)).scalar() or 0
            if mark is None or mark.version != VERSION or anew:
                found = tuple(all_messages(connection, user_id))
                was = None if mark is None else mark.edition
                return Unread(was, revision, (), None, found, len(found))
            pages = None if mark.edition == edition else _pages(connection, user_id)
            keys = _noted(connection, user_id)
            found = tuple(messages_at(connection, user_id, keys).values())
            count = connection.execute(
                select(func.count()).where(db.messages.c.user_id == user_id)
            ).scalar_one()
            return Unread(mark.edition, revision, pages, keys, found, count)

    def texts(self, user_id: str, keys: Sequence[Key]) -> dict[Key, str]:
        """The texts of messages of a user that are there."""
        with self.reading() as connection:
            return {key: m.text for key, m in messages_at(connection, user_id, keys).items()}

    def put_pages(
        self, user_id: str, read: Unread, before: Sequence[Page], after: Sequence[Page]
    ) -> int | None:
        """Keeps pages that took in what was read; of those that were there, the same ones stay.

        Args:
            user_id: whose.
            read: what they took in.
            before: the pages of the edition that was read; none where all were made anew.
            after: all pages, in order.

        Returns:
            The new edition; None where there is no index or somebody else wrote it meanwhile: then
            nothing is kept.

        Raises:
            StoreError: nothing can be written now.
        """
        from persona.recall.pages import VERSION

        with self.writing() as connection:
            mark = _mark(connection, user_id)
            if mark is None or mark.edition != read.edition:
                return None
            if read.keys is None:
                connection.execute(delete(db.pages).where(db.pages.c.user_id == user_id))
            _swap(connection, user_id, before, after)
            connection.execute(
                delete(db.notes).where(
                    db.notes.c.user_id == user_id, db.notes.c.revision <= read.revision
                )
            )
            _raise_edition(connection, user_id, version=VERSION)
        return int(mark.edition) + 1


def strike(
    connection: Connection, user_id: str, gone: Collection[Key], redacted: Sequence[Key]
) -> None:
    """Takes messages out of a user's index and its notes, at once and without a trace.

    Args:
        connection: of the transaction that forgets them.
        user_id: whose.
        gone: keys of messages that are deleted.
        redacted: keys of messages with another text now; they are noted, to be taken in anew.
    """
    from persona.recall.pages import changed

    mark = _mark(connection, user_id)
    if mark is None:
        return
    before = _pages(connection, user_id)
    _swap(connection, user_id, before, changed(before, {*gone, *redacted}, ()))
    noted = {*_noted(connection, user_id), *redacted} - set(gone)
    revision = connection.execute(
        select(db.users.c.revision).where(db.users.c.user_id == user_id)
    ).scalar_one()
    connection.execute(delete(db.notes).where(db.notes.c.user_id == user_id))
    if noted:
        body = orjson.dumps(sorted(noted)).decode()
        connection.execute(
            insert(db.notes), [{"user_id": user_id, "revision": revision + 1, "body": body}]
        )
    _raise_edition(connection, user_id, version=mark.version)


def _mark(connection: Connection, user_id: str) -> Any:
    return connection.execute(
        select(db.indexes).where(db.indexes.c.user_id == user_id)
    ).one_or_none()


def _raise_edition(connection: Connection, user_id: str, *, version: str) -> None:
    connection.execute(
        update(db.indexes)
        .where(db.indexes.c.user_id == user_id)
        .values(edition=db.indexes.c.edition + 1, version=version)
    )


def _pages(connection: Connection, user_id: str) -> tuple[Page, ...]:
    from persona.recall.pages import Page

    rows = connection.execute(select(db.pages.c.body).where(db.pages.c.user_id == user_id))
    return tuple(sorted(map(Page, rows.scalars()), key=lambda page: page.first))


def _swap(
    connection: Connection, user_id: str, before: Sequence[Page], after: Sequence[Page]
) -> None:
    """Deletes the pages that are no more, and writes those that are new."""
    old, new = {page.name for page in before}, {page.name for page in after}
    gone = sorted(old - new)
    for start in range(0, len(gone), _IN_CHUNK):
        some = gone[start : start + _IN_CHUNK]
        connection.execute(
            delete(db.pages).where(db.pages.c.user_id == user_id, db.pages.c.name.in_(some))
        )
    rows = [
        {"user_id": user_id, "name": page.name, "body": page.body}
        for page in after
        if page.name not in old
    ]
    if rows:
        upsert(connection, db.pages, rows)


def _noted(connection: Connection, user_id: str) -> tuple[Key, ...]:
    bodies = connection.execute(select(db.notes.c.body).where(db.notes.c.user_id == user_id))
    keys = {(key[0], key[1]) for body in bodies.scalars() for key in orjson.loads(body)}
    return tuple(sorted(keys))
