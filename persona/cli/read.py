"""Commands that read: show, why, prompt, graph, users, status."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from persona.cli.options import AsOf, Db, Json, User, open_engine, read_time
from persona.cli.output import (
    SHOWN_EVIDENCE,
    counted,
    emit,
    emit_json,
    persona_table,
    plain,
    say,
    table,
)
from persona.errors import UsageError

_NOBODY = "there are no users: ingest a log first"


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    for command in (show, why, prompt, graph, users, status):
        app.command()(command)


def show(
    user: User,
    top: Annotated[int | None, typer.Option(min=1, help="Only the n first preferences.")] = None,
    as_of: AsOf = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Shows a persona: sections, scores, mentions, last seen."""
    with open_engine(db) as engine:
        persona = engine.persona(user, as_of=read_time(as_of))
    if json:
        shown = persona.to_dict()
        if top is not None:
            shown["top"] = [line.to_dict() for line in persona.top(top)]
        emit_json(shown)
    else:
        persona_table(persona, top=top)


def why(
    user: User,
    entity: Annotated[str, typer.Argument(help="A name or an alias.")],
    as_of: AsOf = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Explains an entity: every term of its score, and the messages behind it."""
    with open_engine(db) as engine:
        explanation = engine.explain(user, entity, as_of=read_time(as_of))
    if json:
        emit_json(plain(explanation))
        return
    emit(f"{explanation.entity}: {explanation.score:.3f} on the {explanation.side} side")
    table(
        "terms of the score",
        ("term", "raw", "of the largest", "share", "part of score", "score without it"),
        [
            (t.name, *(f"{n:.3f}" for n in (t.raw, t.component, t.share, t.part, t.without)))
            for t in explanation.terms
        ],
    )
    table(
        "evidence",
        ("relation", "message", "day", "weight", "words"),
        [
            (
                f"{e.label} ({e.kind})",
                e.message_id,
                "-" if e.time is None else e.time.date().isoformat(),
                f"{e.weight:.3f}" if e.open else "over",
                e.quote[:SHOWN_EVIDENCE],
            )
            for e in explanation.evidence
        ],
    )


def prompt(
    user: User,
    query: Annotated[
        str | None, typer.Option(help="The question at hand: what bears on it comes first.")
    ] = None,
    lang: Annotated[str, typer.Option(help="en or zh.")] = "en",
    max_tokens: Annotated[int, typer.Option(min=1, help="Of the whole block.")] = 300,
    fmt: Annotated[str, typer.Option("--format", help="text, json or messages.")] = "text",
    db: Db = None,
    json: Json = False,
) -> None:
    """Prints the block for an agent's prompt."""
    if json and fmt != "text":
        raise UsageError("--format shapes the block, --json the report: give one of them")
    if fmt not in ("text", "json", "messages"):
        raise UsageError(f"--format is text, json or messages, not {fmt!r}")
    with open_engine(db) as engine:
        block = engine.prompt(user, query=query, lang=lang, max_tokens=max_tokens)
    if json:
        emit_json(plain(block))
    elif fmt == "json":
        emit_json(plain(block.included))
    elif fmt == "messages":
        from persona.profile.injecting import as_messages

        emit_json(as_messages(block))
    else:
        if block.text:
            emit(block.text)
        else:
            say(f"no block fits into {counted(max_tokens, 'tokens')}: its frame alone takes more")
        if block.omitted:
            were = "was" if len(block.omitted) == 1 else "were"
            told = counted(len(block.omitted), "items")
            say(f"{told} {were} left out (--json names them)")


def graph(
    user: User,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="F.html, F.graphml or F.json; default a page beside the store."
        ),
    ] = None,
    as_of: AsOf = None,
    db: Db = None,
) -> None:
    """Writes the graph: an offline HTML page, GraphML, or node-link JSON."""
    time = read_time(as_of)
    with open_engine(db) as engine:
        written = engine.write_graph(user, output, as_of=time)
    say(f"wrote {written}")


def users(db: Db = None, json: Json = False) -> None:
    """Lists the users of the store."""
    with open_engine(db) as engine:
        found = engine.users()
    if json:
        emit_json(found)
        return
    for user in found:
        emit(user)
    if not found:
        say(_NOBODY)


def status(
    user: Annotated[str | None, typer.Argument(help="One user; default all.")] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Says how fresh the personas are: messages, due, pending."""
    with open_engine(db) as engine:
        found = [engine.status(name) for name in ([user] if user else engine.users())]
    if json:
        emit_json(found)
        return
    table(
        None,
        ("user", "messages", "due", "pending windows"),
        [(s["user_id"], s["messages"], "yes" if s["due"] else "no", s["pending"]) for s in found],
        none=_NOBODY,
    )
