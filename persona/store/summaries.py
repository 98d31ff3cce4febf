"""A summary that a model wrote: kept as an answer, and put into the stored persona, in one step."""

from __future__ import annotations

from sqlalchemy import delete, update

from persona.records import Persona
from persona.store import Store
from persona.store import schema as db
from persona.store.codec import encode
from persona.store.connect import upsert
from persona.store.rows import Answer, answer_row
from persona.store.viewed import note_swap


def put_summary(store: Store, user_id: str, answer: Answer, persona: Persona) -> None:
    """Keeps a summary and the persona that has it; an older summary of the user goes."""
    with store.writing() as connection:
        connection.execute(
            delete(db.answers).where(
                db.answers.c.user_id == user_id, db.answers.c.extractor == answer.extractor
            )
        )
        upsert(connection, db.answers, [answer_row(user_id, answer, aside=False)])
        connection.execute(
            update(db.personas)
            .where(db.personas.c.user_id == user_id)
            .values(body=encode(Persona, persona))
        )
        note_swap(connection, user_id)
