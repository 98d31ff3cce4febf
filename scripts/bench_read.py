"""How long it takes to read a prompt from the store, against a bare read and a bare search (bar P5).

    python scripts/bench_read.py [--facts N] [--rounds N] [--messages N] [--limit]

One user with about N facts is built in a SQLite file. Timed in turn, in one process: the block of the
stored persona against one bare SELECT of the same row by `sqlite3`; then the block with a query against
a bare BM25 query over the same texts: the index made before, the question cut into terms, scored,
sorted, and the ten best texts taken. The questions come again only after a thousand others. No model,
no network.
With ``--messages`` the kept index of what was said is made, opened and asked, once each.
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
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

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
    "what shall I cook {x}?",
    "which film is worth it {x}?",
    "{x}去哪儿骑车",
    "a good editor for Python, {x}?",
)
WHEN = ("tonight", "on Monday", "周末", "with friends", "明天", "after work", "for a rainy day")
"""Set into the queries, so that none is asked again soon."""


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
        texts = [line.text for line in engine._indexes.known(engine.store, "ann").known.lines]
        print(f"{len(engine.facts('ann'))} facts, {len(texts)} lines that can be searched")
        plain = Lexicon.of([terms(text) for text in texts])
        bare = sqlite3.connect(path)
        queries = [
            query.replace("{x}", f"{when} {n}" if n else when)
            for n in range(40)
            for when in WHEN
            for query in QUERIES
        ]

        # Each way meets a question for the first time: what one has in memory is of no use to the other.
        asked, searched = (
            iter(queries[n % len(queries)] for n in count(start))
            for start in (0, len(queries) // 2)
        )

        def row() -> object:
            return bare.execute("SELECT body FROM personas WHERE user_id = 'ann'").fetchone()

        def search() -> object:
            found = plain.scores(terms(next(searched))).argsort()[::-1]
            return [texts[number] for number in found[:10]]

        def seeded() -> object:
            return engine.prompt("ann", query=next(asked))

        for call in (row, search, seeded):
            call()
        found = medians([lambda: engine.prompt("ann"), row], rounds)
        found += medians([seeded, search], rounds)
        bare.close()
    return {"prompt": (found[0], found[1]), "prompt with a query": (found[2], found[3])}


def measure_index(messages: int, folder: Path) -> list[tuple[str, float]]:
    """Seconds of what recall over so many messages does, by name."""
    from persona.engine.indexing import current
    from persona.recall import message_scores
    from persona.records import Message
    from persona.store import Store

    path = f"sqlite:///{folder / 'index.db'}"
    rows = [
        Message(
            "ann",
            str(row["conversation_id"]),
            str(row["id"]),
            "user",
            f"{row['content']} It was {WHEN[n % len(WHEN)]}, day {n}.",
            datetime.fromtimestamp(1_700_000_000 + 3_600 * n, UTC),
            position=n,
        )
        for n, row in enumerate(said(messages + 1))
    ]
    found = []

    def timed(name: str, call: Callable[[], T]) -> T:
        start = time.process_time()
        made = call()
        found.append((name, time.process_time() - start))
        return made

    store, other = Store(path), Store(path)
    store.put_messages("ann", rows[:-1])
    made = timed("index made from nothing", lambda: current(store, "ann"))
    store.put_messages("ann", rows[-1:])
    made = timed("one more message taken in", lambda: current(store, "ann", made))
    opened = timed("opened by another process", lambda: current(other, "ann"))
    for name in ("its first question", "another question"):
        timed(name, lambda: message_scores(opened.log, f"which film for a rainy day, {name}"))  # noqa: B023 - called at once
    store.close()
    other.close()
    return found


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Times the reading of prompts.")
    parser.add_argument("--facts", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=200, help="timings of each, in turn")
    parser.add_argument("--messages", type=int, default=0, help="time recall over so many, too")
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
        for name, seconds in measure_index(call.messages, Path(folder)) if call.messages else ():
            print(f"{name}: {seconds * 1e3:.1f} ms of {call.messages} messages")
    return 1 if call.limit and missed else 0


if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))
    raise SystemExit(main())
