"""A channel by DiscordChatExporter."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.logs.conftest import Reads


def channel(*rows: dict[str, Any]) -> str:
    return json.dumps({"guild": {"id": "1"}, "channel": {"id": "2"}, "messages": list(rows)})


def row(content: str, **more: Any) -> dict[str, Any]:
    author = {"id": "10", "name": "xiaoman", "nickname": "小满", "isBot": False}
    return {"id": "5", "type": "Default", "content": content, "author": author, **more}


@pytest.mark.parametrize(
    ("content", "readable"),
    [
        ("<@!11> 我喜欢喝茶", "@阿杰 我喜欢喝茶"),
        ("<@99> hi", "@99 hi"),
        ("<a:wave:123> <#77>", ":wave: #77"),
        ("a < b > c", "a < b > c"),
    ],
)
def test_mentions_and_emoji(read_text: Reads, content: str, readable: str) -> None:
    mentions = [{"id": "11", "name": "jie", "nickname": "阿杰"}]
    (message,) = read_text(channel(row(content, mentions=mentions)), "c.json")
    assert message.text == readable
    assert (message.user_id, message.author) == ("10", "小满")


def test_notices_media_and_nothing(read_text: Reads) -> None:
    log = read_text(
        channel(
            row("pinned", type="ChannelPinnedMessage"),
            row("", attachments=[{"fileName": "a.png"}]),
            row("", stickers=[{"name": "x"}]),
            row(""),
            row("look", attachments=[{"fileName": "a.PNG"}, {"fileName": "b.zip"}]),
        ),
        "c.json",
    )
    assert [m.attachments for m in log] == [("image", "file")]
    assert dict(log.skipped) == {"system": 1, "media": 2, "empty": 1}
