"""PersonaMem: which of four replies fits what the person has said, decided without a model.

A folder holds ``questions*.csv`` and ``shared_contexts*.jsonl``; a question names the context that it
is asked in and how far that goes. The person is read from the user's turns up to there, and each reply
is scored as in `persona.recall.deciding`.
"""

from __future__ import annotations

import ast
import csv
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from persona.errors import UsageError
from persona.evaluate.encoding import Encoder
from persona.evaluate.measures import Tally, content_words, tokens
from persona.evaluate.options import oddness
from persona.evaluate.people import Person, of_messages
from persona.recall.deciding import option_scores
from persona.records import Message, Role

_LETTER = re.compile(r"^\s*\(?([a-z])\)\s*", re.IGNORECASE)
_SPEAKER = re.compile(r"^(?:User|Assistant)\s*:\s*")
_ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant"}


def replies(data: Path, *, stride: int = 1, encoder: Encoder | None = None) -> dict[str, Any]:
    """Accuracy by system, over all questions and each type apart.

    Raises:
        UsageError: the folder has no file of the set.
    """
    tables = sorted(data.glob("questions*.csv"))
    contexts = sorted(data.glob("shared_contexts*.jsonl"))
    if not tables or not contexts:
        raise UsageError(
            f"{data}: no questions*.csv with its shared_contexts*.jsonl there; give the folder of the "
            "published files with --data"
        )
    held = _contexts(contexts)
    rows: list[dict[str, str]] = []
    for path in tables:
        with path.open(encoding="utf-8", newline="") as stream:
            rows += csv.DictReader(stream)

    @lru_cache(maxsize=8)
    def person(context: str, end: int) -> Person:
        return of_messages(_messages(held[context][:end]))

    groups: dict[str, Tally] = {"all": Tally()}
    for number, row in enumerate(rows[::stride]):
        options, right = options_of(row)
        known = person(row["shared_context_id"], int(row["end_index_in_shared_context"])).known
        question = row["user_question_or_message"]
        scores: dict[str, Sequence[float]] = {
            "persona": option_scores(known, question, options),
            "question only": [_shared(option, question) for option in options],
            "control: longest": [float(tokens(option)) for option in options],
            "control: odd one out": oddness(options),
        }
        if encoder is not None:
            scores["persona_embeddings"] = option_scores(known, question, options, encoder.embedder)
        for system, found in scores.items():
            value = {"accuracy": _best(found, number) == right}
            groups["all"].add(system, value)
            groups.setdefault(row.get("question_type", ""), Tally()).add(system, value)
    made = {name: tally.means() for name, tally in groups.items()}
    return {**made, "all": groups["all"].summary("accuracy")}


def _contexts(files: Sequence[Path]) -> dict[str, list[Mapping[str, str]]]:
    """The contexts by their id; a line of a file is one or several of them."""
    held: dict[str, list[Mapping[str, str]]] = {}
    for path in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                held.update(json.loads(line))
    return held


def _messages(turns: Sequence[Mapping[str, str]]) -> list[Message]:
    """The turns as messages; what the set gives as the system's is no part of the log."""
    return [
        Message("u", "c", f"t{number}", role, _SPEAKER.sub("", turn["content"]), position=number)
        for number, turn in enumerate(turns)
        if (role := _ROLES.get(turn["role"])) is not None
    ]


def options_of(row: Mapping[str, str]) -> tuple[list[str], int]:
    """The replies without their letters, and the number of the right one.

    Raises:
        UsageError: the right one is not among them.
    """
    lettered: list[str] = ast.literal_eval(row["all_options"])
    letters = [match[1].lower() if (match := _LETTER.match(o)) else "" for o in lettered]
    wanted = _LETTER.match(row["correct_answer"])
    if wanted is None or wanted[1].lower() not in letters:
        raise UsageError(
            f"question {row.get('question_id')!r}: its right answer is no option of it"
        )
    return [_LETTER.sub("", option) for option in lettered], letters.index(wanted[1].lower())


def _best(scores: Sequence[float], number: int) -> int:
    """The number of the best option; of equal ones one is drawn."""
    jitter = np.random.default_rng(number).random(len(scores)) * 1e-9
    return int(np.argmax(np.asarray(scores) + jitter))


def _shared(option: str, text: str) -> float:
    own, other = set(content_words(option)), set(content_words(text))
    return len(own & other) / (len(own) ** 0.5 or 1)
