"""Updates: does the block hold what is true now, and not what was replaced?

The stream is generated, seeded, in English and Chinese: each invented person first states a thing a
topic, among remarks about other topics; then some topics change ("I've gone off X, it's Y for me now").
They name things that no rule knows; `persona.evaluate.wordings` has two sets of sentences, the second
one written blind, and half of it never looked at.

After the stream, for each topic the block for the question about it, at 64, 128 and 256 tokens:

- current: the thing that holds is in it; stale: one that was replaced is, as something that holds;
- clean: of changed topics, the new thing is in it and the old one is not, or only as no longer true;
- newest first: right after a change the first line about the topic holds the new thing and not the old.

Beside it append-only stores: the newest messages, those that BM25 finds for the question, and those that
an oracle knows to be about the topic, oldest or newest first.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from persona.evaluate.baselines import by_bm25, order
from persona.evaluate.measures import Tally, first_tokens, packed, tokens
from persona.evaluate.people import Person, of_messages
from persona.evaluate.rendering import Shown, shown
from persona.evaluate.wordings import FIRST_EN, FIRST_ZH, SECOND_EN, SECOND_ZH, Wording
from persona.records import Message

HEADLINE = 128
BUDGETS = (64, HEADLINE, 256)
HEADLINES = ("clean@128", "current@128", "stale@128", "newest first")
LONGEST_LINE = 40
GROUPS = {
    "all": (FIRST_EN, FIRST_ZH),
    "en": (FIRST_EN,),
    "zh": (FIRST_ZH,),
    "second": (SECOND_EN, SECOND_ZH),
    "unseen": (SECOND_EN.unseen(), SECOND_ZH.unseen()),
    "unseen en": (SECOND_EN.unseen(),),
    "unseen zh": (SECOND_ZH.unseen(),),
}
"""What is measured together."""
_GONE = ("no_longer", "dislikes", "rejected")


@dataclass(frozen=True, slots=True)
class Topic:
    """What became of a topic of a person.

    Attributes:
        things: in order; the last one holds.
        changed_at: numbers of the messages that changed it.
    """

    question: str
    things: tuple[str, ...]
    changed_at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stream:
    """A person's messages in order, with the truth about their topics."""

    messages: tuple[Message, ...]
    topics: tuple[Topic, ...]


def stream(seed: int, wording: Wording) -> Stream:
    """The stream of one invented person."""
    rng = random.Random(seed)
    topics, states, tastes = wording.topics, wording.states, wording.tastes
    things = {name: rng.sample(held, 3) for name, (_, held) in topics.items()}
    last = dict.fromkeys(topics, 0)
    changed: dict[str, list[int]] = {name: [] for name in topics}
    texts: list[str] = []
    for name in rng.sample(sorted(topics), len(topics)):
        texts.append(rng.choice(states.get(name, tastes)[0]).format(x=things[name][0]))
        texts += rng.sample(wording.asides, rng.randint(0, 2))
    moving = rng.sample(sorted(topics), max(1, len(topics) * 2 // 3))
    for name in [*moving, *rng.sample(moving, len(moving) // 2)]:
        old, new = things[name][last[name]], things[name][last[name] + 1]
        texts += rng.sample(wording.asides, rng.randint(0, 2))
        changed[name].append(len(texts))
        texts.append(rng.choice(states.get(name, tastes)[1]).format(old=old, x=new))
        last[name] += 1
    start = datetime(2025, 1, 1, tzinfo=UTC)
    messages = tuple(
        Message("u", f"c{n // 6}", f"m{n}", "user", text, start + timedelta(days=3 * n), position=n)
        for n, text in enumerate(texts)
    )
    made = [
        Topic(question, tuple(things[name][: last[name] + 1]), tuple(changed[name]))
        for name, (question, _) in topics.items()
    ]
    return Stream(messages, tuple(made))


def updates(people: int = 20) -> dict[str, Any]:
    """The measures of each system: of both languages together and apart, of the second wordings."""
    groups: dict[str, Tally] = {}
    for name, wordings in GROUPS.items():
        groups[name] = Tally()
        for seed in range(people):
            for wording in wordings:
                made = stream(seed, wording)
                for topic in made.topics:
                    for system, measures in _measures(made.messages, topic).items():
                        groups[name].add(system, measures)
    result: dict[str, Any] = {}
    for name, tally in groups.items():
        result[name] = tally.summary(*HEADLINES)
        for system in result[name]:
            result[name][system]["topics"] = len(tally.values[system]["current@128"])
            result[name][system]["changed"] = len(tally.values[system].get("clean@128", []))
    return result


def _measures(messages: Sequence[Message], topic: Topic) -> dict[str, dict[str, float]]:
    """The measures of a topic by system: of the blocks at the end, and right after each change."""
    found: dict[str, dict[str, float]] = {}
    for budget in BUDGETS:
        for system, lines in _blocks(messages, topic, budget).items():
            measures = found.setdefault(system, {})
            for name, value in _measured(lines, topic.things).items():
                measures[f"{name}@{budget}"] = value
    firsts: dict[str, list[float]] = {}
    for number, at in enumerate(topic.changed_at):
        things = topic.things[: number + 2]
        for system, lines in _blocks(messages[: at + 1], topic, HEADLINE).items():
            firsts.setdefault(system, []).append(_newest_first(lines, things))
    for system, values in firsts.items():
        found[system]["newest first"] = sum(values) / len(values)
    return found


def _blocks(messages: Sequence[Message], topic: Topic, budget: int) -> dict[str, list[Shown]]:
    """The lines that each system shows for a topic's question."""
    texts = [first_tokens(message.text, LONGEST_LINE) for message in messages]
    things = [thing.casefold() for thing in topic.things]
    of_topic = [n for n, text in enumerate(texts) if any(t in text.casefold() for t in things)]
    rankings: dict[str, Sequence[int]] = {
        "recency": range(len(texts) - 1, -1, -1),
        "bm25": order(by_bm25(texts, topic.question)),
        "oracle topic, oldest first": of_topic,
        "oracle topic, newest first": of_topic[::-1],
    }
    found = {
        system: [Shown(texts[n], tokens(texts[n]), "") for n in _kept(texts, ranking, budget)]
        for system, ranking in rankings.items()
    }
    return {"persona": shown(_person(tuple(messages)), budget, topic.question), **found}


@lru_cache(maxsize=32)
def _person(messages: tuple[Message, ...]) -> Person:
    return of_messages(messages)


def _kept(texts: Sequence[str], ranking: Sequence[int], budget: int) -> list[int]:
    return packed(((n, tokens(texts[n]) + 1) for n in ranking), budget)


def _holding(lines: Sequence[Shown]) -> list[str]:
    """The lines that say that something holds."""
    return [line.text.casefold() for line in lines if line.section not in _GONE]


def _measured(lines: Sequence[Shown], things: Sequence[str]) -> dict[str, float]:
    """Whether a block holds the last of some things, and those that it replaced."""
    text = " ".join(_holding(lines))
    *old, now = (thing.casefold() for thing in things)
    current = now in text
    found: dict[str, float] = {"current": current}
    if old:
        stale = [thing in text for thing in old]
        found["stale"] = sum(stale) / len(stale)
        found["clean"] = current and not any(stale)
    return found


def _newest_first(lines: Sequence[Shown], things: Sequence[str]) -> bool:
    """Whether the first line about some things holds the last of them and none before it."""
    *old, now = (thing.casefold() for thing in things)
    about = [text for text in _holding(lines) if any(t in text for t in (*old, now))]
    return bool(about) and now in about[0] and not any(t in about[0] for t in old)
