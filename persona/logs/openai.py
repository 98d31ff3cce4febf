"""Chats as the OpenAI interface has them: JSON lines, batch files, or one JSON document.

A record is ``{"messages": [{"role", "content", "name", "tool_calls"}], "user", "metadata"}``, a line
of a batch file ``{"custom_id", "body": {"messages", "user"}}``, one of its output ``{"custom_id",
"response": {"body": {"choices"}}}`` (the assistant's words only; a request that failed is counted), or
one message with its own ``user`` and ``conversation_id``. The same records may stand in one array.

Quirks: content is text, null (with tool calls) or a list of parts; ``developer`` means system; the
roles need not alternate; files have byte order marks, CRLF, blank lines and a torn last line. A time
of the record ("created") holds for all its messages. Records without a conversation id get
``<file>:<line>``; single messages without one belong to one conversation, the file.
Source: https://platform.openai.com/docs/api-reference/chat and .../batch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id, read_parts
from persona.logs.reading import Reading
from persona.logs.records import json_objects, mapping, objects
from persona.logs.shapes import outline
from persona.logs.sources import Source
from persona.records import Message

_CONVERSATION = ("conversation_id", "session_id", "thread_id", "chat_id")
_USER = ("user", "user_id", "end_user")
_TIME = ("timestamp", "created_at", "created", "create_time", "time")
_ANSWERED = "response.body.choices[].message.role"
_ID = ("id", "message_id")
_OF_TURN = frozenset((*_TIME, *_ID))
_RECORDS = {"messages[].role", "messages[].content", "body.messages[].role", _ANSWERED}
_IN_ARRAY = {"[].messages[].role", "[].body.messages[].role", f"[].{_ANSWERED}"}


class OpenAIChat:
    """Reads chats in the form of the OpenAI interface."""

    name = "openai-jsonl"
    summary = "OpenAI chat records: JSON lines, batch files, fine-tuning sets, one JSON array"
    example = '{"messages": [{"role": "user", "content": "I like tea"}], "user": "ann"}'
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """Records have ``messages`` with roles, or ``role`` and ``content``."""
        paths = outline(source.members[0].head)
        if paths & _RECORDS or paths & _IN_ARRAY:
            return None
        if {"role", "content"} <= paths or {"[].role", "[].content"} <= paths:
            return None
        return "no 'messages' and no 'role' with 'content'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the messages record by record."""
        for member in reading.files(source):
            counts: Counter[str] = Counter()
            stem = member.stem
            for number, where, record in json_objects(member, reading):
                yield from _record(record, where, stem, number, counts, reading)


def _record(
    record: dict[str, Any],
    where: str,
    stem: str,
    number: int,
    counts: Counter[str],
    reading: Reading,
) -> Iterator[Message]:
    answered = mapping(record.get("response"))
    inner = answered.get("body") if answered else record.get("body")
    body: dict[str, Any] = inner if isinstance(inner, dict) else record
    extra = record.get("metadata") or body.get("metadata")
    metadata: dict[str, Any] = extra if isinstance(extra, dict) else {}
    user = first_id(record, *_USER) or first_id(body, *_USER) or first_id(metadata, *_USER)
    conversation = (
        first_id(record, *_CONVERSATION)
        or first_id(metadata, *_CONVERSATION)
        or first_id(record, "custom_id")
    )
    messages = _answers(body) if answered else body.get("messages")
    if isinstance(messages, list):
        conversation = conversation or first_id(record, "id") or f"{stem}:{number}"
        time = _time(body, None) or _time(record, None)
        for index, turn in enumerate(messages):
            if not isinstance(turn, dict):
                reading.bad("not_an_object", f"{where}: turn {index} is not an object (skipped)")
                continue
            message = _turn(turn, user, conversation, index, time, where, reading)
            if message is not None:
                yield message
    elif "role" in record:
        conversation = conversation or stem
        index = counts[conversation]
        counts[conversation] += 1
        message = _turn(record, user, conversation, index, None, where, reading)
        if message is not None:
            yield message
    else:
        reading.bad("no_messages", f"{where}: no messages (skipped)")


def _answers(body: dict[str, Any]) -> list[dict[str, Any]] | None:
    """What a batch was answered: the first choice, under the id of its completion; None: an error."""
    choices = objects(body.get("choices"))
    message = mapping(choices[0].get("message")) if choices else {}
    return [{"id": body.get("id"), **message}] if message else None


def _time(record: dict[str, Any], inherited: Any) -> Any:
    for name in _TIME:
        if record.get(name) is not None:
            return record[name]
    return inherited


def _turn(
    turn: dict[str, Any],
    user: str | None,
    conversation: str,
    index: int,
    time: Any,
    where: str,
    reading: Reading,
) -> Message | None:
    text, attachments = read_parts(turn.get("content"))
    key = None
    if not _OF_TURN.isdisjoint(turn):  # most have a role and a content, and no more
        key = first_id(turn, *_ID)
        time = _time(turn, time)
    return reading.turn(
        turn.get("role"),
        text,
        user_id=user,
        conversation_id=conversation,
        index=index,
        where=where,
        message_id=key,
        time=None if time is None else reading.time(time, where),
        attachments=attachments,
    )
