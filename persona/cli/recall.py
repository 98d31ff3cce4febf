"""Commands that find and that measure: recall, eval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from persona.cli.options import Db, Json, User, open_engine
from persona.cli.output import emit_json, plain, table
from persona.text import one_line

_SHOWN = 100


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(recall)
    app.command("eval")(evaluate)


def recall(
    user: User,
    query: Annotated[str, typer.Argument(help="A question, or any words.", show_default=False)],
    k: Annotated[int, typer.Option("-k", min=1, help="At most so many results.")] = 10,
    db: Db = None,
    json: Json = False,
) -> None:
    """Finds the facts and past messages that bear on a question; no model, no network."""
    with open_engine(db) as engine:
        found = engine.recall(user, query, k)
    if json:
        emit_json(plain(found))
        return
    table(
        None,
        ("score", "what", "text", "messages", "why"),
        [
            (
                f"{result.score:.3f}",
                result.kind,
                one_line(result.text)[:_SHOWN],
                ", ".join(result.message_ids),
                result.why,
            )
            for result in found
        ],
    )


def evaluate(
    name: Annotated[
        str,
        typer.Argument(metavar="SET", help="prefeval, locomo, crosswoz, dulemon, spc or updates."),
    ],
    data: Annotated[
        Path | None, typer.Option(help="The folder with the set's files; updates needs none.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Take every n-th item only.")] = 1,
    json: Json = False,
) -> None:
    """Measures recall, selection and extraction on a public set, beside baselines."""
    from persona.evaluate import measure

    found = measure(name, data or Path(), stride=every)
    if json:
        emit_json(found)
        return
    for title, systems in _groups(found):
        columns = list(dict.fromkeys(c for row in systems.values() for c in row))
        rows = [(system, *(_cell(row.get(c)) for c in columns)) for system, row in systems.items()]
        table(title, ("system", *columns), rows)


def _groups(
    found: Mapping[str, Any], title: str = ""
) -> Iterator[tuple[str, Mapping[str, Mapping[str, Any]]]]:
    """Every mapping of systems to measures, with where it stands."""
    inner = [value for value in found.values() if isinstance(value, Mapping)]
    if inner and not any(isinstance(v, Mapping) for value in inner for v in value.values()):
        yield title, found
        return
    for name, value in found.items():
        if isinstance(value, Mapping):
            yield from _groups(value, f"{title}, {name}" if title else name)


def _cell(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_cell(part) for part in value)
    return f"{value:.3f}" if isinstance(value, float) else "-" if value is None else str(value)
