from pathlib import Path

import pytest

from scripts.report_quality import Row, main, table


def test_the_table_shows_ours_the_interval_the_best_other_and_the_bar() -> None:
    found = {
        "locomo": {
            "all": {
                "persona": {"R@10": 0.75, "R@10 interval": [0.7, 0.8]},
                "persona_static": {"R@10": 0.9},
                "bm25": {"R@10": 0.6},
                "random": {"R@10": 0.01},
            }
        }
    }
    rows = (
        Row("evidence", "locomo", ("all",), "R@10", must=0.7),
        Row("absent", "spc", ("facts",), "F1"),
    )
    assert list(table(found, rows))[2:] == [
        "| evidence | 0.750 | 0.700 to 0.800 | 0.600 (bm25) | 0.70 |"
    ]


@pytest.mark.slow
def test_without_data_the_generated_set_is_measured_and_the_rest_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), "--every", "20"]) == 0
    printed = capsys.readouterr()
    assert "updates" in printed.out
    assert "prefeval: not in" in printed.err
