"""The export of ChatGPT: ``conversations.json``, its shards ``conversations-000.json``, or the zip.

The file is a list of ``{conversation_id, title, create_time, current_node, is_do_not_remember,
mapping: {id: {message, parent, children}}}``; a message is ``{id, author: {role}, content:
{content_type, parts | text}, create_time, recipient, metadata}``.

Quirks: a conversation is a tree; what was regenerated or edited hangs off the path from
``current_node`` to the root and was withdrawn. The root has no message. Hidden messages, custom
instructions, reasoning, code for tools and their output are no turns. Parts are text or objects
(images, transcribed speech). A missing time is that of the message before it on the path.
Citation marks stand between U+E200 and U+E201. The file names no user; ``user.json`` in the zip does.
Source: https://help.openai.com/en/articles/7260999 (how to export; the layout is undocumented).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from persona.logs.content import first_id, identifier
from persona.logs.reading import Reading
from persona.logs.records import json_objects, mapping, objects, text_in
from persona.logs.shapes import outline, parse
from persona.logs.sources import Source
from persona.records import Message

_CITATION = re.compile("[ \t]?\ue200[^\ue200\ue201\n]*\ue201")
_STRAY = re.compile("[\ue200-\ue206]")
_HIDDEN_TYPES = {"user_editable_context", "model_editable_context"}
_REASONING = {"thoughts", "reasoning_recap"}
_TOOL_CALLS = {"code"}
_TOOL_OUTPUT = {"execution_output", "tether_browsing_display", "tether_quote", "system_error"}


class ChatGPT:
    """Reads the export of ChatGPT."""

    name = "chatgpt-export"
    summary = "ChatGPT data export: conversations.json, its shards, or the zip"
    example = "conversations.json in the zip that ChatGPT sends"
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """The conversations of a list have a ``mapping``."""
        paths = outline(source.members[0].head)
        return None if paths & {"[].mapping", "mapping"} else "no 'mapping' in a list"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the current path of each conversation."""
        user = reading.user_id or _exported_by(source)
        for member in reading.files(source):
            for number, where, record in json_objects(member, reading):
                key = first_id(record, "conversation_id", "id") or f"{member.stem}:{number}"
                yield from _Conversation(key, where, record, user, reading).messages()


def _exported_by(source: Source) -> str | None:
    member = source.find("user.json")
    try:
        found = parse(member.head) if member is not None else None
    except ValueError:
        return None
    return first_id(found, "id", "email") if isinstance(found, dict) else None


