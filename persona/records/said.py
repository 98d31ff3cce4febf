"""What was said: messages, and the windows in which they are read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from persona.records.reasons import Reason

Role = Literal["user", "assistant", "system", "tool"]
IdOrigin = Literal["source", "index", "hash"]


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a message's text, ``text[start:end]``, that is not the person's own words."""

    start: int
    end: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation.

    Attributes:
        user_id: whose log it is. Readers give None where the source names nobody.
        conversation_id: unique per user.
        message_id: unique per user and conversation.
        role: user, assistant, system or tool.
        text: what was said; never has a NUL.
        time: when, aware UTC, or None.
        author: who wrote it, where that is not the user (role user) or the assistant: the name of
            another person in a group chat. Their words are context, never evidence.
        position: place in its source, from 0; orders messages without a time.
        source: a word for where it came from (format or file name), or "".
        id_origin: whether the id was in the source, made of the index, or of a hash of the content.
        foreign: parts of the text that are not the person's own words (forwarded, pasted, ...).
        attachments: kinds of what was attached ("image", "file", ...).
        reply_to: id of the message that it answers, where the source says so.
        time_inferred: whether the time is that of the message before it, having none of its own.
        forwarded: whether the source marks it as somebody else's message passed on.
        redacted: digests of the forgotten names that stood in it; such a message is never updated.
    """

    user_id: str | None
    conversation_id: str
    message_id: str
    role: Role
    text: str
    time: datetime | None = None
    author: str | None = None
    position: int = 0
    source: str = ""
    id_origin: IdOrigin = "source"
    foreign: tuple[Span, ...] = ()
    attachments: tuple[str, ...] = ()
    reply_to: str | None = None
    time_inferred: bool = False
    forwarded: bool = False
    redacted: tuple[str, ...] = ()

    @property
    def is_users(self) -> bool:
        """Whether the user wrote it: only then can it be evidence."""
        return self.role == "user" and self.author is None


@dataclass(frozen=True, slots=True)
class Turn:
    """A message, or a part of a long one, as a window shows it.

    Attributes:
        message: the whole message (its id is the evidence).
        start: where the shown part begins in the message's text.
        end: where it ends.
    """

    message: Message
    start: int
    end: int

    @property
    def text(self) -> str:
        """The shown part."""
        return self.message.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Window:
    """The unit of extraction, caching and calling: a run of turns of one conversation.

    Attributes:
        user_id: whose.
        conversation_id: of which conversation.
        turns: what is asked about, in canonical order.
        context: turns from the end of the window before, shown as "context, not evidence".
    """

    user_id: str
    conversation_id: str
    turns: tuple[Turn, ...]
    context: tuple[Turn, ...] = ()

    @property
    def message_ids(self) -> tuple[str, ...]:
        """Ids of the messages asked about, each once, in order."""
        return tuple(dict.fromkeys(turn.message.message_id for turn in self.turns))
