"""Commands that find and that measure: recall, observations, eval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from persona.cli.options import Db, Json, User, open_engine, read_start, read_time
from persona.cli.output import emit_json, plain, table
from persona.text import one_line

_SHOWN = 100
_INTERVAL = " interval"
"""Ends the names of intervals. They are left to JSON: a terminal has no room for them."""


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(recall)
    app.command()(observations)
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
        none="nothing that is kept bears on it",
    )


def observations(
    user: User,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only what was said at or after it.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only what was said at or before it.")
    ] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Tells what happened in their life, a line a message, in the third person."""
    with open_engine(db) as engine:
        found = engine.observations(user, since=read_start(since), until=read_time(until))
    if json:
        emit_json(plain(found))
        return
    table(
        None,
        ("day", "what", "messages"),
        [
            (
                "-" if line.time is None else line.time.date().isoformat(),
                one_line(line.text)[:_SHOWN],
                ", ".join(line.message_ids),
            )
            for line in found
        ],
        none="they told nothing that happened in that time",
    )


def evaluate(
    name: Annotated[
        str,
        typer.Argument(
            metavar="SET",
            help="prefeval, locomo, crosswoz, dulemon, spc, halumem, longmemeval, personamem or updates.",
        ),
    ],
    data: Annotated[
        Path | None, typer.Option(help="The folder with the set's files; updates needs none.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Take every n-th item only.")] = 1,
    words: Annotated[
        bool, typer.Option("--words", help="By words alone, also where an encoder is there.")
    ] = False,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Of locomo: recall without each of its parts.")
    ] = False,
    json: Json = False,
) -> None:
    """Measures recall, selection and extraction on a public set, beside baselines.

    With --json each measure has its interval.
    """
    from persona.evaluate import measure

    found = measure(name, data or Path(), stride=every, embeddings=not words, ablate=ablate)
    if json:
        emit_json(found)
        return
    for title, systems in _groups(found):
        held = dict.fromkeys(m for row in systems.values() for m in row)
        measures = [m for m in held if not m.endswith(_INTERVAL)]
        if len(measures) > len(systems):
            rows = [(m, *(_cell(row.get(m)) for row in systems.values())) for m in measures]
            table(title, ("measure", *systems), rows)
        else:
            rows = [(name, *(_cell(row.get(m)) for m in measures)) for name, row in systems.items()]
            table(title, ("system", *measures), rows)


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
        *middle, low, high = map(_cell, value)
        return f"{middle[0]} ({low} to {high})" if middle else f"{low} to {high}"
    return f"{value:.3f}" if isinstance(value, float) else "-" if value is None else str(value)
