from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from persona.cli import app
from persona.config import Settings
from persona.engine import PersonaEngine


@pytest.fixture
def url(tmp_path: Path) -> str:
    made = f"sqlite:///{tmp_path / 'store.db'}"
    with PersonaEngine(settings=Settings(db=made, extractor="rules")) as engine:
        engine.add(
            "ann",
            [
                {"role": "user", "content": "I can't stand hotels with noisy lobbies.", "id": "m1"},
                {"role": "user", "content": "我每周三去打羽毛球", "id": "m2"},
            ],
        )
        engine.rebuild(["ann"])
    return made


def test_recall_prints_a_table_or_json(url: str) -> None:
    shown = CliRunner().invoke(app, ["recall", "ann", "a hotel in Porto", "--db", url])
    assert shown.exit_code == 0
    assert "m1" in shown.stdout
    found = CliRunner().invoke(app, ["recall", "ann", "打羽毛球", "-k", "1", "--db", url, "--json"])
    (row,) = json.loads(found.stdout)
    assert row["message_ids"] == ["m2"]
    assert {"text", "score", "why", "kind"} <= set(row)


def test_prompt_takes_a_query(url: str) -> None:
    shown = CliRunner().invoke(app, ["prompt", "ann", "--query", "Which hotel?", "--db", url])
    assert "hotels with noisy lobbies" in shown.stdout


def test_eval_prints_tables_or_json() -> None:
    shown = CliRunner().invoke(app, ["eval", "updates", "--every", "20"])
    assert shown.exit_code == 0
    assert "persona" in shown.stdout
    found = CliRunner().invoke(app, ["eval", "updates", "--every", "20", "--json"])
    assert set(json.loads(found.stdout)) == {
        "all",
        "en",
        "zh",
        "second",
        "unseen",
        "unseen en",
        "unseen zh",
    }


def test_a_table_leaves_intervals_to_json() -> None:
    shown = CliRunner().invoke(app, ["eval", "updates", "--every", "20"])
    found = CliRunner().invoke(app, ["eval", "updates", "--every", "20", "--json"])
    told = json.loads(found.stdout)["zh"]["persona"]
    assert len(told["clean@128 interval"]) == 2
    assert "clean@128" in shown.stdout
    assert "interval" not in shown.stdout


def test_observations_are_told_in_the_third_person(url: str) -> None:
    told = [
        {"role": "user", "content": "Last week I moved to Porto with my brother.", "id": "m3"},
        {"role": "user", "content": "我上周带女儿去了海边", "id": "m4"},
    ]
    with PersonaEngine(settings=Settings(db=url, extractor="rules")) as engine:
        engine.add("bob", told)
    shown = CliRunner().invoke(app, ["observations", "bob", "--db", url])
    assert shown.exit_code == 0
    assert "moved to Porto" in shown.stdout
    found = CliRunner().invoke(app, ["observations", "bob", "--db", url, "--json"])
    rows = {row["message_ids"][0]: row["text"] for row in json.loads(found.stdout)}
    assert set(rows) == {"m3", "m4"}
    assert "I moved" not in rows["m3"]
    assert "海边" in rows["m4"]


def test_eval_takes_words_alone_and_refuses_an_ablation_that_there_is_not() -> None:
    shown = CliRunner().invoke(app, ["eval", "updates", "--every", "20", "--words"])
    assert "newest first" in shown.stdout
    refused = CliRunner().invoke(app, ["eval", "updates", "--ablate"])
    assert refused.exit_code != 0
    assert "no ablation" in str(refused.exception)
