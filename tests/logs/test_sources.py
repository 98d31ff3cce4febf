"""Files, folders, zips and streams; and those that are refused."""

from __future__ import annotations

import gc
import gzip
import io
import os
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from persona.errors import LogFormatError
from persona.logs import read, sources

LINE = '{"messages": [{"role": "user", "content": "我喜欢喝茶"}], "user": "ann"}\n'


def texts(path: Path | str) -> list[str]:
    return [message.text for message in read(path)]


def test_folder_of_several_formats(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "log.jsonl").write_text(LINE, "utf-8")
    (tmp_path / "b.csv").write_text("user,role,content\nbo,user,I like tea\n", "utf-8")
    (tmp_path / "notes.txt").write_text("just some notes\n", "utf-8")
    (tmp_path / ".hidden.jsonl").write_text(LINE, "utf-8")
    log = read(tmp_path)
    assert log.format == "mixed"
    assert {(m.user_id, m.conversation_id, m.source) for m in log} == {
        ("ann", "a/log:1", "openai-jsonl"),
        ("bo", "b", "csv"),
    }
    assert dict(log.unreadable) == {"unknown_file": 1}
    assert log.warnings == ["notes.txt: no reader knows this file (skipped)"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "log.jsonl").write_text(LINE.replace("茶", "酒"), "utf-8")
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "log.jsonl").write_text(LINE, "utf-8")
    (logs / "folder").symlink_to("../outside")
    (logs / "file.jsonl").symlink_to("../outside/log.jsonl")
    log = read(logs)
    assert [m.text for m in log] == ["我喜欢喝茶"]
    assert dict(log.unreadable) == {"link": 2}


def test_names_that_leave_the_archive_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../evil.jsonl", LINE)
        archive.writestr("/abs.jsonl", LINE)
        archive.writestr("ok/log.jsonl", LINE)
    log = read(path)
    assert len(list(log)) == 1
    assert dict(log.unreadable) == {"unsafe_name": 2}
    assert not (tmp_path.parent / "evil.jsonl").exists()


def test_a_bomb_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("conversations.json", "w", force_zip64=True) as out,
    ):
        for _ in range(64):
            out.write(b"[ " * 2**19)
    with pytest.raises(LogFormatError, match="would unfold to 67108864 bytes"):
        read(path)


def test_a_bomb_of_many_small_files_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for index in range(20):
            archive.writestr(f"{index}.json", b" " * 2**20)
    with pytest.raises(LogFormatError, match="the whole would unfold to 20971520 bytes"):
        read(path)


def test_a_deep_document_is_refused_or_counted(tmp_path: Path) -> None:
    for text in ("[" * 10_000, '[{"mapping": ' + '{"a":' * 10_000):
        path = tmp_path / "deep.json"
        path.write_text(text, "utf-8")
        try:
            log = read(path)
        except LogFormatError:
            continue
        assert list(log) == []
        assert log.unreadable.total() == 1
    path.write_text(LINE + '{"messages": ' + "[" * 10_000 + "\n" + LINE, "utf-8")
    log = read(path)
    assert len(list(log)) == 2
    assert dict(log.unreadable) == {"invalid_json": 1}


