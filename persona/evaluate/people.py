"""A person made of messages, by the real stages, without a store: for measuring many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from persona import memory, scoring
from persona.extract import rules
from persona.extract.grounding import ground
from persona.extract.windows import order_keys, orders_of, windows
from persona.recall import Known, Log, Post, remarks
from persona.records import Assertion, Fact, Message, Persona
from persona.resolve import resolve


@dataclass(frozen=True, slots=True)
class Person:
    """What the engine would hold of somebody."""

    persona: Persona
    facts: tuple[Fact, ...]
    known: Known
    log: Log


@lru_cache(maxsize=4096)
def _read_alone(text: str) -> tuple[tuple[Assertion, ...], Post]:
    """A user's message that stands alone in its conversation: its assertions and its post."""
    message = Message("u", "c", "m", "user", text)
    return assertions_of([message]), Post.of(message)


def assertions_of(messages: Sequence[Message]) -> tuple[Assertion, ...]:
    """What the rules read in a user's messages, grounded."""
    keys = order_keys(messages)
    found: list[Assertion] = []
    for window in windows("u", messages):
        grounded = ground(window, rules.extract(window), order=orders_of(window, keys))
        found += grounded.assertions
    return tuple(found)


def of_single_messages(texts: Sequence[str]) -> Person:
    """The person who said each text in a conversation of its own, in this order, at no known time.

    The message of text n has the id ``m<n>`` in the conversation ``c<n>``.
    """
    assertions: list[Assertion] = []
    posts: list[Post] = []
    messages: list[Message] = []
    for number, text in enumerate(texts):
        found, post = _read_alone(text)
        message = Message("u", f"c{number}", f"m{number}", "user", text, position=number)
        key = message.conversation_id, message.message_id
        assertions += (
            replace(a, conversation_id=key[0], message_id=key[1], order=(0, number, key[1]))
            for a in found
        )
        posts.append(replace(post, key=key))
        messages.append(message)
    return _person(assertions, posts, messages)


def of_messages(messages: Sequence[Message]) -> Person:
    """The person whose log these messages are."""
    return _person(assertions_of(messages), [Post.of(m) for m in messages], messages)


def _person(
    assertions: Sequence[Assertion], posts: Sequence[Post], messages: Sequence[Message]
) -> Person:
    times = [m.time for m in messages if m.is_users and m.time is not None]
    as_of = max(times, default=None)
    resolved = resolve("u", assertions, as_of=as_of)
    scores = scoring.score(resolved.facts, resolved.entities, as_of=as_of)
    persona = memory.build_persona(
        "u", resolved.facts, resolved.entities, scores, as_of=as_of, extractor="rules"
    )
    persona = replace(persona, remarks=remarks(messages, resolved.facts, persona))
    return Person(persona, resolved.facts, Known(persona), Log(posts))
