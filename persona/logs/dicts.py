"""Messages given as plain dicts, as a program hands them over."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from persona.logs.content import (
    clean,
    first_id,
    identifier,
    read_parts,
    role_of,
    shown,
    without_thinking,
)
from persona.logs.reading import Reading
from persona.logs.times import written
from persona.records import Message
from persona.text import name_key


def read_dicts(
    messages: Iterable[Mapping[str, Any]], user_id: str, conversation_id: str, reading: Reading
) -> Iterator[Message]:
    """Yields the messages of dicts (see `persona.logs.from_dicts`)."""
    for index, given in enumerate(messages):
        where = f"message {index}"
        if not isinstance(given, Mapping):
            reading.bad("not_an_object", f"{where}: not a dict (skipped)")
            continue
        message = _read_dict(dict(given), user_id, conversation_id, where, reading)
        if message is not None and message.time is not None:
            message = replace(message, position=0)  # how a program batches them says nothing
        if message is not None:
            yield message


def _read_dict(
    given: dict[str, Any], user_id: str, conversation_id: str, where: str, reading: Reading
) -> Message | None:
    role = role_of(given.get("role"))
    if role is None:
        reading.leave("unknown_role", f"{where}: unknown role {shown(given.get('role'))!r}")
        return None
    text, attachments = read_parts(given.get("content"))
    text = clean(without_thinking(text) if role == "assistant" else text)
    stamp = given.get("timestamp")
    if isinstance(stamp, datetime):
        stamp = stamp.isoformat()
    time = reading.time(stamp, where)
    key = first_id(given, "id")
    author = _other(given, role, user_id)
    if author is not None:
        reading.warn(f"{where}: by {author!r}, not {user_id!r}: read as context only")
    return reading.message(
        role,
        text,
        user_id=user_id,
        conversation_id=identifier(given.get("conversation_id")) or conversation_id,
        message_id=key or content_id(role, written(time), text),
        id_origin="source" if key else "hash",
        where=where,
        time=time,
        author=author,
        attachments=attachments,
    )


def _other(given: Mapping[str, Any], role: str, user_id: str) -> str | None:
    """The name on a user message, where it is not the user's."""
    name = identifier(given.get("name")) if role == "user" else None
    return None if name is None or name_key(name) == name_key(user_id) else name


def content_id(role: str, time: str | None, text: str) -> str:
    """An id made of what a message is: 16 hex digits of a hash of role, time and text."""
    data = "\x1f".join((role, time or "", text)).encode("utf-8", errors="replace")
    return hashlib.blake2b(data, digest_size=8).hexdigest()
