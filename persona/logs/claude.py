"""The export of Claude: ``conversations.json`` or the zip.

The file is a list of ``{uuid, name, created_at, account: {uuid}, chat_messages: [{uuid, sender,
text, content: [{type, text}], created_at, attachments, files}]}``.

Quirks: ``text`` holds a filler where a block could not be shown, so the text blocks of ``content``
are preferred (joined with nothing between them) and ``text`` is taken only in old rows without any;
thinking and tool blocks are no turns; the text of an attached document (``extracted_content``) is not
what the person said.
Source: https://support.anthropic.com/en/articles/9450526 (how to export; the layout is undocumented).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id
from persona.logs.reading import Reading
from persona.logs.records import json_objects, mapping, objects, text_in
from persona.logs.shapes import outline
from persona.logs.sources import Source
from persona.records import Message

_FILLER = re.compile(
    r"```\s*\n?This block is not supported on your current device yet\.\s*\n?```\s*"
)


class Claude:
    """Reads the export of Claude."""

    name = "claude-export"
    summary = "Claude data export: conversations.json or the zip"
    example = "conversations.json in the zip that Claude sends"
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """The conversations of a list have ``chat_messages``."""
        paths = outline(source.members[0].head)
        return None if paths & {"[].chat_messages", "chat_messages"} else "no 'chat_messages'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the messages conversation by conversation."""
        for member in reading.files(source):
            for number, where, record in json_objects(member, reading):
                conversation = first_id(record, "uuid") or f"{member.stem}:{number}"
                yield from _messages(record, conversation, where, reading)


def _messages(
    record: dict[str, Any], conversation: str, where: str, reading: Reading
) -> Iterator[Message]:
    user = first_id(mapping(record.get("account")), "uuid")
    turns = record.get("chat_messages")
    if not isinstance(turns, list) or not turns:
        reading.skip("empty_conversation")
        return
    for index, turn in enumerate(turns):
        place = f"{where}, message {index}"
        if not isinstance(turn, dict):
            reading.bad("not_an_object", f"{place}: not an object (skipped)")
            continue
        attached = len(objects(turn.get("attachments"))) + len(objects(turn.get("files")))
        message = reading.turn(
            turn.get("sender"),
            _said(turn),
            user_id=user,
            conversation_id=conversation,
            index=index,
            where=place,
            message_id=first_id(turn, "uuid"),
            time=reading.time(turn.get("created_at"), place),
            attachments=("file",) * attached,
        )
        if message is not None:
            yield message


def _said(turn: dict[str, Any]) -> str:
    blocks = objects(turn.get("content"))
    if blocks:
        return "".join(text_in(block, "text") for block in blocks if block.get("type") == "text")
    return _FILLER.sub("", text_in(turn, "text"))
