"""Reads conversation logs of many formats into messages.

::

    log = read("export.zip", user_id="ann", tz="Europe/Berlin")
    for message in log:
        ...
    log.format, log.skipped, log.warnings

The format is told by content. Nothing falls back to plain text: where no reader knows a file, the
error says what each of them missed. What is read and not taken is counted by reason.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, BinaryIO

from persona.errors import LogFormatError, UsageError
from persona.logs import registry
from persona.logs.dicts import read_dicts
from persona.logs.people import attribute
from persona.logs.reading import Reader, Reading
from persona.logs.registry import Format, formats
from persona.logs.shapes import check_encoding
from persona.logs.sources import BROKEN, Source, open_source
from persona.logs.times import written, zone
from persona.records import Message

__all__ = [
    "Format",
    "Log",
    "Reader",
    "Reading",
    "Source",
    "as_expected",
    "attribute",
    "formats",
    "from_dicts",
    "read",
]


@dataclass(eq=False)
class Log:
    """A log that was recognised. Each iteration reads it from the beginning and counts anew.

    Attributes:
        format: the name of the reader; "mixed" for a folder of several formats.
        group: whether several people write in it, so that `attribute` must say who the user is.
        annotations: whether it holds nobody's own words: no persona may be built from it.
    """

    format: str
    group: bool
    annotations: bool
    _reading: Callable[[], Reading]
    _messages: Callable[[Reading], Iterator[Message]]

    def __post_init__(self) -> None:
        self._current = self._reading()

    def __iter__(self) -> Iterator[Message]:
        """Yields the messages in the order of the source.

        Raises:
            LogFormatError: if the source cannot be read on, or a time needs a zone that is missing.
        """
        yield from self._read(self._reading())

    def for_authors(self) -> Iterator[Message]:
        """Yields the same messages for who wrote them only, in less time: undated, and not marked.

        Raises:
            LogFormatError: as iterating does.
        """
        reading = self._reading()
        reading.authors_only = True
        yield from self._read(reading)

    def _read(self, current: Reading) -> Iterator[Message]:
        self._current = current
        try:
            yield from self._messages(current)
        except BROKEN as error:
            raise LogFormatError(
                "the file cannot be read to its end; it is damaged or was cut off",
                path=current.path,
            ) from error

    @property
    def skipped(self) -> Counter[str]:
        """Messages that were read and not taken, by reason; filled while iterating."""
        return self._current.skipped

    @property
    def unreadable(self) -> Counter[str]:
        """Records, lines and files that could not be read, by reason; filled while iterating."""
        return self._current.unreadable

    @property
    def warnings(self) -> list[str]:
        """Sentences for the person, each with its place; filled while iterating."""
        return self._current.warnings

    @property
    def owner(self) -> str | None:
        """The id of the one whose export it is, where the source says so; known after iterating."""
        return self._current.owner


def read(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    user_id: str | None = None,
    fmt: str = "auto",
    tz: str | tzinfo | None = None,
    date_order: str | None = None,
    encoding: str | None = None,
    group_name: str | None = None,
) -> Log:
    """Opens a log and finds its reader; messages are read when the log is iterated.

    Args:
        source: a file, a folder, a zip archive, or a stream of bytes.
        user_id: whose log it is, where the source names nobody. A user named in the source wins.
        fmt: the name of a format (see `formats`), or "auto": told by content.
        tz: the zone of times that name none, such as "Asia/Shanghai".
        date_order: "dmy" or "mdy", for dates such as 3/4/2024.
        encoding: how text is encoded, where the bytes do not say; else UTF-8, then GB18030.
        group_name: the name of the group, where a WhatsApp log has it as a sender.

    Raises:
        LogFormatError: if no reader knows the source; the sentence says what each missed.
        UsageError: if an option's value is none.
    """
    if date_order is not None and date_order.lower() not in {"dmy", "mdy", "ymd"}:
        raise UsageError(f"date order {date_order!r} is none; give dmy or mdy")
    zone_ = zone(tz)
    encoding = check_encoding(encoding)
    opened = open_source(source)
    try:
        parts = registry.assign(opened, fmt)
    except BROKEN as error:
        raise LogFormatError(
            "the file cannot be read: it is damaged, packed in a way that is not known here, or may not "
            "be opened; unpack it, or fetch it again",
            path=opened.path,
        ) from error

    def reading() -> Reading:
        return Reading(
            path=opened.path,
            user_id=user_id,
            tz=zone_,
            date_order=date_order.lower() if date_order else None,
            encoding=encoding,
            group_name=group_name,
        )

    def messages(current: Reading) -> Iterator[Message]:
        for reason, sentence in (*opened.trouble, *parts.trouble):
            current.bad(reason, sentence)
        for reader, part in parts.readers:
            current.source = reader.name
            yield from reader.read(part, current)

    readers = [reader for reader, _ in parts.readers]
    names = list(dict.fromkeys(reader.name for reader in readers))
    return Log(
        format=names[0] if len(names) == 1 else "mixed",
        group=any(reader.group for reader in readers),
        annotations=all(reader.annotations for reader in readers),
        _reading=reading,
        _messages=messages,
    )


def from_dicts(
    messages: Iterable[Mapping[str, Any]],
    *,
    user_id: str,
    conversation_id: str = "default",
    tz: str | tzinfo | None = None,
) -> Log:
    """Messages that a program hands over.

    Args:
        messages: dicts with ``role`` and ``content`` (text, or parts as in the OpenAI interface),
            and optionally ``id``, ``timestamp`` (ISO with a zone, or seconds, milliseconds or
            microseconds since 1970), ``conversation_id`` and ``name``. Without an id it is a hash
            of role, time and text. A user message whose ``name`` is not the user id is another
            person's: context, never evidence.
        user_id: whose log it is.
        conversation_id: of messages that name none.
        tz: the zone of times that name none.
    """
    kept = [messages] if isinstance(messages, Mapping) else list(messages)
    zone_ = zone(tz)

    def reading() -> Reading:
        hint = "write it with one, such as 2024-05-01T13:26:40+08:00"
        return Reading("messages", user_id=user_id, tz=zone_, source="add", zone_hint=hint)

    return Log(
        format="dicts",
        group=False,
        annotations=False,
        _reading=reading,
        _messages=lambda current: read_dicts(kept, user_id, conversation_id, current),
    )


def as_expected(message: Message) -> dict[str, Any]:
    """A message as JSON, for ``ingest --dry-run --json`` and for comparing readers.

    The keys are ``user_id``, ``conversation_id``, ``message_id``, ``role``, ``text`` and
    ``timestamp`` (UTC with ``Z``, or None), and where they say something ``timestamp_inferred``,
    ``author`` (of what nobody's user wrote), ``attachments``, ``reply_to`` and ``forwarded``.
    """
    found: dict[str, Any] = {
        "user_id": message.user_id,
        "conversation_id": message.conversation_id,
        "message_id": message.message_id,
        "role": message.role,
        "text": message.text,
        "timestamp": written(message.time),
    }
    if message.time_inferred:
        found["timestamp_inferred"] = True
    if message.author is not None and message.user_id is None:
        found["author"] = message.author
    if message.attachments:
        found["attachments"] = list(message.attachments)
    if message.reply_to is not None:
        found["reply_to"] = message.reply_to
    if message.forwarded:
        found["forwarded"] = True
    return found
