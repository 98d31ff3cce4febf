"""Measures how fast logs are read, and whether memory stays flat as they grow.

::

    python scripts/bench_ingest.py [--readers-only] [--megabytes 40] [--formats openai-jsonl ...]

For each format a log of invented talk is written (seeded, so the same each time), read in a process
of its own and, but for ``--readers-only``, ingested into an SQLite store in another: masked, checked
for what is there, written. Both are timed by the CPU they took. Memory is the peak of that process for
a log of the given size and for one four times smaller: flat means that the two are alike. The bar is
20 MB a second and core for chat JSON. What one message weighs differs by format (an OpenAI record is
little but its text), so the microseconds a message are shown as well. On a machine that others use
too, times differ from run to run: beside each stand the milliseconds that a fixed work (hashing, and
a loop) took in the same process, so that two runs can be compared.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

BAR = 20.0
"""Megabytes a second and core of chat JSON."""

FLAT = 32.0
"""Megabytes by which the peak may differ between the two sizes and still count as flat."""

_TALK = (
    "I like running in the morning before work and a strong coffee after it but my knee hurts "
    "could you suggest a plan that is easier we use Postgres at work and I am learning Rust "
    "我 喜欢 喝茶 周末 去 爬山 不吃辣 最近 在 学 吉他 帮我 写 一个 计划 谢谢"
)
_WORDS = _TALK.split()
_START = datetime(2024, 1, 1, tzinfo=UTC)


def _say(draw: random.Random, role: str) -> str:
    count = draw.randint(5, 40) if role == "user" else draw.randint(60, 250)
    return " ".join(draw.choices(_WORDS, k=count))


def _talks(draw: random.Random) -> Iterator[tuple[int, list[tuple[str, str, datetime]]]]:
    """Endless talks of 2 to 20 turns: (number, [(role, text, time)])."""
    number, now = 0, _START
    while True:
        turns = []
        for index in range(2 * draw.randint(1, 10)):
            role = "assistant" if index % 2 else "user"
            now += timedelta(seconds=draw.randint(5, 600))
            turns.append((role, _say(draw, role), now))
        yield number, turns
        number += 1


def _fill(path: Path, size: int, rows: Iterator[str], before: str, between: str, end: str) -> None:
    with path.open("w", encoding="utf-8") as out:
        out.write(before)
        for index, row in enumerate(rows):
            out.write((between if index else "") + row)
            if out.tell() > size:
                break
        out.write(end)


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_openai(path: Path, size: int, draw: random.Random) -> None:
    """JSON lines, a talk a line."""
    rows = (
        _dumped(
            {
                "messages": [{"role": role, "content": text} for role, text, _ in turns],
                "user": f"u{number % 50}",
                "created": turns[0][2].timestamp(),
            }
        )
        for number, turns in _talks(draw)
    )
    _fill(path, size, rows, "", "\n", "\n")


def _chatgpt_talk(number: int, turns: list[tuple[str, str, datetime]]) -> dict[str, Any]:
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None}}
    before = "root"
    for index, (role, text, when) in enumerate(turns):
        key = f"{number:08x}-0000-4000-8000-{index:012x}"
        mapping[before]["children"] = [key]
        mapping[key] = {
            "id": key,
            "message": {
                "id": key,
                "author": {"role": role, "name": None, "metadata": {}},
                "create_time": when.timestamp(),
                "update_time": None,
                "content": {"content_type": "text", "parts": [text]},
                "status": "finished_successfully",
                "weight": 1.0,
                "metadata": {"model_slug": "m", "request_id": key},
                "recipient": "all",
            },
            "parent": before,
            "children": [],
        }
        before = key
    return {"title": "talk", "mapping": mapping, "current_node": before, "conversation_id": number}


def write_chatgpt(path: Path, size: int, draw: random.Random) -> None:
    """One array on one line, as the export has it."""
    rows = (_dumped(_chatgpt_talk(number, turns)) for number, turns in _talks(draw))
    _fill(path, size, rows, "[", ", ", "]")


def write_chatgpt_zip(path: Path, size: int, draw: random.Random) -> None:
    """The same, in a zip."""
    plain = path.with_suffix(".json")
    write_chatgpt(plain, size, draw)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(plain, "conversations.json")
    plain.unlink()


def write_claude(path: Path, size: int, draw: random.Random) -> None:
    """One array of conversations."""
    names = {"user": "human", "assistant": "assistant"}
    rows = (
        _dumped(
            {
                "uuid": f"c{number}",
                "account": {"uuid": "ann"},
                "chat_messages": [
                    {
                        "uuid": f"c{number}-{index}",
                        "sender": names[role],
                        "text": text,
                        "content": [{"type": "text", "text": text}],
                        "created_at": when.isoformat(),
                        "attachments": [],
                        "files": [],
                    }
                    for index, (role, text, when) in enumerate(turns)
                ],
            }
        )
        for number, turns in _talks(draw)
    )
    _fill(path, size, rows, "[", ",\n", "]")


def write_telegram(path: Path, size: int, draw: random.Random) -> None:
    """One chat of two people."""
    names = {"user": "Ann", "assistant": "Bo"}
    rows = (
        _dumped(
            {
                "id": number * 100 + index,
                "type": "message",
                "date_unixtime": str(int(when.timestamp())),
                "from": names[role],
                "from_id": role,
                "text": text,
                "text_entities": [{"type": "plain", "text": text}],
            }
        )
        for number, turns in _talks(draw)
        for index, (role, text, when) in enumerate(turns)
    )
    _fill(
        path, size, rows, '{"name": "x", "type": "personal_chat", "id": 1, "messages": [', ",", "]}"
    )


def write_csv(path: Path, size: int, draw: random.Random) -> None:
    """A table with a header."""
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["user", "conversation", "role", "content", "timestamp"])
        for number, turns in _talks(draw):
            rows.writerows(
                ["ann", f"c{number}", role, text, when.isoformat()] for role, text, when in turns
            )
            if out.tell() > size:
                return


def write_whatsapp(path: Path, size: int, draw: random.Random) -> None:
    """A chat of two people as text."""
    names = {"user": "Ann", "assistant": "Bo"}
    rows = (
        f"[{when:%d/%m/%Y, %H:%M:%S}] {names[role]}: {text}"
        for _, turns in _talks(draw)
        for role, text, when in turns
    )
    _fill(path, size, rows, "", "\n", "\n")


WRITERS: dict[str, tuple[str, bool, Callable[[Path, int, random.Random], None]]] = {
    "openai-jsonl": ("log.jsonl", True, write_openai),
    "chatgpt-export": ("conversations.json", True, write_chatgpt),
    "chatgpt-export (zip)": ("export.zip", True, write_chatgpt_zip),
    "claude-export": ("conversations.json", True, write_claude),
    "telegram": ("result.json", True, write_telegram),
    "csv": ("log.csv", False, write_csv),
    "whatsapp": ("chat.txt", False, write_whatsapp),
}


def calibrate() -> float:
    """Milliseconds of CPU time that a fixed work takes here and now."""
    start = time.process_time()
    data = b"x" * 4096
    for _ in range(10_000):
        data = hashlib.sha256(data).digest() * 128
    total = 0
    for number in range(1_000_000):
        total += number & 7
    return (time.process_time() - start) * 1000


def measure(path: str, *, store: bool) -> None:
    """In a process of its own: reads a log, or ingests it, and prints what it took."""
    if store:
        from persona.config import Settings
        from persona.engine import PersonaEngine

        with tempfile.TemporaryDirectory() as folder:
            settings = Settings(db=f"sqlite:///{folder}/store.db", extractor="rules")
            with PersonaEngine(settings=settings) as engine:
                start = time.process_time()
                count = engine.ingest(path, user_id="ann", me="ann", tz="UTC").counts.added
                took = time.process_time() - start
    else:
        from persona.logs import read

        log = read(path, user_id="ann", tz="UTC")
        start = time.process_time()
        count = sum(1 for _ in log)
        took = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found = {"messages": count, "seconds": took, "peak": peak, "calibration": calibrate()}
    print(json.dumps(found))


def _measured(path: Path, what: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--measure", str(path), what]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(output)
    return found


def bench(name: str, size: int, what: str) -> dict[str, Any]:
    """Speed and memory of one format; `what` is "read" or "ingest"."""
    file, is_json, write = WRITERS[name]
    with tempfile.TemporaryDirectory() as folder:
        runs = []
        for part in (size // 4, size):
            path = Path(folder) / file
            write(path, part, random.Random(7))
            unpacked = _unpacked(path)
            runs.append((unpacked, _measured(path, what)))
    (_, small), (bytes_, large) = runs
    speed = bytes_ / 1e6 / large["seconds"]
    growth = large["peak"] - small["peak"]
    return {
        "format": name,
        "what": what,
        "megabytes": bytes_ / 1e6,
        "messages": int(large["messages"]),
        "micros": large["seconds"] / max(large["messages"], 1) * 1e6,
        "speed": speed,
        "calibration": large["calibration"],
        "peak": large["peak"],
        "growth": growth,
        "met": growth < FLAT and (speed >= BAR or not is_json),
    }


def _unpacked(path: Path) -> int:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return sum(info.file_size for info in archive.infolist())
    return path.stat().st_size


def main() -> int:
    """Prints the table; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--readers-only", action="store_true", help="reading, without the store")
    parser.add_argument("--megabytes", type=int, default=40, help="size of each log")
    parser.add_argument("--formats", nargs="*", choices=list(WRITERS), default=list(WRITERS))
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--measure", nargs=2, metavar=("PATH", "WHAT"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        measure(given.measure[0], store=given.measure[1] == "ingest")
        return 0
    found = []
    if not given.json:
        print(
            f"{'format':22} {'what':7} {'MB':>7} {'messages':>9} {'MB/s':>7} {'us/msg':>7} {'fixed ms':>8} {'peak MB':>8} {'growth':>7}  met"
        )
    for name in given.formats:
        for what in ("read",) if given.readers_only else ("read", "ingest"):
            row = bench(name, given.megabytes * 1_000_000, what)
            found.append(row)
            if not given.json:
                print(
                    f"{name:22} {what:7} {row['megabytes']:7.1f} {row['messages']:9} {row['speed']:7.1f} "
                    f"{row['micros']:7.1f} {row['calibration']:8.0f} {row['peak']:8.0f} {row['growth']:7.1f}  {'yes' if row['met'] else 'NO'}"
                )
    if given.json:
        print(json.dumps({"P9": found, "bar": BAR}, indent=1))
    return 0 if all(row["met"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
