"""How long it takes to read a prompt from the store, against a bare read and a bare search (bar P5).

    python scripts/bench_read.py [--facts N] [--rounds N] [--limit]

One user with about N facts is built in a SQLite file. Timed in turn, in one process: the block of the
stored persona against one bare SELECT of the same row by `sqlite3`; and the block with a query against
a bare BM25 query (terms and scores, the index made before) over the same texts. No model, no network.
The ratios of the medians are printed; with ``--limit`` a ratio above its bar exits with 1.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent

BARS = {"prompt": 10.0, "prompt with a query": 5.0}
VERBS = (
    "I love {x}.",
    "I can't stand {x}.",
    "I use {x} every day.",
    "我喜欢{x}。",
    "I avoid {x} on Mondays.",
)
HEADS = ("tea", "film", "bike", "soup", "novel", "trail", "cheese", "guitar", "editor", "garden")
QUERIES = (
    "what shall I cook tonight?",
    "which film is worth it?",
    "周末去哪儿骑车",
    "a good editor for Python?",
)


def said(facts: int) -> list[dict[str, object]]:
    """Messages about so many invented things."""
    return [
        {
            "role": "user",
            "id": f"m{n}",
            "conversation_id": f"c{n // 8}",
            "timestamp": 1_700_000_000 + 3_600 * n,
            "content": VERBS[n % len(VERBS)].replace("{x}", f"Brand{n} {HEADS[n % len(HEADS)]}"),
        }
        for n in range(facts)
    ]


def medians(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Median seconds of CPU of one call of each, timed in turn."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, found in zip(calls, times, strict=True):
            start = time.process_time()
            call()
            found.append(time.process_time() - start)
    return [statistics.median(found) for found in times]


def measure(facts: int, rounds: int, folder: Path) -> dict[str, tuple[float, float]]:
    """Seconds of ours and of the bare way, by bar."""
    from persona.config import Settings
    from persona.engine import PersonaEngine
    from persona.recall.bm25 import Lexicon
    from persona.recall.words import terms

    path = folder / "bench.db"
    with PersonaEngine(settings=Settings(db=f"sqlite:///{path}", extractor="rules")) as engine:
        engine.add("ann", said(facts))
        engine.rebuild(["ann"])
        texts = [line.text for line in engine._indexes.known(engine.store, "ann")[1].lines]
        print(f"{len(engine.facts('ann'))} facts, {len(texts)} lines that can be searched")
        plain = Lexicon.of([terms(text) for text in texts])
        bare = sqlite3.connect(path)
        numbers = iter(range(10**9))

        def row() -> object:
            return bare.execute("SELECT body FROM personas WHERE user_id = 'ann'").fetchone()

        def search() -> object:
            return plain.scores(terms(QUERIES[next(numbers) % len(QUERIES)])).argsort()[::-1]

        def seeded() -> object:
            return engine.prompt("ann", query=QUERIES[next(numbers) % len(QUERIES)])

        for call in (row, search, seeded):
            call()
        found = medians([lambda: engine.prompt("ann"), row, seeded, search], rounds)
        bare.close()
    return {"prompt": (found[0], found[1]), "prompt with a query": (found[2], found[3])}


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Times the reading of prompts.")
    parser.add_argument("--facts", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=50, help="timings of each, in turn")
    parser.add_argument("--limit", action="store_true", help="exit with 1 above a bar")
    call = parser.parse_args(arguments)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (ours, bare) in measure(call.facts, call.rounds, Path(folder)).items():
            missed += ours > BARS[name] * bare
            print(
                f"{name}: {ours * 1e6:.0f} us, bare {bare * 1e6:.0f} us,"
                f" {ours / bare:.1f} times (bar {BARS[name]:.0f})"
            )
    return 1 if call.limit and missed else 0


if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))
    raise SystemExit(main())
