"""A chat of WhatsApp, exported as text: the file, or the zip with its pictures.

A message is ``[d/m/y, h:m:s] Name: text`` on iOS and ``d/m/y, h:m - Name: text`` on Android; further
lines belong to it.

Quirks: the order of day and month, the clock (12 or 24 hours, ``p. m.``, 下午) and all words for media,
deleted and edited messages follow the phone's language; U+200E stands before what WhatsApp itself
wrote, U+202A to U+202C around phone numbers, U+202F before AM and PM; ``~`` before names that are not
in the address book; system lines have no name on Android and that of the group on iOS; ``null`` is a
picture seen once. Source: https://faq.whatsapp.com/1180414079177245 (how to export).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import pairwise

from persona.errors import LogFormatError
from persona.logs import times
from persona.logs.reading import MAX_TEXT, Reading
from persona.logs.shapes import encoding_of, text_encoding
from persona.logs.sources import Member, Source
from persona.records import Message

_BIDI = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_MARKS = re.compile(f"[{_BIDI}]")
_AM = "上午|凌晨|清晨|早上|早晨|午前|오전"
_PM = "下午|晚上|傍晚|午後|오후"
_HALF = rf"(?:[aApP]\.?\s?[mM]\b\.?|{_AM}|{_PM}|中午)"
_DATE = r"(\d{1,4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,4})\.?"
_CLOCK = rf"({_HALF})?\s?(\d{{1,2}})[:.](\d{{2}})(?:[:.](\d{{2}}))?\s?({_HALF})?"
_AT = r"[,،]?\s{0,2}(?:(?:à|às|at|um|kl\.?|alle|om|klo|o|a\slas)\s)?"
_HEAD = re.compile(
    rf"[{_BIDI}\ufeff]*(?:\[{_DATE}{_AT}{_CLOCK}\]\s?|{_DATE}{_AT}{_CLOCK}\s[-–]\s)(.*)"
)
_SENDER = re.compile(r"([^:]{1,100}):(?:\s(.*)|$)", re.DOTALL)
_QUOTE_MARKS = re.compile('["“”„«»「」]')

_MEDIA = re.compile(
    r"<[^<>\n]{3,60}>|null"
    r"|[^\n]{0,60}\b(?:omitted|weggelassen|omitid[oa]|omis(?:e|es)?|omess[oaie]|ocultad[oa]|absente?"
    r"|weggelaten|pominięt[oya]|utelämna[dt]e?s?|udeladt|utelatt|не добавлен[оаы]?)"
    r"|[^\n]{0,12}(?:已?忽略|已?省略|已略去|생략(?:됨)?)"
    r"|(?:Location|Standort|Ubicación|Localisation|Localização|位置)[:：]\s?https?://\S+",
    re.IGNORECASE,
)
_ATTACHED = re.compile(
    r"\S[^\n]{0,120}\.\w{2,5} ?[(（](?:file attached|Datei angehängt|archivo adjunto|fichier joint"
    r"|arquivo anexado|file allegato|bestand bijgevoegd|файл добавлен|文件附件|附件|檔案已附加)[)）]"
    r"|<(?:attached|Anhang|adjunto|pièce jointe|anexado|allegato|附件)[:：][^<>\n]*>",
    re.IGNORECASE,
)
_DELETED = re.compile(
    r"(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht"
    r"|Du hast diese Nachricht gelöscht|Se eliminó este mensaje|Este mensaje fue eliminado"
    r"|Eliminaste este mensaje|Ce message a été supprimé|Vous avez supprimé ce message"
    r"|(?:Esta )?[Mm]ensagem (?:foi )?apagada|Você apagou esta mensagem"
    r"|Questo messaggio è stato eliminato|Hai eliminato questo messaggio"
    r"|Dit bericht (?:is|werd) verwijderd|(?:Данное с|С)ообщение удалено|Вы удалили данное сообщение"
    r"|[此该這这]条?(?:消息|訊息|讯息)已[被经經]?[删刪]除|[您你]已?[删刪]除了?[此该這这]?条?(?:消息|訊息|讯息))[.。]?"
)
_NOTICE = 200  # what WhatsApp writes itself is no longer
_BRACKETS = (")", "）", ">")
_EDITED_WORDS = "edit|bearbeitet|modifi|bewerkt|редакт|изменен|编辑|編輯|edytowan"
_EDITED = re.compile(
    rf"\s*(?:\u200e<[^<>\n]{{3,60}}>|<[^<>\n]{{0,40}}(?:{_EDITED_WORDS})[^<>\n]{{0,30}}>)\s*\Z",
    re.IGNORECASE,
)


class WhatsApp:
    """Reads chats exported from WhatsApp."""

    name = "whatsapp"
    summary = "WhatsApp chat as text, from iOS or Android, or the zip with its media"
    example = "[13/02/2024, 21:05:10] Ann: I like tea"
    group = True
    annotations = False

    def detect(self, source: Source) -> str | None:
        """One of the first lines begins with a date, a time and a name or notice."""
        head = source.members[0].head
        lines = head.decode(encoding_of(head), errors="replace").lstrip("\ufeff").split("\n", 10)
        found = any(_HEAD.match(line[:400]) for line in lines[:10])
        return None if found else "no line that begins with a date and a time"

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the messages in the order of the file."""
        for member in reading.files(source):
            encoding = text_encoding(member, reading)
            order = _date_order(member, encoding, reading)
            name = source.name if member.base == "_chat.txt" else member.stem
            for index, entry in enumerate(_entries(member, encoding, reading)):
                message = _message(entry, index, name, order, reading)
                if message is not None:
                    yield message


