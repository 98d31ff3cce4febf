from __future__ import annotations

import logging
from pathlib import Path

import pytest

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.llm.testing import ScriptedServer
from persona.recall.embedding import Embedder
from tests.embedders import Themes

SAID = ("I love oolong tea.", "I can't stand crowds.", "I enjoy steep hills.", "我喜欢做陶艺")


def made(folder: Path, embedder: Embedder | None) -> PersonaEngine:
    """An engine with one user."""
    settings = Settings(db=f"sqlite:///{folder / 'p.db'}", extractor="rules")
    engine = PersonaEngine(settings=settings, embedder=embedder)
    engine.add("ann", [{"role": "user", "content": t, "id": f"m{n}"} for n, t in enumerate(SAID)])
    engine.rebuild(["ann"])
    return engine


def test_recall_finds_by_meaning_and_says_so(tmp_path: Path) -> None:
    with made(tmp_path, Themes()) as engine:
        (found, *_) = engine.recall("ann", "dying of thirst")
        assert (found.kind, found.message_ids, found.why) == ("fact", ("m0",), "meaning")
        assert engine.recall("ann", " ") == ()
    with made(tmp_path, None) as engine:
        assert engine.recall("ann", "dying of thirst") == ()


def test_a_prompt_with_a_query_takes_what_is_near_first(tmp_path: Path) -> None:
    def first(engine: PersonaEngine, query: str) -> str:
        block = engine.prompt("ann", query=query)
        return min(block.included, key=lambda item: item.turn).text

    with made(tmp_path, Themes()) as engine:
        assert "oolong" in first(engine, "dying of thirst")
        assert "hills" in first(engine, "somewhere outdoors")
        assert "crowds" in first(engine, "安静的地方")


def test_a_line_is_embedded_once_and_again_only_when_it_changes(tmp_path: Path) -> None:
    embedder = Themes()
    with made(tmp_path, embedder) as engine:
        engine.recall("ann", "thirst")
        before = list(embedder.asked)
        engine.recall("ann", "outdoors")
        assert embedder.asked[len(before) :] == ["outdoors"]
        engine.add("ann", [{"role": "user", "content": "I love strong coffee.", "id": "m9"}])
        engine.rebuild(["ann"])
        engine.recall("ann", "thirst")
        new = embedder.asked[len(before) + 1 :]
    assert new[0] == "thirst"
    assert [text for text in new[1:] if "coffee" not in text] == []


def test_what_is_forgotten_is_out_of_memory_at_once(tmp_path: Path) -> None:
    with made(tmp_path, Themes()) as engine:
        engine.recall("ann", "thirst")
        meanings = engine._indexes._meanings
        assert meanings is not None
        assert "ann" in meanings._held
        engine.forget("ann", message_id="m0")
        assert "ann" not in meanings._held
        assert all("m0" not in found.message_ids for found in engine.recall("ann", "thirst"))
        held = meanings._held["ann"]
        assert all("oolong" not in line.text for line in held.known.lines)
        assert len(held.digests) == len(held.known.lines)


def test_users_are_apart(tmp_path: Path) -> None:
    with made(tmp_path, Themes()) as engine:
        engine.add("bob", [{"role": "user", "content": "I love green tea."}])
        engine.rebuild(["bob"])
        assert all("oolong" not in found.text for found in engine.recall("bob", "thirst"))
        assert all("green" not in found.text for found in engine.recall("ann", "thirst"))


def test_an_embedder_that_fails_costs_the_meaning_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with made(tmp_path, Themes(fails=True)) as engine, caplog.at_level(logging.WARNING):
        found = engine.recall("ann", "which oolong tea?")
        block = engine.prompt("ann", query="which oolong tea?")
    assert found[0].message_ids == ("m0",)
    assert "oolong" in block.text
    assert "recall goes by words alone: the embedding server is away" in caplog.text


def test_the_settings_name_a_server(tmp_path: Path) -> None:
    themes = Themes()
    with ScriptedServer(vectors=lambda asked: themes.embed(asked["input"]).tolist()) as server:
        settings = Settings(
            db=f"sqlite:///{tmp_path / 'p.db'}",
            extractor="rules",
            embeddings="themes",
            embeddings_base_url=server.url,
        )
        with PersonaEngine(settings=settings) as engine:
            engine.add("ann", [{"role": "user", "content": text} for text in SAID])
            engine.rebuild(["ann"])
            assert server.requests == []  # only reads with a query call it
            engine.prompt("ann")
            assert server.requests == []
            assert "oolong" in engine.recall("ann", "dying of thirst")[0].text
    assert {request["model"] for request in server.requests} == {"themes"}
