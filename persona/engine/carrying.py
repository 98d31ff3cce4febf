"""Taking along: everything that is kept of a person as one JSON, and reading it back.

The truth and what was paid for (messages, corrections, answers) come back as they were; views are
computed from them, so an import gives the same facts, names and persona. Earlier rebuilds stay
behind: they are views of what the log was once, and the import is the first rebuild of the new
store. So do tombstones, which are made with the store's own key. `write` also gives the lines as
CSV, for a table.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from persona.config import Settings, check_user_id
from persona.engine.building import last_said
from persona.engine.clock import Clock
from persona.engine.lease import Lease
from persona.engine.matching import reader_for
from persona.engine.pages import write_file, write_graph
from persona.engine.run import made_by, settings_digest
from persona.engine.standing import stand
from persona.engine.summarising import kept_summary, summary_key
from persona.errors import ExtractionError, LogFormatError, UsageError
from persona.extract.windows import answer_key, content_key, windows
from persona.records import Correction, Entity, Fact, Message, Persona
from persona.store import Answer, Erasure, Store, Views
from persona.text import storable

FORMAT = "persona-export"
VERSION = 1

_MESSAGES: TypeAdapter[list[Message]] = TypeAdapter(list[Message])
_ANSWERS: TypeAdapter[list[Answer]] = TypeAdapter(list[Answer])
_CORRECTIONS: TypeAdapter[list[Correction]] = TypeAdapter(list[Correction])
_FACTS: TypeAdapter[list[Fact]] = TypeAdapter(list[Fact])
_ENTITIES: TypeAdapter[list[Entity]] = TypeAdapter(list[Entity])

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet read a cell as a formula."""


def everything_of(store: Store, user_id: str) -> dict[str, Any]:
    """All that the store holds of a user, as JSON values, with every piece of evidence.

    Raises:
        UnknownNameError: no such user.
    """
    state = store.state(check_user_id(user_id))
    persona = store.persona(user_id)
    return {
        "format": FORMAT,
        "version": VERSION,
        "user_id": user_id,
        "built": state.built_revision is not None,
        "messages": _MESSAGES.dump_python(store.messages(user_id), mode="json"),
        "corrections": _CORRECTIONS.dump_python([*store.corrections(user_id)], mode="json"),
        "answers": _ANSWERS.dump_python([*store.answers(user_id).values()], mode="json"),
        "entities": _ENTITIES.dump_python([*store.entities(user_id)], mode="json"),
        "facts": _FACTS.dump_python([*store.facts(user_id)], mode="json"),
        "persona": None if persona is None else persona.to_dict(),
        "tombstones": store.count_tombstones(user_id),
    }


def write(store: Store, user_id: str, views: Views | None, target: Path) -> None:
    """Writes what is kept of a user to a file, by its ending.

    Args:
        store: of the user.
        user_id: whose.
        views: of the user, for CSV and GraphML.
        target: ends in ``.json`` (all of it, for `read_back`), ``.csv`` (the lines of the persona)
            or ``.graphml`` (the graph).

    Raises:
        UnknownNameError: no such user.
        UsageError: another ending, or a user that was never rebuilt has no lines.
    """
    if target.suffix == ".json":
        text = orjson.dumps(
            everything_of(store, user_id), option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2
        )
        write_file(target, text + b"\n")
    elif target.suffix == ".csv" and views is not None:
        write_file(target, as_csv(views.persona).encode("utf-8"))
    elif target.suffix == ".graphml" and views is not None:
        write_graph(views, target)
    else:
        raise UsageError(f"{target}: an export is written as .json, .csv or .graphml")


COLUMNS = ("section", "entity", "type", "kind", "relation", "slot", "polarity", "score", "mentions",
           "first_seen", "last_seen", "valid_from", "valid_to", "messages", "quotes")  # fmt: skip


