"""Messages of LangChain in all the ways in which they are written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.logs.conftest import Reads

WRAPPED = {"type": "human", "data": {"content": "我喜欢喝茶", "id": "h1"}}
DUMPED = {
    "lc": 1,
    "type": "constructor",
    "id": ["langchain", "schema", "messages", "HumanMessageChunk"],
    "kwargs": {"content": "我喜欢喝茶", "id": "h1"},
}
BARE = {"type": "human", "content": "我喜欢喝茶", "id": "h1", "additional_kwargs": {}}


@pytest.mark.parametrize("message", [WRAPPED, DUMPED, BARE])
@pytest.mark.parametrize("layout", ["list", "lines", "state", "lists"])
def test_layouts(read_text: Reads, message: dict[str, Any], layout: str) -> None:
    text = {
        "list": json.dumps([message]),
        "lines": json.dumps(message) + "\n",
        "state": json.dumps({"messages": [message], "step": 1}, indent=1),
        "lists": json.dumps([[message]]),
    }[layout]
    log = read_text(text, "state.json", user_id="ann")
    assert [(m.conversation_id, m.message_id, m.role, m.text) for m in log] == [
        ("state", "h1", "user", "我喜欢喝茶")
    ]
    assert log.format == "langchain"


def test_an_object_is_never_built(read_text: Reads) -> None:
    evil = {"lc": 1, "type": "constructor", "id": ["os", "popen"], "kwargs": {"content": "x"}}
    log = read_text(json.dumps([DUMPED, evil]), user_id="ann")
    assert [m.text for m in log] == ["我喜欢喝茶"]
    assert dict(log.skipped) == {"unknown_role": 1}
