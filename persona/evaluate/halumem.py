"""HaluMem: what is read from long talks, and what becomes of what was updated.

A file of JSON lines has a user each: sessions of ``dialogue`` turns with the ``memory_points`` that
they give. Points of the source ``interference`` are no gold: they were said by the assistant to mislead.

Facts: greedy one-to-one matching of lines and gold points, as in `facts`. Updates: after the last
session, the block for the text of what was replaced: `current`, the new version is in it; `stale`, the
old one is; `clean`, the first and not the second. A version is in it if half of its content words that
the other version has not stand in one line that is not about what is over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from persona.errors import UsageError
from persona.evaluate.baselines import by_bm25, order
from persona.evaluate.facts import Matched, first_person, lines_by_message
from persona.evaluate.measures import Tally, content_words, coverage, first_tokens, packed, tokens
from persona.evaluate.people import of_messages
from persona.evaluate.rendering import shown
from persona.records import Message, Role

BUDGET = 128
ENOUGH = 0.5
_GONE = ("no_longer", "dislikes", "rejected")


def talks(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """Facts and updates by system.

    Raises:
        UsageError: the folder has no file of the set.
    """
    files = sorted(data.glob("*.jsonl"))
    if not files:
        raise UsageError(f"{data}: no file of HaluMem (*.jsonl) there; give its folder with --data")
    users = [
        json.loads(line)
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    ours, plain = Matched(), Matched()
    tally = Tally()
    for user in users[::stride]:
        messages = list(_messages(user))
        person = of_messages(messages)
        points = list(_points(user))
        gold = [str(point["memory_content"]) for point in points]
        known = [text for lines in lines_by_message(person).values() for text in lines]
        said = [s for m in messages if m.is_users for s in first_person(m.text)]
        ours.add(known, gold, content_words)
        plain.add(said, gold, content_words)
        texts = [message.text for message in messages if message.is_users]
        for point in points:
            for old in _replaced(point):
                new = str(point["memory_content"])
                lines = [
                    line.text for line in shown(person, BUDGET, old) if line.section not in _GONE
                ]
                tally.add("persona", _became(lines, old, new))
                tally.add(
                    "recency", _became(_packed(texts, range(len(texts) - 1, -1, -1)), old, new)
                )
                tally.add("bm25", _became(_packed(texts, order(by_bm25(texts, old))), old, new))
    return {
        "facts": {"persona": ours.measures(), "first-person sentence": plain.measures()},
        "updates": tally.summary("clean"),
    }


def _messages(user: Mapping[str, Any]) -> Iterator[Message]:
    position = 0
    for number, session in enumerate(user["sessions"]):
        for turn in session.get("dialogue") or ():
            role: Role = "assistant" if turn["role"] == "assistant" else "user"
            yield Message(
                "u", f"s{number}", f"t{position}", role, turn["content"], position=position
            )
            position += 1


def _points(user: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for session in user["sessions"]:
        for point in session.get("memory_points") or ():
            if point.get("memory_source") != "interference":
                yield point


def _replaced(point: Mapping[str, Any]) -> list[str]:
    """What a point replaced; the set writes truth values as words."""
    if str(point.get("is_update")).casefold() != "true":
        return []
    return [str(old) for old in point.get("original_memories") or ()]


def _packed(texts: Sequence[str], ranking: Sequence[int]) -> list[str]:
    lines = [first_tokens(text, 40) for text in texts]
    return [lines[at] for at in packed(((n, tokens(lines[n]) + 1) for n in ranking), BUDGET)]


def _became(lines: Sequence[str], old: str, new: str) -> dict[str, float]:
    before, after = set(content_words(old)), set(content_words(new))
    current = _holds(lines, after - before)
    stale = _holds(lines, before - after)
    return {"current": current, "stale": stale, "clean": current and not stale}


def _holds(lines: Sequence[str], wanted: set[str]) -> bool:
    return bool(wanted) and any(coverage(wanted, line) >= ENOUGH for line in lines)
