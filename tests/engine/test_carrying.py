from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import networkx as nx
import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.engine.carrying import as_csv, everything_of, inert
from persona.errors import LogFormatError, UnknownNameError, UsageError
from persona.llm.testing import ScriptedServer
from tests.engine.test_forgetting import NOW, by_rules, everything, said
from tests.engine.test_llm_rebuild import engine_on, likes_what_stands_there
from tests.engine.test_summarising import names_what_is_shown
from tests.strategies import NO_SHRINKING, Said, logs


def without_user(views: dict[str, Any], user_id: str) -> Any:
    """What is derived, with the user's id and the ids made of it taken out."""
    persona = views["persona"].to_dict()
    facts = [
        (f.source, f.kind, f.target, f.polarity, f.label, f.slot, f.evidence, f.intervals)
        for f in views["facts"]
    ]
    assert persona.pop("user_id") == user_id
    return (
        persona,
        sorted(facts, key=repr),
        views["entities"],
        views["rejections"],
        views["messages"],
    )


def test_an_export_holds_all_and_comes_back_byte_for_byte(tmp_path: Path) -> None:
    file = tmp_path / "ann.json"
    with by_rules() as made, by_rules() as other:
        made.add(
            "ann", [said(1, "I love tea and 火锅."), said(2, "我讨厌香菜。"), said(3, "I use Vim.")]
        )
        made.rebuild(["ann"])
        made.pin("ann", "火锅")
        made.correct("ann", "Vim", instead="Emacs")
        made.forget("ann", message_id="m2")
        made.rebuild(["ann"])
        made.export("ann", file)
        body = json.loads(file.read_text("utf-8"))
        assert [m["text"] for m in body["messages"]] == ["I love tea and 火锅.", "I use Vim."]
        assert body["facts"][0]["evidence"]
        assert (body["tombstones"], len(body["corrections"])) == (1, 2)
        assert other.import_(file) == "ann"
        assert everything(other) == everything(made)
        assert orjson.dumps(other.persona("ann").to_dict()) == orjson.dumps(
            made.persona("ann").to_dict()
        )
        assert other.rebuild(["ann"]).users[0].status == "unchanged"
        again = tmp_path / "again.json"
        other.export("ann", again)
        assert json.loads(again.read_text("utf-8")) == {**body, "tombstones": 0}


@pytest.mark.slow
@settings(
    max_examples=10,
    phases=NO_SHRINKING,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(logs(), st.booleans())
def test_an_import_under_another_id_gives_the_same_and_asks_nobody(
    tmp_path: Path, log: list[Said], by_model: bool
) -> None:
    file = tmp_path / "ann.json"
    with ScriptedServer(likes_what_stands_there) as server:

        def engine() -> Any:
            return engine_on(server) if by_model else by_rules()

        with engine() as made, engine() as other:
            made.add("ann", [s.as_dict() for s in log])
            made.rebuild(["ann"])
            calls = len(server.requests)
            made.export("ann", file)
            assert other.import_(file, user_id="王五") == "王五"
            assert without_user(everything(other, "王五"), "王五") == without_user(
                everything(made), "ann"
            )
            other.rebuild(["王五"])
            assert len(server.requests) == calls


def test_a_user_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "ann.json"
    with by_rules() as made:
        made.add("ann", [said(1, "I love tea.")])
        made.export("ann", file)
        with pytest.raises(UsageError, match="--user"):
            made.import_(file)
        assert made.import_(file, user_id="bob") == "bob"
        assert made.status("bob")["built_revision"] is None
        with pytest.raises(UnknownNameError):
            made.export("eve", tmp_path / "eve.json")
        with pytest.raises(UsageError):
            made.export("ann", tmp_path / "ann.csv")
        with pytest.raises(UsageError):
            made.export("ann", tmp_path / "ann.docx")


def spoilt(**changes: Any) -> bytes:
    with by_rules() as made:
        made.add("ann", [said(1, "I love tea.")])
        made.rebuild(["ann"])
        return orjson.dumps({**everything_of(made.store, "ann"), **changes})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"a": 1}',
        b"\xff\xfe",
        {"version": 99},
        {"user_id": None},
        {"messages": [{"text": "x"}]},
        {"messages": []},
        {"messages": None},
        {"answers": [{"key": "k"}]},
    ],
)
def test_what_is_no_export_is_refused_whole(tmp_path: Path, data: bytes | dict[str, Any]) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(data if isinstance(data, bytes) else spoilt(**data))
    with by_rules() as made:
        with pytest.raises(LogFormatError, match=r"x\.json"):
            made.import_(file)
        with pytest.raises(LogFormatError):
            made.import_(tmp_path / "absent.json")
        assert made.users() == []


