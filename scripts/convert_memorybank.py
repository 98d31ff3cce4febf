"""Turns the user logs of MemoryBank into files that ``persona ingest`` takes.

    python scripts/convert_memorybank.py FOLDER OUT
    persona ingest OUT

FOLDER holds ``memory_bank_cn.json`` and ``memory_bank_en.json`` of MemoryBank-SiliconFriend: a person's
name leads to `history`, which gives for each day a list of turns (`query`, `response`). OUT gets one
file a person, OpenAI chat messages, one a line. A day is one conversation. The source knows days and no
hours, so each message has the midnight (UTC) of its day, and the order in the file is the order.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_PREFIX = "memory_bank_"
_UNSAFE = re.compile(r"[^\w .-]|^\.+")


def messages(user: str, history: dict[str, list[dict[str, Any]]]) -> Iterator[dict[str, str]]:
    """The messages of one person, by day, the user's turn before the answer; empty ones left out.

    Raises:
        ValueError: a day is no date.
    """
    for day in sorted(history):
        time = datetime.fromisoformat(day).replace(tzinfo=UTC).isoformat()
        for number, turn in enumerate(history[day], start=1):
            for key, role in (("query", "user"), ("response", "assistant")):
                text = turn.get(key)
                if isinstance(text, str) and text.strip():
                    yield {
                        "role": role,
                        "content": text,
                        "user": user,
                        "conversation_id": day,
                        "id": f"{day}-{number}-{role}",
                        "timestamp": time,
                    }


def convert(folder: Path, out: Path) -> dict[str, int]:
    """Writes one file a person into `out` and returns the number of messages by file name.

    Raises:
        FileNotFoundError: the folder holds no ``memory_bank_*.json``.
        ValueError: a file has another shape.
    """
    banks = sorted(folder.glob(f"{_PREFIX}*.json"))
    if not banks:
        raise FileNotFoundError(f"{folder} holds no {_PREFIX}*.json; give MemoryBank's data folder")
    out.mkdir(parents=True, exist_ok=True)
    written: dict[str, int] = {}
    for bank in banks:
        language = bank.stem.removeprefix(_PREFIX)
        for name, lines in _people(bank):
            file = out / f"{language}-{_UNSAFE.sub('_', name)}.jsonl"
            file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            written[file.name] = len(lines)
    return written


def _people(bank: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        people = json.loads(bank.read_text("utf-8"))
        for key, person in people.items():
            name = key.strip()
            found = messages(name, person["history"])
            yield name, [json.dumps(message, ensure_ascii=False) for message in found]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"{bank}: not MemoryBank's shape ({type(error).__name__}: {error})"
        ) from error


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code (2 where the folder cannot be read as meant)."""
    parser = argparse.ArgumentParser(description="MemoryBank's users as OpenAI chat messages.")
    parser.add_argument("folder", type=Path, help="where memory_bank_*.json lie")
    parser.add_argument("out", type=Path, help="the folder to write to")
    call = parser.parse_args(arguments)
    try:
        written = convert(call.folder, call.out)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(written)} people, {sum(written.values())} messages in {call.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
