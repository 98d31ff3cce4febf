"""Session files of AgentForce and DeepAgentForce.

``data/history/session_<id>.json`` holds ``{"session_id", "created_at", "updated_at",
"conversations": [{"id", "timestamp", "user_content", "ai_content", "metadata"}]}``; DeepAgentForce
adds ``tenant_uuid``, ``title`` and ``thinking_steps``, in a folder for each tenant.

Quirks: a record is two turns with one time; times are local and name no zone; files are written in
place, so one may be torn while a session runs; ``updated_at`` is missing in empty sessions; answers
may hold ``<think>``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id
from persona.logs.cursor import MAX_RECORD
from persona.logs.reading import Reading
from persona.logs.shapes import encoding_of, outline, parse
from persona.logs.sources import Member, Source
from persona.records import Message


class AgentForce:
    """Reads sessions of AgentForce and DeepAgentForce."""

    name = "agentforce"
    summary = "AgentForce and DeepAgentForce: session_*.json, or the folder of them"
    example = "data/history/session_3f2a.json"
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """A session has ``session_id`` and ``conversations``."""
        paths = outline(source.members[0].head)
        return None if {"session_id", "conversations"} <= paths else "no 'session_id'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields two messages a record, session by session in the order of the file names."""
        for member in reading.files(source):
            session = _session(member, reading)
            if session is not None:
                yield from _turns(session, member, reading)


def _session(member: Member, reading: Reading) -> dict[str, Any] | None:
    with member.open() as stream:
        data = stream.read(MAX_RECORD)
    encoding = encoding_of(member.head, reading.encoding)
    try:
        session = parse(data.decode(encoding, errors="replace"))
    except ValueError:
        text = "invalid JSON (skipped; file may be mid-write)"
        reading.bad("invalid_json", text)
        return None
    records = session.get("conversations") if isinstance(session, dict) else None
    if not isinstance(records, list):
        reading.bad("not_a_session", "no list of conversations (skipped)")
        return None
    if not records:
        reading.skip("empty_conversation")
        return None
    found: dict[str, Any] = session
    return found


def _turns(session: dict[str, Any], member: Member, reading: Reading) -> Iterator[Message]:
    conversation = first_id(session, "session_id") or member.stem
    user = first_id(session, "tenant_uuid")
    for index, record in enumerate(session["conversations"]):
        where = f"record {index + 1}"
        if not isinstance(record, dict):
            reading.bad("not_an_object", f"{where}: not an object (skipped)")
            continue
        time = reading.time(record.get("timestamp"), where)
        key = first_id(record, "id")
        for role, field in (("user", "user_content"), ("assistant", "ai_content")):
            text = record.get(field)
            message = reading.turn(
                role,
                text if isinstance(text, str) else "",
                user_id=user,
                conversation_id=conversation,
                index=2 * index + (role == "assistant"),
                where=where,
                message_id=f"{key}:{role}" if key else None,
                time=time,
            )
            if message is not None:
                yield message
