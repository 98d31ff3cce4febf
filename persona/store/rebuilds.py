"""Earlier personas: what the last rebuilds of a user made, so that two of them can be compared.

A row is written in the transaction that swaps the views in, and only where the new persona says
something else in words, or was made by another extractor or with other settings. It holds the lines
of the persona, not their evidence. After something was forgotten only the newest is left, and it is
that of what stays: an earlier one was made from what is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select

from persona.memory import compare
from persona.records import Components, Persona, Preference
from persona.store import schema as db
from persona.store.codec import canonical, decode
from persona.store.rows import Views, from_micros, to_micros

KEPT = 10
"""Rebuilds of a user that are kept, the current one among them."""

_DERIVED = "inferred"
"""A section that no comparison looks at."""


@dataclass(frozen=True, slots=True)
class Made:
    """When and how views were made.

    Attributes:
        time: of the rebuild, aware.
        version: of the rules or the prompt.
        settings: those that shape views, as JSON values.
    """

    time: datetime
    version: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rebuild:
    """A kept rebuild of a user.

    Attributes:
        number: its place among the user's rebuilds, from 1.
        time: when it was made; None: before that was noted.
        as_of: the time of the last message then.
        extractor: what read the log, as the persona names it.
        version: of the rules or the prompt; "": not known.
        settings: those that shaped it; empty: not known.
        facts: how many there were, open and closed.
        entities: how many there were.
        lines: of the persona, all sections but inferences.
    """

    number: int
    time: datetime | None
    as_of: datetime | None
    extractor: str
    version: str
    settings: Mapping[str, Any]
    facts: int
    entities: int
    lines: int


def note(connection: Connection, user_id: str, views: Views, made: Made) -> None:
    """Keeps what is about to be swapped in, if it is another persona or made in another way.

    To be called while the old views still stand: those of a store that noted no rebuilds yet become
    the first one.
    """
    newest = _newest(connection, user_id) or _first(connection, user_id)
    if newest is not None and _same(newest, views.persona, made):
        return
    number = 1 if newest is None else newest.number + 1
    _put(connection, _row(user_id, number, views, made))
    connection.execute(
        delete(db.rebuilds).where(
            db.rebuilds.c.user_id == user_id, db.rebuilds.c.number <= number - KEPT
        )
    )


def restart(connection: Connection, user_id: str, views: Views | None, made: Made | None) -> None:
    """Drops every rebuild of a user; what stands now, if anything, becomes the first one."""
    connection.execute(delete(db.rebuilds).where(db.rebuilds.c.user_id == user_id))
    if views is not None and made is not None:
        _put(connection, _row(user_id, 1, views, made))


def read(connection: Connection, user_id: str) -> tuple[Rebuild, ...]:
    """The kept rebuilds of a user, oldest first."""
    columns = [column for column in db.rebuilds.c if column.name != "body"]
    rows = connection.execute(
        select(*columns).where(db.rebuilds.c.user_id == user_id).order_by(db.rebuilds.c.number)
    )
    return tuple(
        Rebuild(
            row.number,
            from_micros(row.time),
            from_micros(row.as_of),
            row.extractor,
            row.version,
            orjson.loads(row.settings),
            row.facts,
            row.entities,
            row.lines,
        )
        for row in rows
    )


def read_persona(connection: Connection, user_id: str, number: int) -> Persona | None:
    """The lines of a kept rebuild as a persona, without scores and evidence; None: not kept."""
    row = connection.execute(
        select(db.rebuilds).where(db.rebuilds.c.user_id == user_id, db.rebuilds.c.number == number)
    ).one_or_none()
    return None if row is None else _persona(row)


def _newest(connection: Connection, user_id: str) -> Any:
    return connection.execute(
        select(db.rebuilds)
        .where(db.rebuilds.c.user_id == user_id)
        .order_by(db.rebuilds.c.number.desc())
        .limit(1)
    ).one_or_none()


def _first(connection: Connection, user_id: str) -> Any:
    """Keeps the persona that stands as the first rebuild; None where none stands."""
    mine = db.personas.c.user_id == user_id
    body = connection.execute(select(db.personas.c.body).where(mine)).scalar_one_or_none()
    if body is None:
        return None
    persona = decode(Persona, body)
    counts = {
        table.name: connection.execute(
            select(func.count()).select_from(table).where(table.c.user_id == user_id)
        ).scalar_one()
        for table in (db.facts, db.entities)
    }
    _put(connection, {**_of_persona(persona), **counts, "number": 1})
    return _newest(connection, user_id)


def _same(newest: Any, persona: Persona, made: Made) -> bool:
    """Whether a rebuild says in words what the newest one says, and was made in the same way."""
    way = (persona.extractor, made.version, canonical(dict(made.settings)))
    if (newest.extractor, newest.version, newest.settings) != way:
        return False
    return not compare(_persona(newest), persona)


def _row(user_id: str, number: int, views: Views, made: Made) -> dict[str, Any]:
    return {
        **_of_persona(views.persona),
        "user_id": user_id,
        "number": number,
        "time": to_micros(made.time),
        "version": made.version,
        "settings": canonical(dict(made.settings)),
        "facts": len(views.facts),
        "entities": len(views.entities),
    }


def _of_persona(persona: Persona) -> dict[str, Any]:
    """The columns that a persona fills by itself."""
    lines = [
        [section, *_told(line)]
        for section, found in persona.sections.items()
        if section != _DERIVED
        for line in found
    ]
    return {
        "user_id": persona.user_id,
        "time": None,
        "as_of": to_micros(persona.as_of),
        "extractor": persona.extractor,
        "version": "",
        "settings": "{}",
        "lines": len(lines),
        "body": canonical(lines),
    }


def _told(line: Preference) -> list[Any]:
    """What a line says, without what it rests on."""
    times = [to_micros(line.valid_from), to_micros(line.valid_to)]
    return [
        line.entity, line.key, line.type, line.kind, line.relation, line.polarity, line.slot, *times
    ]  # fmt: skip


def _persona(row: Any) -> Persona:
    sections: dict[str, list[Preference]] = {}
    for section, *told in orjson.loads(row.body):
        sections.setdefault(section, []).append(_line(*told))
    return Persona(
        row.user_id,
        from_micros(row.as_of),
        row.extractor,
        {section: tuple(lines) for section, lines in sections.items()},
        (),
        "",
        {},
    )


def _line(
    entity: str,
    key: str,
    kind_of_thing: str,
    kind: str,
    relation: str,
    polarity: int,
    slot: str | None,
    since: int | None,
    until: int | None,
) -> Preference:
    return Preference(
        entity,
        key,
        kind_of_thing,
        kind,
        relation,
        polarity,
        score=0.0,
        components=Components(),
        mentions=0,
        first_seen=None,
        last_seen=None,
        valid_from=from_micros(since),
        valid_to=from_micros(until),
        slot=slot,
    )


def _put(connection: Connection, row: Mapping[str, Any]) -> None:
    connection.execute(insert(db.rebuilds), [dict(row)])
