"""The command that forgets, and lets come back what it forbade."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona.cli.options import Db, Json, User, open_engine, read_start
from persona.cli.output import counted, emit, emit_json, say
from persona.errors import UsageError

if TYPE_CHECKING:
    from persona.engine import ErasureReceipt


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(forget)


def forget(
    user: User,
    message: Annotated[
        list[str] | None,
        typer.Option("--message", metavar="ID", help="May be given several times."),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option(metavar="ID", help="All of it; with --message, the one it is in."),
    ] = None,
    entity: Annotated[
        str | None, typer.Option(metavar="NAME", help="Struck out of every message.")
    ] = None,
    older_than: Annotated[
        str | None, typer.Option(metavar="TIME", help="Every message dated before it.")
    ] = None,
    everything: Annotated[bool, typer.Option("--everything", help="The user, whole.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    restore: Annotated[
        bool, typer.Option("--restore", help="Let a later ingest bring it back.")
    ] = False,
    sweep: Annotated[
        bool, typer.Option("--sweep", help="Only take what is forgotten out of the store's files.")
    ] = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Forgets a message, a conversation, a name, what is old, or everything of a user."""
    scope: dict[str, Any] = {
        "message_id": message or None,
        "conversation_id": conversation,
        "entity": entity,
        "older_than": read_start(older_than),
        "everything": everything,
    }
    if sweep:
        if any(scope.values()) or restore:
            raise UsageError("--sweep stands alone: what to forget is named without it")
        with open_engine(db) as engine:
            swept = engine.sweep()
        emit_json({"sweep": swept}) if json else emit(f"sweep: {swept}")
        return
    from persona.engine.scopes import read_request

    with open_engine(db) as engine:
        if restore:
            receipt = engine.restore(user, **scope)
        else:
            read_request(**scope)  # what cannot be meant is not asked about
            _ask(user, yes=yes)
            receipt = engine.forget(user, **scope)
    if json:
        emit_json(receipt.to_dict())
    else:
        _show(receipt)


def _ask(user: str, *, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin or not sys.stdin.isatty():
        raise UsageError("forgetting cannot be undone: add --yes")
    if not typer.confirm(f"Forget this of {user}? It cannot be undone.", err=True):
        raise typer.Exit(1)


def _show(receipt: ErasureReceipt) -> None:
    if receipt.restored:
        emit(f"{receipt.user_id}: {receipt.lifted} may come back")
    else:
        counts = ", ".join(counted(n, name) for name, n in receipt.removed.items() if n)
        emit(f"{receipt.user_id}: forgotten ({receipt.scope}): {counts or 'nothing was there'}")
    if receipt.replies_that_quote:
        ids = ", ".join(message_id for _, message_id in receipt.replies_that_quote)
        emit(f"messages that quote it and stay: {ids}")
    if receipt.bytes_left:
        emit(f"still in the files: {', '.join(receipt.bytes_left)}")
    for note in receipt.notes:
        say(note)
