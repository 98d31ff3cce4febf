"""Every sample gives exactly its expected messages, counts and warnings."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from persona.logs import as_expected, read

SAMPLES = Path(__file__).parent / "samples"
EXPECTED = sorted(SAMPLES.glob("*.expected.json"))


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.name.split(".expected")[0])
def test_sample(path: Path) -> None:
    expected = json.loads(path.read_text(encoding="utf-8"))
    log = read(SAMPLES / path.name.removesuffix(".expected.json"), **expected["options"])
    assert [as_expected(message) for message in log] == expected["messages"]
    assert dict(log.skipped) == expected["skipped"]
    assert log.warnings == expected["warnings"]
    assert log.format == expected["format"]


def test_there_are_samples() -> None:
    assert len(EXPECTED) == 19


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.name.split(".expected")[0])
def test_sample_in_a_zip_says_the_same(path: Path, tmp_path: Path) -> None:
    expected = json.loads(path.read_text(encoding="utf-8"))
    sample = SAMPLES / path.name.removesuffix(".expected.json")
    folder = tmp_path / "inside"
    if sample.is_dir():
        shutil.copytree(sample, folder)
    else:
        folder.mkdir()
        shutil.copy(sample, folder)
    archive = shutil.make_archive(str(tmp_path / "export"), "zip", folder)
    log = read(archive, **expected["options"])
    assert [as_expected(message) for message in log] == expected["messages"]
    assert dict(log.skipped) == expected["skipped"]


def test_a_log_reads_the_same_twice_and_from_a_stream() -> None:
    path = SAMPLES / "openai_chat.jsonl"
    log = read(path)
    first, counts = list(log), dict(log.skipped)
    assert list(log) == first
    assert dict(log.skipped) == counts
    stream = read(io.BytesIO(path.read_bytes()))
    assert [message.text for message in stream] == [message.text for message in first]


def test_positions_rise_in_the_order_of_the_source() -> None:
    positions = [message.position for message in read(SAMPLES / "telegram_result.json", tz="UTC")]
    assert positions == sorted(set(positions))
