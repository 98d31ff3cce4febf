"""Exports of Slack: people, bots, threads, tokens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from persona.logs import Log, attribute, read

USERS = [
    {"id": "U1", "name": "xiaoman", "profile": {"display_name": "小满", "real_name": "Lin"}},
    {"id": "U2", "name": "helper", "is_bot": True, "profile": {"real_name": "Helper"}},
]


def export(
    folder: Path, rows: list[dict[str, Any]], *, listed: bool = True, name: str = "general"
) -> Log:
    if listed:
        (folder / "users.json").write_text(json.dumps(USERS), "utf-8")
        (folder / "channels.json").write_text('[{"id": "C1", "name": "general"}]', "utf-8")
        (folder / "dms.json").write_text('[{"id": "D1", "members": ["U1"]}]', "utf-8")
        (folder / "integration_logs.json").write_text("[]", "utf-8")
    (folder / name).mkdir()
    (folder / name / "2024-03-01.json").write_text(json.dumps(rows), "utf-8")
    return read(folder)


def row(text: str, ts: str = "1709290100.000200", **more: Any) -> dict[str, Any]:
    return {"type": "message", "text": text, "user": "U1", "ts": ts, **more}


@pytest.mark.parametrize(
    ("written", "readable"),
    [
        ("我喜欢<https://example.org|这家店>", "我喜欢这家店"),
        ("<https://example.org>", "https://example.org"),
        ("<mailto:a@example.org|a@example.org>", "a@example.org"),
        ("hi <@U1>, <@U9>, <@U8|bo>", "hi @小满, @U9, @bo"),
        ("in <#C1> and <#C1|general>", "in #general and #general"),
        ("<!subteam^S1|@team> <!channel>", "@team @channel"),
        ("&lt;@U1&gt; &amp;lt;", "<@U1> &lt;"),
    ],
)
def test_tokens(tmp_path: Path, written: str, readable: str) -> None:
    assert [m.text for m in export(tmp_path, [row(written)])] == [readable]


def test_quoted_lines_are_foreign(tmp_path: Path) -> None:
    (message,) = export(tmp_path, [row("&gt; I love rum\nnot me")])
    (span,) = message.foreign
    assert message.text[span.start : span.end] == "> I love rum\n"


def test_bots_are_no_users(tmp_path: Path) -> None:
    rows = [
        row("a", "1.1", user="U2"),
        row("b", "1.2", user="U7", bot_id="B7"),
        row("c", "1.3", bot_id="B1"),  # a program that writes for a person in the list
    ]
    log = export(tmp_path, rows)
    assert [(m.role, m.user_id, m.author) for m in log] == [
        ("assistant", None, "U2"),
        ("assistant", None, "B7"),
        ("user", "U1", "小满"),
    ]


def test_comment_on_a_file_is_by_the_one_who_wrote_it(tmp_path: Path) -> None:
    comment = {"user": "U1", "comment": "I like it"}
    rows = [row("<@U1> commented on a file", subtype="file_comment", user=None, comment=comment)]
    assert [(m.user_id, m.text) for m in export(tmp_path, rows)] == [("U1", "I like it")]


def test_direct_messages_and_channels_out_of_the_list(tmp_path: Path) -> None:
    assert [m.conversation_id for m in export(tmp_path, [row("a")], name="D1")] == ["D1"]


def test_days_without_lists(tmp_path: Path) -> None:
    log = export(tmp_path, [row("我喜欢喝茶")], listed=False)
    assert [(m.conversation_id, m.user_id) for m in log] == [("general", "U1")]
    assert log.warnings == []
    alone = read(tmp_path / "general")
    assert [(m.conversation_id, m.text) for m in alone] == [("general", "我喜欢喝茶")]


def test_me_is_found_by_the_shown_name(tmp_path: Path) -> None:
    log = export(tmp_path, [row("a"), row("b", "1.5", user="U5")])
    assert [m.is_users for m in attribute(log, user_id="x", me="小满")] == [True, False]


def test_a_torn_day_is_counted(tmp_path: Path) -> None:
    export(tmp_path, [row("a")])
    (tmp_path / "general" / "2024-03-02.json").write_text('[{"type": "mess', "utf-8")
    log = read(tmp_path)
    assert len(list(log)) == 1
    assert log.warnings == ["general/2024-03-02.json: record 1: invalid JSON (the rest is skipped)"]
