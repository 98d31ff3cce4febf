"""Conversations in the ShareGPT form."""

from __future__ import annotations

import json

from tests.logs.conftest import Reads


def test_lines(read_text: Reads) -> None:
    record = {"id": "s1", "conversations": [{"from": "human", "value": "我喜欢喝茶"}]}
    log = read_text(json.dumps(record) + "\n", "s.jsonl", user_id="ann")
    assert [(m.message_id, m.text) for m in log] == [("s1#0", "我喜欢喝茶")]


def test_openai_roles_under_conversations(read_text: Reads) -> None:
    records = [{"conversations": [{"role": "user", "content": "hi"}]}]
    log = read_text(json.dumps(records), "s.json", user_id="ann")
    assert [(m.message_id, m.text) for m in log] == [("s:1#0", "hi")]
    assert log.format == "sharegpt"


def test_what_is_no_conversation_is_counted(read_text: Reads) -> None:
    records = [{"conversations": [{"from": "human", "value": "hi"}]}, {"id": "x"}, 7]
    log = read_text(json.dumps(records), "s.json", user_id="ann")
    assert len(list(log)) == 1
    assert dict(log.unreadable) == {"not_a_conversation": 2}
