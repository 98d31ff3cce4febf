"""Chats exported from Open WebUI.

The file is a list of ``{id, user_id, title, chat: {history: {messages: {id: {id, parentId, role,
content, timestamp, files}}, currentId}, messages: [...]}, created_at, updated_at}``.

Quirks: the history is a tree; what was regenerated or edited hangs off the path from ``currentId``;
answers fold their reasoning into ``<details type="reasoning">``; old chats have only the list.
Source: https://docs.openwebui.com (export chats); the layout is that of its database.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id, identifier, read_parts
from persona.logs.reading import Reading
from persona.logs.records import json_objects, mapping, objects, text_in
from persona.logs.shapes import outline
from persona.logs.sources import Source
from persona.records import Message

_SIGNS = {
    f"{before}{path}"
    for before in ("", "[].")
    for path in ("chat.history", "chat.messages", "chat.models", "chat.files", "chat.params")
}


class OpenWebUI:
    """Reads chats exported from Open WebUI."""

    name = "open-webui"
    summary = "Open WebUI: exported chats, one or all"
    example = "all-chats-export-1714570000.json"
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """A record has a ``chat`` with ``history`` or ``messages``."""
        paths = outline(source.members[0].head)
        return None if paths & _SIGNS else "no 'chat' with a 'history'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the current path of each chat."""
        for member in reading.files(source):
            for number, where, record in json_objects(member, reading):
                key = first_id(record, "id") or f"{member.stem}:{number}"
                yield from _chat(record, key, where, reading)


def _chat(record: dict[str, Any], key: str, where: str, reading: Reading) -> Iterator[Message]:
    turns, left = _turns(mapping(record.get("chat")))
    if not turns:
        reading.skip("empty_conversation")
    for _ in range(left):
        reading.skip("off_branch")
    for index, turn in enumerate(turns):
        place = f"{where}, message {index}"
        text, attachments = read_parts(turn.get("content"))
        files = tuple(
            "image" if text_in(file, "type") == "image" else "file"
            for file in objects(turn.get("files"))
        )
        message = reading.turn(
            turn.get("role"),
            text,
            user_id=first_id(record, "user_id"),
            conversation_id=key,
            index=index,
            where=place,
            message_id=first_id(turn, "id"),
            time=reading.time(turn.get("timestamp"), place),
            attachments=attachments + files,
        )
        if message is not None:
            yield message


def _turns(chat: dict[str, Any]) -> tuple[list[dict[str, Any]], int]:
    """The messages from the root to the current one, and how many are not on that path."""
    history = mapping(chat.get("history"))
    nodes = {
        str(key): node
        for key, node in mapping(history.get("messages")).items()
        if isinstance(node, dict)
    }
    key = identifier(history.get("currentId"))
    if key not in nodes:
        turns = objects(chat.get("messages"))
        return turns or list(nodes.values()), 0
    path: dict[str, dict[str, Any]] = {}
    while key is not None and key in nodes and key not in path:
        path[key] = nodes[key]
        key = identifier(nodes[key].get("parentId"))
    return list(path.values())[::-1], len(nodes) - len(path)
