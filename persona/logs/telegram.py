"""The export of Telegram Desktop as JSON: ``result.json`` of one chat or of the whole account.

A chat is ``{name, type, id, messages: [{id, type, date, date_unixtime, from, from_id, text,
text_entities}]}``; an account has chats under ``chats.list`` (and ``left_chats.list``) and its owner
under ``personal_information``.

Quirks: text is a string or a list of strings and objects; ``date`` is local and names no zone,
``date_unixtime`` is text and missing in old exports; service rows are no messages; ``from`` is null
for deleted accounts; forwarded text is not the sender's; message ids are unique in a chat only;
saved messages have no name. Source: https://telegram.org/blog/export-and-more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona.logs.content import clean, first_id, identifier
from persona.logs.cursor import BrokenJsonError, Cursor
from persona.logs.foreign import mark
from persona.logs.reading import Reading
from persona.logs.records import mapping, objects, tell_replaced, text_in
from persona.logs.shapes import encoding_of, outline
from persona.logs.sources import Source
from persona.records import Message, Reason, Span

_QUOTES = {"blockquote", "expandable_blockquote"}
_MEDIA = (
    "photo", "file", "media_type", "sticker_emoji", "location_information", "contact_information",
    "poll", "game_title", "invoice_information", "live_location_period_seconds",
)  # fmt: skip
_KINDS = {
    "photo": "image",
    "voice_message": "audio",
    "audio_file": "audio",
    "video_file": "video",
    "video_message": "video",
}


class Telegram:
    """Reads the JSON export of Telegram Desktop."""

    name = "telegram"
    summary = "Telegram Desktop export as JSON: one chat or the whole account"
    example = "result.json"
    group = True
    annotations = False

    def detect(self, source: Source) -> str | None:
        """It has ``chats.list``, or messages with ``from_id`` or ``text_entities``."""
        paths = outline(source.members[0].head)
        if "chats.list" in paths or "personal_information" in paths:
            return None
        signs = {"messages[].from_id", "messages[].date_unixtime", "messages[].text_entities"}
        return None if paths & signs else "no 'chats' with a 'list', no 'from_id'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the messages chat by chat, one at a time from the file."""
        for member in reading.files(source):
            with member.open() as stream:
                cursor = Cursor(stream, encoding_of(member.head, reading.encoding))
                chat = _Chat(member.stem, reading)
                try:
                    yield from _top(cursor, chat, member.stem, reading)
                except BrokenJsonError as error:
                    reading.bad("invalid_json", f"{error} (the rest is skipped)")
                tell_replaced(cursor, reading)


def _top(cursor: Cursor, chat: _Chat, stem: str, reading: Reading) -> Iterator[Message]:
    for key in cursor.fields():
        if key == "personal_information":
            number = first_id(mapping(cursor.value()), "user_id")
            reading.owner = f"user{number}" if number else None
        elif key in {"chats", "left_chats"} and cursor.peek() == "{":
            for inner in cursor.fields():
                if inner == "list" and cursor.peek() == "[":
                    for _ in cursor.elements():
                        yield from _chat(cursor, _Chat(stem, reading))
                else:
                    cursor.skip()
        else:
            yield from chat.take(key, cursor)


def _chat(cursor: Cursor, chat: _Chat) -> Iterator[Message]:
    if cursor.peek() != "{":
        cursor.skip()
        return
    for key in cursor.fields():
        yield from chat.take(key, cursor)


class _Chat:
    """One chat while its fields come by; its id and name stand before its messages."""

    def __init__(self, stem: str, reading: Reading) -> None:
        self.key = stem
        self.reading = reading
        self.index = 0

    def take(self, field: str, cursor: Cursor) -> Iterator[Message]:
        """Takes the value of a field of the chat."""
        if field == "messages" and cursor.peek() == "[":
            for row in cursor.values():
                message = self._message(row)
                self.index += 1
                if message is not None:
                    yield message
        elif field == "id":
            self.key = first_id({"id": cursor.value()}, "id") or self.key
        else:
            cursor.skip()

    def _message(self, row: Any) -> Message | None:
        reading = self.reading
        where = f"chat {self.key}, message {self.index}"
        if not isinstance(row, dict):
            reading.bad("not_an_object", f"{where}: not an object (skipped)")
            return None
        text, foreign = _said(row)
        if (reason := _no_turn(row, text)) is not None:
            reading.leave(reason)
            return None
        name = identifier(row.get("from"))
        user = identifier(row.get("from_id")) or name
        if user is None:
            reading.leave("no_user")
            return None
        key = identifier(row.get("id"))
        return reading.message(
            "user",
            text,
            user_id=user,
            author=name or user,
            conversation_id=self.key,
            message_id=f"{self.key}/{key}" if key else f"{self.key}#{self.index}",
            id_origin="source" if key else "index",
            where=where,
            time=reading.time(row.get("date_unixtime") or row.get("date"), where),
            attachments=_attached(row),
            foreign=foreign or None,
            forwarded=bool(row.get("forwarded_from") or row.get("forwarded_from_id")),
        )


def _no_turn(row: dict[str, Any], text: str) -> str | None:
    if row.get("type", "message") != "message":
        return "system"
    if _is_blank(text) and any(row.get(field) for field in _MEDIA):
        return "media"
    return None


def _is_blank(text: str) -> bool:
    """Whether a text that is not cleaned yet says nothing; most are known by their first character."""
    return not text or ((text[0] == "\x00" or text[0].isspace()) and not clean(text).strip())


def _attached(row: dict[str, Any]) -> tuple[str, ...]:
    if row.get("photo"):
        return ("image",)
    if row.get("file"):
        return (_KINDS.get(text_in(row, "media_type"), "file"),)
    return ()


def _said(row: dict[str, Any]) -> tuple[str, tuple[Span, ...]]:
    """The text of a message, and its quoted parts where it has any that lines do not show."""
    parts = row.get("text")
    if isinstance(parts, str):
        entities = row.get("text_entities")
        if not any(text_in(entity, "type") in _QUOTES for entity in objects(entities)):
            return parts, ()
        parts = entities
    if not isinstance(parts, list):
        return "", ()
    said = ""
    spans: list[Span] = []
    for part in parts:
        piece = clean(part if isinstance(part, str) else text_in(mapping(part), "text"))
        if text_in(mapping(part), "type") in _QUOTES and piece:
            spans.append(Span(len(said), len(said) + len(piece), Reason.QUOTED))
        said += piece
    if not spans:
        return said, ()
    kept = [span for span in mark(said) if not any(_meets(span, other) for other in spans)]
    return said, tuple(sorted([*spans, *kept], key=lambda span: span.start))


def _meets(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