@dataclass
class _Entry:
    """A line with a date and those that follow it without one."""

    line: int
    when: tuple[str, ...]
    lines: list[str] = field(default_factory=list)
    size: int = 0

    def add(self, line: str) -> None:
        """Adds a line; of a message that will be refused for its length no more is kept."""
        self.size += len(line)
        if self.size <= MAX_TEXT or not self.lines:
            self.lines.append(line)


def _head(line: str) -> tuple[tuple[str, ...], str] | None:
    """The nine parts of a date and clock that a line begins with, and the rest of it."""
    match = _HEAD.match(line)
    if match is None:
        return None
    groups = match.groups()
    parts = groups[:8] if groups[0] is not None else groups[8:16]
    return tuple(part or "" for part in parts), groups[16]


def _entries(member: Member, encoding: str, reading: Reading) -> Iterator[_Entry]:
    entry: _Entry | None = None
    for number, line in _lines(member, encoding):
        found = _head(line)
        if found is not None:
            if entry is not None:
                yield entry
            entry = _Entry(number, found[0])
            entry.add(found[1])
        elif entry is not None:
            entry.add(line)
        elif line.strip():
            reading.bad("no_date", f"line {number}: before the first date (skipped)")
    if entry is not None:
        yield entry


def _lines(member: Member, encoding: str) -> Iterator[tuple[int, str]]:
    with member.open() as stream:
        text = io.TextIOWrapper(stream, encoding, errors="replace", newline=None)
        for number, line in enumerate(text, 1):
            yield number, line.rstrip("\n")


def _date_order(member: Member, encoding: str, reading: Reading) -> str:
    """Which of "dmy", "mdy" and "ymd" the dates of a file have.

    A field above 12 settles it. If none is, the given order holds, else the one in which times do
    not go back and the chat spans the fewest days; both with a warning.

    Raises:
        LogFormatError: if the given order contradicts a date.
    """
    dates = _dates(member, encoding)
    found = [
        order
        for order, sure in (
            ("ymd", any(first > 31 for first, _, _ in dates)),
            ("dmy", any(12 < first <= 31 for first, _, _ in dates)),
            ("mdy", any(second > 12 for _, second, _ in dates)),
        )
        if sure
    ]
    given = reading.date_order
    if given == "ymd" or "ymd" in found:
        return "ymd"
    if given is not None and found and given not in found:
        raise LogFormatError(
            f"the dates are not in the order {given.upper()}; leave --date-order out, "
            f"or give {found[0]}",
            path=reading.path,
        )
    if found:
        return given or max(found, key=lambda order: _agreeing(order, dates))
    order = given or min(("dmy", "mdy"), key=lambda order: _disorder(order, dates))
    if any(first != second for first, second, _ in dates):
        reading.warn(f"date order is ambiguous (no field above 12); using {order.upper()}")
    return order


