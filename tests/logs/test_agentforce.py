"""Sessions of AgentForce."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona.errors import LogFormatError
from persona.logs import read
from tests.logs.conftest import Reads

SESSION = {
    "session_id": "s1",
    "conversations": [
        {
            "id": "r1",
            "timestamp": "2025-11-20T09:30:05",
            "user_content": "我吃素",
            "ai_content": "好",
        },
        "not a record",
        {"timestamp": "2025-11-20T09:31:00", "user_content": "谢谢", "ai_content": None},
    ],
}


def test_one_session(read_text: Reads) -> None:
    log = read_text(json.dumps(SESSION), "session_s1.json", tz="Asia/Shanghai", user_id="ann")
    assert [(m.message_id, m.id_origin) for m in log] == [
        ("r1:user", "source"),
        ("r1:assistant", "source"),
        ("s1#4", "index"),
    ]
    assert dict(log.skipped) == {"empty": 1}
    assert log.warnings == ["record 2: not an object (skipped)"]


def test_a_local_time_needs_a_zone(read_text: Reads) -> None:
    with pytest.raises(LogFormatError, match=r"session_s1\.json, record 1: .*--tz"):
        list(read_text(json.dumps(SESSION), "session_s1.json"))


def test_history_deep_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "history"
    folder.mkdir(parents=True)
    for name in ("a", "b"):
        session = {**SESSION, "session_id": name}
        (folder / f"session_{name}.json").write_text(json.dumps(session), "utf-8")
    log = read(tmp_path, tz="UTC", user_id="ann")
    assert [m.conversation_id for m in log] == ["a"] * 3 + ["b"] * 3
    assert log.warnings[0].startswith("data/history/session_a.json: record 2")
