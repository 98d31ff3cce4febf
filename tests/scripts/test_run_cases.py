"""The runner of cases fails what fails, and passes nothing that it does not understand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).resolve().parents[2]

_LOG = '{"role": "user", "content": "我只喝乌龙茶", "user": "ann", "conversation_id": "c", "id": "m1"}\n'
_RIGHT: dict[str, Any] = {
    "format": "openai-jsonl",
    "options": {},
    "messages": [
        {
            "user_id": "ann",
            "conversation_id": "c",
            "message_id": "m1",
            "role": "user",
            "text": "我只喝乌龙茶",
            "timestamp": None,
        }
    ],
    "skipped": {},
    "warnings": [],
    "notes": ["for people"],
}


def _run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "scripts/run_cases.py", *map(str, arguments)],
        cwd=_ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def _sample(folder: Path, name: str, right: dict[str, Any], log: str = _LOG) -> Path:
    sample = folder / name
    sample.write_text(log, encoding="utf-8")
    (folder / f"{name}.expected.json").write_text(json.dumps(right), encoding="utf-8")
    return sample


def test_a_right_sample_passes_by_itself_and_in_its_folder(tmp_path: Path) -> None:
    sample = _sample(tmp_path, "one.jsonl", _RIGHT)
    for path in (sample, tmp_path):
        done = _run("logs", path)
        assert (done.returncode, done.stdout) == (0, "1 passed, 0 failed\n"), done.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "csv"}, "format: wanted"),
        ({"skipped": {"empty": 1}}, "skipped: wanted"),
        ({"messages": []}, "messages: wanted 0, came 1"),
        ({"messages": [{**_RIGHT["messages"][0], "text": "我只喝咖啡"}]}, "咖啡"),
        ({"messages": [{**_RIGHT["messages"][0], "author": "Bo"}]}, "message 0"),
        ({"colour": "blue"}, "does not know the check 'colour'"),
        ({"options": {"colour": "blue"}}, "colour"),
    ],
)
def test_what_differs_fails_and_is_said(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    _sample(tmp_path, "one.jsonl", {**_RIGHT, **change})
    done = _run("logs", tmp_path)
    assert done.returncode == 1, done.stderr
    assert said in done.stdout
    assert done.stdout.endswith("0 passed, 1 failed\n")


def test_a_log_that_is_refused_fails_and_the_others_still_run(tmp_path: Path) -> None:
    _sample(tmp_path, "a.bin", _RIGHT, log="\x01\x02 no log at all")
    _sample(tmp_path, "b.jsonl", _RIGHT)
    done = _run("logs", tmp_path, "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert (report["kind"], report["passed"], report["failed"]) == ("logs", 1, 1)
    by_case = {case["case"]: case for case in report["cases"]}
    assert by_case["b.jsonl"] == {"case": "b.jsonl", "passed": True, "failures": []}
    assert "error" in by_case["a.bin"]["failures"][0]


def test_the_order_of_messages_counts(tmp_path: Path) -> None:
    second = {**_RIGHT["messages"][0], "message_id": "m2"}
    right = {**_RIGHT, "messages": [second, _RIGHT["messages"][0]]}
    _sample(tmp_path, "one.jsonl", right, log=_LOG + _LOG.replace("m1", "m2"))
    assert _run("logs", tmp_path).returncode == 1


def test_calls_that_cannot_be_meant_exit_with_2(tmp_path: Path) -> None:
    for kind, path in (("no-such-kind", tmp_path), ("logs", tmp_path / "none"), ("logs", tmp_path)):
        done = _run(kind, path)
        assert done.returncode == 2
        assert done.stderr.strip()
