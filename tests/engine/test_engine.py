from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from persona import PersonaEngine
from persona.config import Settings
from persona.errors import LogFormatError, UnknownNameError, UsageError, UserIdError

NOW = datetime(2026, 4, 1, tzinfo=UTC)


@pytest.fixture
def engine() -> Iterator[PersonaEngine]:
    with PersonaEngine(
        settings=Settings(db="sqlite://", extractor="rules"), clock=lambda: NOW
    ) as made:
        yield made


def turn(text: str, day: int, **fields: object) -> dict[str, object]:
    time = (datetime(2026, 3, 1, 9, tzinfo=UTC) + timedelta(days=day)).isoformat()
    return {"role": "user", "content": text, "timestamp": time, "id": f"m{day}", **fields}


TURNS = [
    turn("I love jazz. I use Vim.", 0),
    turn("我对花生过敏，我讨厌香菜。", 1),
    turn("I stopped using Vim.", 5),
]


def test_the_whole_path(engine: PersonaEngine) -> None:
    engine.add("ann", TURNS)
    report = engine.rebuild(["ann"])
    assert not report.failed
    assert report.users[0].facts["added"] > 3
    persona = engine.persona("ann")
    assert [line.entity for line in persona.likes] == ["jazz"]
    assert [line.entity for line in persona.dislikes] == ["香菜"]
    assert [line.entity for line in persona.safety] == ["花生"]
    assert [line.entity for line in persona.no_longer] == ["Vim"]
    assert [line.entity for line in persona.top(3)] == ["jazz"]
    assert persona.as_of == datetime(2026, 3, 6, 9, tzinfo=UTC)
    with pytest.raises(AttributeError):
        _ = persona.nonsense


def test_as_of_knows_what_was_true_then(engine: PersonaEngine) -> None:
    engine.add("ann", TURNS)
    engine.rebuild()
    then = datetime(2026, 3, 3, tzinfo=UTC)
    assert [line.entity for line in engine.persona("ann", as_of=then).uses] == ["Vim"]
    assert engine.persona("ann").uses == ()
    early = engine.graph("ann", as_of=datetime(2026, 3, 1, 12, tzinfo=UTC))
    assert "jazz" in early
    assert "香菜" not in early
    with pytest.raises(UsageError, match="zone"):
        engine.persona("ann", as_of=datetime(2026, 3, 3))  # noqa: DTZ001 - naive on purpose


def test_the_graph_is_a_copy(engine: PersonaEngine) -> None:
    engine.add("ann", TURNS)
    engine.rebuild()
    graph = engine.graph("ann")
    graph.clear()
    assert "jazz" in engine.graph("ann")


def test_the_block_goes_into_messages_and_is_replaced_not_stacked(engine: PersonaEngine) -> None:
    engine.add("ann", TURNS)
    engine.rebuild()
    asked = [{"role": "user", "content": "晚饭吃什么？"}]
    once = engine.inject(asked, user_id="ann")
    assert len(once) == 2
    assert "花生" in once[0]["content"]
    assert asked == [{"role": "user", "content": "晚饭吃什么？"}]
    assert engine.inject(once, user_id="ann") == once


def test_what_we_put_in_is_not_learnt_again(engine: PersonaEngine) -> None:
    engine.add("ann", TURNS)
    engine.rebuild()
    before = engine.persona("ann").likes[0].mentions
    block = engine.prompt("ann").text
    engine.add("ann", [turn(f"{block}\nthanks", 7)])
    engine.rebuild()
    assert [line.mentions for line in engine.persona("ann").likes] == [before]


def test_observe_marks_the_user_due(engine: PersonaEngine) -> None:
    engine.add("ann", TURNS)
    engine.rebuild()
    assert not engine.status("ann")["due"]
    assert engine.persona("ann").flags == ()
    engine.observe("ann", [turn("I like tea", 8)])
    assert engine.status("ann")["due"]
    assert engine.persona("ann").flags == ("due",)


def test_secrets_are_masked_before_they_are_kept(engine: PersonaEngine) -> None:
    report = engine.add("ann", [turn("我的手机是13800138000，邮箱 a@b.com，我喜欢茶", 0)])
    (kept,) = engine.store.messages("ann")
    assert "13800138000" not in kept.text
    assert "a@b.com" not in kept.text
    assert "喜欢茶" in kept.text
    assert sum(n for name, n in report.noted.items() if name.startswith("masked_")) == 2


def test_a_time_in_the_future_is_no_time(engine: PersonaEngine) -> None:
    report = engine.add("ann", [turn("I love jazz", 60)])
    assert report.noted["future_time"] == 1
    assert engine.store.messages("ann")[0].time is None
    engine.rebuild()
    assert engine.persona("ann").as_of is None
    assert [line.entity for line in engine.persona("ann").likes] == ["jazz"]


