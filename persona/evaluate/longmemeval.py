"""LongMemEval: are the sessions, and the turns, that answer a question among the recalled ones?

Each question has a history of its own: sessions of turns by user and assistant, in
``haystack_sessions``. Its evidence is the turns marked ``has_answer`` and the sessions named in
``answer_session_ids``; questions of abstention (``_abs``) have none and are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from persona.errors import UsageError
from persona.evaluate.baselines import PlainBM25, order
from persona.evaluate.measures import Tally, content_words
from persona.recall import Log, Post, message_scores
from persona.records import Message, Role

KS = (5, 10)


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its history.

    Attributes:
        turns: in order; conversation id = number and id of the session, since a session may come twice.
        gold: numbers of the turns with the evidence.
        sessions: conversation ids of the sessions with the evidence.
    """

    text: str
    kind: str
    turns: tuple[Message, ...]
    gold: frozenset[int]
    sessions: frozenset[str]


def questions(data: Path) -> list[Question]:
    """The questions of a folder's files that have evidence.

    Raises:
        UsageError: the folder has no file of the set.
    """
    files = sorted(data.glob("longmemeval*.json"))
    if not files:
        raise UsageError(
            f"{data}: no longmemeval*.json there; give the folder of the published files with --data"
        )
    rows = [row for path in files for row in json.loads(path.read_text(encoding="utf-8"))]
    return [made for row in rows if (made := _question(row)).sessions]


def _question(row: Mapping[str, Any]) -> Question:
    wanted = set(row.get("answer_session_ids") or ())
    if str(row.get("question_id", "")).endswith("_abs"):
        wanted = set()
    turns: list[Message] = []
    gold: set[int] = set()
    sessions: set[str] = set()
    held = zip(row["haystack_session_ids"], row["haystack_sessions"], strict=True)
    for number, (name, session) in enumerate(held):
        key = f"{number} {name}"
        if name in wanted:
            sessions.add(key)
        for turn in session:
            if turn.get("has_answer") and name in wanted:
                gold.add(len(turns))
            role: Role = "assistant" if turn["role"] == "assistant" else "user"
            turns.append(
                Message("u", key, f"t{len(turns)}", role, turn["content"], position=len(turns))
            )
    return Question(
        row["question"],
        row.get("question_type", ""),
        tuple(turns),
        frozenset(gold),
        frozenset(sessions),
    )


def sessions(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """Recall of sessions and turns by system, over all questions and each type apart.

    ``any@k``: a session with evidence is among the first k sessions. ``session R@k``: the share of
    them. ``R@10``: the share of the turns with evidence among the first ten turns.
    """
    groups: dict[str, Tally] = {"all": Tally()}
    for number, question in enumerate(questions(data)[::stride]):
        for system, ranking in _rankings(question, number).items():
            measures = _measured(question, ranking)
            groups["all"].add(system, measures)
            groups.setdefault(question.kind, Tally()).add(system, measures)
    made = {name: tally.means() for name, tally in groups.items()}
    return {**made, "all": groups["all"].summary("any@5")}


def _rankings(question: Question, number: int) -> dict[str, Sequence[int]]:
    rng = np.random.default_rng(number)
    size = len(question.turns)
    log = Log([Post.of(turn) for turn in question.turns])
    bm25 = PlainBM25([content_words(turn.text) for turn in question.turns])
    return {
        "random": [int(at) for at in rng.permutation(size)],
        "recency": list(range(size - 1, -1, -1)),
        "bm25": order(bm25.scores(content_words(question.text)), rng),
        "persona": order(message_scores(log, question.text), rng),
    }


def _measured(question: Question, ranking: Sequence[int]) -> dict[str, float]:
    """The measures of one ranking of turns."""
    found: dict[str, float] = {}
    met = list(dict.fromkeys(question.turns[at].conversation_id for at in ranking))
    for k in KS:
        hits = question.sessions & set(met[:k])
        found[f"any@{k}"] = bool(hits)
        found[f"session R@{k}"] = len(hits) / len(question.sessions)
    if question.gold:
        found["R@10"] = len(question.gold & set(ranking[:10])) / len(question.gold)
    return found
