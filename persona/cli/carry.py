"""Commands that take what is known of a person along: export, import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from persona.cli.options import Db, User, open_engine
from persona.cli.output import emit, say


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(export)
    app.command("import")(import_)


def export(
    user: User,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="F.json (everything), F.csv or F.graphml.")
    ],
    db: Db = None,
) -> None:
    """Writes everything that is kept of a user, or what other tools read of it."""
    with open_engine(db) as engine:
        engine.export(user, output)
    say(f"wrote {output}")


def import_(
    file: Annotated[Path, typer.Argument(help="A .json of `persona export`.")],
    user: Annotated[
        str | None, typer.Option("--user", help="The id to give it; default its own.")
    ] = None,
    db: Db = None,
) -> None:
    """Reads an export back, into a store that does not have the user."""
    with open_engine(db) as engine:
        owner = engine.import_(file, user_id=user)
    emit(f"imported {owner}")
