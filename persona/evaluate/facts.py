"""Extraction against gold facts: which turns say something, and which facts are found.

Turn salience: turns that gave at least one line against turns that gold facts cite. Facts: greedy
one-to-one matching of lines and gold facts by F1 over content words (Chinese: pairs of characters), at
least 0.5. Soft recall: the mean over gold facts of the best F1.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from persona.errors import UsageError
from persona.evaluate.locomo import conversations
from persona.evaluate.measures import content_words
from persona.evaluate.people import Person, of_messages
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


def _as_user(turns: Iterable[Message], speaker: str, first: str) -> list[Message]:
    """The turns with one speaker as the user and the other as somebody else."""
    made = []
    for turn in turns:
        name = turn.author or first
        author = None if name == speaker else name
        made.append(
            Message(
                speaker,
                turn.conversation_id,
                turn.message_id,
                "user",
                turn.text,
                author=author,
                position=turn.position,
            )
        )
    return made


def observations(data: Path) -> dict[str, Any]:
    """LoCoMo's observations of both speakers: salience of turns, and facts."""
    hits = said = gold = 0
    matched, baseline = Matched(), Matched()
    first_person = [0, 0]
    for conversation in conversations(data):
        cited = {i for facts in conversation.observations.values() for _, ids in facts for i in ids}
        told: set[str] = set()
        plain: set[str] = set()
        for speaker in conversation.speakers:
            mine = _as_user(conversation.turns, speaker, conversation.speakers[0])
            found = lines_by_message(of_messages(mine))
            told |= {i for i, lines in found.items() if lines}
            names = {w for s in conversation.speakers for w in content_words(s)}
            wanted = [text for text, _ in conversation.observations.get(speaker, ())]
            cut = _without(names)
            matched.add([text for lines in found.values() for text in lines], wanted, cut)
            own = [(m.message_id, s) for m in mine if m.is_users for s in _first_person(m.text)]
            plain |= {i for i, _ in own}
            baseline.add([s for _, s in own], wanted, cut)
        hits, said, gold = hits + len(told & cited), said + len(told), gold + len(cited)
        first_person = [first_person[0] + len(plain & cited), first_person[1] + len(plain)]
    return {
        "salience": {
            "persona": rates(hits, said, gold),
            "first-person sentence": rates(first_person[0], first_person[1], gold),
        },
        "facts": {"persona": matched.measures(), "first-person sentence": baseline.measures()},
    }


def _without(names: set[str]) -> Cut:
    return lambda text: [word for word in content_words(text) if word not in names]


_FIRST = re.compile(r"\b(i|i'm|im|i've|ive|i'd|i'll|my|mine|me|we|we're|our)\b", re.IGNORECASE)


def _first_person(text: str) -> list[str]:
    plain = re.sub(r"\[image:.*?\]", "", text)
    parts = re.split(r"(?<=[.!?])\s+|\n", plain)
    return [part for part in parts if _FIRST.search(part) and len(content_words(part)) >= 2]


