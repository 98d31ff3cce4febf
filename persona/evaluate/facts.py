"""Extraction against gold facts: which turns say something, and which facts are found.

Turn salience: turns that gave at least one line against turns that gold facts cite. Facts: greedy
one-to-one matching of lines and gold facts by F1 over content words (Chinese: pairs of characters), at
least 0.5. Soft recall: the mean over gold facts of the best F1.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from persona.errors import UsageError
from persona.evaluate.locomo import conversations
from persona.evaluate.measures import content_words
from persona.evaluate.people import Person, of_messages
from persona.recall.observations import observations as observed
from persona.records import USER, Message
from persona.vocabulary import KINDS

ENOUGH = 0.5

Cut = Callable[[str], Sequence[str]]


def pairs_of_characters(text: str) -> list[str]:
    """Every two neighbouring characters, marks and spaces left out."""
    plain = re.sub(r"[\s，。！？、,.!?：:~…]", "", text)
    return [plain[at : at + 2] for at in range(len(plain) - 1)]


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """F1 of two bags of words."""
    common = sum((Counter(one) & Counter(other)).values())
    return 2 * common / (len(one) + len(other)) if common else 0.0


@dataclass(slots=True)
class Matched:
    """Counts of a matching, added up over users."""

    hits: int = 0
    made: int = 0
    gold: int = 0
    best: float = 0.0

    def add(self, made: Sequence[str], gold: Sequence[str], cut: Cut) -> None:
        """Adds a user's lines and gold facts."""
        ours, theirs = [cut(text) for text in made], [cut(text) for text in gold]
        table = sorted(
            (
                (overlap(a, b), i, j)
                for i, a in enumerate(ours)
                for j, b in enumerate(theirs)
                if a and b
            ),
            reverse=True,
        )
        used: set[int] = set()
        found: set[int] = set()
        best: dict[int, float] = {}
        for score, i, j in table:
            best[j] = max(best.get(j, 0.0), score)
            if score >= ENOUGH and i not in used and j not in found:
                used.add(i)
                found.add(j)
        self.hits += len(found)
        self.made += len(made)
        self.gold += len(gold)
        self.best += sum(best.values())

    def measures(self) -> dict[str, float]:
        """Precision, recall, F1 and soft recall."""
        return {
            **rates(self.hits, self.made, self.gold),
            "soft recall": round(self.best / max(self.gold, 1), 4),
        }


