"""Messages of LangChain, in both forms in which it writes them, and states that hold them.

``messages_to_dict`` gives ``{"type": "human", "data": {"content", "id", "name"}}``, ``dumpd`` gives
``{"lc": 1, "type": "constructor", "id": [..., "HumanMessage"], "kwargs": {...}}``; ``model_dump``
gives the fields without a wrapper. They stand in a list, in lines, or under ``messages`` of a state.

Quirks: content is text or blocks; class names end in ``Chunk``; ``chat`` has its role in the data;
``remove`` edits a state and is no message; ids may be null. Files are read as data: LangChain's own
``load`` builds objects, which no untrusted file may do.
Source: https://python.langchain.com/api_reference/core/messages.html.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id, read_parts
from persona.logs.reading import Reading
from persona.logs.records import json_records, mapping
from persona.logs.shapes import outline
from persona.logs.sources import Source
from persona.records import Message

_SHAPES = (
    {"type", "data.content"},
    {"lc", "kwargs.content"},
    {"type", "content", "additional_kwargs"},
)
_ROLES = {
    "human": "user",
    "ai": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}


class LangChain:
    """Reads messages of LangChain."""

    name = "langchain"
    summary = "LangChain messages: messages_to_dict, dumpd or model_dump; never loaded as objects"
    example = '[{"type": "human", "data": {"content": "I like tea"}}]'
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """Messages have ``type`` with ``data``, or ``lc`` with ``kwargs``."""
        paths = outline(source.members[0].head)
        for before in ("", "[].", "messages[].", "[][].", "[].messages[]."):
            if any({before + key for key in shape} <= paths for shape in _SHAPES):
                return None
        return "no 'type' with 'data', and no 'lc' with 'kwargs'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the messages in order; a file is one conversation unless records name others."""
        for member in reading.files(source):
            counts: Counter[str] = Counter()
            for _, where, record in json_records(member, reading):
                yield from _record(record, member.stem, where, counts, reading)


def _record(
    record: Any, conversation: str, where: str, counts: Counter[str], reading: Reading
) -> Iterator[Message]:
    inner = record if isinstance(record, list) else mapping(record).get("messages")
    if isinstance(inner, list):
        key = first_id(mapping(record), "thread_id", "session_id", "conversation_id")
        for each in inner:
            yield from _record(each, key or conversation, where, counts, reading)
        return
    index = counts[conversation]
    counts[conversation] += 1
    if not isinstance(record, dict):
        reading.bad("not_an_object", f"{where}: not an object (skipped)")
        return
    message = _message(record, conversation, index, where, reading)
    if message is not None:
        yield message


def _message(
    record: dict[str, Any], conversation: str, index: int, where: str, reading: Reading
) -> Message | None:
    data = mapping(record.get("kwargs" if "lc" in record else "data")) or record
    kind = _kind(record)
    if kind == "remove":
        reading.skip("control")
        return None
    role = data.get("role") if kind in {"chat", "generic"} else _ROLES.get(kind, kind)
    # A person's blocks are paragraphs; a model's are pieces of one stream.
    text, attachments = read_parts(data.get("content"), joint="" if role == "assistant" else "\n")
    return reading.turn(
        role,
        text,
        user_id=None,
        conversation_id=conversation,
        index=index,
        where=where,
        message_id=first_id(data, "id"),
        time=reading.time(mapping(data.get("additional_kwargs")).get("timestamp"), where),
        attachments=attachments,
    )


def _kind(record: dict[str, Any]) -> str:
    """The type of a message: "human", "ai", ...; from the class name where that is what there is."""
    kind = record.get("type")
    path = record.get("id")
    if "lc" in record and isinstance(path, list) and path:
        kind = path[-1]
    word = str(kind)
    for ending in ("Chunk", "Message"):
        word = word.removesuffix(ending)
    return word.lower()
