"""One reading of one log: what the caller said, and the counts of what was not taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Any, Protocol

from persona.errors import LogFormatError
from persona.logs import times
from persona.logs.content import clean, role_of, shown, without_thinking
from persona.logs.foreign import mark
from persona.logs.sources import Member, Source
from persona.records import IdOrigin, Message, Reason, Role, Span
from persona.records.making import make_message

MAX_TEXT = 4_000_000
"""Characters of one message above which it is skipped: it is a file, not something said."""

MAX_WARNINGS = 1000
"""Sentences kept of one reading; further ones are counted in the last."""


@lru_cache(maxsize=1024)  # a log names few users, each of them often
def _is_user_id(text: str) -> bool:
    return 0 < len(text) <= 128 and text.isprintable() and not text.isspace()


class Reader(Protocol):
    """How one format is read. Others can be added by the entry point group ``persona.readers``.

    A reader of logs that only a folder or archive makes complete also has ``whole = True``: it is
    then asked about the whole before its files are divided among the readers.

    Attributes:
        name: what ``--format`` calls it.
        summary: one line for ``persona formats``.
        example: a line of such a log, or the files of one.
        group: whether several people write in it.
        annotations: whether it holds nobody's own words, so that no persona may be built from it.
    """

    name: str
    summary: str
    example: str
    group: bool
    annotations: bool

    def detect(self, source: Source) -> str | None:
        """Why this is no such log, in a few words; None if it is one."""
        ...

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the messages in the order of the source."""
        ...


