"""The fit of the observations' weights: repeatable, and printed as the module has them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from persona.recall.observations.features import NAMES
from scripts.fit_observations import logistic, main


def test_the_regression_finds_the_chances_that_made_the_targets() -> None:
    # Without the feature the chance is 1 in 5, with it 4 in 5: log odds -1.386 and +1.386.
    rows = np.array([[0.0]] * 500 + [[1.0]] * 500)
    targets = np.array([0.2] * 500 + [0.8] * 500)
    intercept, weights = logistic(rows, targets)
    assert intercept == pytest.approx(-1.386, abs=0.06)
    assert weights[0] == pytest.approx(2.773, abs=0.12)


def _conversation(name: str, things: list[str]) -> dict[str, object]:
    told = [f"I bought a {thing} in Lisbon last week." for thing in things]
    turns = []
    for n, text in enumerate(told):
        turns += [
            {"speaker": "Tom", "dia_id": f"D1:{2 * n + 1}", "text": "That sounds great!"},
            {"speaker": "Ida", "dia_id": f"D1:{2 * n + 2}", "text": text},
        ]
    gold = [[f"Ida bought a {t} in Lisbon.", f"D1:{2 * n + 2}"] for n, t in enumerate(things)]
    return {
        "sample_id": name,
        "conversation": {"speaker_a": "Ida", "speaker_b": "Tom", "session_1": turns},
        "qa": [],
        "observation": {"session_1_observation": {"Ida": gold}},
    }


def test_it_leaves_out_looks_last_and_prints_the_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("a", "b", "c")
    rows = [_conversation(name, [f"{name}lamp", f"{name}kite"]) for name in names]
    (tmp_path / "one.json").write_text(json.dumps(rows), "utf-8")
    assert main([str(tmp_path), "--only", "a,b", "--against", "c"]) == 0
    first = capsys.readouterr().out
    assert "a left out" in first
    assert "each left out, together" in first
    assert "c, never fitted on" in first
    assert all(f'"{name}": ' in first for name in NAMES)
    main([str(tmp_path), "--only", "a,b", "--against", "c"])
    assert capsys.readouterr().out == first
