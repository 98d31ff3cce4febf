"""Sessions of Claude Code and Codex."""

from __future__ import annotations

import json
from typing import Any

from tests.logs.conftest import Reads


def lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def event(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {
        "type": role,
        "uuid": f"{role}-{len(str(content))}",
        "sessionId": "s1",
        "timestamp": "2025-10-01T09:00:00.000Z",
        "message": {"role": role, "content": content},
        **more,
    }


def test_claude_code(read_text: Reads) -> None:
    log = read_text(
        lines(
            {"type": "summary", "summary": "x"},
            event("user", "我习惯用 uv<system-reminder>use pip</system-reminder>"),
            event("assistant", [{"type": "thinking", "thinking": "hm"}]),
            event(
                "assistant", [{"type": "text", "text": "好"}, {"type": "tool_use", "name": "Bash"}]
            ),
            event("assistant", [{"type": "tool_use", "name": "Bash"}]),
            event("user", [{"type": "tool_result", "content": "I love rum"}]),
            event("user", "warmup", isSidechain=True),
            event("user", "caveat", isMeta=True),
            event("user", "the story so far", isCompactSummary=True),
            event("user", "[Request interrupted by user]"),
            event(
                "user", "<command-name>/init</command-name><command-args>with ruff</command-args>"
            ),
        ),
        "s1.jsonl",
        user_id="ann",
    )
    assert [(m.role, m.text) for m in log] == [
        ("user", "我习惯用 uv"),
        ("assistant", "好"),
        ("user", "with ruff"),
    ]
    assert {m.conversation_id for m in log} == {"s1"}
    assert dict(log.skipped) == {
        "control": 2,
        "reasoning": 1,
        "tool_call": 1,
        "tool": 1,
        "sidechain": 1,
        "hidden": 2,
    }
    assert log.format == "claude-code"


def item(kind: str, **more: Any) -> dict[str, Any]:
    payload = {"type": kind, **more}
    return {"timestamp": "2025-10-01T09:00:00Z", "type": "response_item", "payload": payload}


def said(role: str, text: str) -> dict[str, Any]:
    part = "input_text" if role == "user" else "output_text"
    return item("message", role=role, content=[{"type": part, "text": text}])


def test_codex(read_text: Reads) -> None:
    log = read_text(
        lines(
            {"timestamp": "x", "type": "session_meta", "payload": {"id": "s9", "cwd": "/"}},
            said("user", "<environment_context>os</environment_context>"),
            said("user", "我喜欢用 Rust"),
            {"timestamp": "x", "type": "event_msg", "payload": {"type": "user_message"}},
            item("reasoning", summary=[]),
            item("function_call", name="shell"),
            item("function_call_output", output="ok"),
            said("assistant", "好的"),
        ),
        "rollout-1.jsonl",
        user_id="ann",
    )
    assert [(m.conversation_id, m.role, m.text) for m in log] == [
        ("s9", "user", "我喜欢用 Rust"),
        ("s9", "assistant", "好的"),
    ]
    assert dict(log.skipped) == {
        "hidden": 1,
        "control": 2,
        "reasoning": 1,
        "tool_call": 1,
        "tool": 1,
    }


def test_codex_of_older_files(read_text: Reads) -> None:
    log = read_text(
        lines(
            {"id": "s8", "timestamp": "2025-06-01T09:00:00Z", "instructions": None},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        ),
        "rollout-0.jsonl",
    )
    assert [(m.conversation_id, m.text) for m in log] == [("s8", "hi")]
    assert log.format == "codex"
