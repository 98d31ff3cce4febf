from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from persona import PersonaEngine
from persona.config import Settings
from persona.errors import UsageError
from persona.graph import from_node_link

pytest.importorskip("pyvis")

SAID = [
    {"id": "m1", "role": "user", "content": "I use Vim. 我喜欢茶。", "timestamp": 1772355600},
    {"id": "m2", "role": "user", "content": "I love Vim.", "timestamp": 1772355660},
    {"id": "m3", "role": "user", "content": "I no longer use Vim.", "timestamp": 1772355720},
]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[PersonaEngine]:
    settings = Settings(db=f"sqlite:///{tmp_path / 'store' / 'persona.db'}", extractor="rules")
    (tmp_path / "store").mkdir()
    with PersonaEngine(settings=settings) as made:
        for user in ("Ann", "ann"):
            made.add(user, SAID)
        made.rebuild()
        yield made


def test_a_page_goes_beside_the_store_unless_told_otherwise(
    engine: PersonaEngine, tmp_path: Path
) -> None:
    page = engine.write_graph("Ann")
    assert page == tmp_path / "store" / "pages" / "%41nn.html"
    assert "茶" in page.read_text("utf-8")
    assert b"\r\n" not in page.read_bytes()
    assert engine.write_graph("ann") != page
    assert engine.page_path("Ann") == page


def test_an_entity_has_the_largest_score_of_its_lines(engine: PersonaEngine) -> None:
    persona = engine.persona("ann")
    scores = [
        line.score for lines in persona.sections.values() for line in lines if line.key == "vim"
    ]
    assert min(scores) == 0.0  # in no_longer
    assert max(scores) > 0.0  # among the likes
    page = engine.write_graph("ann").read_text("utf-8")
    data = json.loads(page.split('id="graph-data">')[1].split("</script>")[0])
    shown = {entry["name"]: entry["score"] for entry in data["about"]}
    assert shown["Vim"] == f"{max(scores):.2f}"


def test_other_files_by_their_ending(engine: PersonaEngine, tmp_path: Path) -> None:
    made = engine.write_graph("ann", tmp_path / "ann.json")
    graph = from_node_link(json.loads(made.read_text("utf-8")))
    assert graph.edges == engine.graph("ann").edges
    assert engine.write_graph("ann", tmp_path / "ann.graphml").read_bytes().startswith(b"<?xml")


def test_what_cannot_be_written_leaves_no_file(engine: PersonaEngine, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="graph is written as"):
        engine.write_graph("ann", tmp_path / "ann.pdf")
    with pytest.raises(UsageError, match="heading"):
        engine.write_graph("ann", tmp_path / "ann.json", heading="x")
    with pytest.raises(UsageError, match="height"):
        engine.write_graph("ann", tmp_path / "ann.html", height="1px;}")
    with pytest.raises(UsageError, match="cannot be written"):
        engine.write_graph("ann", tmp_path / "no" / "ann.html")
    assert not list(tmp_path.rglob("ann.*"))


def test_forgetting_takes_the_page_of_that_user_only(engine: PersonaEngine, tmp_path: Path) -> None:
    own = engine.write_graph("ann", tmp_path / "mine.html")
    pages = [engine.write_graph(user) for user in ("ann", "Ann")]
    engine.forget("ann", message_id="m1")
    assert [page.exists() for page in pages] == [False, True]
    assert own.exists()  # a file that was asked for by name is its owner's
    engine.forget("ann", everything=True)
    assert pages[1].exists()


def test_a_store_in_memory_has_no_folder() -> None:
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules")) as engine:
        engine.add("ann", SAID)
        engine.rebuild(["ann"])
        with pytest.raises(UsageError, match="say where"):
            engine.write_graph("ann")
        engine.forget("ann", everything=True)