def rates(hits: int, made: int, gold: int) -> dict[str, float]:
    """Precision, recall and F1 of counts."""
    precision, recall = hits / max(made, 1), hits / max(gold, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return {"P": round(precision, 4), "R": round(recall, 4), "F1": round(f1, 4)}


def lines_by_message(person: Person) -> dict[str, list[str]]:
    """What is known of a person, in words, by the message that it rests on."""
    found: dict[str, list[str]] = defaultdict(list)
    for remark in person.persona.remarks:
        found[remark.message_id].append(remark.text)
    names = {line.key: line.entity for held in person.persona.sections.values() for line in held}
    for fact in person.facts:
        if fact.source == USER and KINDS[fact.kind].section and fact.polarity:
            for evidence in fact.evidence:
                text = f"{fact.label} {names.get(fact.target, fact.target)}"
                if not any(
                    names.get(fact.target, fact.target) in r for r in found[evidence.message_id]
                ):
                    found[evidence.message_id].append(text)
    return found


def as_user(turns: Iterable[Message], speaker: str, first: str) -> list[Message]:
    """The turns with one speaker as the user and the other as somebody else."""
    names = [(turn, turn.author or first) for turn in turns]
    return [
        replace(turn, user_id=speaker, author=None if name == speaker else name)
        for turn, name in names
    ]


def observations(data: Path) -> dict[str, Any]:
    """LoCoMo's observations of both speakers: salience of turns, and facts.

    Health, politics and the like are kept here, as the others who wrote the observations kept them.
    """
    salience: dict[str, list[Counts]] = defaultdict(list)
    facts: dict[str, list[Matched]] = defaultdict(list)
    for conversation in conversations(data):
        cited = {i for held in conversation.observations.values() for _, ids in held for i in ids}
        told: dict[str, set[str]] = defaultdict(set)
        cut = without({w for s in conversation.speakers for w in content_words(s)})
        for speaker in conversation.speakers:
            mine = as_user(conversation.turns, speaker, conversation.speakers[0])
            wanted = [text for text, _ in conversation.observations.get(speaker, ())]
            for system, lines in _systems(mine, speaker).items():
                told[system] |= {message_id for message_id, _ in lines}
                facts[system].append(_matched([text for _, text in lines], wanted, cut))
        for system, ids in told.items():
            salience[system].append((len(ids & cited), len(ids), len(cited)))
    return {
        "salience": {system: summed(counts) for system, counts in salience.items()},
        "facts": {system: in_all(held) for system, held in facts.items()},
    }


Counts = tuple[int, int, int]
"""Hits, made, gold."""


def _systems(mine: Sequence[Message], speaker: str) -> dict[str, list[tuple[str, str]]]:
    """What each system says of a user: (message id, line)."""
    known = lines_by_message(of_messages(mine))
    own = [(m.message_id, s) for m in mine if m.is_users for s in sentences(m.text)]
    return {
        "persona": [
            (o.message_ids[0], o.text) for o in observed(mine, speaker, allow_sensitive=True)
        ],
        "persona_facts": [(i, text) for i, lines in known.items() for text in lines],
        "first-person sentence": [(i, s) for i, s in own if is_first_person(s)],
        "first-person declarative": [(i, s) for i, s in own if is_declarative(s)],
    }


def _matched(made: Sequence[str], gold: Sequence[str], cut: Cut) -> Matched:
    matched = Matched()
    matched.add(made, gold, cut)
    return matched


def summed(counts: Sequence[Counts]) -> dict[str, Any]:
    """Precision, recall and F1 of several units together, with the interval of F1 over them."""
    hits, made, gold = (sum(c[n] for c in counts) for n in range(3))
    return {**rates(hits, made, gold), **f1_interval(counts)}


def in_all(held: Sequence[Matched]) -> dict[str, Any]:
    """Several users together, with the interval of F1 over them."""
    total = Matched()
    for one in held:
        total.hits, total.made = total.hits + one.hits, total.made + one.made
        total.gold, total.best = total.gold + one.gold, total.best + one.best
    return {**total.measures(), **f1_interval([(m.hits, m.made, m.gold) for m in held])}


def f1_interval(counts: Sequence[Counts], *, rounds: int = 1000) -> dict[str, list[float]]:
    """The 95 % interval of F1 by bootstrap over the units that the counts belong to, seeded."""
    held = np.array(counts, dtype=np.float64).reshape(-1, 3)
    if not len(held):
        return {"F1 interval": [0.0, 0.0]}
    drawn = np.random.default_rng(0).integers(0, len(held), (rounds, len(held)))
    hits, made, gold = held[drawn].sum(axis=1).T
    low, high = np.percentile(2 * hits / np.maximum(made + gold, 1), [2.5, 97.5])
    return {"F1 interval": [round(float(low), 4), round(float(high), 4)]}


def without(names: set[str]) -> Cut:
    """Content words without these: the speakers' own names say nothing."""
    return lambda text: [word for word in content_words(text) if word not in names]


_FIRST = re.compile(r"\b(i|i'm|im|i've|ive|i'd|i'll|my|mine|me|we|we're|our)\b", re.IGNORECASE)
_DECLARES = re.compile(
    r"\b(i|we|my|our)\b[^?]*\b(am|'m|is|are|was|were|have|'ve|had|love|like|enjoy|hate|prefer|want|work|live|play|got|went|"
    r"started|plan|study|teach|own|bought|moved|favou?rite|been|grew|run|make|made|took|read|visited|joined)\b",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """The sentences of a turn, without the note of an image."""
    plain = re.sub(r"\[image:.*?\]", "", text)
    return [part for part in re.split(r"(?<=[.!?])\s+|\n", plain) if part.strip()]


def is_first_person(sentence: str) -> bool:
    """The plain baseline: a word of the first person, and two content words."""
    return bool(_FIRST.search(sentence)) and len(content_words(sentence)) >= 2


def is_declarative(sentence: str) -> bool:
    """The sharper baseline: a common verb after the first person, and no question."""
    told = "?" not in sentence and _DECLARES.search(sentence)
    return bool(told) and len(content_words(sentence)) >= 2


def first_person(text: str) -> list[str]:
    """The sentences of a turn that are in the first person."""
    return [part for part in sentences(text) if is_first_person(part)]


def persona_chat(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """Synthetic-Persona-Chat: persona sentences of both speakers; many are never said in the chat."""
    files = sorted(data.glob("*.csv"))
    if not files:
        raise UsageError(f"{data}: no CSV file of Synthetic-Persona-Chat there")
    rows: list[dict[str, str]] = []
    for path in files:
        with path.open(encoding="utf-8", newline="") as stream:
            rows += csv.DictReader(stream)
    facts: dict[str, list[Matched]] = defaultdict(list)
    for row in rows[::stride]:
        turns = [t for t in row["Best Generated Conversation"].split("\n") if ":" in t]
        for number in ("1", "2"):
            wanted = [t for t in row[f"user {number} personas"].split("\n") if t.strip()]
            messages = [
                Message("u", "c", f"m{n}", "user", turn.split(":", 1)[1].strip(), position=n,
                        author=None if turn.lower().startswith(f"user {number}") else "other")
                for n, turn in enumerate(turns)
            ]  # fmt: skip
            for system, lines in _chat_systems(messages).items():
                facts[system].append(_matched(lines, wanted, content_words))
    return {"facts": {system: in_all(held) for system, held in facts.items()}}


def _chat_systems(messages: Sequence[Message]) -> dict[str, list[str]]:
    """What each system says of a user; of observations, each claim in the person's own words.

    The gold is in the first person.
    """
    known = [t for lines in lines_by_message(of_messages(messages)).values() for t in lines]
    claims = [o.quote for o in observed(messages, each_claim=True, allow_sensitive=True)]
    own = [s for m in messages if m.is_users for s in sentences(m.text)]
    return {
        "persona": claims,
        "persona_facts": known,
        "first-person sentence": [s for s in own if is_first_person(s)],
        "first-person declarative": [s for s in own if is_declarative(s)],
    }
