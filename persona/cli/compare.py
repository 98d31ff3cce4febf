"""Commands that set things side by side: a person then and now, a thing and what it leads to."""

from __future__ import annotations

from typing import Annotated

import typer

from persona.cli.options import AsOf, Db, Json, User, open_engine, read_start, read_time
from persona.cli.output import counted, emit, emit_json, say, table
from persona.errors import UsageError


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(diff)
    app.command()(related)


def diff(
    user: User,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Default: a week before the last message."),
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Default: the last message.")
    ] = None,
    rebuilds: Annotated[
        bool, typer.Option("--rebuilds", help="List the last rebuilds that changed something.")
    ] = False,
    from_rebuild: Annotated[
        int | None,
        typer.Option(metavar="N", help="Compare from this rebuild; default the one before."),
    ] = None,
    to_rebuild: Annotated[
        int | None, typer.Option(metavar="N", help="Compare to this rebuild; default the newest.")
    ] = None,
    lang: Annotated[str, typer.Option(help="en or zh.")] = "en",
    db: Db = None,
    json: Json = False,
) -> None:
    """Says in words how a person changed between two times, or between two rebuilds."""
    if lang not in ("en", "zh"):
        raise UsageError(f"--lang is en or zh, not {lang!r}")
    bounds = (since, until, from_rebuild, to_rebuild)
    if rebuilds:
        if any(bound is not None for bound in bounds):
            raise UsageError("--rebuilds lists them all: give it alone")
        _list(db, user, json=json)
        return
    with open_engine(db) as engine:
        changes = engine.diff(
            user,
            since=read_start(since),
            until=read_time(until),
            from_rebuild=from_rebuild,
            to_rebuild=to_rebuild,
        )
    if json:
        emit_json([change.to_dict() for change in changes])
        return
    for change in changes:
        emit(change.zh if lang == "zh" else change.en)
    if not changes:
        say("nothing changed")


def _list(db: str | None, user: str, *, json: bool) -> None:
    with open_engine(db) as engine:
        found = engine.rebuilds(user)
    if json:
        emit_json([each.to_dict() for each in found])
        return
    table(
        f"{user}: {counted(len(found), 'rebuilds')} that changed something",
        ("rebuild", "made", "read by", "facts", "entities", "lines", "made otherwise"),
        [
            (
                each.number,
                "-" if each.time is None else each.time.isoformat(" ", "minutes"),
                each.extractor,
                each.facts,
                each.entities,
                each.lines,
                "; ".join(f"{name}: {old} > {new}" for name, (old, new) in each.changed.items()),
            )
            for each in found
        ],
    )


def related(
    user: User,
    entity: Annotated[str, typer.Argument(help="A name or an alias.", show_default=False)],
    as_of: AsOf = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Lists what a thing leads to by stated facts between things."""
    with open_engine(db) as engine:
        found = engine.related(user, entity, as_of=read_time(as_of))
    if json:
        emit_json([each.to_dict() for each in found])
        return
    table(
        f"{entity}: leads to {len(found)}",
        ("entity", "strength", "score", "stated", "path"),
        [
            (
                each.entity,
                f"{each.strength:.3f}",
                f"{each.score:.3f}",
                "yes" if each.stated else "no",
                " > ".join(each.path),
            )
            for each in found
        ],
        none="no stated fact ties it to another thing",
    )
