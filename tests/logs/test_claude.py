"""The export of Claude."""

from __future__ import annotations

import json
from typing import Any

from tests.logs.conftest import Reads


def talk(*turns: dict[str, Any]) -> str:
    return json.dumps([{"uuid": "c1", "account": {"uuid": "acc"}, "chat_messages": list(turns)}])


def test_filler_is_not_said(read_text: Reads) -> None:
    filler = "```\nThis block is not supported on your current device yet.\n```\n\n"
    log = read_text(
        talk(
            {"uuid": "1", "sender": "human", "text": "我喜欢喝茶"},
            {"uuid": "2", "sender": "assistant", "text": f"{filler}好的"},
            {"uuid": "3", "sender": "assistant", "text": filler},
        )
    )
    assert [(m.user_id, m.text) for m in log] == [("acc", "我喜欢喝茶"), ("acc", "好的")]
    assert dict(log.skipped) == {"empty": 1}


def test_the_text_of_an_attachment_is_not_said(read_text: Reads) -> None:
    turn = {
        "uuid": "1",
        "sender": "human",
        "content": [{"type": "text", "text": "shorten this"}],
        "attachments": [{"file_name": "a.txt", "extracted_content": "I love rum"}],
    }
    (message,) = read_text(talk(turn))
    assert message.text == "shorten this"
    assert message.attachments == ("file",)