@dataclass
class _Conversation:
    """One conversation of an export, on its way to messages."""

    key: str
    where: str
    record: dict[str, Any]
    user: str | None
    reading: Reading

    def messages(self) -> Iterator[Message]:
        nodes = {
            str(key): node
            for key, node in mapping(self.record.get("mapping")).items()
            if isinstance(node, dict)
        }
        if not nodes:
            self.reading.skip("empty_conversation")
            return
        if self.record.get("is_do_not_remember") is True:
            self.reading.skip("do_not_remember")
            return
        leaf = self._leaf(nodes)
        self._name_lost_children(nodes)
        path = self._path(nodes, leaf)
        on_path = set(path)
        for key, node in nodes.items():
            if key not in on_path and isinstance(node.get("message"), dict):
                self.reading.skip("off_branch")
        yield from self._walk(nodes, path)

    def _leaf(self, nodes: dict[str, dict[str, Any]]) -> str:
        current = identifier(self.record.get("current_node"))
        if current in nodes:
            return str(current)
        self.reading.warn(f"{self.key}: no current_node, newest leaf used")
        order = {key: index for index, key in enumerate(nodes)}
        leaves = [key for key, node in nodes.items() if nodes.keys().isdisjoint(_children(node))]
        return max(leaves or nodes, key=lambda key: (_epoch(nodes[key]), order[key]))

    def _name_lost_children(self, nodes: dict[str, dict[str, Any]]) -> None:
        for key, node in nodes.items():
            for child in _children(node):
                if child not in nodes:
                    self.reading.warn(f"{self.key}: child {child!r} of {key!r} does not exist")

    @staticmethod
    def _path(nodes: dict[str, dict[str, Any]], leaf: str) -> list[str]:
        """From the root to the leaf; a cycle ends it."""
        path: list[str] = []
        seen: set[str] = set()
        key: str | None = leaf
        while key is not None and key in nodes and key not in seen:
            path.append(key)
            seen.add(key)
            key = identifier(nodes[key].get("parent"))
        return path[::-1]

    def _walk(self, nodes: dict[str, dict[str, Any]], path: list[str]) -> Iterator[Message]:
        before: datetime | None = None
        for index, key in enumerate(path):
            turn = nodes[key].get("message")
            if not isinstance(turn, dict):
                self.reading.skip("no_message")
                continue
            stamp = turn.get("create_time")
            own = None if stamp is None else self.reading.time(stamp, f"{self.where}, {key}")
            time = own or before
            before = time
            message = self._turn(turn, index, key, time)
            if message is not None:
                yield replace(message, time_inferred=True) if time and own is None else message

    def _turn(
        self, turn: dict[str, Any], index: int, key: str, time: datetime | None
    ) -> Message | None:
        content = mapping(turn.get("content"))
        role = mapping(turn.get("author")).get("role")
        if (reason := _no_turn(turn, content, role)) is not None:
            self.reading.skip(reason)
            return None
        text, attachments = _said(content)
        if role == "assistant":
            text = _without_marks(text)
        return self.reading.turn(
            role,
            text,
            user_id=self.user,
            conversation_id=self.key,
            index=index,
            where=f"{self.where}, {key}",
            message_id=first_id(turn, "id") or key,
            time=time,
            attachments=attachments,
        )


def _children(node: dict[str, Any]) -> list[str]:
    children = node.get("children")
    return [str(child) for child in children] if isinstance(children, list) else []


def _epoch(node: dict[str, Any]) -> float:
    stamp = mapping(node.get("message")).get("create_time")
    return float(stamp) if isinstance(stamp, int | float) and abs(stamp) < 1e15 else 0.0


def _no_turn(turn: dict[str, Any], content: dict[str, Any], role: Any) -> str | None:
    """Why a message of the tree is no turn of the talk; None if it is one."""
    kind = text_in(content, "content_type")
    hidden = mapping(turn.get("metadata")).get("is_visually_hidden_from_conversation")
    if hidden is True or kind in _HIDDEN_TYPES:
        return "hidden"
    if kind in _REASONING:
        return "reasoning"
    if role == "tool" or kind in _TOOL_OUTPUT:
        return "tool"
    if role == "assistant" and (
        kind in _TOOL_CALLS or text_in(turn, "recipient") not in {"", "all"}
    ):
        return "tool_call"
    return None


def _said(content: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The text of a content, parts joined by line ends, and the kinds of what is attached."""
    parts = content.get("parts")
    if not isinstance(parts, list):
        return text_in(content, "text"), ()
    texts: list[str] = [part for part in parts if isinstance(part, str)]
    kinds: list[str] = []
    if objects(parts):
        texts = []
        for part in parts:
            text, kind = _part(part)
            texts.append(text)
            kinds += [kind] if kind else []
    return "\n".join(text for text in texts if text), tuple(kinds)


def _part(part: Any) -> tuple[str, str | None]:
    if isinstance(part, str):
        return part, None
    if not isinstance(part, dict):
        return "", None
    kind = text_in(part, "content_type")
    if kind == "audio_transcription":
        return text_in(part, "text"), "audio"
    if "image" in kind:
        return "", "image"
    # The recording of transcribed speech stands beside its words, which are counted already.
    return text_in(part, "text"), None


def _without_marks(text: str) -> str:
    """An answer without citation marks, each removed with what it holds and one space before it."""
    if not _STRAY.search(text):
        return text
    return _STRAY.sub("", _CITATION.sub("", text))
