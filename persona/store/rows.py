"""Records as rows of the tables and back, and the records that only a store has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from persona.records import Entity, Fact, Message, Persona, Reason, Rejection, Span
from persona.store.codec import canonical, decode, decode_ids, encode, encode_ids

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Answer:
    """A kept answer: what an extractor said of one window, and with what.

    Attributes:
        key: of the window's content with extractor, version and model.
        content: key of what the window shows.
        status: done, empty or partial.
        body: the validated answer as JSON.
        rejected: rows of it that could not be used.
    """

    key: str
    content: str
    conversation_id: str
    message_ids: tuple[str, ...]
    extractor: str
    version: str
    model: str
    status: str
    body: str
    rejected: tuple[Rejection, ...] = ()

    @property
    def is_cut(self) -> bool:
        """Whether it broke off: what came of it is in use until the window has a whole answer."""
        return any(row.reason is Reason.INVALID_ANSWER for row in self.rejected)


@dataclass(frozen=True, slots=True)
class Failure:
    """A window whose call failed, with the number of runs in which it did."""

    key: str
    runs: int
    reason: str
    message_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UserState:
    """What the store knows of a user's freshness.

    Attributes:
        revision: rises with every change of messages, corrections or answers.
        built_revision: that the views were computed from; None: never.
        built_settings: digest of the settings that they were computed with.
        pending: windows without an answer that the next run asks.
        refresh: None, "running" (answers set aside until it is done), or "refused" (loss guard).
        swaps: rises with every persona that is stored.
    """

    user_id: str
    revision: int
    built_revision: int | None
    built_settings: str | None
    pending: int
    refresh: str | None = None
    swaps: int = 0

    def is_due(self, settings_digest: str) -> bool:
        """Whether a rebuild has something to do."""
        return (
            self.built_revision != self.revision
            or self.built_settings != settings_digest
            or self.pending > 0
        )


@dataclass(frozen=True, slots=True)
class Views:
    """Everything that is recomputed for a user, ready to be swapped in."""

    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    rejections: tuple[Rejection, ...]
    persona: Persona


def to_micros(time: datetime | None) -> int | None:
    """A time as the store keeps it."""
    return None if time is None else (time - _EPOCH) // _MICROSECOND


def from_micros(value: int | None) -> datetime | None:
    """The time back, aware UTC."""
    return None if value is None else _EPOCH + value * _MICROSECOND


MESSAGE_COLUMNS = (
    "user_id", "conversation_id", "message_id", "role", "author", "text", "time", "position",
    "source", "id_origin", "foreign_spans", "attachments", "redacted",
)  # fmt: skip
"""The columns of a message, its key first."""


def message_values(user_id: str, message: Message) -> tuple[Any, ...]:
    """A message as the values of `MESSAGE_COLUMNS`; of different keys the smaller sorts first."""
    return (
        user_id,
        message.conversation_id,
        message.message_id,
        message.role,
        message.author,
        message.text,
        to_micros(message.time),
        message.position,
        message.source,
        message.id_origin,
        _encode_spans(message.foreign),
        encode_ids(message.attachments),
        encode_ids(message.redacted),
    )


def message_row(user_id: str, message: Message) -> dict[str, Any]:
    """A message as a row."""
    return dict(zip(MESSAGE_COLUMNS, message_values(user_id, message), strict=True))


def _encode_spans(spans: tuple[Span, ...]) -> str:
    if not spans:
        return "[]"
    return canonical([[span.start, span.end, span.reason.value] for span in spans])


def read_message(row: Any) -> Message:
    """The message of a row."""
    return Message(
        user_id=row.user_id,
        conversation_id=row.conversation_id,
        message_id=row.message_id,
        role=row.role,
        text=row.text,
        time=from_micros(row.time),
        author=row.author,
        position=row.position,
        source=row.source,
        id_origin=row.id_origin,
        foreign=decode_spans(row.foreign_spans),
        attachments=decode_ids(row.attachments),
        redacted=decode_ids(row.redacted),
    )


def decode_spans(text: str) -> tuple[Span, ...]:
    """The spans of a message back from their JSON."""
    if text == "[]":
        return ()
    return decode(
        tuple[Span, ...],
        canonical(
            [
                {"start": s, "end": e, "reason": r}
                for s, e, r in decode(list[tuple[int, int, str]], text)
            ]
        ),
    )


def answer_row(user_id: str, answer: Answer, *, aside: bool) -> dict[str, Any]:
    """An answer as a row."""
    return {
        "user_id": user_id,
        "key": answer.key,
        "aside": aside,
        "content": answer.content,
        "conversation_id": answer.conversation_id,
        "message_ids": encode_ids(answer.message_ids),
        "extractor": answer.extractor,
        "version": answer.version,
        "model": answer.model,
        "status": answer.status,
        "body": answer.body,
        "rejected": encode(tuple[Rejection, ...], answer.rejected),
    }


def read_answer(row: Any) -> Answer:
    """The answer of a row."""
    return Answer(
        key=row.key,
        content=row.content,
        conversation_id=row.conversation_id,
        message_ids=decode_ids(row.message_ids),
        extractor=row.extractor,
        version=row.version,
        model=row.model,
        status=row.status,
        body=row.body,
        rejected=decode(tuple[Rejection, ...], row.rejected),
    )


def fact_row(user_id: str, fact: Fact) -> Mapping[str, Any]:
    """A fact as a row."""
    return {
        "user_id": user_id,
        "fact_id": fact.id,
        "source": fact.source,
        "kind": fact.kind,
        "target": fact.target,
        "polarity": fact.polarity,
        "open": fact.is_open,
        "body": encode(Fact, fact),
    }
