"""Messages of Dify as its interface pages them, and the list of annotations.

A page of ``GET /v1/messages`` is ``{limit, has_more, data: [{id, conversation_id,
parent_message_id, inputs, query, answer, created_at, message_files, status, error}]}``; the log of
messages adds ``created_by_end_user``. One page, a list of pages, lines, or a folder of pages.

Quirks: a row is two turns with one time; the order is not promised; what was regenerated is a
sibling (the path goes from the newest message to its parents; the zero id means the root); answers
hold ``<think>``; a failed row has no answer; the user is a parameter of the request, not in the row.
Annotations (columns Question and Answer, or 问题 and 答案) are nobody's words.
Source: https://docs.dify.ai/api-reference/chat/get-conversation-history-messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from persona.logs.content import first_id, identifier
from persona.logs.reading import Reading
from persona.logs.records import json_records, mapping, objects, text_in
from persona.logs.shapes import outline
from persona.logs.sources import Source
from persona.logs.table import header_of, rows_of
from persona.records import Message

_ROOT = "00000000-0000-0000-0000-000000000000"
_ROWS = ({"data[].query", "data[].answer"}, {"[].data[].query", "[].data[].answer"})
_BARE = ({"[].query", "[].answer"}, {"query", "answer", "conversation_id"})
_HEADERS = ({"question", "answer"}, {"问题", "答案"}, {"問題", "答案"})


class Dify:
    """Reads pages of messages of Dify."""

    name = "dify"
    summary = "Dify messages: pages of /v1/messages, as they come or in a list"
    example = '{"data": [{"id": "m1", "query": "I like tea", "answer": "Noted."}]}'
    group = False
    annotations = False

    def detect(self, source: Source) -> str | None:
        """Rows have ``query`` and ``answer``."""
        paths = outline(source.members[0].head)
        return None if any(shape <= paths for shape in _ROWS + _BARE) else "no 'query' and 'answer'"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the current path of each conversation, oldest first."""
        talks: dict[str, list[dict[str, Any]]] = {}
        for member in reading.files(source):
            for _, where, page in json_records(member, reading):
                for row in _rows(page, where, reading):
                    key = first_id(row, "conversation_id") or member.stem
                    talks.setdefault(key, []).append(row)
        for conversation, rows in sorted(talks.items(), key=lambda item: min(map(_age, item[1]))):
            yield from _read_rows(conversation, rows, reading)


def _rows(page: Any, where: str, reading: Reading) -> list[dict[str, Any]]:
    found = mapping(page)
    rows = found.get("data", page) if "query" not in found else [page]
    if not isinstance(rows, list):
        reading.bad("not_a_page", f"{where}: no list of messages (skipped)")
        return []
    kept = objects(rows)
    if len(kept) < len(rows):
        reading.bad("not_an_object", f"{where}: {len(rows) - len(kept)} rows are no objects")
    return kept


def _age(row: dict[str, Any]) -> float:
    stamp = row.get("created_at")
    return float(stamp) if isinstance(stamp, int | float) and abs(stamp) < 1e15 else 0.0


def _read_rows(
    conversation: str, rows: list[dict[str, Any]], reading: Reading
) -> Iterator[Message]:
    ordered = list({first_id(row, "id") or index: row for index, row in enumerate(rows)}.values())
    ordered.sort(key=_age)
    path = _path(ordered)
    for _ in range(len(ordered) - len(path)):
        reading.skip("off_branch")
    for index, row in enumerate(path):
        yield from _row(row, conversation, index, reading)


def _path(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows from the root to the newest one, given all of them from oldest to newest.

    Rows without a parent, or with the root as theirs (as all rows sent by a program have), follow
    each other in time, save where one asks the same as the one taken: that was asked again.
    """
    known = {first_id(row, "id") for row in rows}
    path: list[dict[str, Any]] = []
    wanted: str | None = None
    for row in reversed(rows):
        parent = identifier(row.get("parent_message_id"))
        loose = wanted is None or wanted not in known
        if path and not loose and first_id(row, "id") != wanted:
            continue
        if path and loose and parent in {None, _ROOT} and row.get("query") == path[-1].get("query"):
            continue
        path.append(row)
        wanted = parent
    return path[::-1]


def _row(row: dict[str, Any], conversation: str, index: int, reading: Reading) -> Iterator[Message]:
    key = first_id(row, "id")
    where = f"message {key or index}"
    user = first_id(mapping(row.get("created_by_end_user")), "session_id", "id")
    time = reading.time(row.get("created_at"), where)
    files = objects(row.get("message_files"))
    kinds = tuple(
        text_in(file, "type") or "file" for file in files if file.get("belongs_to") != "assistant"
    )
    for role, field in (("user", "query"), ("assistant", "answer")):
        message = reading.turn(
            role,
            text_in(row, field),
            user_id=user,
            conversation_id=conversation,
            index=2 * index + (role == "assistant"),
            where=where,
            message_id=f"{key}:{role}" if key else None,
            time=time,
            attachments=kinds if role == "user" else (),
        )
        if message is not None:
            yield message


class DifyAnnotations:
    """Reads the list of annotations of Dify: for looking at, never for a persona."""

    name = "dify-annotations"
    summary = "Dify annotations (question and answer); shown, but no persona is built from them"
    example = "Question,Answer"
    group = False
    annotations = True

    def detect(self, source: Source) -> str | None:
        """The columns are Question and Answer, in English or Chinese, and no others."""
        header = {name.lower() for name in header_of(source.members[0])}
        return None if header in _HEADERS else "the columns are not Question and Answer"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields two messages a row, of no user."""
        reading.warn("annotations carry no user: not used to build a persona")
        for member in reading.files(source):
            for number, row in rows_of(member, reading):
                conversation = f"{member.stem}:{number}"
                for index, text in enumerate(list(row.values())[:2]):
                    message = reading.message(
                        "assistant" if index else "user",
                        text,
                        user_id=None,
                        conversation_id=conversation,
                        message_id=f"{conversation}#{index}",
                        id_origin="index",
                        where=f"row {number}",
                    )
                    if message is not None:
                        yield message
