"""The demo: bundled logs of three invented people, from messages to a page, in one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from persona.cli.output import counted, emit, persona_table, say
from persona.errors import MissingExtraError, UsageError
from persona.text import file_name

if TYPE_CHECKING:
    from persona.engine import PersonaEngine

_LANGUAGES = {"suqing": "zh"}


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(demo)


def data_folder() -> Path:
    """Where the bundled logs are: in the wheel, else beside the package in a source tree.

    Raises:
        UsageError: neither is there.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_data", package.parent / "data"):
        if any(folder.glob("*.jsonl")):
            return folder
    raise UsageError("the demo's logs are not installed: reinstall persona-graph")


def demo(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Folder for the store and the pages.")
    ] = Path("persona-demo"),
) -> None:
    """Shows the whole path on bundled logs, from messages to a graph page."""
    from persona.config import Settings
    from persona.engine import PersonaEngine

    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{output}: the demo's folder cannot be made there ({error.strerror})"
        ) from error
    settings = Settings(db=f"sqlite:///{output / 'persona.db'}", extractor="rules")
    with PersonaEngine(settings=settings) as engine:
        users: list[str] = []
        for path in sorted(data_folder().glob("*.jsonl")):
            report = engine.ingest(path)
            users += report.users
            say(f"read {path.name}: {counted(report.counts.added, 'messages')} added")
        engine.rebuild(users)
        for user in users:
            persona_table(engine.persona(user))
            emit(engine.prompt(user, lang=_LANGUAGES.get(user, "en")).text + "\n")
        write_pages(engine, users, output)
        emit(f"the store: {output / 'persona.db'}")


def write_pages(engine: PersonaEngine, users: list[str], output: Path) -> None:
    """The graph page of each user; without the extra, one line on which one draws them."""
    try:
        for user in users:
            page = output / f"{file_name(user)}.html"
            engine.write_graph(user, page)
            emit(f"graph page: {page}")
    except MissingExtraError as error:
        say(f"no graph pages: {error}")
