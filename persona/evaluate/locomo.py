"""LoCoMo: are the turns that answer a question among the recalled ones?

Each of the ten conversations is two people's; the log is the first speaker's, and what the other says
is another person's message. A system gives turns in order; recall at k is the mean share of the gold
turns among the first k, R@Btok the same among the turns ("Speaker: text") that fit in B tokens.
Questions whose evidence is in no turn are dropped; category 5 (adversarial) is apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from persona.errors import UsageError
from persona.evaluate.baselines import PlainBM25, by_frequent_words, order
from persona.evaluate.measures import Tally, content_words, packed, tokens
from persona.recall import Log, Post, message_scores
from persona.records import Message

KS = (5, 10, 20)
BUDGETS = (256, 512, 1024)
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_TURN_ID = re.compile(r"D\d+:\d+")


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation of the set.

    Attributes:
        turns: in order; message id = the set's own, conversation id = the session.
        speakers: the first is the user.
        questions: with their category and gold turn ids.
        observations: of each speaker, with the turns that each rests on.
    """

    name: str
    turns: tuple[Message, ...]
    speakers: tuple[str, str]
    questions: tuple[tuple[str, int, frozenset[str]], ...]
    observations: Mapping[str, tuple[tuple[str, frozenset[str]], ...]]


def conversations(data: Path) -> list[Conversation]:
    """The conversations of a folder's files.

    Raises:
        UsageError: the folder has none.
    """
    files = sorted(data.glob("*.json"))
    if not files:
        raise UsageError(f"{data}: no file of LoCoMo there; give its folder with --data")
    return [_conversation(row) for path in files for row in json.loads(path.read_text("utf-8"))]


def _conversation(row: Mapping[str, Any]) -> Conversation:
    held = row["conversation"]
    speakers = (held["speaker_a"], held["speaker_b"])
    sessions = sorted(
        (k for k in held if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k.split("_")[1])
    )
    turns: list[Message] = []
    for session in sessions:
        for turn in held[session]:
            caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            author = None if turn["speaker"] == speakers[0] else turn["speaker"]
            turns.append(
                Message(
                    speakers[0], session, turn["dia_id"], "user", turn["text"] + caption,
                    author=author, position=len(turns),
                )
            )  # fmt: skip
    known = {turn.message_id for turn in turns}
    questions = []
    for asked in row["qa"]:
        gold = {i for e in asked.get("evidence") or () for i in _TURN_ID.findall(e)} & known
        if gold:
            questions.append((str(asked["question"]), int(asked["category"]), frozenset(gold)))
    return Conversation(
        row.get("sample_id", ""),
        tuple(turns),
        speakers,
        tuple(questions),
        _observations(row, known),
    )


def _observations(
    row: Mapping[str, Any], known: set[str]
) -> dict[str, tuple[tuple[str, frozenset[str]], ...]]:
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for session in (row.get("observation") or {}).values():
        for speaker, facts in session.items():
            if isinstance(facts, list):
                for text, cited in facts:
                    ids = frozenset(_TURN_ID.findall(str(cited))) & known
                    found.setdefault(speaker, []).append((text, ids))
    return {speaker: tuple(facts) for speaker, facts in found.items()}


def evidence(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """Recall of evidence by system, over categories 1 to 4 together, and each category apart."""
    groups: dict[str, Tally] = {"all": Tally()}
    for conversation in conversations(data):
        ranker = Rankers(conversation)
        for question, category, gold in conversation.questions[::stride]:
            names = [CATEGORIES.get(category, str(category))]
            if category in (1, 2, 3, 4):
                names.append("all")
            rankings = ranker.rankings(question)
            for name in names:
                tally = groups.setdefault(name, Tally())
                tally.clusters.append(conversation.name)
                for system, ranking in rankings.items():
                    tally.add(system, ranker.measured(ranking, gold))
    return {name: _summary(tally, name) for name, tally in groups.items()}


def _summary(tally: Tally, name: str) -> dict[str, Any]:
    made: dict[str, Any] = tally.means()
    if name == "all":
        for measure in ("R@10", "R@512tok"):
            for system, found in tally.intervals(measure).items():
                made[system][f"{measure} interval"] = found["interval"]
                if "gap" in found:
                    made[system][f"persona over it, {measure}"] = found["gap"]
    return made


class Rankers:
    """The systems on one conversation."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.place = {turn.message_id: n for n, turn in enumerate(conversation.turns)}
        self.log = Log([Post.of(turn) for turn in conversation.turns])
        self.shown = [
            f"{turn.author or conversation.speakers[0]}: {turn.text}" for turn in conversation.turns
        ]
        self.costs = [tokens(text) + 1 for text in self.shown]
        self.bm25 = PlainBM25([content_words(text) for text in self.shown])
        self.frequent = order(by_frequent_words([t.text for t in conversation.turns]))
        self.rng = np.random.default_rng(0)

    def rankings(self, question: str) -> dict[str, Sequence[int]]:
        """The turns, best first, by system."""
        size = len(self.shown)
        plain = self.bm25.scores(content_words(question))
        smoothed = plain.copy()
        smoothed[1:] += 0.35 * plain[:-1]
        smoothed[:-1] += 0.35 * plain[1:]
        names = {"": (self.conversation.speakers[0],)}
        return {
            "random": [int(n) for n in self.rng.permutation(size)],
            "recency": list(range(size - 1, -1, -1)),
            "frequent words": self.frequent,
            "bm25": order(plain),
            "bm25 smoothed": order(smoothed),
            "persona": order(message_scores(self.log, question, names)),
        }

    def measured(self, ranking: Sequence[int], gold: frozenset[str]) -> dict[str, float]:
        """Recall of one ranking."""
        wanted = {self.place[i] for i in gold}
        found = {f"R@{k}": len(wanted & set(ranking[:k])) / len(wanted) for k in KS}
        for budget in BUDGETS:
            kept = packed(((n, self.costs[n]) for n in ranking), budget)
            found[f"R@{budget}tok"] = len(wanted & set(kept)) / len(wanted)
        return found
