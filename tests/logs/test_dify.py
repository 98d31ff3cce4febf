"""Pages of messages of Dify."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from persona.logs import read
from tests.logs.conftest import Reads

ROOT = "00000000-0000-0000-0000-000000000000"


def row(key: str, parent: str | None, at: int, query: str = "", **more: Any) -> dict[str, Any]:
    return {
        "id": key,
        "conversation_id": "c",
        "parent_message_id": parent,
        "query": query or key,
        "answer": f"re {key}",
        "created_at": at,
        **more,
    }


def ids(log: Any) -> list[str]:
    return [message.message_id for message in log if message.role == "user"]


def page(*rows: dict[str, Any]) -> str:
    return json.dumps({"data": list(rows), "has_more": False})


def test_asked_again_at_the_root(read_text: Reads) -> None:
    log = read_text(page(row("b", ROOT, 2, "喝什么"), row("a", ROOT, 1, "喝什么")), user_id="ann")
    assert ids(log) == ["b:user"]
    assert dict(log.skipped) == {"off_branch": 1}


def test_rows_of_a_program_all_have_the_root_as_parent(read_text: Reads) -> None:
    log = read_text(page(row("c", ROOT, 3), row("a", ROOT, 1), row("b", ROOT, 2)), user_id="ann")
    assert ids(log) == ["a:user", "b:user", "c:user"]
    assert dict(log.skipped) == {}


def test_a_parent_that_is_not_on_the_page_loses_nothing(read_text: Reads) -> None:
    log = read_text(page(row("c", "gone", 3), row("a", ROOT, 1)), user_id="ann")
    assert ids(log) == ["a:user", "c:user"]


def test_pages_in_a_folder_are_one_conversation(tmp_path: Path) -> None:
    (tmp_path / "page2.json").write_text(page(row("a", ROOT, 1), row("x", "a", 2)), "utf-8")
    (tmp_path / "page1.json").write_text(page(row("c", "b", 4), row("b", "a", 3)), "utf-8")
    log = read(tmp_path, user_id="ann")
    assert ids(log) == ["a:user", "b:user", "c:user"]
    assert dict(log.skipped) == {"off_branch": 1}


def test_the_log_of_messages_names_the_user(read_text: Reads) -> None:
    rows = [row("a", None, 1, created_by_end_user={"id": "e1", "session_id": "小满"})]
    assert {m.user_id for m in read_text(page(*rows), user_id="x")} == {"小满"}


def test_folded_reasoning_is_no_answer(read_text: Reads) -> None:
    answer = '<details style="x" open> <summary> Thinking... </summary>hm</details>开水白菜。'
    log = read_text(page(row("a", None, 1, answer=answer)), user_id="ann")
    assert [m.text for m in log] == ["a", "开水白菜。"]


def test_annotations_build_no_persona(read_text: Reads) -> None:
    log = read_text("Question,Answer\nHow?,So.\n", "a.csv", user_id="ann")
    assert log.annotations
    assert [(m.user_id, m.role) for m in log] == [(None, "user"), (None, "assistant")]
