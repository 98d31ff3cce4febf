"""The benchmark measures what it says, in the shape that programs read."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

_SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_scoring", _SCRIPTS / "bench_scoring.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_p2_ranks_are_exact_and_company_changes_nothing(bench: ModuleType) -> None:
    found = bench.p2()
    assert found["max_deviation"] <= 1e-8
    assert found["batch_equals_alone"] is True


@pytest.mark.slow
def test_p1_compares_both_ways_over_the_same_graphs(bench: ModuleType) -> None:
    found = bench.p1(20)
    assert {"ratio", "tolerance", "users"} <= set(found)
    assert (found["users"], found["tolerance"]) == (20, 1e-12)


@pytest.mark.slow
def test_the_ablation_prints_a_figure_for_every_term() -> None:
    done = subprocess.run(
        [sys.executable, str(_SCRIPTS / "ablation.py"), "--users", "3", "--json"],
        capture_output=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert {"without pagerank", "without degree", "without frequency", "classic formula"} <= set(
        found
    )
    assert all(0 <= figures["ndcg@10"] <= 1 for figures in found.values())
