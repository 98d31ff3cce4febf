"""Which readers there are, and which of them reads which file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from persona.errors import LogFormatError, UsageError
from persona.logs.agentforce import AgentForce
from persona.logs.chatgpt import ChatGPT
from persona.logs.claude import Claude
from persona.logs.coding import ClaudeCode, Codex
from persona.logs.dify import Dify, DifyAnnotations
from persona.logs.discord import Discord
from persona.logs.langchain import LangChain
from persona.logs.openai import OpenAIChat
from persona.logs.openwebui import OpenWebUI
from persona.logs.reading import Reader
from persona.logs.shapes import encoding_of
from persona.logs.sharegpt import ShareGPT
from persona.logs.slack import Slack
from persona.logs.sources import BROKEN, Member, Source
from persona.logs.table import Table
from persona.logs.telegram import Telegram
from persona.logs.wechat import Chatlog, MemoTrace, WeClone
from persona.logs.whatsapp import WhatsApp

_GROUP = "persona.readers"

_BUILT_IN: tuple[type[Reader], ...] = (
    AgentForce, ChatGPT, Claude, OpenWebUI, ClaudeCode, Codex, Slack, Telegram, Discord, Dify,
    LangChain, ShareGPT, OpenAIChat, DifyAnnotations, MemoTrace, WeClone, Chatlog, Table, WhatsApp,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Format:
    """A line of ``persona formats``."""

    name: str
    summary: str
    example: str
    group: bool


@dataclass(frozen=True)
class Parts:
    """A source divided among readers.

    Attributes:
        readers: each with the files it reads, in the order of their first file.
        trouble: (reason, sentence) of each file that none of them knows.
    """

    readers: tuple[tuple[Reader, Source], ...]
    trouble: tuple[tuple[str, str], ...] = ()


@cache
def readers() -> tuple[Reader, ...]:
    """All readers: the built-in ones, in the order in which they are asked, then added ones.

    An added reader (entry point group ``persona.readers``) is a class without arguments that
    fulfils `persona.logs.Reader`.
    """
    added = sorted(entry_points(group=_GROUP), key=lambda point: point.name)
    return (*(kind() for kind in _BUILT_IN), *(point.load()() for point in added))


def formats() -> tuple[Format, ...]:
    """The formats that can be read, by name."""
    found = (Format(each.name, each.summary, each.example, each.group) for each in readers())
    return tuple(sorted(found, key=lambda each: each.name))


def assign(source: Source, fmt: str) -> Parts:
    """Finds the reader of each file of a source.

    A reader that knows the source as a whole (a folder whose files make one log) takes it whole.
    Of other folders and archives each file goes to the first reader that knows it; files that
    belong to a known export and hold no messages are passed over, others that no reader knows are
    reported.

    Raises:
        LogFormatError: if no reader knows any of it.
        UsageError: if there is no format of this name.
    """
    if fmt != "auto":
        return _given(_named(fmt), source)
    if source.kind == "file":
        return Parts(((_reader_of(source), source),))
    for reader in readers():
        if getattr(reader, "whole", False) and reader.detect(source) is None:
            return Parts(((reader, source),))
    return _divide(source)


def _given(reader: Reader, source: Source) -> Parts:
    """The files of a source that a named reader knows; if it knows none, all that are text."""
    if source.kind == "file" or getattr(reader, "whole", False):
        return Parts(((reader, source),))
    text = tuple(member for member in source.members if not _is_binary(member.head))
    known = tuple(m for m in text if reader.detect(source.only((m,))) is None)
    return Parts(((reader, source.only(known or text)),))


def _named(fmt: str) -> Reader:
    for reader in readers():
        if reader.name == fmt:
            return reader
    names = ", ".join(sorted(reader.name for reader in readers()))
    raise UsageError(f"there is no format {fmt!r}; there are: {names}")


def _reader_of(source: Source) -> Reader:
    missed: list[str] = []
    for reader in readers():
        reason = reader.detect(source)
        if reason is None:
            return reader
        missed.append(f"{reader.name}: {reason}")
    raise LogFormatError(
        f"no reader knows this log; see 'persona formats' ({'; '.join(missed)})", path=source.path
    )


def _divide(source: Source) -> Parts:
    found: dict[str, tuple[Reader, list[Member]]] = {}
    unknown: list[Member] = []
    first_error: LogFormatError | None = None
    damaged: list[tuple[str, str]] = []
    for member in source.members:
        try:
            if _is_binary(member.head):
                unknown.append(member)
                member.release()
                continue
            reader = _reader_of(source.only((member,)))
        except LogFormatError as error:
            first_error = first_error or error
            unknown.append(member)
        except BROKEN:
            damaged.append(("damaged_file", f"{member.name}: cannot be read (skipped)"))
        else:
            found.setdefault(reader.name, (reader, []))[1].append(member)
        member.release()
    if not found:
        if first_error is not None:
            raise first_error
        what = "its files are damaged" if damaged else "it holds no file that may be read"
        raise LogFormatError(f"{what}; export it again", path=source.path)
    trouble = tuple(damaged) + tuple(
        ("unknown_file", f"{member.name}: no reader knows this file (skipped)")
        for member in unknown
        if not _is_companion(member, source)
    )
    parts = tuple((reader, source.only(tuple(members))) for reader, members in found.values())
    return Parts(parts, trouble)


def _is_binary(head: bytes) -> bool:
    """Whether a file is no text: it has NUL bytes and is not UTF-16."""
    return b"\x00" in head[:1024] and "utf-16" not in encoding_of(head[:1024])


_COMPANIONS = frozenset(
    (
        "user.json", "users.json", "projects.json", "memories.json", "message_feedback.json",
        "shared_conversations.json", "model_comparisons.json", "export_manifest.json", "chat.html",
        "group_chats.json", "shopping.json", "sora.json", "user_settings.json", "README.md",
        "LICENSE",
    )
)  # fmt: skip
_LOG_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".zip")


def _is_companion(member: Member, source: Source) -> bool:
    """Whether a file is known to hold no messages: a part of an export, or a picture or the like."""
    return (member.base in _COMPANIONS or not member.base.lower().endswith(_LOG_ENDINGS)) and len(
        source.members
    ) > 1
