"""WhatsApp: clocks, orders of day and month, and what the app itself wrote, in several languages."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest

from persona.errors import LogFormatError
from persona.logs import read
from tests.logs.conftest import Reads


def test_chinese_android_with_the_half_of_the_day_before_the_hour(read_text: Reads) -> None:
    log = read_text(
        "2024/3/2 下午3:05 - 消息和通话都进行端到端加密。\n"
        "2024/3/2 下午3:06 - 小满: 我喜欢喝龙井\n不喝咖啡\n"
        "2024/3/2 凌晨12:10 - 小满: <省略多媒体文件>\n"
        "2024/3/2 中午12:30 - 阿杰: 好的\n"
        "2024/3/2 晚上9:00 - 阿杰: 此消息已删除\n",
        tz="Asia/Shanghai",
    )
    messages = list(log)
    assert [m.text for m in messages] == ["我喜欢喝龙井\n不喝咖啡", "好的"]
    assert messages[0].time == datetime(2024, 3, 2, 7, 6, tzinfo=UTC)  # 15:06 in UTC+8
    assert messages[1].time == datetime(2024, 3, 2, 4, 30, tzinfo=UTC)
    assert dict(log.skipped) == {"system": 1, "media": 1, "deleted": 1}
    assert log.warnings == []


@pytest.mark.parametrize(
    ("stamp", "hour", "minute"),
    [
        ("13/2/24, 3:05 p. m.", 15, 5),
        ("13/2/24, 3:05\u202fPM", 15, 5),
        ("13/2/24, 12:05\u00a0AM", 0, 5),
        ("13/2/24, 12:05 pm", 12, 5),
        ("13.02.24, 15.05", 15, 5),
        ("13.02.2024 15:05", 15, 5),
        ("2024-02-13, 15:05", 15, 5),
        ("13/2/24, 午後3:05", 15, 5),
        ("13/02/2024 à 15:05", 15, 5),
    ],
)
def test_clocks(read_text: Reads, stamp: str, hour: int, minute: int) -> None:
    (message,) = read_text(f"{stamp} - Ann: I like tea\n", tz="UTC")
    assert message.time == datetime(2024, 2, 13, hour, minute, tzinfo=UTC)
    assert message.text == "I like tea"


def test_order_is_that_which_goes_forward_and_spans_least(read_text: Reads) -> None:
    # month first: 3, 4 and 5 April; day first: 4 March, 4 April, 4 May
    log = read_text(
        "4/3/24, 10:00 - Ann: a\n4/4/24, 10:00 - Ann: b\n4/5/24, 10:00 - Ann: c\n", tz="UTC"
    )
    assert [m.time.day for m in log if m.time] == [3, 4, 5]
    assert log.warnings == ["date order is ambiguous (no field above 12); using MDY"]


def test_given_order_against_the_dates_is_an_error(read_text: Reads) -> None:
    log = read_text("25/12/23, 10:00 - Ann: a\n", tz="UTC", date_order="mdy")
    with pytest.raises(LogFormatError, match="not in the order MDY"):
        list(log)


def test_no_zone_is_an_error_that_names_the_option(read_text: Reads) -> None:
    log = read_text("25/12/23, 10:00 - Ann: a\n")
    with pytest.raises(LogFormatError, match="--tz") as caught:
        list(log)
    assert caught.value.where == "line 1"


def test_a_subject_with_a_colon_is_no_sender(read_text: Reads) -> None:
    log = read_text(
        '25/12/23, 10:00 - Ann changed the subject from "Trip: 1" to "Trip: 2"\n'
        "25/12/23, 10:01 - Ann: see you: at nine\n",
        tz="UTC",
    )
    assert [(m.user_id, m.text) for m in log] == [("Ann", "see you: at nine")]
    assert log.skipped["system"] == 1


def test_caption_of_a_picture_is_what_the_person_said(read_text: Reads) -> None:
    log = read_text(
        "25/12/23, 10:00 - Ann: IMG-20231225-WA0001.jpg (file attached)\nmy new guitar\n"
        "25/12/23, 10:01 - Ann: IMG-20231225-WA0002.jpg (file attached)\n",
        tz="UTC",
    )
    (message,) = log
    assert (message.text, message.attachments) == ("my new guitar", ("file",))
    assert log.skipped["media"] == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<Multimedia omitido>", "media"),
        ("<Mídia oculta>", "media"),
        ("\u200eBild weggelassen", "media"),
        ("\u200e图片已忽略", "media"),
        ("\u200eimage absente", "media"),
        ("null", "media"),
        ("Se eliminó este mensaje.", "deleted"),
        ("Diese Nachricht wurde gelöscht.", "deleted"),
        ("您已删除此消息", "deleted"),
        ("\u200eMissed voice call", "system"),
    ],
)
def test_what_the_app_wrote_is_counted(read_text: Reads, text: str, reason: str) -> None:
    log = read_text(f"[25/12/2023, 10:00:00] Ann: {text}\n", tz="UTC")
    assert list(log) == []
    assert dict(log.skipped) == {reason: 1}


@pytest.mark.parametrize("mark", ["<此消息已编辑>", "\u200e<Se editó este mensaje.>"])
def test_mark_of_an_edit_is_removed(read_text: Reads, mark: str) -> None:
    (message,) = read_text(f"[25/12/2023, 10:00:00] Ann: I run daily {mark}\n", tz="UTC")
    assert message.text == "I run daily"


def test_zip_with_pictures_is_named_after_the_zip(tmp_path: Path) -> None:
    path = tmp_path / "WhatsApp Chat - Bo.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("_chat.txt", "[25/12/2023, 10:00:00] Ann: I like tea\n")
        archive.writestr("photo.jpg", b"\xff\xd8\x00\x00\x10")
    log = read(path, tz="UTC")
    assert [(m.conversation_id, m.text) for m in log] == [("WhatsApp Chat - Bo", "I like tea")]
    assert log.warnings == []
    assert log.group


def test_lines_before_the_first_date_are_counted(read_text: Reads) -> None:
    log = read_text("rest of a message\n25/12/23, 10:00 - Ann: a\n", tz="UTC")
    assert len(list(log)) == 1
    assert dict(log.unreadable) == {"no_date": 1}


def test_year_first_with_two_digits_when_asked(read_text: Reads) -> None:
    (message,) = read_text("24/03/02, 10:00 - 小满: 你好\n", tz="UTC", date_order="ymd")
    assert message.time == datetime(2024, 3, 2, 10, 0, tzinfo=UTC)


def test_a_day_that_is_none_leaves_the_time_open(read_text: Reads) -> None:
    log = read_text("31/12/23, 10:00 - Ann: a\n31/02/24, 10:00 - Ann: b\n", tz="UTC")
    assert [m.time is None for m in log] == [False, True]
    assert dict(log.unreadable) == {"bad_time": 1}
