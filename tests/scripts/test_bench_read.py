from pathlib import Path

from scripts.bench_read import BARS, main, measure, said


def test_the_messages_are_in_both_languages() -> None:
    texts = [str(row["content"]) for row in said(10)]
    assert any("喜欢" in text for text in texts)
    assert len(set(texts)) == 10


def test_it_measures_both_ways(tmp_path: Path) -> None:
    found = measure(20, 2, tmp_path)
    assert set(found) == set(BARS)
    assert all(ours > 0 and bare > 0 for ours, bare in found.values())
    assert main(["--facts", "10", "--rounds", "1"]) == 0
