"""What commands print: tables for people, JSON for programs, errors in one sentence.

Data goes to stdout, everything else to stderr.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import orjson

from persona.records import iso
from persona.text import one_line
from persona.vocabulary import KINDS

if TYPE_CHECKING:
    from persona.records import Persona, Preference

SHOWN_EVIDENCE = 60


def use_utf8() -> None:
    """Makes both streams take any text, whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


# Control characters but tab and end of line: a terminal would obey them.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def say(text: str) -> None:
    """A line on stderr, without control characters."""
    print(_CONTROL.sub(" ", text), file=sys.stderr)


def emit(text: str) -> None:
    """Text on stdout, without control characters."""
    print(_CONTROL.sub(" ", text))


def emit_json(value: Any) -> None:
    """A value as JSON on stdout."""
    text = orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    emit(_CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text))


def plain(value: Any) -> Any:
    """A record as JSON values, times in ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return iso(value) if isinstance(value, datetime) else value


def counted(number: int, things: str) -> str:
    """A number with what it counts: "2 entities", "1 entity"."""
    if number == 1 and things.endswith("s"):
        things = things.removesuffix("s")
        if things.endswith("ie"):
            things = things.removesuffix("ie") + "y"
    return f"{number} {things}"


def table(
    title: str | None,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    none: str = "",
) -> None:
    """A table on stdout; cells are text, never markup, and stay on one line.

    Without rows there is only the title, and `none` on stderr.
    """
    rows = list(rows)
    if not rows:
        if title is not None:
            emit(one_line(title))
        if none:
            say(none)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(title=None if title is None else Text(one_line(title)), title_justify="left")
    for column in columns:
        numeric = column in ("score", "mentions")
        shown.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        shown.add_row(*(Text(one_line(str(cell))) for cell in row))
    Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else 100).print(
        shown
    )


def day(line: Preference) -> str:
    """When a line was last seen, as a date, or a dash."""
    return "-" if line.last_seen is None else line.last_seen.date().isoformat()


def persona_table(persona: Persona, *, top: int | None = None) -> None:
    """A persona by section, or its ranking; what another line says with more is left out."""
    rows: list[tuple[object, ...]] = []
    sections = persona.distinct()
    said = {(name, line.key) for name, lines in sections.items() for line in lines}
    if top is None:
        for name, lines in sections.items():
            for number, line in enumerate(lines):
                label = name if number == 0 else ""
                rows.append((label, *_cells(line)))
    else:
        ranked = [p for p in persona.ranking if (KINDS[p.kind].section, p.key) in said]
        rows = [(n, *_cells(line)) for n, line in enumerate(ranked[:top], 1)]
    as_of = "no date" if persona.as_of is None else persona.as_of.date().isoformat()
    flags = f" ({', '.join(persona.flags)})" if persona.flags else ""
    first = "section" if top is None else "rank"
    table(
        f"{persona.user_id}, as of {as_of}, read by {persona.extractor}{flags}",
        (first, "entity", "relation", "score", "mentions", "last seen"),
        rows,
    )
    if persona.summary:
        emit(one_line(persona.summary))
    repeats = sum(map(len, persona.sections.values())) - len(said)
    if repeats:
        are = "is" if repeats == 1 else "are"
        told = counted(repeats, "lines")
        say(f"{told} that others say with more {are} not shown (--json has all)")


def _cells(line: Preference) -> tuple[object, ...]:
    relation = f"{line.relation} ({line.slot})" if line.slot else line.relation
    return line.entity, relation, f"{line.score:.3f}", line.mentions, day(line)