@dataclass
class Reading:
    """What readers are given: the caller's options, and where to count.

    Attributes:
        path: what the source is called in errors.
        user_id: whose log it is where the source names nobody.
        tz: the zone of times that name none.
        date_order: "dmy" or "mdy".
        encoding: how text is encoded, where the bytes do not say.
        group_name: the name of a group, where the log writes it as a sender.
        skipped: messages that were read and not taken, by reason.
        unreadable: records, lines and files that could not be read, by reason.
        warnings: sentences for the person, each with its place.
        owner: the id of the one whose export it is, where the source says so.
        source: the word that messages carry for where they came from.
        zone_hint: what to do about a time that names no zone.
        positions: how many messages were met, taken or not.
        authors_only: whether it only matters who wrote what is taken: then texts are not marked, and
            numbers are not read as times.
    """

    path: str
    user_id: str | None = None
    tz: tzinfo | None = None
    date_order: str | None = None
    encoding: str | None = None
    group_name: str | None = None
    skipped: Counter[str] = field(default_factory=Counter)
    unreadable: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)
    owner: str | None = None
    source: str = ""
    zone_hint: str = "say which with --tz, such as --tz Asia/Shanghai"
    positions: int = 0
    authors_only: bool = False
    _prefix: str = ""
    _last_time: tuple[Any, datetime | None] = (None, None)
    _more: int = 0

    def files(self, source: Source) -> Iterator[Member]:
        """The files of a source; while one is out, warnings begin with its name if there are more."""
        for member in source.members:
            self._prefix = "" if source.kind == "file" else f"{member.name}: "
            yield member
            member.release()
        self._prefix = ""

    def warn(self, sentence: str, *, of_file: bool = True) -> None:
        """Keeps a sentence for the person; one that is of a file begins with its name."""
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(clean(f"{self._prefix if of_file else ''}{sentence}"))
        else:
            self._more += 1
            text = f"and {self._more} more"
            self.warnings[MAX_WARNINGS:] = [text]

    def skip(self, reason: str, warning: str | None = None) -> None:
        """Counts a message that is not taken."""
        self.skipped[reason] += 1
        if warning is not None:
            self.warn(warning)

    def leave(self, reason: str, warning: str | None = None) -> None:
        """Counts a message that is not taken, before it came to `turn` or `message`."""
        self.positions += 1
        self.skip(reason, warning)

    def bad(self, reason: str, warning: str) -> None:
        """Counts a record that cannot be read."""
        self.unreadable[reason] += 1
        self.warn(warning)

    def time(self, value: Any, where: str) -> datetime | None:
        """A time in UTC (see `persona.logs.times.read_time`); None, and counted, if it is no time.

        Raises:
            LogFormatError: if it names no zone and no ``tz`` was given, or its date can be read in
                two orders and no ``date_order`` was given.
        """
        if self.authors_only and times.is_count(value):
            return None
        if value is self._last_time[0]:  # often all turns of a record have the time of the record
            return self._last_time[1]
        try:
            time = times.read_time(value, self.tz, self.date_order)
        except times.NaiveTimeError as error:
            raise LogFormatError(
                f"the time {shown(value)!r} names no zone; {self.zone_hint}",
                path=self.path,
                where=f"{self._prefix}{where}",
            ) from error
        except times.DateOrderError as error:
            raise LogFormatError(
                f"the date {shown(value)!r} can be read two ways; say which with --date-order dmy or mdy",
                path=self.path,
                where=f"{self._prefix}{where}",
            ) from error
        except ValueError:
            self.bad("bad_time", f"{where}: time {shown(value)!r} cannot be read (left open)")
            return None
        self._last_time = (value, time)
        return time

    def turn(
        self,
        role: Any,
        text: str,
        *,
        user_id: str | None,
        conversation_id: str,
        index: int,
        where: str,
        message_id: str | None = None,
        time: datetime | None = None,
        attachments: tuple[str, ...] = (),
    ) -> Message | None:
        """A turn between a user and a model; None, and counted, if it is not one to take.

        Args:
            role: the source's word for who speaks; unknown ones are skipped with a warning.
            text: what was said, as the source has it.
            user_id: whose log it is, or None for the caller's.
            conversation_id: of which conversation.
            index: place in the conversation, skipped turns included; makes the id if there is none.
            where: the place in the source, for warnings.
            message_id: the source's id.
            time: when.
            attachments: kinds of what was attached.
        """
        known = role_of(role)
        if known is None:
            self.leave("unknown_role", f"{where}: unknown role {shown(role)!r}")
            return None
        if known == "assistant":
            text = without_thinking(text)
        user_id = user_id or self.user_id
        key = message_id or f"{conversation_id}#{index}"
        origin: IdOrigin = "source" if message_id else "index"
        return self.message(  # by place: it is called for every message
            known, text, user_id, conversation_id, key, where, origin, time, None, attachments
        )

    def message(
        self,
        role: Role,
        text: str,
        user_id: str | None,
        conversation_id: str,
        message_id: str,
        where: str,
        id_origin: IdOrigin = "source",
        time: datetime | None = None,
        author: str | None = None,
        attachments: tuple[str, ...] = (),
        foreign: tuple[Span, ...] | None = None,
        reply_to: str | None = None,
        time_inferred: bool = False,
        forwarded: bool = False,
    ) -> Message | None:
        """A message of a role that is known; None, and counted, if it is not one to take."""
        position = self.positions
        self.positions += 1
        if role == "system" or role == "tool":
            self.skipped[role] += 1
            return None
        if author is None and user_id is not None and not _is_user_id(user_id):
            self.skip("bad_user", f"{where}: {shown(user_id)!r} is no user id (skipped)")
            return None
        text = clean(text)
        if not text or text.isspace():
            self.skipped["empty"] += 1
            return None
        if len(text) > MAX_TEXT:
            self.skip("too_long", f"{where}: a message of {len(text)} characters (skipped)")
            return None
        if forwarded:
            foreign = (Span(0, len(text), Reason.QUOTED),)
        elif foreign is None:
            foreign = mark(text) if role == "user" and not self.authors_only else ()
        return make_message(
            user_id,
            conversation_id,
            message_id,
            role,
            text,
            time,
            author,
            position,
            self.source,
            id_origin,
            foreign,
            attachments,
            reply_to,
            time_inferred,
            forwarded,
        )
