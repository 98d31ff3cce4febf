from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from persona.llm.testing import ScriptedServer
from persona.records import USER, Extraction, Relation, Window
from scripts.eval_extraction import Counts, compare, evaluate, main, measure_all, window_of


def case(name: str, text: str, *gold: tuple[str, int], forbidden: tuple[str, ...] = ()) -> Any:
    return {
        "id": name,
        "lang": "zh" if "我" in text else "en",
        "phenomenon": "likes",
        "messages": [{"id": "m1", "role": "user", "content": text}],
        "gold": [{"target_any_of": [t], "polarity": p, "optional": False} for t, p in gold],
        "forbidden": list(forbidden),
    }


CASES = [
    case("a", "I love jazz and tea.", ("jazz", 1), ("tea", 1)),
    case("b", "我讨厌火锅", ("火锅", -1)),
    case("c", "My wife loves opera.", forbidden=("opera",)),
]


def says(*rows: tuple[str, int]) -> Any:
    """An extractor that says the same of every window."""

    def extract(window: Window) -> Extraction:
        ids = window.message_ids
        kinds = {1: "likes", -1: "dislikes"}
        found = (Relation(USER, t, "says", kinds[p], p, 0.9, ids) for t, p in rows)
        return Extraction((), tuple(found))

    return extract


def test_precision_recall_and_what_is_forbidden() -> None:
    """Of three gold pairs two are found; opera does not pass the gate, without it it is an error."""
    extract = says(("jazz", 1), ("火锅", -1), ("opera", 1))
    total = evaluate(CASES, extract)["total"]
    assert (total["gold"], total["hits"], total["extra"], total["forbidden"]) == (3, 2, 0, 0)
    assert (total["precision"], total["recall"], total["f1"]) == (1.0, 0.6667, 0.8)
    bare = evaluate(CASES, extract, gate=False)["total"]
    # without the gate each of the three is said in each of the three cases: 9 pairs, 2 of them right
    assert (bare["hits"], bare["extra"], bare["forbidden"]) == (2, 7, 1)


def test_a_wrong_sign_is_counted_apart() -> None:
    """The gate would turn it by the person's own words; without it, it stays."""
    wrong = says(("jazz", -1), ("tea", 1))
    assert evaluate(CASES[:1], wrong)["total"]["hits"] == 2
    total = evaluate(CASES[:1], wrong, gate=False)["total"]
    assert (total["hits"], total["extra"], total["wrong_sign"]) == (1, 1, 1)


def test_the_interval_is_paired() -> None:
    cases = [case(f"c{n}", "I love jazz.", ("jazz", 1)) for n in range(20)]
    good = measure_all(cases, says(("jazz", 1)))
    assert compare(good, good, draws=50) == {"difference": 0.0, "low": 0.0, "high": 0.0}
    half = [*good[:10], *(Counts(cases=1, gold=1) for _ in range(10))]
    found = compare(half, good, draws=500)
    # F1 of half: precision 1, recall 1/2, so 2/3; the difference is 1/3
    assert found["difference"] == pytest.approx(0.3333, abs=1e-3)
    assert 0 < found["low"] < found["difference"] < found["high"] < 1


def test_rules_and_model_side_by_side_and_answers_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, kept = tmp_path / "gold.json", tmp_path / "answers.jsonl"
    gold.write_text(json.dumps({"cases": CASES}), encoding="utf-8")

    def model(request: Mapping[str, Any]) -> str:
        shown = request["messages"][1]["content"]
        rows = [
            {
                "source": "USER",
                "target": name,
                "relation": "likes",
                "weight": 0.9,
                "evidence": ["m1"],
            }
            for name in ("jazz", "opera")
            if name in shown
        ]
        return json.dumps({"entities": [], "relations": rows})

    with ScriptedServer(model) as server:
        call = [str(gold), "--model", "scripted", "--base-url", server.url, "--answers", str(kept)]
        assert main([*call, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["rules"]["total"]["f1"] == 1.0
        assert report["model"]["total"]["hits"] == 1
        assert report["model"]["total"]["forbidden"] == 0
        assert report["usage"]["calls"] == len(server.requests) == 3
        assert report["f1_model_less_rules"]["difference"] < 0
        assert main(call) == 0
        assert "-- model: scripted" in capsys.readouterr().out
        assert len(server.requests) == 3  # what is kept is not asked again
    assert window_of(CASES[0]).message_ids == ("m1",)
