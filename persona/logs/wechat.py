"""Chats of WeChat, as three tools write them to CSV.

* MemoTrace: ``localId, TalkerId, Type, SubType, IsSender, CreateTime, Status, StrContent, StrTime,
  Remark, NickName, Sender``; CreateTime is in seconds, StrTime is local and not needed.
* WeFlow and WeClone: ``id, MsgSvrID, type_name, is_sender, talker, msg, src, CreateTime``; an older
  layout has ``room_name, content`` with ``{"msg", "src"}`` as JSON.
* chatlog: ``Time, SenderName, Sender, TalkerName, Talker, Content``; Time is local.

Quirks: types 3, 34, 43, 47 are media, 10000 and 10002 system lines; type 49 is an app's message, whose
SubType 57 is a reply that quotes (only the ``title`` is what was said); rows of groups begin with
``wxid:`` and a line end; old exports lack the header of the last column, or that column.
The XML is never parsed, only searched for one element, so that no entity can unfold.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator

from persona.logs.content import clean
from persona.logs.reading import Reading
from persona.logs.records import mapping, text_in
from persona.logs.shapes import parse
from persona.logs.sources import Source
from persona.logs.table import header_of, rows_of
from persona.records import Message

_IN_GROUP = re.compile(r"([\w@.\-]{1,64}):\r?\n")
_SYSTEM_TYPES = {"10000", "10002", "50"}
_TEXT_NAMES = {"文本", "text", "引用", "引用回复", "quote", "reply", "引用消息"}
_SYSTEM_NAMES = {"系统通知", "系统消息", "system", "拍一拍", "系统", "通知"}
_MEDIA = re.compile(r"!?\[[^\]\n]{1,60}\](?:\([^)\n]*\))?")
_ME = "我"


def _misses(source: Source, *names: str) -> str | None:
    header = {name.lower() for name in header_of(source.members[0])}
    missing = [name for name in names if name.lower() not in header]
    return f"no column {missing[0]}" if missing else None


class MemoTrace:
    """Reads the CSV of MemoTrace."""

    name = "wechat-memotrace"
    summary = "WeChat by MemoTrace (留痕): CSV with StrContent and IsSender"
    example = "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,..."
    group = True
    annotations = False

    def detect(self, source: Source) -> str | None:
        """The header has StrContent and IsSender."""
        return _misses(source, "StrContent", "IsSender")

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the rows that are text or replies."""
        for member in reading.files(source):
            for number, row in rows_of(member, reading):
                message = _memotrace(row, f"row {number}", member.stem, number, reading)
                if message is not None:
                    yield message


def _memotrace(
    row: dict[str, str], where: str, stem: str, number: int, reading: Reading
) -> Message | None:
    kind = row.get("Type", "1").strip()
    text = row.get("StrContent", "")
    mine = row.get("IsSender", "").strip() == "1"
    sender = (row.get("Sender") or row.get("", "")).strip()
    name = row.get("Remark", "").strip() or row.get("NickName", "").strip()
    if prefix := _IN_GROUP.match(text):
        sender, name, text = prefix[1], prefix[1], text[prefix.end() :]
    text, reason = _app_text(kind, row.get("SubType", ""), text)
    if reason is not None:
        reading.leave(reason)
        return None
    user = sender or (reading.user_id or _ME if mine else name)
    if mine:
        reading.owner = user
    talk = row.get("TalkerId", "").strip() or stem
    key = row.get("localId", "").strip()
    return _said(
        reading,
        text,
        user=user,
        name=user if mine else name,
        talk=talk,
        key=f"{talk}/{key}" if key else None,
        index=number - 1,
        time=row.get("CreateTime") or row.get("StrTime"),
        where=where,
    )


def _app_text(kind: str, subtype: str, text: str) -> tuple[str, str | None]:
    """What a row says, and why it says nothing, if so."""
    if kind in _SYSTEM_TYPES:
        return "", "system"
    if kind == "49" and subtype.strip() == "57":
        if not text.lstrip().startswith("<"):
            return text, None
        title = _title(text)
        return (title, None) if title is not None else ("", "media")
    return (text, None) if kind in {"1", ""} else ("", "media")


def _title(xml: str) -> str | None:
    """The text of the first ``title`` element, found without parsing; None if there is none."""
    _, opening, rest = xml.partition("<title>")
    title, closing, _ = rest.partition("</title>")
    if not (opening and closing):
        return None
    title = title.strip()
    if title.startswith("<![CDATA["):
        return title.removeprefix("<![CDATA[").removesuffix("]]>")
    return html.unescape(title)


