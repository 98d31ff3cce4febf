"""Chats as tables: CSV and TSV with English or Chinese headers.

A row is a message. Known columns, in any case and order: user, conversation, role, content, time,
id (each with its aliases). Without a column of roles every row is the user's.

Quirks: the separator is ``,`` ``;`` tab or ``|``; byte order marks, GB18030, quoted line ends; one
column mixes epoch numbers, ISO and local times; rows said twice; ids that a spreadsheet turned into
``1.23457E+17``; text that looks like a formula (it is kept: nothing here computes).
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, deque
from collections.abc import Iterator

from persona.logs.content import role_of
from persona.logs.cursor import MAX_RECORD
from persona.logs.reading import Reading
from persona.logs.shapes import encoding_of, text_encoding
from persona.logs.sources import Member, Source
from persona.records import Message

_SEPARATORS = ",;\t|"
_MANGLED = re.compile(r"\d(?:[.,]\d+)?E\+\d+")
_REMEMBERED = 100_000

_COLUMNS = {
    "user": ("user", "user_id", "userid", "uid", "user id", "username", "用户", "用户id", "用户名", "用戶"),
    "conversation": (
        "conversation", "conversation_id", "conversation id", "session", "session_id",
        "session id", "thread", "thread_id", "chat_id", "dialog_id", "会话", "会话id", "对话",
        "对话id", "對話",
    ),
    "role": ("role", "sender", "speaker", "from", "author", "角色", "发送者", "发言人", "發送者"),
    "content": (
        "content", "text", "message", "body", "utterance", "内容", "消息", "文本", "正文", "消息内容",
        "內容", "訊息",
    ),
    "time": (
        "timestamp", "time", "created_at", "createdat", "date", "datetime", "created at",
        "create_time", "时间", "日期", "时间戳", "发送时间", "创建时间", "時間",
    ),
    "id": ("id", "message_id", "message id", "msg_id", "消息id", "编号"),
}  # fmt: skip
_NAMES = {alias: column for column, aliases in _COLUMNS.items() for alias in aliases}


def header_of(member: Member) -> list[str]:
    """The names in the first row of a table; empty if the file does not look like one."""
    text = member.head.decode(encoding_of(member.head), errors="replace").lstrip("\ufeff")
    return _header(text)[1]


def _header(text: str) -> tuple[str, list[str]]:
    """The separator that gives the most columns, and their names."""
    first = text.lstrip("\r\n")
    if not first or first[0] in "{[":
        return ",", []
    line = first[: first.find("\n") if "\n" in first else None]
    best: list[str] = []
    separator = ","
    for candidate in _SEPARATORS:
        row = _split(line, candidate)
        if len(row) > len(best):
            best, separator = row, candidate
    return separator, [name.strip() for name in best] if len(best) > 1 else []


def _split(line: str, separator: str) -> list[str]:
    if separator not in line:
        return []
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def rows_of(member: Member, reading: Reading) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table, numbered from 1 without the header, as column name to text.

    A row with one field more than the header has it under "". Rows that cannot be read, and those
    that are blank, are no rows; the former are counted.
    """
    encoding = text_encoding(member, reading)
    csv.field_size_limit(MAX_RECORD)  # the module's own limit is 128 KB a field
    separator, names = _header(member.head.decode(encoding, errors="replace").lstrip("\ufeff"))
    with member.open() as stream:
        text = io.TextIOWrapper(stream, encoding, errors="replace", newline="")
        rows = csv.reader(text, delimiter=separator, strict=True)
        number = -1
        while True:
            try:
                row = next(rows, None)
            except csv.Error as error:
                number += 1
                fault = "a quote that never closes" if "end of data" in str(error) else error
                reading.bad("invalid_row", f"row {number}: {fault} (skipped)")
                continue
            if row is None:
                return
            if not row:
                continue
            number += 1
            if number:
                yield number, _named(row, names)


def _named(row: list[str], names: list[str]) -> dict[str, str]:
    found = dict.fromkeys(names, "")
    found.update(zip(names, row, strict=False))
    if len(row) == len(names) + 1:
        found[""] = row[-1]
    return found


class Table:
    """Reads tables with a header that names user, role, content and the like."""

    name = "csv"
    summary = "CSV or TSV with a header in English or Chinese (user, role, content, timestamp)"
    example = "user,conversation,role,content,timestamp"
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """The header has a content column, and a role or user column."""
        found = {_NAMES.get(name.lower()) for name in header_of(source.members[0])}
        if "content" in found and found & {"role", "user"}:
            return None
        return "no header with a content column and a role or user column"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the rows in order."""
        for member in reading.files(source):
            yield from _Rows(member, reading).messages()


class _Rows:
    """The rows of one table on their way to messages."""

    def __init__(self, member: Member, reading: Reading) -> None:
        self.member = member
        self.reading = reading
        self.columns: dict[str, str] = {}
        for name in header_of(member):
            column = _NAMES.get(name.lower())
            if column is not None:
                self.columns.setdefault(column, name)
        self.counts: Counter[str] = Counter()
        self.seen: set[int] = set()
        self.order: deque[int] = deque()

    def messages(self) -> Iterator[Message]:
        if "role" not in self.columns:
            self.reading.warn("no column of roles: every row is read as the user's")
        for number, row in rows_of(self.member, self.reading):
            found = {column: row.get(name, "") for column, name in self.columns.items()}
            message = self._message(number, found)
            if message is not None:
                yield message

    def _message(self, number: int, row: dict[str, str]) -> Message | None:
        where = f"row {number}"
        reading = self.reading
        conversation = row.get("conversation", "").strip() or self.member.stem
        index = self.counts[conversation]
        self.counts[conversation] += 1
        user = row.get("user", "").strip() or reading.user_id
        role = row.get("role", "user")
        if user is None and "user" in self.columns:
            reading.skip("no_user")
            return None
        if role_of(role) is not None and self._is_repeated(row):
            reading.skip("duplicate")
            return None
        if user is not None and _MANGLED.fullmatch(user):
            reading.warn(f"{where}: user id {user!r} looks mangled by a spreadsheet")
        return reading.turn(
            role,
            row.get("content", ""),
            user_id=user,
            conversation_id=conversation,
            index=index,
            where=where,
            message_id=row.get("id", "").strip() or None,
            time=reading.time(row.get("time"), where),
        )

    def _is_repeated(self, row: dict[str, str]) -> bool:
        """Whether the same row came before: only one with a time or an id can be told to be."""
        if not row.get("time", "").strip() and not row.get("id", "").strip():
            return False
        key = hash(tuple(row.values()))
        if key in self.seen:
            return True
        self.seen.add(key)
        self.order.append(key)
        if len(self.order) > _REMEMBERED:
            self.seen.remove(self.order.popleft())
        return False