def as_csv(persona: Persona) -> str:
    """The lines of a persona as CSV, a row each; no cell can be read as a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for section, lines in persona.sections.items():
        for line in lines:
            row: Mapping[str, Any] = {
                **line.to_dict(),
                "section": section,
                "messages": " ".join(e.message_id for e in line.evidence),
                "quotes": " | ".join(e.quote for e in line.evidence),
            }
            writer.writerow([inert(row[name]) for name in COLUMNS])
    return out.getvalue()


def inert(value: object) -> str:
    """A cell that a spreadsheet shows and does not run: a number or a text, quoted where it must be."""
    if value is None:
        return ""
    text = str(value).replace("\x00", "")
    if isinstance(value, int | float):
        return text
    return f"'{text}" if text.startswith(_FORMULA) else text


def read_back(
    store: Store,
    settings: Settings,
    data: bytes,
    *,
    path: str,
    user_id: str | None,
    clock: Clock,
) -> str:
    """Keeps an export's user in a store, where there is none of that id, with views computed anew.

    Args:
        store: where to.
        settings: what the views are computed with.
        data: of the file.
        path: of the file, for errors.
        user_id: the id to give it; None: its own.
        clock: the time now.

    Returns:
        The user id.

    Raises:
        LogFormatError: it is no export, or one of a newer version.
        UsageError: the store has that user already.
    """
    body = _parsed(data, path)
    owner = check_user_id(body["user_id"] if user_id is None else user_id)
    if owner in store.user_ids():
        raise UsageError(f"user {owner!r} is there already: import under another id, --user ID")
    messages, corrections, answers = _records(body, path, owner)
    with Lease(store, f"user:{owner}", clock):
        try:
            store.put_messages(owner, messages)
            if not store.count_messages(owner):
                raise LogFormatError("the export has no message that may be kept", path=path)
            store.put_answers(owner, _rekeyed(body["user_id"], owner, messages, answers))
            store.put_corrections(owner, corrections)
            if body["built"]:
                _compute(store, settings, owner, body, clock())
        except (ExtractionError, ValueError) as error:
            store.erase(owner, Erasure(everything=True))
            raise LogFormatError(f"an answer in it cannot be read ({error})", path=path) from error
        except BaseException:
            store.erase(owner, Erasure(everything=True))  # all of it or nothing
            raise
    return owner


def _records(
    body: dict[str, Any], path: str, owner: str
) -> tuple[list[Message], list[Correction], list[Answer]]:
    try:
        messages = _MESSAGES.validate_python(body["messages"])
        corrections = _CORRECTIONS.validate_python(body["corrections"])
        answers = _ANSWERS.validate_python(body["answers"])
    except KeyError as error:
        raise LogFormatError(f"the export has no {error}", path=path) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise LogFormatError(f"{first['msg']}", path=path, where=where) from error
    if any(m.time is not None and m.time.tzinfo is None for m in messages):
        raise LogFormatError("a message has a time without a zone", path=path)
    owned = [replace(m, user_id=owner, text=storable(m.text)) for m in messages]
    return owned, corrections, answers


def _parsed(data: bytes, path: str) -> dict[str, Any]:
    try:
        body = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise LogFormatError("this is no JSON", path=path) from error
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise LogFormatError("this is no export of `persona export`", path=path)
    if body.get("version") != VERSION:
        raise LogFormatError(
            f"the export is of version {body.get('version')!r}, this program reads {VERSION}: "
            "upgrade",
            path=path,
        )
    if not isinstance(body.get("user_id"), str) or not isinstance(body.get("built"), bool):
        raise LogFormatError(
            "the export does not say whose it is and whether it was built", path=path
        )
    return body


def _rekeyed(
    was: str, now: str, messages: Sequence[Message], answers: Sequence[Answer]
) -> list[Answer]:
    """The answers under the keys that their windows have for the new owner."""
    if was == now:
        return list(answers)
    contents = {
        content_key(old): content_key(new)
        for old, new in zip(windows(was, messages), windows(now, messages), strict=True)
    }
    kept = []
    for answer in answers:
        content = contents.get(answer.content)
        if content is None:  # of no window any more: it serves as it is
            kept.append(answer)
            continue
        key = answer_key(
            content, extractor=answer.extractor, version=answer.version, model=answer.model
        )
        kept.append(replace(answer, key=key, content=content))
    return kept


def _compute(
    store: Store, settings: Settings, user_id: str, body: Mapping[str, Any], now: datetime
) -> None:
    kept = store.answers(user_id)
    reader = reader_for(settings, None, kept)
    standing = stand(user_id, store.messages(user_id), kept, reader, store.corrections(user_id))
    views = standing.views(settings, last_said(standing.messages))
    persona, keys = kept_summary(replace(views.persona, user_id=body["user_id"]), kept)
    persona = replace(persona, user_id=user_id)
    if not standing.matched:  # of a log with nothing to read, no answer tells whose turn it was
        persona = replace(persona, extractor=_read_by(body) or persona.extractor)
    rejections = (*standing.found.rejections, *views.rejections)
    store.put_answers(user_id, [_of_summary(kept[key], persona) for key in keys])
    store.swap_views(
        user_id,
        replace(views, persona=persona, rejections=rejections),
        revision=store.state(user_id).revision,
        settings_digest=settings_digest(settings, reader),
        pending=len(standing.unanswered),
        live_keys=(*standing.found.keys, *(summary_key(persona) for _ in keys)),
        made=made_by(settings, reader, now),
    )


def _read_by(body: Mapping[str, Any]) -> str:
    """What read the log, as the exported persona names it; "" where it names none."""
    persona = body.get("persona")
    name = persona.get("extractor") if isinstance(persona, Mapping) else None
    return storable(name) if isinstance(name, str) else ""


def _of_summary(answer: Answer, persona: Persona) -> Answer:
    """A summary under the key that it has for the persona of the new owner."""
    key = summary_key(persona)
    return replace(answer, key=key, content=key)
