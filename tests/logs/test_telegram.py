"""The export of Telegram: one chat, the account, and whose words they are."""

from __future__ import annotations

import json
from typing import Any

from persona.logs import attribute
from persona.records import Reason
from tests.logs.conftest import Reads


def row(number: int, text: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "type": "message",
        "date_unixtime": "1714557600",
        "from": "小满",
        "from_id": "user1",
        "text": text,
        **more,
    }


def chat(*rows: dict[str, Any], **more: Any) -> str:
    whole = {"name": "Bo", "type": "personal_chat", "id": 7, "messages": list(rows), **more}
    return json.dumps(whole, ensure_ascii=False)


def test_one_chat(read_text: Reads) -> None:
    log = read_text(chat(row(1, ["我喜欢", {"type": "bold", "text": "爬山"}])), "result.json")
    (message,) = log
    assert (message.text, message.message_id, message.author) == ("我喜欢爬山", "7/1", "小满")
    assert log.group


def test_forwarded_text_is_nobodys_evidence(read_text: Reads) -> None:
    (message,) = read_text(chat(row(1, "我爱喝酒", forwarded_from="News")), "result.json")
    assert message.forwarded
    (span,) = message.foreign
    assert (span.start, span.end, span.reason) == (0, 4, Reason.QUOTED)


def test_a_block_quote_is_foreign(read_text: Reads) -> None:
    text = [{"type": "blockquote", "text": "I love rum"}, "\nnot me"]
    (message,) = read_text(chat(row(1, text)), "result.json")
    (span,) = message.foreign
    assert message.text[span.start : span.end] == "I love rum"


def test_a_block_quote_in_the_entities_of_plain_text(read_text: Reads) -> None:
    entities = [{"type": "blockquote", "text": "I love rum"}, {"type": "plain", "text": " no"}]
    (message,) = read_text(chat(row(1, "I love rum no", text_entities=entities)), "result.json")
    assert [message.text[s.start : s.end] for s in message.foreign] == ["I love rum"]


def test_the_owner_of_an_account_is_the_user(read_text: Reads) -> None:
    account = {
        "personal_information": {"user_id": 1},
        "contacts": {"list": [{"x": [1, 2]}]},
        "chats": {"list": [{"id": 7, "messages": [row(1, "a"), row(2, "b", from_id="user2")]}]},
        "left_chats": {"list": [{"id": 8, "messages": [row(1, "c", from_id="user3")]}]},
    }
    log = read_text(json.dumps(account), "result.json")
    found = list(attribute(log, user_id="ann", me=None))
    assert [(m.conversation_id, m.is_users) for m in found] == [
        ("7", True),
        ("7", False),
        ("8", False),
    ]


def test_pictures_with_and_without_words(read_text: Reads) -> None:
    log = read_text(
        chat(
            row(1, "", photo="x"),
            row(2, "my new bike", photo="x"),
            row(3, "", media_type="voice_message", file="x"),
            row(4, "  "),
        ),
        "result.json",
    )
    assert [(m.text, m.attachments) for m in log] == [("my new bike", ("image",))]
    assert dict(log.skipped) == {"media": 2, "empty": 1}


def test_a_torn_file_keeps_what_came_before(read_text: Reads) -> None:
    log = read_text(chat(row(1, "a"), row(2, "b"))[:-20], "result.json")
    assert [m.text for m in log] == ["a"]
    assert dict(log.unreadable) == {"invalid_json": 1}
