"""The export of ChatGPT: the tree, the shards, the zip."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from persona.logs import read
from tests.logs.conftest import Reads


def node(
    key: str, parent: str | None, text: str | None, role: str = "user", **more: Any
) -> dict[str, Any]:
    message = None
    if text is not None:
        message = {
            "id": key,
            "author": {"role": role},
            "content": {"content_type": "text", "parts": [text]},
            "recipient": "all",
            "metadata": {},
            **more,
        }
    return {"id": key, "parent": parent, "children": [], "message": message}


def talk(key: str, *nodes: dict[str, Any], current: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "conversation_id": key,
        "title": key,
        "mapping": {each["id"]: each for each in nodes},
    }
    return found if current is None else {**found, "current_node": current}


def test_only_the_path_to_the_current_node_is_read(read_text: Reads) -> None:
    talks = [
        talk(
            "c1",
            node("r", None, None),
            node("old", "r", "我喜欢咖啡"),
            node("new", "r", "我喜欢喝茶"),
            node("a", "new", "好的", "assistant"),
            current="a",
        )
    ]
    log = read_text(json.dumps(talks), "conversations.json", user_id="ann")
    assert [m.text for m in log] == ["我喜欢喝茶", "好的"]
    assert dict(log.skipped) == {"no_message": 1, "off_branch": 1}


def test_a_circle_of_parents_ends(read_text: Reads) -> None:
    talks = [talk("c1", node("a", "b", "one"), node("b", "a", "two"), current="a")]
    assert [m.text for m in read_text(json.dumps(talks), user_id="ann")] == ["two", "one"]


def test_a_missing_time_is_that_of_the_message_before(read_text: Reads) -> None:
    talks = [
        talk(
            "c1",
            node("a", None, "first"),
            node("b", "a", "second", create_time=1714570000.0),
            node("c", "b", "third", create_time=None),
            current="c",
        )
    ]
    first, second, third = read_text(json.dumps(talks), user_id="ann")
    assert (first.time, first.time_inferred) == (None, False)  # nothing before it: not known
    assert third.time == second.time
    assert third.time_inferred
    assert not second.time_inferred


def test_zip_of_shards_with_the_user_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with ZipFile(path, "w") as archive:
        for index in range(2):
            shard = [talk(f"c{index}", node("m", None, f"text {index}"), current="m")]
            archive.writestr(f"conversations-{index:03}.json", json.dumps(shard))
        archive.writestr("user.json", json.dumps({"id": "user-1", "email": "a@example.org"}))
        archive.writestr("chat.html", "<html>")
        archive.writestr("message_feedback.json", "[]")
        archive.writestr("file-abc.png", b"\x89PNG\x00\x00")
    log = read(path)
    assert [(m.user_id, m.conversation_id) for m in log] == [("user-1", "c0"), ("user-1", "c1")]
    assert log.format == "chatgpt-export"
    assert log.warnings == []
    assert [m.user_id for m in read(path, user_id="ann")] == ["ann", "ann"]


def test_a_torn_export_keeps_the_whole_conversations(read_text: Reads) -> None:
    whole = json.dumps([talk(f"c{i}", node("m", None, f"text {i}"), current="m") for i in range(3)])
    log = read_text(whole[:-40], "conversations.json", user_id="ann")
    assert [m.conversation_id for m in log] == ["c0", "c1"]
    assert dict(log.unreadable) == {"invalid_json": 1}
    assert log.warnings == ["record 3: invalid JSON (the rest is skipped)"]


def test_marks_of_citations_go_only_from_answers(read_text: Reads) -> None:
    talks = [
        talk(
            "c1",
            node("u", None, "see \ue200x\ue201"),
            node("a", "u", "Go \ue200cite\ue202turn0\ue201 there.", "assistant"),
            current="a",
        )
    ]
    user, answer = read_text(json.dumps(talks), user_id="ann")
    assert answer.text == "Go there."
    assert user.text == "see \ue200x\ue201"
