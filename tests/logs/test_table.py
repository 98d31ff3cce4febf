"""Tables with English and Chinese headers."""

from __future__ import annotations

import pytest

from persona.errors import LogFormatError
from persona.logs import table
from tests.logs.conftest import Reads


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_separators_and_encodings(read_text: Reads, separator: str, encoding: str) -> None:
    rows = [["用户", "角色", "内容"], ["小满", "用户", "我喜欢喝茶"], ["小满", "助手", "好的"]]
    text = "\r\n".join(separator.join(row) for row in rows)
    log = read_text(text.encode(encoding), "chat.csv")
    assert [(m.user_id, m.role, m.text) for m in log] == [
        ("小满", "user", "我喜欢喝茶"),
        ("小满", "assistant", "好的"),
    ]
    assert log.warnings == []


def test_gb18030_is_found_and_told(read_text: Reads) -> None:
    log = read_text("用户,角色,内容\n小满,用户,我喜欢喝龙井\n".encode("gb18030"), "chat.csv")
    assert [m.text for m in log] == ["我喜欢喝龙井"]
    assert log.warnings == ["not UTF-8: read as GB18030"]


def test_gb18030_that_begins_far_in_the_file(read_text: Reads) -> None:
    rows = ["user,role,content"] + ["ann,user,plain words"] * 5000 + ["ann,user,我喜欢喝茶"]
    log = read_text("\n".join(rows).encode("gb18030"), "chat.csv")
    assert list(log)[-1].text == "我喜欢喝茶"


def test_one_bad_byte_in_utf8_is_replaced_and_told(read_text: Reads) -> None:
    data = "user,role,content\nann,user,我喜欢喝茶，不喝咖啡\nann,user,x".encode() + b"\xffy\n"
    log = read_text(data, "chat.csv")
    assert [m.text for m in log] == ["我喜欢喝茶，不喝咖啡", "x\ufffdy"]
    assert dict(log.unreadable) == {"invalid_encoding": 1}


def test_same_row_twice_is_one_only_with_a_time(read_text: Reads) -> None:
    log = read_text(
        "user,role,content,time\n"
        "ann,user,ok,2024-01-01T00:00:00Z\nann,user,ok,2024-01-01T00:00:00Z\n"
        "ann,user,ok,\nann,user,ok,\n",
        "chat.csv",
    )
    assert len(list(log)) == 3
    assert dict(log.skipped) == {"duplicate": 1}


def test_only_the_last_rows_are_remembered(
    read_text: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "_REMEMBERED", 2)
    row = "ann,user,{},2024-03-02T10:00:00Z\n"
    texts = ["tea", "tea", "喝茶", "tea", "run", "喝茶", "tea"]
    log = read_text("user,role,content,time\n" + "".join(map(row.format, texts)), "chat.csv")
    # The second, fourth and sixth are repeated; the last comes when the first is forgotten.
    assert [m.text for m in log] == ["tea", "喝茶", "run", "tea"]
    assert dict(log.skipped) == {"duplicate": 3}


def test_without_roles_rows_are_the_users(read_text: Reads) -> None:
    log = read_text("user,text\nann,I like tea\n", "chat.csv")
    assert [(m.user_id, m.role) for m in log] == [("ann", "user")]
    assert log.warnings == ["no column of roles: every row is read as the user's"]


def test_a_naive_time_needs_a_zone(read_text: Reads) -> None:
    log = read_text("user,role,content,time\nann,user,hi,2024-03-02 10:00\n", "chat.csv")
    with pytest.raises(LogFormatError, match=r"row 1: the time '2024-03-02 10:00'.*--tz"):
        list(log)


def test_a_date_that_reads_two_ways_needs_an_order(read_text: Reads) -> None:
    text = "user,role,content,time\nann,user,hi,03/04/2024 10:00\n"
    with pytest.raises(LogFormatError, match="--date-order"):
        list(read_text(text, "chat.csv", tz="UTC"))
    (message,) = read_text(text, "chat.csv", tz="UTC", date_order="DMY")
    assert message.time is not None
    assert (message.time.month, message.time.day) == (4, 3)


def test_text_with_separators_and_line_ends(read_text: Reads) -> None:
    text = 'user,role,content\nann,user,"a, ""b""\nc"\n'
    assert [m.text for m in read_text(text, "chat.csv")] == ['a, "b"\nc']


def test_a_quote_that_never_closes_is_told(read_text: Reads) -> None:
    text = 'user,role,content\nann,user,我喜欢喝茶\nann,user,"oops\nann,user,lost\n'
    log = read_text(text, "chat.csv")
    assert [m.text for m in log] == ["我喜欢喝茶"]
    assert log.warnings == ["row 2: a quote that never closes (skipped)"]


def test_a_bad_row_does_not_end_the_reading(read_text: Reads) -> None:
    text = 'user,role,content\nann,user,"a" b\nann,user,5" pipe\nann,user\n'
    log = read_text(text, "chat.csv")
    assert [m.text for m in log] == ['5" pipe']
    assert dict(log.unreadable) == {"invalid_row": 1}
    assert dict(log.skipped) == {"empty": 1}
