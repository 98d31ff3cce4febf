from __future__ import annotations

import json

import pytest

from scripts.bench_llm import LEAST_OF_IDEAL, asked_again, first_and_again, main, measure, rows_of


def test_an_unchanged_log_asks_nothing_and_calls_are_windows_and_retries() -> None:
    run = first_and_again(users=2, messages=30, delay=0.0)
    assert run["again_calls"] == 0
    assert run["retries"] > 0
    assert run["calls"] == run["windows"] + run["retries"]


def test_one_edit_moves_few_windows() -> None:
    edit = asked_again(number=40, messages=120)
    assert edit["median"] <= 2
    assert edit["median"] <= edit["p95"] <= edit["most"]


@pytest.mark.slow
def test_a_missed_bar_is_named_and_exits_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEAST_OF_IDEAL, 8, 2.0)  # nothing is twice as fast as the ideal
    small = ["--users", "1", "--messages", "20", "--edits", "10", "--delay", "0.02"]
    assert main(small) == 1
    assert "MISSED" in capsys.readouterr().out
    assert main([*small, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["P7"]["fan_out"][0]["holds"] is False


@pytest.mark.slow
def test_the_table_has_a_row_for_each_bar() -> None:
    report = measure(users=1, messages=20, edits=10, delay=0.02)
    assert [row[0][:2] for row in rows_of(report)] == ["P6"] + ["P7"] * 5
