"""Chats of Open WebUI."""

from __future__ import annotations

import json
from typing import Any

from tests.logs.conftest import Reads


def node(key: str, parent: str | None, role: str, content: str) -> dict[str, Any]:
    return {
        "id": key,
        "parentId": parent,
        "role": role,
        "content": content,
        "timestamp": 1714570000,
    }


def test_the_current_path(read_text: Reads) -> None:
    nodes = [
        node("u", None, "user", "我喜欢喝茶"),
        node("old", "u", "assistant", "no"),
        node("new", "u", "assistant", '<details type="reasoning">hm</details>\n好的'),
    ]
    history = {"messages": {each["id"]: each for each in nodes}, "currentId": "new"}
    chats = [{"id": "c1", "user_id": "u1", "chat": {"title": "x", "history": history}}]
    log = read_text(json.dumps(chats), "chats.json")
    assert [(m.user_id, m.conversation_id, m.text) for m in log] == [
        ("u1", "c1", "我喜欢喝茶"),
        ("u1", "c1", "好的"),
    ]
    assert dict(log.skipped) == {"off_branch": 1}
    assert log.format == "open-webui"


def test_old_chats_have_only_a_list(read_text: Reads) -> None:
    chats = [{"id": "c1", "chat": {"messages": [node("u", None, "user", "hi")]}}]
    assert [m.text for m in read_text(json.dumps(chats), user_id="ann")] == ["hi"]