def test_ten_megabytes_in_one_message_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(LINE.replace("我喜欢喝茶", "a" * 10_000_000) + LINE, "utf-8")
    log = read(path)
    assert len(list(log)) == 1
    assert dict(log.skipped) == {"too_long": 1}
    assert log.warnings == ["line 1: a message of 10000000 characters (skipped)"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"PK\x03\x04 not really", "the zip is damaged"),
        (b"just some text\n", "no reader knows this log"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "no reader knows this log"),
        (b"{}", "no reader knows this log"),
    ],
)
def test_one_sentence_for_what_is_no_log(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(LogFormatError, match=sentence) as caught:
        read(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_the_sentence_names_what_each_reader_missed(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("hello\n", "utf-8")
    with pytest.raises(LogFormatError, match=r"slack-export: no 'ts'.*whatsapp: no line") as caught:
        read(path)
    assert "persona formats" in str(caught.value)


def test_missing_and_odd_paths(tmp_path: Path) -> None:
    with pytest.raises(LogFormatError, match="no such file"):
        read(tmp_path / "none")
    with pytest.raises(LogFormatError, match="no files"):
        read(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(LogFormatError, match="not a regular file"):
        read(pipe)


def test_a_zip_cut_off_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("log.jsonl", LINE * 50)
    data = bytearray(path.read_bytes())
    data[200:210] = b"0123456789"  # inside the stored bytes: the checksum no longer fits
    path.write_bytes(data)
    with pytest.raises(LogFormatError, match="damaged"):
        texts(path)


def test_stream_of_a_zip_and_one_that_cannot_seek(tmp_path: Path) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("log.jsonl", LINE)
    held.seek(0)
    assert [m.text for m in read(held)] == ["我喜欢喝茶"]
    reading, writing = os.pipe()
    os.write(writing, LINE.encode())
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        log = read(stream)
    assert [m.conversation_id for m in log] == ["stream:1"]
    assert [m.conversation_id for m in log] == ["stream:1"]


def test_a_damaged_file_in_a_zip_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", LINE * 20)
        archive.writestr("b.jsonl", LINE)
    data = bytearray(path.read_bytes())
    data[40:46] = b"\xff" * 6  # inside the first file's compressed bytes
    path.write_bytes(data)
    log = read(path)
    assert [m.conversation_id for m in log] == ["b:1"]
    assert dict(log.unreadable) == {"damaged_file": 1}


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 400), new=st.binary(max_size=8))
@example(at=310, new=b"\x01")  # an offset in the directory that lies before the file
def test_damaged_zips(at: int, new: bytes) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("log.jsonl", LINE * 3)
        archive.writestr("b.csv", "user,role,content\nbo,user,I like tea\n")
    data = bytearray(held.getvalue())
    data[at : at + len(new)] = new
    try:
        assert all(message.text for message in read(io.BytesIO(bytes(data))))
    except LogFormatError as error:
        text = str(error)
        assert text.startswith("stream")


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_content_that_does_not_unpack_is_refused_whatever_packed_it(packing: int) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", packing) as archive:
        archive.writestr("log.jsonl", LINE * 2000)
    data = bytearray(held.getvalue())
    begin = data.index(b"log.jsonl") + 20
    data[begin : begin + 30] = bytes(byte ^ 0x5A for byte in data[begin : begin + 30])
    with pytest.raises(LogFormatError, match="stream: "):
        list(read(io.BytesIO(bytes(data))))


@pytest.mark.parametrize("at", [6, 10])  # in the directory: version needed, way of packing
def test_a_zip_of_a_later_kind_is_refused_and_not_called_damaged_alone(at: int) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("log.jsonl", LINE)
    data = bytearray(held.getvalue())
    data[data.index(b"PK\x01\x02") + at] = 99
    with pytest.raises(LogFormatError, match="unpack it"):
        list(read(io.BytesIO(bytes(data))))


def test_a_large_stream_is_kept_in_a_file_that_goes_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "_IN_MEMORY", 16)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    log = read(io.BytesIO(LINE.encode() * 3))
    assert len(list(log)) == len(list(log)) == 3
    (spooled,) = tmp_path.iterdir()
    assert spooled.stat().st_mode & 0o777 == 0o600  # it holds what a person said
    del log
    gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_a_zip_with_a_password_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("log.jsonl", LINE)
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1  # the flag of encryption in the directory
    path.write_bytes(data)
    with pytest.raises(LogFormatError, match="has a password"):
        read(path)


def test_a_zip_without_files_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w"):
        pass
    with pytest.raises(LogFormatError, match="holds no files"):
        read(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("picture.png", b"\x89PNG\x00\x00")
        archive.writestr("../log.jsonl", LINE)
    with pytest.raises(LogFormatError, match="no file that may be read"):
        read(path)


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/log\xff.jsonl"
    with open(path, "wb") as out:
        out.write(LINE.replace(', "user": "ann"', "").encode())
    for source in (os.fsdecode(path), tmp_path):
        (message,) = read(source, user_id="ann")
        assert message.conversation_id == "log\ufffd:1"


def test_what_gzip_packed_is_read_as_what_is_in_it(tmp_path: Path) -> None:
    packed = gzip.compress(LINE.encode() * 3)
    (tmp_path / "log.jsonl.gz").write_bytes(packed)
    (tmp_path / "plain.jsonl").write_text(LINE, "utf-8")
    alone = read(tmp_path / "log.jsonl.gz")
    assert [(m.text, m.conversation_id) for m in alone] == [
        ("我喜欢喝茶", f"log:{number}") for number in (1, 2, 3)
    ]
    assert len(texts(tmp_path)) == 4
    assert len(list(read(io.BytesIO(packed)))) == 3


def test_a_packed_file_that_is_cut_off_or_a_bomb_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress("".join(f'{LINE[:-2]}, "id": {n}}}\n' for n in range(9000)).encode())
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[:-30])
    with pytest.raises(LogFormatError, match="cut off"):
        texts(tmp_path / "cut.jsonl.gz")
    (tmp_path / "bomb.jsonl.gz").write_bytes(gzip.compress(LINE.encode() * 400_000))
    with pytest.raises(LogFormatError, match="unfolds to far more"):
        texts(tmp_path / "bomb.jsonl.gz")
