"""Which readers there are, and readers that others add."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from persona.errors import UsageError
from persona.logs import formats, read, registry
from tests.logs.conftest import Reads

PLUGIN = """
from persona.records import Message


class Shouts:
    name = "shouts"
    summary = "lines that begin with SHOUT"
    example = "SHOUT hello"
    group = False
    annotations = False

    def detect(self, source):
        return None if source.members[0].head.startswith(b"SHOUT") else "no SHOUT"

    def read(self, source, reading):
        for member in reading.files(source):
            with member.open() as stream:
                for index, line in enumerate(stream):
                    message = reading.turn(
                        "user",
                        line.decode().removeprefix("SHOUT").strip(),
                        user_id=None,
                        conversation_id=member.stem,
                        index=index,
                        where=f"line {index + 1}",
                    )
                    if message is not None:
                        yield message
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    info = tmp_path / "site" / "shouts-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shouts\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(
        "[persona.readers]\nshouts = shouts_reader:Shouts\n", "utf-8"
    )
    (tmp_path / "site" / "shouts_reader.py").write_text(PLUGIN, "utf-8")
    monkeypatch.syspath_prepend(tmp_path / "site")
    registry.readers.cache_clear()
    yield
    registry.readers.cache_clear()


@pytest.mark.usefixtures("plugin")
def test_a_reader_of_another_package(read_text: Reads) -> None:
    log = read_text("SHOUT 我喜欢喝茶\n", user_id="ann")
    assert [(m.source, m.text) for m in log] == [("shouts", "我喜欢喝茶")]
    assert "shouts" in {each.name for each in formats()}


def test_formats_are_named_once_and_described() -> None:
    found = formats()
    names = [each.name for each in found]
    assert names == sorted(set(names))
    assert len(names) >= 19
    assert all(each.summary and each.example and "\n" not in each.summary for each in found)


def test_a_named_format_is_taken_at_its_word(read_text: Reads) -> None:
    text = "a note that has a date later\n25/12/23, 10:00 - Ann: 我喜欢喝茶\n"
    log = read_text(text, fmt="whatsapp", tz="UTC")
    assert [m.text for m in log] == ["我喜欢喝茶"]


def test_a_named_format_in_a_folder_passes_over_other_files(tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text("25/12/23, 10:00 - Ann: hi\n", "utf-8")
    (tmp_path / "picture.jpg").write_bytes(b"\xff\xd8\x00\x01")
    log = read(tmp_path, fmt="whatsapp", tz="UTC")
    assert len(list(log)) == 1
    assert log.warnings == []


def test_unknown_words_are_usage_errors(read_text: Reads) -> None:
    with pytest.raises(UsageError, match=r"no format 'x'; there are: agentforce, "):
        read_text("a", fmt="x")
    with pytest.raises(UsageError, match="date order 'x'"):
        read_text("a", date_order="x")
    with pytest.raises(UsageError, match="no encoding 'x'"):
        read_text("a", encoding="x")
