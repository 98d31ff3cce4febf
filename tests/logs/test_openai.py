"""Chats in the form of the OpenAI interface."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from tests.logs.conftest import Reads


def lines(*records: Any) -> str:
    return "\n".join(json.dumps(record, ensure_ascii=False) for record in records)


def test_array_and_lines_say_the_same(read_text: Reads) -> None:
    records = [
        {"messages": [{"role": "user", "content": "我喜欢喝茶"}], "user": "小满"},
        {"messages": [{"role": "user", "content": "no cilantro"}], "user": "ann"},
    ]
    as_lines = list(read_text(lines(*records), "a.jsonl"))
    as_array = list(read_text(json.dumps(records, indent=2), "a.json"))
    assert as_lines == as_array
    assert [m.user_id for m in as_lines] == ["小满", "ann"]
    assert [m.message_id for m in as_lines] == ["a:1#0", "a:2#0"]


def test_single_messages_without_a_conversation_are_one_talk(read_text: Reads) -> None:
    log = read_text(
        lines(
            {"role": "user", "content": "I like tea"},
            {"role": "system", "content": "x"},
            {"role": "assistant", "content": "Noted."},
        ),
        "talk.jsonl",
        user_id="ann",
    )
    assert [(m.conversation_id, m.message_id) for m in log] == [
        ("talk", "talk#0"),
        ("talk", "talk#2"),
    ]


def test_times_of_the_record_and_of_the_message(read_text: Reads) -> None:
    turns = [
        {"role": "user", "content": "a"},
        {"role": "user", "content": "b", "timestamp": "2024-05-01T12:00:00+02:00"},
    ]
    log = read_text(lines({"messages": turns, "created": 1714550000}), "a.jsonl", user_id="ann")
    assert [m.time for m in log] == [
        datetime(2024, 5, 1, 7, 53, 20, tzinfo=UTC),
        datetime(2024, 5, 1, 10, 0, tzinfo=UTC),
    ]


def test_an_unknown_role_is_skipped_and_named(read_text: Reads) -> None:
    log = read_text(lines({"messages": [{"role": "narrator", "content": "a"}]}), "a.jsonl")
    assert list(log) == []
    assert dict(log.skipped) == {"unknown_role": 1}
    assert log.warnings == ["line 1: unknown role 'narrator'"]


def test_parts_and_attachments(read_text: Reads) -> None:
    content = [
        {"type": "input_audio", "input_audio": {}},
        {"type": "text", "text": "listen"},
        {"type": "file", "file": {}},
        "to this",
    ]
    (message,) = read_text(lines({"messages": [{"role": "user", "content": content}]}), "a.jsonl")
    assert message.text == "listen\nto this"
    assert message.attachments == ("audio", "file")


def test_no_time_is_made_up_for_one_that_cannot_be_read(read_text: Reads) -> None:
    data = b'{"messages": [{"role": "user", "content": "I like \\ud800 tea", "timestamp": 1e999}]}'
    log = read_text(data, "a.jsonl", user_id="ann")
    (message,) = log
    assert message.time is None
    assert message.text == "I like \ufffd tea"
    assert dict(log.unreadable) == {"bad_time": 1}


def test_reasoning_is_no_part_of_an_answer(read_text: Reads) -> None:
    turns = [
        {"role": "assistant", "content": "<think>the user is rude</think>Hello."},
        {"role": "assistant", "content": "<think>cut off"},
        {"role": "user", "content": "what does <think> mean?"},
    ]
    log = read_text(lines({"messages": turns}), "a.jsonl", user_id="ann")
    assert [m.text for m in log] == ["Hello.", "what does <think> mean?"]
    assert dict(log.skipped) == {"empty": 1}


def test_big_ids_stay_whole(read_text: Reads) -> None:
    text = '{"messages": [{"role": "user", "content": "a", "id": 1234567890123456789}], "user": 7}'
    (message,) = read_text(text, "a.jsonl")
    assert (message.user_id, message.message_id) == ("7", "1234567890123456789")


def test_a_batch_and_its_output_are_one_talk(read_text: Reads) -> None:
    asked = {"custom_id": "q1", "body": {"messages": [{"role": "user", "content": "我喜欢喝茶"}]}}
    answer = {"message": {"role": "assistant", "content": "记住了。"}, "index": 0}
    body = {"id": "chatcmpl-1", "created": 1_700_000_000, "choices": [answer]}
    output = {"custom_id": "q1", "response": {"status_code": 200, "body": body}, "error": None}
    failed = {"custom_id": "q2", "response": {"status_code": 429, "body": {"error": {}}}}
    expired = {"custom_id": "q3", "response": None, "error": {"code": "batch_expired"}}
    (said,) = read_text(lines(asked), "in.jsonl", user_id="ann")
    log = read_text(lines(output, failed, expired), "out.jsonl", user_id="ann")
    (reply,) = log
    assert log.format == "openai-jsonl"
    assert (said.conversation_id, said.role) == ("q1", "user")
    assert (reply.conversation_id, reply.message_id, reply.role, reply.text) == (
        "q1", "chatcmpl-1", "assistant", "记住了。",
    )  # fmt: skip
    assert dict(log.unreadable) == {"no_messages": 2}
