"""Views as rows: written whole by user, read back as records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import orjson
from sqlalchemy import Connection, bindparam, delete, false, select, true, update

from persona.records import Entity, Fact, Persona, Rejection, Relation
from persona.store import rebuilds
from persona.store import schema as db
from persona.store.codec import canonical, decode, decode_ids, encode, encode_ids
from persona.store.database import Database
from persona.store.rebuilds import Made, Rebuild
from persona.store.rows import Views, fact_row, to_micros
from persona.vocabulary import SECTIONS

_IN_CHUNK = 500

_PERSONA = select(db.personas.c.body).where(db.personas.c.user_id == bindparam("user_id"))


class ViewRows(Database):
    """The part of a store that holds what is derived."""

    def swap_views(
        self,
        user_id: str,
        views: Views,
        *,
        revision: int,
        settings_digest: str,
        pending: int,
        live_keys: Sequence[str],
        made: Made,
        promote: bool = False,
    ) -> None:
        """Replaces a user's views whole, in one transaction, with answers whose window is gone.

        What the persona was before is kept as an earlier rebuild (`persona.store.rebuilds`).

        Args:
            user_id: whose.
            views: what takes the place of the old ones.
            settings_digest: of the settings that they were computed with.
            revision: the user's revision that the views were computed from.
            pending: number of windows without an answer.
            live_keys: keys of answers to keep; the user's others are deleted.
            made: when and how they were computed.
            promote: answers that were set aside take the place of those in use.
        """
        with self.writing() as connection:
            rebuilds.note(connection, user_id, views, made)
            drop_views(connection, user_id)
            put_views(connection, user_id, views)
            if promote:
                _promote_aside(connection, user_id)
            keep_answers(connection, user_id, live_keys)
            connection.execute(
                update(db.users)
                .where(db.users.c.user_id == user_id)
                .values(built_revision=revision, built_settings=settings_digest, pending=pending)
            )

    def persona(self, user_id: str) -> Persona | None:
        """The stored persona, or None before the first rebuild."""
        body = self.first(_PERSONA, user_id=user_id)
        return None if body is None else _in_order(decode(Persona, body[0]))

    def rebuilds(self, user_id: str) -> tuple[Rebuild, ...]:
        """The last rebuilds of a user that changed something, oldest first."""
        with self.reading() as connection:
            return rebuilds.read(connection, user_id)

    def rebuilt_persona(self, user_id: str, number: int) -> Persona | None:
        """What a kept rebuild said, without scores and evidence; None: it is not kept."""
        with self.reading() as connection:
            return rebuilds.read_persona(connection, user_id, number)

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
                            "row": None if row.relation is None else orjson.loads(row.relation),
                        }
                    ),
                )
                for row in rows
            )


def drop_views(connection: Connection, user_id: str) -> None:
    """Deletes a user's views."""
    for table in db.VIEWS:
        connection.execute(delete(table).where(table.c.user_id == user_id))


def put_views(connection: Connection, user_id: str, views: Views) -> None:
    """Writes a user's views, where there are none."""
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
            "relation": None if rejection.row is None else encode(Relation, rejection.row),
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
    note_swap(connection, user_id)
    for table, rows in (
        (db.entities, entities),
        (db.facts, facts),
        (db.rejections, rejections),
        (db.personas, [row]),
    ):
        if rows:
            connection.execute(table.insert(), rows)


def note_swap(connection: Connection, user_id: str) -> None:
    """Notes that another persona is stored: who keeps one in memory reads it anew."""
    connection.execute(
        update(db.users).where(db.users.c.user_id == user_id).values(swaps=db.users.c.swaps + 1)
    )


def keep_answers(connection: Connection, user_id: str, live_keys: Sequence[str]) -> None:
    """Deletes a user's answers in use, and failures, but those with these keys."""
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


def _in_order(persona: Persona) -> Persona:
    """The persona with its sections in their order, which canonical JSON does not keep."""
    known = [name for name in SECTIONS if name in persona.sections]
    return replace(persona, sections={name: persona.sections[name] for name in known})


def set_refresh(connection: Connection, user_id: str, value: str | None) -> None:
    """Notes how far a refresh of a user is."""
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
    set_refresh(connection, user_id, None)
