"""MemoryBank's shape becomes chat messages that the readers take."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from persona import logs

_ROOT = Path(__file__).resolve().parents[2]

_BANK: dict[str, Any] = {
    " 许真 ": {
        "name": "许真",
        "history": {
            "2024-05-02": [{"query": "今天去爬山了", "response": "真好"}],
            "2024-05-01": [
                {"query": "我喜欢爬山", "response": "记住了"},
                {"query": "", "response": "还在吗？"},
            ],
        },
    },
    "../up": {"name": "up", "history": {"2024-05-01": [{"query": "hi", "response": "hello"}]}},
}


def _run(*arguments: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "scripts/convert_memorybank.py", *map(str, arguments)],
        cwd=_ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def test_each_person_becomes_a_log_in_order_of_days(tmp_path: Path) -> None:
    source, out = tmp_path / "bank", tmp_path / "out"
    source.mkdir()
    (source / "memory_bank_cn.json").write_text(json.dumps(_BANK), encoding="utf-8")

    done = _run(source, out)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 people, 7 messages in ")
    # Nothing is written outside the folder, whatever a name holds.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bank", "out"]
    assert len(list(out.iterdir())) == 2

    found = [logs.as_expected(message) for message in logs.read(out / "cn-许真.jsonl")]
    assert [(row["conversation_id"], row["role"], row["text"]) for row in found] == [
        ("2024-05-01", "user", "我喜欢爬山"),
        ("2024-05-01", "assistant", "记住了"),
        ("2024-05-01", "assistant", "还在吗？"),
        ("2024-05-02", "user", "今天去爬山了"),
        ("2024-05-02", "assistant", "真好"),
    ]
    assert {row["user_id"] for row in found} == {"许真"}
    assert found[0]["timestamp"] == "2024-05-01T00:00:00Z"
    assert len({row["message_id"] for row in found}) == 5


def test_a_folder_without_banks_or_of_another_shape_is_refused(tmp_path: Path) -> None:
    done = _run(tmp_path, tmp_path / "out")
    assert done.returncode == 2
    assert "memory_bank_" in done.stderr

    (tmp_path / "memory_bank_en.json").write_text('["no people"]', encoding="utf-8")
    done = _run(tmp_path, tmp_path / "out")
    assert done.returncode == 2
    assert "memory_bank_en.json" in done.stderr
    assert "Traceback" not in done.stderr
