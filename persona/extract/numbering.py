"""The clauses of a window's user messages, numbered, as a request shows them and an answer names them.

A model that is asked clause by clause looks at each, and need not copy ids. Clauses that can be
evidence of nothing (quoted, supposed, played, ironic) are not among them; the messages show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from persona.extract.clauses import Mood
from persona.extract.places import MAX_QUOTE, clauses_of
from persona.extract.playing import played_messages
from persona.extract.windows import render, shown_text
from persona.records import Turn, Window
from persona.text import name_key, one_line
from persona.tokens import estimate

VERSION = 2
"""Part of the prompt's version: raised when the same window is shown in another way."""

WEIGHT = 0.9
"""Weight of a row that gives none: it is said plainly."""

MAX_SHOWN = 3000
"""Tokens of a window with its clauses, by our estimate, up to which they are listed."""

_NOT_LISTED = "too many to list: take them from the messages / 太多，未列出：请从消息里一句一句取"

MIN_WORDS = 4
"""Characters from which the words of a clause tell it from others."""

_NOT_SAID = ("targets", "type", "n", "clause")
"""Fields of a row that are none of a relation."""

_OUTER = " ,，;；、"
"""Marks that are left out at the ends of a clause."""

_NEVER_EVIDENCE = frozenset(
    {
        Mood.QUOTED,
        Mood.ECHO,
        Mood.INSTRUCTION,
        Mood.ROLE_PLAY,
        Mood.IRONY,
        Mood.HYPOTHETICAL,
    }
)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A window as a request shows it.

    Attributes:
        text: JSON: the messages, those of the context, and the clauses.
        clauses: (message id, words) of each number, from 1.
        is_listed: whether the clauses stand in the text; of a long window they do not.
    """

    text: str
    clauses: tuple[tuple[str, str], ...]
    is_listed: bool = True


def numbered(window: Window) -> Numbered:
    """Shows a window: its messages, one JSON item a turn, then its user's clauses one by one."""
    played = played_messages(window)
    clauses = [
        (turn.message.message_id, words)
        for turn in window.turns
        if turn.message.is_users and turn.message.message_id not in played
        for words in _words(turn)
    ]
    listed = [{"n": n, "clause": words} for n, (_, words) in enumerate(clauses, 1)]
    plain = render(window)
    text = _with_clauses(plain, listed)
    is_listed = estimate(text) <= MAX_SHOWN
    if not is_listed:
        text = _with_clauses(plain, _NOT_LISTED)
    return Numbered(text, tuple(clauses), is_listed)


def _with_clauses(rendered: str, clauses: Any) -> str:
    """A rendered window, a JSON object, with one field more."""
    return f'{rendered[:-1]},"clauses":{orjson.dumps(clauses).decode()}}}'


def _words(turn: Turn) -> Iterator[str]:
    """The words of each clause of a turn that may be evidence of something, on one line."""
    for clause in clauses_of(turn.message):
        start, end = max(clause.start, turn.start), min(clause.end, turn.end)
        if start < end and clause.mood not in _NEVER_EVIDENCE:
            words = one_line(shown_text(Turn(turn.message, start, end))).strip(_OUTER)
            if words:
                yield words[:MAX_QUOTE]


def written_out(answer: Any, shown: Numbered) -> Any:
    """An answer clause by clause in the form with ids and quotes; any other is given back as it is.

    A row that cannot be read stays as it is, so that it is counted. What is said twice in the same
    words is written once.

    Args:
        answer: the parsed JSON.
        shown: the window that it is about.
    """
    if not isinstance(answer, Mapping) or "relations" in answer:
        return answer
    parts = answer.get("clauses")
    if isinstance(parts, Mapping):
        parts = [{"n": number, "rows": rows} for number, rows in parts.items()]
    if not isinstance(parts, list):
        return answer
    relations: list[Any] = []
    entities: list[Any] = []
    for part, row in _rows(parts):
        for relation, entity in _of_row(row, _place(part, shown)):
            if relation not in relations:
                relations.append(relation)
            if entity is not None and entity not in entities:
                entities.append(entity)
    return {"entities": entities, "relations": relations}


def _rows(parts: Sequence[Any]) -> Iterator[tuple[Mapping[Any, Any], Any]]:
    """Each row with the part of the answer that names its clause."""
    for part in parts:
        if not isinstance(part, Mapping):
            yield {}, part
        elif isinstance(rows := part.get("rows"), list):
            yield from ((part, row) for row in rows)
        elif rows is not None or "targets" in part or "target" in part:
            yield part, (part if rows is None else rows)


def _place(part: Mapping[Any, Any], shown: Numbered) -> tuple[str, str] | None:
    """The clause that a part of an answer names: by its words, else by its number."""
    words = part.get("clause")
    key = name_key(words) if isinstance(words, str) else ""
    same = _with_words(key, shown.clauses) if len(key) >= MIN_WORDS else []
    if len(set(same)) == 1:
        return same[0]
    number = part.get("n")
    digits = str(number).strip("<> ") if not isinstance(number, bool) else ""
    at = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 0
    if shown.is_listed:
        return shown.clauses[at - 1] if 0 < at <= len(shown.clauses) else None
    return same[0] if len({message_id for message_id, _ in same}) == 1 else None


def _with_words(key: str, clauses: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The clauses with these words, else those that these words hold."""
    keys = [name_key(words) for _, words in clauses]
    within = [clause for clause, own in zip(clauses, keys, strict=True) if key in own]
    return within or [
        clause
        for clause, own in zip(clauses, keys, strict=True)
        if len(own) >= MIN_WORDS and own in key
    ]


def _of_row(row: Any, place: tuple[str, str] | None) -> Iterator[tuple[Any, Any]]:
    """(relation, entity) of each target of a row; a row that is none as it is."""
    if not isinstance(row, Mapping):
        yield row, None
        return
    targets = row.get("targets", row.get("target"))
    names = targets if isinstance(targets, list) else [targets]
    alone = {"aliases": row.get("aliases") or []} if len(names) == 1 else {}
    said = {n: value for n, value in row.items() if n not in _NOT_SAID and value is not None}
    said.setdefault("source", "USER")
    said.setdefault("relation", row.get("kind"))
    said.setdefault("weight", WEIGHT)
    if place is not None:
        said |= {"evidence": [place[0]], "quote": place[1]}
    for name in names:
        yield {**said, "target": name}, {"name": name, "type": row.get("type"), **alone}
