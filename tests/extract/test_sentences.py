"""Sentences of every kind of speech in both languages, with the pairs that they state and no others.

The tables beside this file hold a sentence (or a short conversation) a line, with the pairs of USER
that come through the gate. Their format is told at the top of the English one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from persona.extract.rules import extract
from persona.records import Message, Turn, Window
from scripts.eval_extraction import fold, said_after_gate

_HERE = Path(__file__).parent


class Wanted(NamedTuple):
    """A pair by any of its names; `optional` where it may be missing."""

    polarity: int
    names: frozenset[str]
    optional: bool


def _cases(name: str) -> Iterator[tuple[str, str]]:
    for line in (_HERE / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            text, _, pairs = line.rpartition("|")
            yield text.strip(), pairs.strip()


def _window(conversation: str) -> Window:
    turns = []
    for position, part in enumerate(conversation.split(" // ")):
        role, text = ("assistant", part[3:]) if part.startswith("a: ") else ("user", part)
        text = text.replace("\\n", "\n")
        message = Message("u1", "c1", f"m{position}", role, text, position=position)  # type: ignore[arg-type]
        turns.append(Turn(message, 0, len(text)))
    return Window("u1", "c1", tuple(turns))


def _wanted(pairs: str) -> list[Wanted]:
    found = []
    for pair in filter(None, pairs.split(", ")):
        names = frozenset(fold(name) for name in pair[1:].rstrip("?").split("/"))
        found.append(Wanted(1 if pair[0] == "+" else -1, names, pair.endswith("?")))
    return found


@pytest.mark.parametrize(
    ("conversation", "pairs"), [*_cases("sentences_en.txt"), *_cases("sentences_zh.txt")]
)
def test_states_these_pairs_and_no_others(conversation: str, pairs: str) -> None:
    window = _window(conversation)
    wanted = _wanted(pairs)
    said = {(p.target, p.polarity) for p in said_after_gate(window, extract(window))}
    missed = [
        w for w in wanted if not w.optional and not any((n, w.polarity) in said for n in w.names)
    ]
    allowed = {(name, w.polarity) for w in wanted for name in w.names}
    assert (missed, said - allowed) == ([], set())


def test_the_tables_are_large_enough_to_mean_something() -> None:
    for name in ("sentences_en.txt", "sentences_zh.txt"):
        assert len(list(_cases(name))) >= 250