def test_an_answer_that_cannot_be_read_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    body = json.loads(spoilt())
    for answer in body["answers"]:
        answer["body"] = "{"
    file.write_text(json.dumps(body), "utf-8")
    with by_rules() as made:
        with pytest.raises(LogFormatError):
            made.import_(file)
        assert made.users() == []


def test_lines_as_csv_and_the_graph_as_graphml(tmp_path: Path) -> None:
    with by_rules() as made:
        made.add("ann", [said(1, "I love tea."), said(2, '我喜欢"火锅, 麻辣"。')])
        made.rebuild(["ann"])
        made.export("ann", tmp_path / "ann.csv")
        rows = list(csv.DictReader(io.StringIO((tmp_path / "ann.csv").read_text("utf-8"))))
        assert {row["entity"] for row in rows} == {e.name for e in made.store.entities("ann")}
        found = {row["entity"]: (row["section"], row["messages"], row["quotes"]) for row in rows}
        assert found["tea"] == ("likes", "m1", "I love tea")
        made.export("ann", tmp_path / "ann.graphml")
        graph = nx.read_graphml(tmp_path / "ann.graphml", force_multigraph=True)
        assert set(graph) == set(made.graph("ann"))


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-x", "'-x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("tea", "tea"),
        ("香菜", "香菜"),
        (-0.5, "-0.5"),
        (None, ""),
    ],
)
def test_no_cell_is_a_formula(value: object, cell: str) -> None:
    assert inert(value) == cell


@settings(max_examples=30)
@given(st.text(max_size=12))
def test_no_text_cell_begins_as_a_formula(text: str) -> None:
    assert not inert(text).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_a_diff_says_what_changed() -> None:
    rows = [
        said(1, "I live in Paris. I love tea."),
        said(2, "I live in Lyon. 我现在讨厌tea。", hours=24 * 30),
    ]
    with by_rules() as made:
        made.add("ann", rows)
        made.rebuild(["ann"])
        told = {change.en for change in made.diff("ann")}
        assert "now lives in Lyon (was Paris since 2026-03-01)" in told
        assert any(line.startswith("no longer likes tea") for line in told)
        zh = {change.zh for change in made.diff("ann", since=datetime(2026, 2, 1, tzinfo=UTC))}
        assert "现在住在 Lyon（自 2026-03-31）" in zh
        assert made.diff("ann", since=NOW, until=NOW) == ()
        with pytest.raises(UsageError):
            made.diff("ann", since=NOW)
        with pytest.raises(UsageError):
            made.diff("ann", since=datetime(2026, 2, 1))  # noqa: DTZ001 - without a zone
        with pytest.raises(UnknownNameError):
            made.diff("bob")


def test_what_a_model_says_of_things_leads_from_one_to_another() -> None:
    rows = [
        {"source": "USER", "target": "PyTorch", "relation": "love", "kind": "likes"},
        {"source": "PyTorch", "target": "CUDA", "relation": "used with", "kind": "used_with"},
    ]
    answer = json.dumps({"entities": [], "relations": rows})
    with ScriptedServer(lambda _: answer) as server, engine_on(server) as made:
        made.add("ann", [said(1, "I love PyTorch. PyTorch is used with CUDA.")])
        made.rebuild(["ann"])
        (line,) = made.persona("ann").sections["inferred"]
        (found,) = made.related("ann", "PyTorch")
        assert (line.entity, line.premises) == ("CUDA", found.premises)
        assert (found.stated, found.score) == (False, line.score)
        assert "CUDA" in made.prompt("ann", max_tokens=400).text
        with pytest.raises(UnknownNameError):
            made.related("ann", "JAX")
        made.correct("ann", "PyTorch", wrong=True, kind="likes")
        made.rebuild(["ann"])
        assert made.persona("ann").sections["inferred"] == ()


def test_a_persona_without_lines_is_a_header() -> None:
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules")) as made:
        made.add("ann", [said(1, "哈哈哈")])
        made.rebuild(["ann"])
        assert as_csv(made.persona("ann")).count("\r\n") == 1


def test_a_models_summary_is_taken_along(tmp_path: Path) -> None:
    file = tmp_path / "ann.json"
    with (
        ScriptedServer(names_what_is_shown) as server,
        engine_on(server, summary=True) as made,
        engine_on(server, summary=True) as other,
    ):
        made.add("ann", [said(1, "我喜欢火锅")])
        made.rebuild(["ann"])
        made.export("ann", file)
        calls = len(server.requests)
        other.import_(file, user_id="bob")
        assert other.persona("bob").summary == made.persona("ann").summary
        other.rebuild(["bob"])
        assert len(server.requests) == calls