def persona_chat(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """Synthetic-Persona-Chat: persona sentences of both speakers; many are never said in the chat."""
    files = sorted(data.glob("*.csv"))
    if not files:
        raise UsageError(f"{data}: no CSV file of Synthetic-Persona-Chat there")
    matched, baseline = Matched(), Matched()
    rows: list[dict[str, str]] = []
    for path in files:
        with path.open(encoding="utf-8", newline="") as stream:
            rows += csv.DictReader(stream)
    for row in rows[::stride]:
        turns = [t for t in row["Best Generated Conversation"].split("\n") if ":" in t]
        for number in ("1", "2"):
            wanted = [t for t in row[f"user {number} personas"].split("\n") if t.strip()]
            messages = [
                Message("u", "c", f"m{n}", "user", turn.split(":", 1)[1].strip(), position=n,
                        author=None if turn.lower().startswith(f"user {number}") else "other")
                for n, turn in enumerate(turns)
            ]  # fmt: skip
            found = lines_by_message(of_messages(messages))
            matched.add([t for lines in found.values() for t in lines], wanted, content_words)
            own = [s for m in messages if m.is_users for s in _first_person(m.text)]
            baseline.add(own, wanted, content_words)
    return {"facts": {"persona": matched.measures(), "first-person sentence": baseline.measures()}}


def values_given(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """CrossWOZ: the values that the person gave in each turn, against the names of what was read."""
    files = sorted(data.glob("*.json"))
    if not files:
        raise UsageError(f"{data}: no file of CrossWOZ there")
    dialogues: list[Mapping[str, Any]] = []
    for path in files:
        dialogues += json.loads(path.read_text(encoding="utf-8")).values()
    hits = said = gold = 0
    for dialogue in dialogues[::stride]:
        messages = [
            Message(
                "u",
                "c",
                f"m{n}",
                "user" if turn["role"] == "usr" else "assistant",
                turn["content"],
                position=n,
            )
            for n, turn in enumerate(dialogue["messages"])
        ]
        found = defaultdict(set)
        for fact in of_messages(messages).facts:
            if fact.source == USER:
                for evidence in fact.evidence:
                    found[evidence.message_id].add(fact.target)
        for n, turn in enumerate(dialogue["messages"]):
            if turn["role"] == "usr":
                wanted = {
                    v.casefold() for act, _, _, v in turn["dialog_act"] if act == "Inform" and v
                }
                ours = found[f"m{n}"]
                hits, said, gold = hits + len(ours & wanted), said + len(ours), gold + len(wanted)
    return {"values": {"persona": rates(hits, said, gold)}}


def grounding(data: Path) -> dict[str, Any]:
    """DuLeMon: which of the user's facts does the next turn of the bot rest on?"""
    from persona.evaluate.baselines import PlainBM25, order
    from persona.recall.bm25 import Lexicon
    from persona.recall.words import terms

    files = sorted(data.glob("*.json"))
    if not files:
        raise UsageError(f"{data}: no file of DuLeMon there")
    from persona.evaluate.measures import Tally

    tally = Tally()
    for path in files:
        for row in path.read_text(encoding="utf-8").splitlines():
            held = json.loads(row)
            facts: dict[str, str] = {}
            for text in (*held["user_said_persona"], *held["user_no_said_persona"]):
                name, said = text.split(":", 1)
                facts[name.strip()] = said
            names = list(facts)
            texts = [re.sub(r"\s", "", facts[name]) for name in names]
            ours = Lexicon.of([terms(text) for text in texts])
            plain = PlainBM25([_grams(text) for text in texts])
            for query, wanted in _tagged(held["conversation"], names):
                for system, ranking in (
                    ("persona", order(ours.scores(terms(query)))),
                    ("bm25 characters", order(plain.scores(_grams(query)))),
                ):
                    found = {
                        f"R@{k}": len(set(ranking[:k]) & wanted) / len(wanted) for k in (1, 3, 5)
                    }
                    tally.add(
                        system, {**found, "MRR": max(1 / (1 + ranking.index(n)) for n in wanted)}
                    )
    return {"own facts": tally.means()}


def _grams(text: str) -> list[str]:
    plain = re.sub(r"[^\u4e00-\u9fffA-Za-z0-9]", "", text)
    return [plain[at : at + 2] for at in range(len(plain) - 1)] + list(plain)


def _tagged(turns: Sequence[str], names: Sequence[str]) -> Iterable[tuple[str, set[int]]]:
    """Turns of the bot that rest on facts of the user, each with the two turns before it."""
    for at in range(1, len(turns)):
        _, *tags = turns[at].split("\t")
        used = {u for tag in tags for u in re.findall(r"U\d+", tag)}
        wanted = {n for n, name in enumerate(names) if name in used}
        if turns[at].startswith("Bot") and wanted:
            before = [t.split("\t")[0].split(":", 1)[1] for t in turns[max(0, at - 2) : at]]
            yield re.sub(r"\s", "", " ".join(before)), wanted
