from __future__ import annotations

import pytest

from scripts.bench_agent import best, main, parse


def test_every_action_of_the_sample_is_parsed() -> None:
    assert parse("Thought: a\nAction: x", 3) > 0
    assert best(lambda: sum(range(10_000)), 3) > 0


@pytest.mark.slow
def test_the_figures_are_printed_and_a_limit_decides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--largest", "10000", "--rounds", "2"]) == 0
    said = capsys.readouterr().out
    for word in ("parser:", "loop:", "first text:"):
        assert word in said
    assert main(["--largest", "10000", "--rounds", "2", "--limit-round", "-1000"]) == 1
