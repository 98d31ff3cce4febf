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
        Row("static", "locomo", ("all",), "R@10", "persona_static", 0.95),
        Row("with embeddings", "locomo", ("all",), "R@10", "persona_embeddings"),
        Row("absent", "spc", ("facts",), "F1"),
    )
    assert list(table(found, rows))[2:] == [
        "| evidence | 0.750 | 0.700 to 0.800 | 0.600 (bm25) | 0.70 |",
        "| static | 0.900 | - | 0.010 (random) | 0.95, missed |",
    ]


def test_dense_systems_and_controls_are_no_rivals_of_words() -> None:
    systems = {
        "persona": {"accuracy": 0.6, "interval": [0.5, 0.7]},
        "persona_embeddings": {"accuracy": 0.7},
        "dense": {"accuracy": 0.65},
        "overlap": {"accuracy": 0.3},
        "control: longest": {"accuracy": 0.9},
        "oracle": {"accuracy": 1.0},
    }
    rows = [
        Row("words", "prefeval", ("mcq",), "accuracy"),
        Row("both", "prefeval", ("mcq",), "accuracy", "persona_embeddings"),
    ]
    assert list(table({"prefeval": {"mcq": systems}}, rows))[2:] == [
        "| words | 0.600 | 0.500 to 0.700 | 0.300 (overlap) | - |",
        "| both | 0.700 | - | 0.650 (dense) | - |",
    ]


def test_intervals_may_stand_apart() -> None:
    found = {
        "crosswoz": {
            "values": {"persona": {"R": 0.8}},
            "intervals": {"values": {"persona": {"R": [0.7, 0.9]}}},
        },
        "dulemon": {
            "own facts": {"persona": {"R@3": 0.5}},
            "intervals": {"own facts": {"R@3": {"persona": {"interval": [0.4, 0.6]}}}},
        },
    }
    rows = [
        Row("values", "crosswoz", ("values",), "R"),
        Row("own", "dulemon", ("own facts",), "R@3"),
    ]
    assert [line.split(" | ")[2] for line in list(table(found, rows))[2:]] == [
        "0.700 to 0.900",
        "0.400 to 0.600",
    ]


@pytest.mark.slow
def test_without_data_the_generated_set_is_measured_and_the_rest_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), "--every", "20"]) == 0
    printed = capsys.readouterr()
    assert "updates" in printed.out
    assert "prefeval: not in" in printed.err


def test_a_bar_may_be_set_by_the_best_other_of_the_run() -> None:
    systems = {"persona": {"clean": 0.4}, "recency": {"clean": 0.25}, "bm25": {"clean": 0.1}}
    row = Row("updates", "updates", ("all",), "clean", over=0.2)
    (line,) = list(table({"updates": {"all": systems}}, [row]))[2:]
    assert line == "| updates | 0.400 | - | 0.250 (recency) | 0.45, missed |"


def test_the_encoder_stands_under_the_table() -> None:
    found = {"prefeval": {"encoder": {"e5": {"close from": 0.93}}}}
    assert list(table(found, []))[2:] == [
        "\nEncoder: e5; a line says the same from a cosine of 0.930."
    ]
