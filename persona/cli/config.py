"""Commands about the settings: config show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from persona.cli.options import Db, Json
from persona.cli.output import emit, emit_json

config_app = typer.Typer(help="The settings.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(config_app, name="config")


@config_app.callback()
def config() -> None:
    """The settings."""


@config_app.command()
def show(
    file: Annotated[
        Path | None, typer.Option("--file", help="Read this TOML; default persona.toml, if there.")
    ] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Prints every setting and where it came from; keys and passwords are masked."""
    from persona.config import load

    settings = load({"db": db}, path=file)
    origins = {
        name: "the command line" if name == "db" and db else settings.origin(name) or "default"
        for name in type(settings).model_fields
    }
    if json:
        emit_json({k: {"value": v, "from": origins[k]} for k, v in settings.shown().items()})
        return
    for name, value in settings.shown().items():
        emit(f"{name} = {'(not set)' if value is None else value}  ({origins[name]})")
