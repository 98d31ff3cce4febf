"""A channel of Discord as DiscordChatExporter writes it to JSON.

The file is ``{guild, channel: {id}, exportedAt, messages: [{id, type, timestamp, content, author:
{id, name, nickname, isBot}, attachments, mentions, reference}], messageCount}``.

Quirks: ids are numbers of 18 digits, kept as text; times name their zone; types such as
``GuildMemberJoin`` are notices; bots are marked; mentions and emoji are raw (``<@id>``) or already
written out, depending on how the export was made.
Source: https://github.com/Tyrrrz/DiscordChatExporter (its JSON writer).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id, identifier
from persona.logs.cursor import BrokenJsonError, Cursor
from persona.logs.reading import Reading
from persona.logs.records import mapping, objects, tell_replaced, text_in
from persona.logs.shapes import encoding_of, outline
from persona.logs.sources import Source
from persona.records import Message

_SAID = {"Default", "Reply", "ThreadStarterMessage", "ChatInputCommand", "0", "19", "20", "21"}
_MENTION = re.compile(r"<@!?(\d+)>")
_CHANNEL = re.compile(r"<#(\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")
_EXTRAS = ("attachments", "embeds", "stickers", "forwardedMessage")
_ENDINGS = {
    **dict.fromkeys(("png", "jpg", "jpeg", "gif", "webp", "heic"), "image"),
    **dict.fromkeys(("mp3", "ogg", "wav", "m4a"), "audio"),
    **dict.fromkeys(("mp4", "mov", "webm"), "video"),
}


class Discord:
    """Reads the JSON of DiscordChatExporter."""

    name = "discord-dce"
    summary = "Discord by DiscordChatExporter, format JSON"
    example = "My Server - general [900000000000000002].json"
    group = True
    annotations = False

    def detect(self, source: Source) -> str | None:
        """It has ``guild``, ``channel`` and ``messages``."""
        paths = outline(source.members[0].head)
        return None if {"guild", "channel", "messages"} <= paths else "no 'guild' with 'channel'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the messages one at a time from the file."""
        for member in reading.files(source):
            with member.open() as stream:
                cursor = Cursor(stream, encoding_of(member.head, reading.encoding))
                try:
                    yield from _messages(cursor, member.stem, reading)
                except BrokenJsonError as error:
                    reading.bad("invalid_json", f"{error} (the rest is skipped)")
                tell_replaced(cursor, reading)


def _messages(cursor: Cursor, channel: str, reading: Reading) -> Iterator[Message]:
    for key in cursor.fields():
        if key == "channel":
            channel = first_id(mapping(cursor.value()), "id") or channel
        elif key == "messages" and cursor.peek() == "[":
            for index, row in enumerate(cursor.values()):
                message = _message(row, channel, index, reading)
                if message is not None:
                    yield message
        else:
            cursor.skip()


def _message(row: Any, channel: str, index: int, reading: Reading) -> Message | None:
    where = f"message {index}"
    if not isinstance(row, dict):
        reading.bad("not_an_object", f"{where}: not an object (skipped)")
        return None
    author = mapping(row.get("author"))
    user = first_id(author, "id", "name")
    content = text_in(row, "content")
    reason = _no_turn(row, content, user)
    if reason is not None or user is None:
        reading.leave(reason or "no_user")
        return None
    bot = author.get("isBot") is True
    key = first_id(row, "id")
    reply = first_id(mapping(row.get("reference")), "messageId")
    return reading.message(
        "assistant" if bot else "user",
        _readable(content, row),
        user_id=None if bot else user,
        author=user if bot else first_id(author, "nickname", "name") or user,
        conversation_id=channel,
        message_id=key or f"{channel}#{index}",
        id_origin="source" if key else "index",
        where=where,
        time=reading.time(row.get("timestamp"), where),
        attachments=tuple(_kind(file) for file in objects(row.get("attachments"))),
        reply_to=reply if str(row.get("type")) in {"Reply", "19"} else None,
    )


def _no_turn(row: dict[str, Any], content: str, user: str | None) -> str | None:
    if str(row.get("type", "Default")) not in _SAID:
        return "system"
    if not content.strip() and any(row.get(extra) for extra in _EXTRAS):
        return "media"
    return None if user is not None else "no_user"


def _kind(file: dict[str, Any]) -> str:
    return _ENDINGS.get(text_in(file, "fileName").rpartition(".")[2].lower(), "file")


def _readable(content: str, row: dict[str, Any]) -> str:
    """The text with mentions and emoji by their names."""
    if "<" not in content:
        return content
    names = {
        identifier(who.get("id")): text_in(who, "nickname") or text_in(who, "name")
        for who in objects(row.get("mentions"))
    }
    content = _MENTION.sub(lambda found: f"@{names.get(found[1]) or found[1]}", content)
    return _EMOJI.sub(r"\1", _CHANNEL.sub(r"#\1", content))
