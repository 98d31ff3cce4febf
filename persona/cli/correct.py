"""Commands by which a person puts right what is known of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from persona.cli.options import Db, Json, User, open_engine
from persona.cli.output import emit, emit_json, plain, say, table

if TYPE_CHECKING:
    from persona.records import Correction

Entity = Annotated[str, typer.Argument(help="A name or an alias.", show_default=False)]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    for command in (correct, pin, hide, merge, split, review):
        app.command()(command)


def correct(
    user: User,
    entity: Entity,
    wrong: Annotated[bool, typer.Option("--wrong", help="It is not so.")] = False,
    instead: Annotated[
        str | None, typer.Option(metavar="NAME", help="It is so of this one.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="Only facts of this kind, such as likes or lives_in.")
    ] = None,
    polarity: Annotated[int | None, typer.Option(help="Only facts of 1, 0 or -1.")] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Says that what is known of an entity is wrong, or is so of another one."""
    with open_engine(db) as engine:
        kept = engine.correct(
            user, entity, wrong=wrong, instead=instead, kind=kind, polarity=polarity
        )
    _kept(kept, json=json)


def pin(user: User, entity: Entity, db: Db = None, json: Json = False) -> None:
    """Puts an entity first in its sections."""
    with open_engine(db) as engine:
        kept = engine.pin(user, entity)
    _kept(kept, json=json)


def hide(user: User, entity: Entity, db: Db = None, json: Json = False) -> None:
    """Keeps an entity out of persona and prompt; `persona pin` shows it again."""
    with open_engine(db) as engine:
        kept = engine.hide(user, entity)
    _kept(kept, json=json)


def merge(
    user: User,
    entity: Entity,
    other: Annotated[str, typer.Argument(help="Another name of it.", show_default=False)],
    db: Db = None,
    json: Json = False,
) -> None:
    """Says that two names are one thing."""
    with open_engine(db) as engine:
        kept = engine.merge(user, entity, other)
    _kept(kept, json=json)


def split(
    user: User,
    entity: Entity,
    alias: Annotated[str, typer.Argument(help="The name that is not its.", show_default=False)],
    db: Db = None,
    json: Json = False,
) -> None:
    """Says that an alias is a thing of its own."""
    with open_engine(db) as engine:
        kept = engine.split(user, entity, alias)
    _kept(kept, json=json)


def review(
    user: User,
    accept: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Say yes; may be given several times.")
    ] = None,
    reject: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Say no; may be given several times.")
    ] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Lists what waits for the person's word, or answers it."""
    with open_engine(db) as engine:
        for item_id in accept or ():
            engine.accept(user, item_id)
        for item_id in reject or ():
            engine.reject(user, item_id)
        items = engine.review(user)
    if accept or reject:
        say("kept: the next `persona rebuild` takes it in")
    if json:
        emit_json([item.to_dict() for item in items])
        return
    table(
        f"{user}: {len(items)} open",
        ("id", "why", "score", "what"),
        [(i.id, i.reason, "-" if i.score is None else f"{i.score:.2f}", i.detail) for i in items],
        none="nothing waits for the person's word",
    )


def _kept(correction: Correction, *, json: bool) -> None:
    if json:
        emit_json(plain(correction))
    else:
        other = f" {correction.other}" if correction.other else ""
        emit(f"correction #{correction.number}: {correction.action} {correction.entity}{other}")
        say("the next `persona rebuild` takes it in")
