from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from persona.agent.parts import attached, document, image, noted, sent, text
from persona.agent.templates import fill
from persona.agent.thinking import Thoughts, shown
from persona.errors import AgentError, TemplateError
from persona.llm.testing import Scripted
from persona.tokens import estimate
from tests.agent.talk import calls, talk, texts_of

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 16


def look(x: int) -> str:
    """Looks."""
    return f"seen {x}"


def test_an_image_is_sent_once_and_noted_later(tmp_path: Path) -> None:
    file = tmp_path / "图.png"
    file.write_bytes(PNG)
    question = [text("什么图？"), image(file)]
    with talk([calls("function", "look", x=1), Scripted("柱状图")], tools=[look]) as (
        agent,
        server,
    ):
        agent.run(question)
    first = next(m for m in server.requests[0]["messages"] if m["role"] == "user")
    assert first["content"][1]["image_url"]["detail"] == "low"
    assert first["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")
    later = next(m for m in server.requests[1]["messages"] if m["role"] == "user")
    assert later["content"] == "什么图？\n[image]"


def test_a_model_that_cannot_see_ends_with_a_sentence() -> None:
    with talk([], vision=False) as (agent, _):
        result = agent.run([text("what?"), image(PNG)])
    assert result.reason == "context"
    assert "cannot see" in result.why


def test_a_document_is_text_and_capped(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("标题\n" + "long line " * 5000, encoding="utf-8")
    part = document(file, tokens=100)
    assert estimate(part["text"]) <= 100
    with talk([Scripted("ok")]) as (agent, server):
        agent.run([text("summarise"), part])
    assert "notes.md" in texts_of(server.requests[0])
    assert noted([text("a"), part]) == "a\n[file]"


def test_a_file_is_an_image_or_a_document_by_how_it_begins(tmp_path: Path) -> None:
    picture, words = tmp_path / "照片", tmp_path / "清单.png"
    picture.write_bytes(PNG)
    words.write_text("买茶", encoding="utf-8")
    assert attached(picture) == image(PNG)
    assert attached(words) == {"type": "document", "name": "清单.png", "text": "买茶"}
    with pytest.raises(AgentError, match="cannot be read"):
        attached(tmp_path / "none")


def test_files_that_cannot_be_sent(tmp_path: Path) -> None:
    binary = tmp_path / "b.bin"
    binary.write_bytes(b"\xff\xfe\x00")
    wrong: list[Callable[[], object]] = [
        lambda: document(binary),
        lambda: image(binary),
        lambda: image(tmp_path / "none.png"),
    ]
    for call in wrong:
        with pytest.raises(AgentError):
            call()
    with pytest.raises(AgentError, match="audio"):
        sent([{"type": "audio"}], vision=True)


class Odd:
    def __str__(self) -> str:
        raise RuntimeError("no")


def test_a_template_is_filled_in_one_pass_and_names_all_that_is_missing() -> None:
    assert fill("{{a}} {{ b }}", {"a": "{{b}}", "b": None, "c": 1}) == "{{b}} "
    assert fill("晚{{x}}好", {"x": "上"}) == "晚上好"
    with pytest.raises(TemplateError, match="x, y"):
        fill("{{x}}{{y}}{{z}}", {"z": 1})
    with pytest.raises(TemplateError, match="x"):
        fill("{{x}}", {"x": Odd()})


def test_thoughts_are_told_apart_however_the_text_is_cut() -> None:
    said = "<think>a <b> </think>\nso: 1 < 2 <thinking>x</thinking>!<th"
    for size in (1, 3, 100):
        thoughts = Thoughts()
        pieces = [said[at : at + size] for at in range(0, len(said), size)]
        assert "".join(map(thoughts.feed, pieces)) + thoughts.close() == "so: 1 < 2 !<th"
        assert "".join(thoughts.thought) == "a <b> x"


def test_a_folded_thought_is_closed() -> None:
    stream = [(False, "<think>\nhm"), (True, "hidden</think>"), (False, "\nanswer")]
    assert shown(stream) == "<think>\nhm\n</think>\nanswer"
    assert shown([(False, "<think>hm")]) == "<think>hm\n</think>"
    assert shown([(False, "plain"), (True, "x")]) == "plain"


def test_a_hidden_thought_is_no_answer() -> None:
    with talk([Scripted("<think>secret</think>", chunk=3), Scripted("open")]) as (agent, _):
        result = agent.run("hello")
    assert result.answer == "open"
    assert "secret" not in str([e for e in result.events if type(e).__name__ == "TextDelta"])
