"""Observations: what happened in a person's life, by their own messages, told by somebody else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from persona.recall.observations import chinese, english
from persona.recall.observations.choosing import ALONE, chosen_claims, chosen_messages, together
from persona.recall.observations.claims import Claim
from persona.recall.observations.features import Place, features
from persona.recall.observations.reading import (
    ASSISTANT,
    Gate,
    called_with_capital,
    others_in,
    read,
    talks,
)
from persona.recall.observations.splitting import apart
from persona.recall.observations.trimming import trimmed
from persona.recall.observations.weights import INTERCEPT, WEIGHTS
from persona.recall.pages import Key
from persona.recall.words import terms
from persona.records import Message
from persona.text import has_cjk, one_line


@dataclass(frozen=True, slots=True)
class Observation:
    """Something that a person said of their life, in the third person.

    Attributes:
        text: one line, in the language of the message: "Ann ran a charity race last Saturday".
        quote: the same in the person's own words, without greeting and the like.
        conversation_id: of the message that says it.
        message_ids: of the messages that say it.
        time: of the message; words of time in the text ("yesterday") count from it.
    """

    text: str
    quote: str
    conversation_id: str
    message_ids: tuple[str, ...]
    time: datetime | None


def observations(
    messages: Iterable[Message],
    name: str | None = None,
    *,
    each_claim: bool = False,
    since: datetime | None = None,
    until: datetime | None = None,
    played: Collection[Key] = (),
    withheld: Sequence[str] = (),
    allow_sensitive: bool = False,
) -> tuple[Observation, ...]:
    """The observations of a user's log, in its order: one line a message, or one line a claim.

    What the user states of their own acts, states, plans, feelings, things and people is kept where
    it is worth it (`persona.recall.observations.choosing`); greetings, thanks, questions, praise and
    wishes for the other, promises, orders, quotations and suppositions are not. Of the other's
    messages only their name is used, and whether they ask. Linear in the text.

    Args:
        messages: of one user, by anybody, in any order.
        name: what the user is to be called; None: "the user", 用户.
        each_claim: each claim by itself, lists and joined clauses taken apart; otherwise the one or two
            best claims of a message stand in one line.
        since: aware; only of messages at or after it.
        until: aware; only of messages at or before it. Messages without a time always count. Talks
            outside are not read, so a short while is quick whatever the length of the log.
        played: messages said in a part (`persona.extract.playing`): nothing of them is observed.
        withheld: names that the user took back or hid: no claim with one of them is observed.
        allow_sensitive: whether health, politics and the like are kept.
    """
    gate = Gate(frozenset(played), tuple(withheld), allow_sensitive)
    tell = _each if each_claim else _best
    return tuple(
        found
        for part in talks(messages)
        if any(_within(message.time, since, until) for message in part)
        for found in tell(_Talk(part, name, gate))
        if _within(found.time, since, until)
    )


def _within(time: datetime | None, since: datetime | None, until: datetime | None) -> bool:
    if time is None:
        return True
    return (since is None or time >= since) and (until is None or time <= until)


class _Talk:
    """What the user says in one talk, with scores, ready to be told."""

    def __init__(self, part: Sequence[Message], name: str | None, gate: Gate) -> None:
        self.name = name
        self.said = tuple(read(part, gate))
        self.scores = [
            [score(c.text, place) for c, place in zip(item.claims, item.places, strict=True)]
            for item in self.said
        ]
        others = others_in(part)
        self.other = others[0] if len(others) == 1 else None
        self.proper = called_with_capital(self.said)

    def told(self, message: Message, kept: Sequence[Claim]) -> Observation:
        return Observation(
            told(kept, self.name, other=self.other, proper=self.proper),
            " ".join(claim.text for claim in kept),
            message.conversation_id,
            (message.message_id,),
            message.time,
        )


def _best(talk: _Talk) -> Iterator[Observation]:
    """One line for each message that is worth it."""
    if not talk.said:
        return
    for number in chosen_messages([together(held) for held in talk.scores]):
        item = talk.said[number]
        lengths = [len(terms(claim.text)) for claim in item.claims]
        kept = chosen_claims(talk.scores[number], lengths)
        yield talk.told(item.message, [item.claims[n] for n in kept])


def _each(talk: _Talk) -> Iterator[Observation]:
    """One line for each claim of the speaker that is worth it."""
    for item, scores in zip(talk.said, talk.scores, strict=True):
        for claim, worth in zip(item.claims, scores, strict=True):
            if worth < ALONE or not _of_self(claim.text):
                continue
            for part in apart(claim.text):
                if len(terms(part)) >= LEAST_TERMS:
                    yield talk.told(item.message, [replace(claim, text=part)])


LEAST_TERMS = 1
"""Terms of a claim that is told by itself."""


def _of_self(claim: str) -> bool:
    return has_cjk(claim) or english.speaks_of_self(claim)


def score(claim: str, place: Place) -> float:
    """How much speaks for noting a claim, as log odds."""
    if has_cjk(claim):
        return chinese.worth(claim)
    found = features(claim, place)
    return INTERCEPT + sum(weight * found[feature] for feature, weight in WEIGHTS.items())


def told(
    kept: Sequence[Claim],
    name: str | None,
    *,
    other: str | None = None,
    proper: Collection[str] = (),
) -> str:
    """Claims of one message in one line, in the third person.

    Args:
        kept: in order, at least one.
        name: of the speaker, or None.
        other: who "you" is, where that is known.
        proper: words that keep their capital.
    """
    parts: list[str] = []
    for claim in kept:
        chinese_one = has_cjk(claim.text)
        called = name or ("用户" if chinese_one else "the user")
        named = any(called.lower() in part.lower() for part in parts)
        if chinese_one:
            told_so = chinese.told_of(claim.text, called, named=named, other=_in_chinese(other))
        else:
            plain = trimmed(claim.text)
            told_so = english.told_of(plain, called, named=named, other=other, proper=proper)
            told_so = told_so[:1].lower() + told_so[1:] if named else told_so
        parts.append(told_so)
    text = one_line(("；" if has_cjk(kept[0].text) else "; ").join(parts))
    return text[:1].upper() + text[1:]


def _in_chinese(other: str | None) -> str | None:
    return "助手" if other == ASSISTANT else other