def _dates(member: Member, encoding: str) -> list[tuple[int, int, int]]:
    """The dates of a file as numbers, each run of equal ones once."""
    dates: list[tuple[int, int, int]] = []
    for _, line in _lines(member, encoding):
        found = _head(line)
        if found is not None:
            first, second, third = (int(part) for part in found[0][:3])
            if not dates or dates[-1] != (first, second, third):
                dates.append((first, second, third))
    return dates


def _agreeing(order: str, dates: list[tuple[int, int, int]]) -> int:
    return sum(_date(order, *each) is not None for each in dates)


def _disorder(order: str, dates: list[tuple[int, int, int]]) -> tuple[int, int]:
    """How often the dates go back in an order, and how many days they span."""
    days = [day for each in dates if (day := _date(order, *each)) is not None]
    back = sum(later < earlier for earlier, later in pairwise(days))
    return back, (max(days) - min(days)).days if days else 0


def _date(order: str, first: int, second: int, third: int) -> date | None:
    year, month, day = {
        "dmy": (third, second, first),
        "mdy": (third, first, second),
        "ymd": (first, second, third),
    }[order]
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


def _time(entry: _Entry, order: str, reading: Reading) -> datetime | None:
    first, second, third, before, hour, minute, second_, after = entry.when
    day = _date(order, int(first), int(second), int(third))
    try:
        if day is None:
            raise ValueError("there is no such day")
        clock = (_hour(int(hour), before or after), minute, second_)
        local = times.naive(day.year, day.month, day.day, clock)
        return times.aware(local, reading.tz)
    except times.NaiveTimeError:
        return reading.time(local.isoformat(" "), f"line {entry.line}")
    except ValueError:
        reading.bad("bad_time", f"line {entry.line}: no such time (left open)")
        return None


def _hour(hour: int, half: str) -> int:
    """The hour of 24, given that of 12 and the half of the day; without one it is of 24 already."""
    half = half.replace(".", "").replace(" ", "").lower()
    if not half or hour > 12:
        return hour
    if half == "中午":
        return hour if hour >= 10 else hour + 12
    afternoon = half[:1] == "p" or half in _PM.split("|")
    return hour % 12 + 12 * afternoon


def _message(entry: _Entry, index: int, name: str, order: str, reading: Reading) -> Message | None:
    raw = "\n".join(entry.lines)
    sender, said = _sender(raw)
    text, kinds, reason = _said(said)
    if not sender or sender == reading.group_name:
        reason = "system"
    if reason is not None:
        reading.leave(reason)
        return None
    where = f"line {entry.line}"
    return reading.message(
        "user",
        text,
        user_id=sender,
        author=sender,
        conversation_id=name,
        message_id=f"{name}#{index}",
        id_origin="index",
        where=where,
        time=_time(entry, order, reading),
        attachments=kinds,
    )


def _sender(raw: str) -> tuple[str, str]:
    """Who wrote an entry, "" if it is a notice of WhatsApp; and what they wrote."""
    match = _SENDER.match(raw)
    if match is None or "\n" in match[1]:
        return "", raw
    name = " ".join(_MARKS.sub("", match[1]).split()).removeprefix("~").strip()
    if _QUOTE_MARKS.search(name) and name.count('"') != 2:  # a subject with a colon in it
        return "", raw
    return name, match[2] or ""


def _said(raw: str) -> tuple[str, tuple[str, ...], str | None]:
    """The text of an entry, what is attached, and why it is none, if so."""
    from_app = raw.startswith("\u200e")
    plain = _MARKS.sub("", raw).strip()
    first, _, caption = plain.partition("\n")
    if first[-1:] in _BRACKETS and (attached := _ATTACHED.match(first)):
        caption = f"{first[attached.end() :]}\n{caption}".strip()
        return (caption, ("file",), None) if caption else ("", (), "media")
    if len(plain) <= _NOTICE:
        if _DELETED.fullmatch(plain):
            return "", (), "deleted"
        if _MEDIA.fullmatch(plain):
            return "", (), "media"
    if from_app:
        return "", (), "media" if _MEDIA.match(plain[:_NOTICE]) else "system"
    if plain.endswith(">"):
        body, tail = raw[:-_NOTICE], raw[-_NOTICE:]
        plain = _MARKS.sub("", body + _EDITED.sub("", tail)).strip()
    return plain, (), None