@pytest.mark.parametrize("user_id", ["", " ", "a\tb", None, 3])
def test_a_user_id_that_is_none_is_refused_everywhere(
    engine: PersonaEngine, user_id: object
) -> None:
    for call in (
        lambda: engine.add(user_id, TURNS),  # type: ignore[arg-type]
        lambda: engine.persona(user_id),  # type: ignore[arg-type]
        lambda: engine.rebuild([user_id]),  # type: ignore[list-item]
        lambda: engine.prompt(user_id),  # type: ignore[arg-type]
        lambda: engine.status(user_id),  # type: ignore[arg-type]
    ):
        with pytest.raises(UserIdError):
            call()
    assert engine.users() == []


def test_who_is_not_there(engine: PersonaEngine) -> None:
    with pytest.raises(UnknownNameError):
        engine.persona("nobody")
    with pytest.raises(UnknownNameError):
        engine.rebuild(["nobody"])
    engine.add("ann", TURNS)
    with pytest.raises(UsageError, match="rebuild"):
        engine.persona("ann")
    engine.rebuild()
    with pytest.raises(UnknownNameError, match="jazz"):
        engine.explain("ann", "jaz")


def test_names_and_aliases_are_found_in_any_spelling(engine: PersonaEngine) -> None:
    engine.add("ann", TURNS)
    engine.rebuild()
    assert engine.explain("ann", " JAZZ ").key == "jazz"


def test_a_time_without_a_zone_names_what_to_do(engine: PersonaEngine) -> None:
    with pytest.raises(LogFormatError, match=r"zone|tz"):
        engine.add("ann", [{"role": "user", "content": "hi", "timestamp": "2026-03-01T09:00:00"}])


def test_ten_megabytes_in_one_message(engine: PersonaEngine) -> None:
    long = turn("I love jazz. " + "blah " * 2_000_000, 1)
    report = engine.add("ann", [turn("我喜欢茶", 0), long])
    assert report.counts.added + report.skipped.total() == 2
    engine.rebuild()
    assert "茶" in [line.entity for line in engine.persona("ann").likes]


def test_in_a_group_chat_only_my_words_are_evidence(engine: PersonaEngine, tmp_path: Path) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text(
        "[2026-03-01, 09:00:00] Ann: I love jazz\n[2026-03-01, 09:01:00] Bob: I love polka\n",
        encoding="utf-8",
    )
    with pytest.raises(UsageError):
        engine.ingest(chat, tz="UTC")
    engine.ingest(chat, user_id="ann", me="Ann", tz="UTC")
    engine.rebuild()
    assert engine.users() == ["ann"]
    assert [line.entity for line in engine.persona("ann").likes] == ["jazz"]
    assert engine.status("ann")["messages"] == 2


def test_an_export_in_a_zip_and_the_same_unpacked_are_one(
    engine: PersonaEngine, tmp_path: Path
) -> None:
    lines = "".join(
        json.dumps({**t, "user": "ann", "conversation_id": "c"}, ensure_ascii=False) + "\n"
        for t in TURNS
    )
    (tmp_path / "log.jsonl").write_text(lines, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "log.zip", "w") as archive:
        archive.writestr("log.jsonl", lines)
    assert engine.ingest(tmp_path / "log.jsonl").counts.added == 3
    assert engine.ingest(tmp_path / "log.zip").counts.unchanged == 3


def test_a_notebook_shows_an_escaped_table(engine: PersonaEngine) -> None:
    pytest.importorskip("pandas")
    engine.add("ann", [*TURNS, turn("I love <script>alert(1)</script> polka.", 9)])
    engine.rebuild()
    persona = engine.persona("ann")
    assert "<script>" not in persona._repr_html_()
    assert "jazz" in persona._repr_html_()
    frame = persona.to_frame()
    assert set(frame["section"]) >= {"likes", "dislikes", "safety"}


def test_weights_are_a_setting_that_makes_users_due(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    with PersonaEngine(settings=Settings(db=url, extractor="rules")) as plain:
        plain.add("ann", TURNS)
        plain.rebuild()
    changed = Settings(db=url, extractor="rules", weights=(1.0, 0.0, 0.0))
    with PersonaEngine(settings=changed) as other:
        assert other.rebuild().users[0].status == "ok"
        assert other.rebuild().users[0].status == "unchanged"


def test_an_engine_may_be_used_inside_a_running_loop(engine: PersonaEngine) -> None:
    import asyncio

    async def notebook() -> tuple[str, str]:
        engine.add("ann", TURNS)
        sync = engine.rebuild(["ann"]).users[0].status
        engine.observe("ann", [turn("I like tea", 8)])
        report = await engine.arebuild(["ann"])
        return sync, report.users[0].status

    assert asyncio.run(notebook()) == ("ok", "ok")
