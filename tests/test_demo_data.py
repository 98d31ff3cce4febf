"""The demo's logs are what their README says: well-formed, dated, invented, small."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from persona import logs
from persona.text import has_cjk, has_latin

_DATA = Path(__file__).resolve().parent.parent / "data"
_LOGS = sorted(_DATA.glob("*.jsonl"))
_FIELDS = {"role", "content", "user", "conversation_id", "id", "timestamp"}

Row = dict[str, Any]


def _rows(log: Path) -> list[Row]:
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def _section(person: str) -> str:
    """The part of the README that is about one person."""
    parts = re.split(r"^## ", (_DATA / "README.md").read_text("utf-8"), flags=re.MULTILINE)
    return next(part for part in parts if part.startswith(f"{person}:"))


def test_there_are_three_people() -> None:
    assert [log.stem for log in _LOGS] == ["leo", "nora", "suqing"]


@pytest.mark.parametrize("log", _LOGS, ids=lambda log: log.stem)
class TestLog:
    def test_every_line_is_a_message_of_its_user(self, log: Path) -> None:
        for row in _rows(log):
            assert set(row) == _FIELDS
            assert row["role"] in ("user", "assistant")
            assert row["content"].strip()
            assert row["user"] == log.stem

    def test_it_is_small_and_of_both_sides(self, log: Path) -> None:
        roles = Counter(row["role"] for row in _rows(log))
        assert 70 <= roles.total() <= 100
        assert min(roles.values()) >= 30
        assert log.stat().st_size <= 60_000

    def test_ids_are_unique(self, log: Path) -> None:
        ids = [row["id"] for row in _rows(log)]
        assert len(set(ids)) == len(ids)

    def test_times_have_a_zone_rise_and_span_months(self, log: Path) -> None:
        times = [datetime.fromisoformat(row["timestamp"]) for row in _rows(log)]
        assert all(time.tzinfo for time in times)
        assert times == sorted(times)
        assert len(set(times)) == len(times)
        assert times[-1] - times[0] > timedelta(days=90)

    def test_conversations_do_not_interleave(self, log: Path) -> None:
        ids = [row["conversation_id"] for row in _rows(log)]
        runs = [one for one, before in zip(ids, [None, *ids], strict=False) if one != before]
        assert len(runs) == len(set(runs)) > 10

    def test_the_reader_takes_every_line(self, log: Path) -> None:
        read = logs.read(log)
        found = list(read)
        assert (read.format, read.group) == ("openai-jsonl", False)
        assert (+read.skipped, read.warnings) == (Counter(), [])
        assert [message.text for message in found] == [row["content"] for row in _rows(log)]
        assert {message.user_id for message in found} == {log.stem}

    def test_what_the_readme_names_stands_in_the_log(self, log: Path) -> None:
        # Chinese words and capitalised names of the tables; parentheses are remarks.
        table = [line for line in _section(log.stem).splitlines() if line.startswith("| ")][2:]
        assert len(table) >= 8
        cells = re.sub(r"\([^)]*\)", "", "\n".join(line.split("|")[2] for line in table))
        names = re.findall(r"[\u4e00-\u9fff]+|(?<=, )[A-Z]\w+", cells)
        assert len(names) >= 8
        # The README gives an assistant's option by its bare name, so both sides count.
        said = "\n".join(row["content"] for row in _rows(log))
        assert [name for name in names if name not in said] == []


def _shares(log: Path) -> tuple[float, float]:
    rows = [row["content"] for row in _rows(log) if row["role"] == "user"]
    chinese = sum(has_cjk(text) for text in rows) / len(rows)
    mixed = sum(has_cjk(text) and has_latin(text) for text in rows) / len(rows)
    return chinese, mixed


def test_one_speaks_chinese_one_english_one_both() -> None:
    assert _shares(_DATA / "suqing.jsonl")[0] == 1
    assert _shares(_DATA / "nora.jsonl")[0] == 0
    chinese, mixed = _shares(_DATA / "leo.jsonl")
    assert chinese > 0.7
    assert mixed > 0.3


def test_python_emerges_over_two_days() -> None:
    by_day = {
        row["timestamp"][:10]: row["content"]
        for row in reversed(_rows(_DATA / "suqing.jsonl"))
        if row["role"] == "user" and row["conversation_id"].startswith("python")
    }
    days = sorted(by_day)
    assert datetime.fromisoformat(days[1]) - datetime.fromisoformat(days[0]) == timedelta(days=1)
    assert "生成器" in by_day[days[0]]
    assert "库" in by_day[days[1]]
    assert "学 Python" not in "".join(by_day[day] for day in days[:2])
