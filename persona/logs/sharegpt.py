"""Conversations in the ShareGPT form, as sets for fine-tuning have them.

The file is a list (or JSON lines) of ``{id?, conversations: [{from, value}]}``, or of bare lists of
turns. Roles of the OpenAI form (``role``, ``content``) may stand under ``conversations``.

Quirks: there are no users and no times; ``from`` has many words (human, gpt, chatgpt, bing, bard,
function_call, observation); ``value`` may be null; two human turns may follow each other; a turn
may be no object at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id, read_parts
from persona.logs.reading import Reading
from persona.logs.records import json_records
from persona.logs.shapes import outline
from persona.logs.sources import Source
from persona.records import Message

_SIGNS = {
    f"{before}{turn}"
    for before in ("", "[].")
    for turn in ("conversations[].from", "conversations[].value", "conversations[].role")
} | {"[][].from", "[].from"}
_FIELDS = ("conversations", "conversation", "items", "messages")


class ShareGPT:
    """Reads conversations in the ShareGPT form."""

    name = "sharegpt"
    summary = "ShareGPT: conversations of from and value, a list or JSON lines"
    example = '[{"conversations": [{"from": "human", "value": "I like tea"}]}]'
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """Turns have ``from`` and ``value`` under ``conversations`` or in bare lists."""
        return None if outline(source.members[0].head) & _SIGNS else "no 'conversations' of 'from'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the turns record by record."""
        for member in reading.files(source):
            for number, where, record in json_records(member, reading):
                key = first_id(record, "id") if isinstance(record, dict) else None
                conversation = key or f"{member.stem}:{number}"
                turns = _turns(record)
                if turns is None:
                    reading.bad("not_a_conversation", f"{where}: no conversation (skipped)")
                    continue
                yield from _read_turns(turns, conversation, reading)


def _turns(record: Any) -> list[Any] | None:
    if isinstance(record, list):
        return record
    if isinstance(record, dict):
        for name in _FIELDS:
            if isinstance(record.get(name), list):
                found: list[Any] = record[name]
                return found
    return None


def _read_turns(turns: list[Any], conversation: str, reading: Reading) -> Iterator[Message]:
    for index, turn in enumerate(turns):
        if not isinstance(turn, dict):
            text = f"{conversation}: turn {index} is not an object (skipped)"
            reading.bad("not_an_object", text)
            continue
        text, attachments = read_parts(turn.get("value", turn.get("content")))
        message = reading.turn(
            turn.get("from", turn.get("role")),
            text,
            user_id=None,
            conversation_id=conversation,
            index=index,
            where=f"{conversation}: turn {index}",
            attachments=attachments,
        )
        if message is not None:
            yield message
