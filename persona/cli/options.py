"""Options that several commands take, and the engine that they ask for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from persona.errors import UsageError

if TYPE_CHECKING:
    from persona.agent.plan import Mode
    from persona.engine import PersonaEngine

_MODES: tuple[Mode, ...] = ("auto", "function", "react", "completion")

Db = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="The store; default sqlite:///persona.db."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
User = Annotated[str, typer.Argument(help="The user's id.", show_default=False)]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="TIME", help="ISO 8601, for example 2026-03-01."),
]


def open_engine(db: str | None, **overrides: Any) -> PersonaEngine:
    """The engine of a command, from flags, environment and ``persona.toml``."""
    from persona.config import load
    from persona.engine import PersonaEngine

    return PersonaEngine(settings=load({"db": db, **overrides}))


def read_mode(text: str) -> Mode:
    """A way of calling tools from the command line.

    Raises:
        UsageError: it is none.
    """
    for mode in _MODES:
        if text == mode:
            return mode
    raise UsageError(f"--mode is one of {', '.join(_MODES)}, not {text!r}")


def read_start(text: str | None) -> datetime | None:
    """A time from the command line as `read_time` reads it, but a date is its beginning.

    Raises:
        UsageError: it is no ISO 8601 time.
    """
    time = read_time(text)
    if time is None or text is None or len(text) != len("2026-03-01"):
        return time
    return time.replace(hour=0, minute=0, second=0, microsecond=0)


def read_time(text: str | None) -> datetime | None:
    """A time from the command line; one without a zone is UTC, a date is its end.

    Raises:
        UsageError: it is no ISO 8601 time.
    """
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"{text!r} is no ISO 8601 time, such as 2026-03-01T09:00+08:00") from error
    if len(text) == len("2026-03-01"):
        time = time.replace(hour=23, minute=59, second=59, microsecond=999_999)
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