def _said(
    reading: Reading,
    text: str,
    *,
    user: str,
    name: str,
    talk: str,
    key: str | None,
    index: int,
    time: str | None,
    where: str,
) -> Message | None:
    if not user:
        reading.leave("no_user")
        return None
    return reading.message(
        "user",
        text,
        user_id=clean(user),
        author=clean(name or user),
        conversation_id=clean(talk),
        message_id=clean(key) if key else f"{talk}#{index}",
        id_origin="source" if key else "index",
        where=where,
        time=reading.time(time, where),
    )


class WeClone:
    """Reads the CSV of WeFlow and WeClone."""

    name = "wechat-weclone"
    summary = "WeChat by WeFlow or WeClone: CSV with type_name, is_sender and talker"
    example = "id,MsgSvrID,type_name,is_sender,talker,msg,src,CreateTime"
    group = True
    annotations = False

    def detect(self, source: Source) -> str | None:
        """The header has type_name, is_sender and talker."""
        return _misses(source, "type_name", "is_sender", "talker")

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the rows that are text."""
        for member in reading.files(source):
            for number, row in rows_of(member, reading):
                message = _weclone(row, f"row {number}", member.stem, number, reading)
                if message is not None:
                    yield message


def _weclone(
    row: dict[str, str], where: str, stem: str, number: int, reading: Reading
) -> Message | None:
    kind = row.get("type_name", "").strip().lower()
    text = row["msg"] if "msg" in row else _in_json(row.get("content", ""))
    talker = row.get("talker", "").strip()
    if kind not in _TEXT_NAMES:
        reading.leave("system" if kind in _SYSTEM_NAMES else "media")
        return None
    if row.get("is_sender", "").strip() == "1":
        talker = talker or reading.user_id or _ME
        reading.owner = talker
    return _said(
        reading,
        text,
        user=talker,
        name=talker,
        talk=row.get("room_name", "").strip() or stem,
        key=row.get("MsgSvrID", "").strip() or row.get("id", "").strip() or None,
        index=number - 1,
        time=row.get("CreateTime"),
        where=where,
    )


def _in_json(content: str) -> str:
    """The ``msg`` of a content that is JSON, else the content."""
    if not content.lstrip().startswith("{"):
        return content
    try:
        found = mapping(parse(content))
    except ValueError:
        return content
    return text_in(found, "msg") if "msg" in found else content


class Chatlog:
    """Reads the CSV of chatlog."""

    name = "wechat-chatlog"
    summary = "WeChat by chatlog: CSV with SenderName, Talker and Content"
    example = "Time,SenderName,Sender,TalkerName,Talker,Content"
    group = True
    annotations = False

    def detect(self, source: Source) -> str | None:
        """The header has SenderName, Talker and Content."""
        return _misses(source, "SenderName", "Talker", "Content")

    def read(self, source: Source, reading: Reading) -> Iterator[Message]:
        """Yields the rows that are text."""
        for member in reading.files(source):
            counts: Counter[str] = Counter()
            for number, row in rows_of(member, reading):
                message = _chatlog(row, f"row {number}", member.stem, counts, reading)
                if message is not None:
                    yield message


def _chatlog(
    row: dict[str, str], where: str, stem: str, counts: Counter[str], reading: Reading
) -> Message | None:
    sender = row.get("Sender", "").strip()
    name = row.get("SenderName", "").strip()
    text = row.get("Content", "")
    talk = row.get("Talker", "").strip() or row.get("TalkerName", "").strip() or stem
    index = counts[talk]
    counts[talk] += 1
    if name in _SYSTEM_NAMES or sender in _SYSTEM_NAMES or not (sender or name):
        reading.leave("system")
        return None
    if _MEDIA.fullmatch(text.strip()) and ("(" in text or text.strip() in _PLACEHOLDERS):
        reading.leave("media")
        return None
    if name == _ME:
        reading.owner = sender or name
    return _said(
        reading,
        text,
        user=sender or name,
        name=name or sender,
        talk=talk,
        key=None,
        index=index,
        time=row.get("Time"),
        where=where,
    )


_PLACEHOLDERS = frozenset(
    f"[{word}]"
    for word in ("图片", "语音", "视频", "动画表情", "文件", "位置", "名片", "语音通话", "视频通话")
)
