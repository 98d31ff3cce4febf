"""What a person says about the graph, and what they want forgotten, as the store does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from persona.errors import UnknownNameError
from persona.records import Correction
from persona.store import corrections, rebuilds, tombstones
from persona.store import schema as db
from persona.store.database import Database, touch
from persona.store.erasure import (
    Erasure,
    Swept,
    bytes_left,
    erase_rows,
    erase_user,
    files_of,
    note_built,
    sweep,
    unmark,
)
from persona.store.indexed import strike
from persona.store.looking import holders
from persona.store.tombstones import ENTITY, MESSAGE, Digests, Tombstone
from persona.store.viewed import drop_views, keep_answers, put_views


class RightsRows(Database):
    """The part of a store that holds corrections and tombstones, and erases."""

    def put_correction(self, user_id: str, correction: Correction) -> Correction:
        """Keeps what the person said about the graph, and gives it back with its number.

        The user's revision rises.

        Raises:
            UnknownNameError: no such user.
        """
        with self.writing() as connection:
            self._known(connection, user_id)
            numbered = corrections.add(connection, user_id, correction)
            touch(connection, user_id, 1)
        return numbered

    def put_corrections(self, user_id: str, numbered: Sequence[Correction]) -> None:
        """Keeps corrections of an export under the numbers that they have."""
        with self.writing() as connection:
            corrections.put(connection, user_id, numbered)
            touch(connection, user_id, int(bool(numbered)))

    def corrections(self, user_id: str) -> tuple[Correction, ...]:
        """A user's corrections, in the order in which they were made."""
        with self.reading() as connection:
            return corrections.read(connection, user_id)

    def erase(self, user_id: str, erasure: Erasure) -> None:
        """Takes out of a user's rows what is to be forgotten, in one transaction."""
        with self.writing() as connection:
            if erasure.everything:
                erase_user(connection, user_id, erasure)
                return
            erase_rows(connection, user_id, erasure)
            redacted = [(m.conversation_id, m.message_id) for m in erasure.redacted]
            strike(connection, user_id, erasure.forgotten, redacted)
            if erasure.views is not None:
                drop_views(connection, user_id)
                put_views(connection, user_id, erasure.views)
            rebuilds.restart(connection, user_id, erasure.views, erasure.made)
            made = [answer.key for answer in erasure.answers]
            keep_answers(connection, user_id, [*erasure.live, *made, *erasure.waiting])
            note_built(connection, user_id, erasure)

    def sweep(self) -> Swept:
        """Takes deleted bytes out of the store's files (`persona.store.erasure`)."""
        with self._translated():
            return sweep(self._engine)

    def held_open_by(self) -> tuple[int, ...]:
        """Other processes that have the store's files open, as far as the system tells."""
        return holders(files_of(self._engine))

    def bytes_left(self, words: Iterable[str]) -> list[str]:
        """Names of the store's files that hold one of these texts, though no row says it."""
        with self.reading() as connection:
            return bytes_left(connection, files_of(self._engine), words)

    def digests(self, user_id: str) -> Digests:
        """What makes the digests of a user's tombstones."""
        with self.writing() as connection:
            return Digests(tombstones.salt(connection), user_id)

    def tombstones(self, user_id: str, scope: str) -> dict[str, Tombstone]:
        """A user's tombstones of one scope, by digest."""
        with self.reading() as connection:
            return tombstones.read(connection, user_id, scope)

    def count_tombstones(self, user_id: str) -> int:
        """How many messages and names of a user are forgotten."""
        with self.reading() as connection:
            return tombstones.count(connection, user_id)

    def forget_times(self, user_id: str) -> set[datetime]:
        """When the user asked to forget; every request has a time of its own."""
        with self.reading() as connection:
            return tombstones.times(connection, user_id)

    def lift(self, user_id: str, times: Iterable[datetime], extra: Iterable[str] = ()) -> int:
        """Deletes the tombstones of requests, and single ones of messages given by digest.

        Messages that a lifted name was struck out of may be updated again.

        Returns:
            How many messages and names are free again.
        """
        with self.writing() as connection:
            lifted = tombstones.at(connection, user_id, times)
            lifted.setdefault(MESSAGE, set()).update(extra)
            single = {scope: lifted.pop(scope, set()) for scope in (MESSAGE, ENTITY)}
            number = tombstones.lift(connection, user_id, single)
            tombstones.lift(connection, user_id, lifted)
            if single[ENTITY]:
                unmark(connection, user_id, single[ENTITY])
        return number

    def _known(self, connection: Connection, user_id: str) -> None:
        mine = db.users.c.user_id == user_id
        if connection.execute(select(db.users.c.user_id).where(mine)).first() is None:
            raise UnknownNameError(f"no user {user_id!r} in {self.shown_url}: ingest a log first")
