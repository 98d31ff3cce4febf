"""An export of Slack: the folder or the zip.

``users.json`` lists the people, ``channels.json`` (``groups.json``, ``dms.json``, ``mpims.json``) the
channels; ``<channel>/YYYY-MM-DD.json`` is a list of ``{type, subtype, user, text, ts, thread_ts}``.

Quirks: ``ts`` is a decimal as text and the id within a channel, never a float; bots have no user, and
``USLACKBOT`` and people who left are not in the list; a reply shown in the channel stands there
twice; ``file_comment`` has its user under ``comment``; text has tokens in ``<>`` that are replaced
before ``&amp;`` is read; links to files carry a live token and are never kept.
Source: https://slack.com/help/articles/220556107 (reading exports).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from persona.logs.content import first_id, identifier
from persona.logs.reading import Reading
from persona.logs.records import json_objects, mapping, objects, text_in
from persona.logs.shapes import outline, parse
from persona.logs.sources import Member, Source
from persona.records import Message

_DAY = re.compile(r"(?:(?:.*/)?([^/]+)/)?\d{4}-\d{2}-\d{2}\.json")
_LISTS = ("channels.json", "groups.json", "dms.json", "mpims.json")
_BOT = "USLACKBOT"
_SAID = {
    "",
    "thread_broadcast",
    "reply_broadcast",
    "me_message",
    "file_share",
    "file_comment",
    "bot_message",
    "slackbot_response",
}
_TOKEN = re.compile(r"<([^<>\n]*)>")
_KINDS = {"image": "image", "audio": "audio", "video": "video"}


class Slack:
    """Reads exports of Slack."""

    name = "slack-export"
    summary = "Slack export: the folder or zip with users.json and a folder a channel"
    example = "users.json, channels.json, general/2024-03-01.json"
    group = True
    annotations = False
    whole = True

    def detect(self, source: Source) -> str | None:
        """It has days of channels beside a list of users or channels; or it is one such day."""
        if source.kind == "file" or len(source.members) == 1:
            paths = outline(source.members[0].head)
            signs = {"[].ts", "[].text"} <= paths and paths & {"[].user", "[].bot_id"}
            return None if signs else "no 'ts' with 'user' in a list"
        listed = any(source.find(name) for name in ("users.json", *_LISTS))
        days = any(_DAY.fullmatch(member.name) for member in source.members)
        return None if listed and days else "no users.json with days of channels"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the messages channel by channel, day by day."""
        workspace = _Workspace(reading)
        workspace.learn(source)
        for member in reading.files(source):
            day = _DAY.fullmatch(member.name)
            if day is not None or source.kind == "file":
                folder = day[1] if day else None
                alone = member.stem if source.kind == "file" else source.name
                yield from workspace.day(member, folder or alone)


@dataclass
class _Workspace:
    """The people and channels of an export, and the way from rows to messages."""

    reading: Reading
    names: dict[str, str] = field(default_factory=dict)
    bots: set[str] = field(default_factory=set)
    channels: dict[str, str] = field(default_factory=dict)
    strangers: set[str] = field(default_factory=set)
    has_list: bool = False

    def learn(self, source: Source) -> None:
        """Reads the lists of people and channels."""
        for user in _listed(source.find("users.json"), self.reading):
            self.has_list = True
            key = first_id(user, "id")
            if key is not None:
                self.names[key] = _name(user, key)
                if user.get("is_bot") is True:
                    self.bots.add(key)
        for name in _LISTS:
            for channel in _listed(source.find(name), self.reading):
                key = first_id(channel, "id")
                if key is not None:
                    self.channels[first_id(channel, "name") or key] = key

    def day(self, member: Member, channel: str) -> Iterator[Message]:
        """Yields the messages of one file."""
        key = self.channels.get(channel, channel)
        seen: set[str] = set()
        for _, where, row in json_objects(member, self.reading):
            message = self._message(row, key, where, seen)
            if message is not None:
                yield message

    def _message(
        self, row: dict[str, Any], channel: str, where: str, seen: set[str]
    ) -> Message | None:
        stamp = identifier(row.get("ts"))
        text, user = text_in(row, "text"), first_id(row, "user")
        if row.get("subtype") == "file_comment":
            comment = mapping(row.get("comment"))
            text, user = text_in(comment, "comment") or text, first_id(comment, "user") or user
        bot = first_id(row, "bot_id", "user", "username") if self._is_bot(row, user) else None
        if (reason := _no_turn(row, bot or user, stamp in seen)) is not None:
            self.reading.leave(reason)
            return None
        if stamp is not None:
            seen.add(stamp)
        thread = identifier(row.get("thread_ts"))
        return self.reading.message(
            "user" if bot is None else "assistant",
            self._readable(text),
            user_id=user if bot is None else None,
            author=bot or self._called(str(user), row),
            conversation_id=f"{channel}/{thread}" if thread else channel,
            message_id=stamp or f"{channel}#{self.reading.positions}",
            id_origin="source" if stamp else "index",
            where=where,
            time=self.reading.time(stamp, where),
            attachments=tuple(_kind(file) for file in objects(row.get("files"))),
        )

    def _is_bot(self, row: dict[str, Any], user: str | None) -> bool:
        if text_in(row, "subtype") in {"bot_message", "slackbot_response"} or user == _BOT:
            return True
        return user in self.bots or (bool(row.get("bot_id")) and user not in self.names)

    def _called(self, user: str, row: dict[str, Any]) -> str:
        """The name of a user; one who is not in the list is named to the person once."""
        if user in self.names:
            return self.names[user]
        if self.has_list and user not in self.strangers:
            self.strangers.add(user)
            self.reading.warn(f"user {user} is not in users.json", of_file=False)
        return _name({"profile": row.get("user_profile")}, user)

    def _readable(self, text: str) -> str:
        """The text with its tokens written out and its escapes read, in this order."""
        if "<" in text:
            text = _TOKEN.sub(lambda found: self._token(found[1]), text)
        return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")

    def _token(self, token: str) -> str:
        target, bar, label = token.partition("|")
        if target.startswith("@"):
            return "@" + (self.names.get(target[1:]) or label.removeprefix("@") or target[1:])
        if target.startswith("#"):
            names = {key: name for name, key in self.channels.items()}
            return "#" + (label or names.get(target[1:], target[1:]))
        if target.startswith("!"):
            kind = target[1:].partition("^")[0]
            return label if bar else f"@{kind}" if kind != "date" else ""
        return label if label else target


def _no_turn(row: dict[str, Any], sender: str | None, repeated: bool) -> str | None:
    """Why a row says nothing new; None if it does."""
    if text_in(row, "subtype") not in _SAID or row.get("hidden") is True:
        return "system"
    if repeated:
        return "duplicate"
    return None if sender is not None else "no_user"


def _listed(member: Member | None, reading: Reading) -> list[dict[str, Any]]:
    if member is None:
        return []
    with member.open() as stream:
        data = stream.read()
    try:
        return objects(parse(data))
    except ValueError:
        reading.bad("invalid_json", f"{member.name}: invalid JSON (names are left as ids)")
        return []


def _name(user: dict[str, Any], key: str) -> str:
    """What a user is called: display name, real name, account name, id: the first that is there."""
    profile = mapping(user.get("profile"))
    return (
        first_id(profile, "display_name", "real_name") or first_id(user, "real_name", "name") or key
    )


def _kind(file: dict[str, Any]) -> str:
    return _KINDS.get(text_in(file, "mimetype").partition("/")[0], "file")
