"""Sessions of coding agents: Claude Code and Codex, one JSON event a line.

Claude Code (``~/.claude/projects/<project>/<session>.jsonl``): ``{type, uuid, sessionId, timestamp,
isMeta, isSidechain, message: {role, content}}``. Content is text or blocks; the output of tools comes
as blocks of user messages; a side chain is the agent talking to another; the program puts elements
such as ``<system-reminder>`` into what the person typed.

Codex (``~/.codex/sessions/**/rollout-*.jsonl``): ``{timestamp, type, payload}`` where ``session_meta``
has the id and ``response_item`` the messages; older files have the items bare. Events repeat what the
items say. The first user messages hold the instructions and the environment, not the person's words.

Neither names a user. Neither layout is documented; both are as seen in files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id, read_parts
from persona.logs.reading import Reading
from persona.logs.records import mapping, objects, text_in
from persona.logs.shapes import json_lines, outline
from persona.logs.sources import Member, Source
from persona.records import Message

_INSERTED = re.compile(
    r"<(system-reminder|command-name|command-message|local-command-stdout|local-command-stderr"
    r"|local-command-caveat|bash-stdout|bash-stderr|bash-input|ide_opened_file|ide_selection"
    r"|ide_diagnostics|user-prompt-submit-hook|task-notification)\b[^<>]*>.*?(?:</\1>|\Z)",
    re.DOTALL,
)
_ARGUMENTS = re.compile(r"</?command-args>")
_INTERRUPTED = "[Request interrupted by user"
_PREAMBLE = re.compile(
    r"\s*(?:<(?:user_instructions|environment_context|permissions|INSTRUCTIONS|skill"
    r"|turn_aborted|subagent_notification)\b|# AGENTS\.md instructions)"
)
_NO_TALK = {
    "reasoning": "reasoning",
    "function_call": "tool_call",
    "custom_tool_call": "tool_call",
    "local_shell_call": "tool_call",
    "web_search_call": "tool_call",
    "function_call_output": "tool",
    "custom_tool_call_output": "tool",
}


class ClaudeCode:
    """Reads sessions of Claude Code."""

    name = "claude-code"
    summary = "Claude Code session: JSON lines, or the folder of a project"
    example = "~/.claude/projects/my-project/0a1b.jsonl"
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """Events have ``sessionId`` and a ``message`` with a role."""
        signs = {"sessionId", "type", "message.role"}
        return None if signs <= outline(source.members[0].head) else "no 'sessionId' with 'message'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields what the person typed and what the agent answered."""
        for member in reading.files(source):
            for index, (number, event) in enumerate(json_lines(member, reading)):
                message = _claude(event, member.stem, index, f"line {number}", reading)
                if message is not None:
                    yield message


def _claude(
    event: dict[str, Any], stem: str, index: int, where: str, reading: Reading
) -> Message | None:
    said = mapping(event.get("message"))
    text, attachments = read_parts(said.get("content"))
    blocks = {text_in(block, "type") for block in objects(said.get("content"))}
    role = said.get("role", event.get("type"))
    if role == "user":
        text = _ARGUMENTS.sub("", _INSERTED.sub("", text)).strip()
    if (reason := _no_turn(event, text, blocks)) is not None:
        reading.leave(reason)
        return None
    return reading.turn(
        role,
        text,
        user_id=None,
        conversation_id=first_id(event, "sessionId") or stem,
        index=index,
        where=where,
        message_id=first_id(event, "uuid"),
        time=reading.time(event.get("timestamp"), where),
        attachments=attachments,
    )


def _no_turn(event: dict[str, Any], text: str, blocks: set[str]) -> str | None:
    if text_in(event, "type") not in {"user", "assistant"}:
        return "control"
    if event.get("isSidechain") is True:
        return "sidechain"
    if event.get("isMeta") is True or event.get("isCompactSummary") is True:
        return "hidden"
    if text.startswith(_INTERRUPTED):
        return "control"
    if text:
        return None
    for block, reason in (
        ("tool_result", "tool"),
        ("tool_use", "tool_call"),
        ("thinking", "reasoning"),
    ):
        if block in blocks:
            return reason
    return None


class Codex:
    """Reads sessions of Codex."""

    name = "codex"
    summary = "Codex session: rollout-*.jsonl, or the folder of them"
    example = "~/.codex/sessions/2025/10/01/rollout-2025-10-01T09-00-00-0a1b.jsonl"
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """Lines have ``type`` and ``payload``, or begin with an id and instructions."""
        paths = outline(source.members[0].head)
        if {"timestamp", "type", "payload"} <= paths:
            return None
        old = {"id", "timestamp", "instructions"} <= paths and "messages" not in paths
        return None if old else "no 'type' with 'payload'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields what the person typed and what the agent answered."""
        for member in reading.files(source):
            yield from _codex(member, reading)


def _codex(member: Member, reading: Reading) -> Iterator[Message]:
    conversation = member.stem
    for index, (number, line) in enumerate(json_lines(member, reading)):
        where = f"line {number}"
        item = mapping(line.get("payload")) if "payload" in line else line
        kind = line.get("type") if "payload" in line else item.get("type")
        if kind == "session_meta" or (kind is None and "instructions" in line):
            conversation = first_id(item, "id") or conversation
        if kind == "response_item":
            kind = item.get("type")
        if kind != "message":
            reading.leave(_NO_TALK.get(str(kind), "control"))
            continue
        text, attachments = read_parts(item.get("content"))
        if item.get("role") == "user" and _PREAMBLE.match(text):
            reading.leave("hidden")
            continue
        message = reading.turn(
            item.get("role"),
            text,
            user_id=None,
            conversation_id=conversation,
            index=index,
            where=where,
            message_id=first_id(item, "id"),
            time=reading.time(line.get("timestamp"), where),
            attachments=attachments,
        )
        if message is not None:
            yield message
