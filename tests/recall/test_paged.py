"""The log over pages against the log in memory, which is plain enough to be believed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.evaluate.people import of_single_messages
from persona.extract.windows import conversations
from persona.recall import Entry, Log, PagedLog, Post, changed, message_scores, recall
from persona.records import Message
from tests.strategies import NO_SHRINKING

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WORDS = ("tea", "violin", "hiking", "爬山", "花生", "last week", "lately", "Vienna", "brother")

MESSAGES = st.lists(
    st.builds(
        lambda number, words, hour, conversation, role, author, source, position: Message(
            "ann", f"c{conversation}", f"m{number}", role, " ".join(words),
            None if hour is None else NOON + timedelta(hours=hour),
            author=author, source=source, position=position,
        ),
        st.integers(0, 60),
        st.lists(st.sampled_from(WORDS), max_size=6),
        st.one_of(st.none(), st.integers(0, 5)),
        st.integers(0, 2),
        st.sampled_from(["user", "user", "assistant"]),
        st.sampled_from([None, None, "Bo"]),
        st.sampled_from(["", "x"]),
        st.integers(0, 3),
    ),
    max_size=25,
    unique_by=lambda m: (m.conversation_id, m.message_id),
)  # fmt: skip
QUESTIONS = (
    "Who played the violin last week?",
    "Where did Bo go hiking lately?",
    "最近去哪儿爬山？",
    "When did Ann drink tea?",
    "tea tea tea",
    "nothing of it",
    "",
)


def paged(messages: Sequence[Message]) -> PagedLog:
    texts = {(m.conversation_id, m.message_id): m.text for m in messages}
    pages = changed((), (), map(Entry.of, messages))
    return PagedLog(pages, lambda keys: {key: texts[key] for key in keys if key in texts})


def plain(messages: Sequence[Message]) -> Log:
    return Log([Post.of(m) for run in conversations(messages).values() for m in run])


@settings(max_examples=60, phases=NO_SHRINKING)
@given(MESSAGES)
def test_it_scores_as_the_log_in_memory_does_to_the_bit(messages: list[Message]) -> None:
    ours, theirs = paged(messages), plain(messages)
    places = range(len(theirs))
    assert [ours.key(n) for n in range(len(ours))] == [theirs.key(n) for n in places]
    assert ours.texts(places) == theirs.texts(places)
    assert dict(ours.place) == dict(theirs.place)
    assert ours.writers == theirs.writers
    for name in ("conversation_of", "speakers", "dated", "recency"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
    names = {"": ("Ann",)}
    for question in QUESTIONS:
        one = message_scores(ours, question, names)
        assert one.tolist() == message_scores(theirs, question, names).tolist()


@settings(max_examples=30, phases=NO_SHRINKING)
@given(MESSAGES, st.sampled_from(QUESTIONS), st.integers(1, 12))
def test_it_recalls_the_same(messages: list[Message], question: str, k: int) -> None:
    known = of_single_messages(["I love tea.", "我喜欢爬山。"]).known
    ours = recall(known, paged(messages), question, k)
    assert ours == recall(known, plain(messages), question, k)
    assert all(result.why and result.message_ids for result in ours)


def test_the_latest_is_the_latest_said_not_the_last_conversation() -> None:
    """Conversations are numbered by their ids, which say nothing of time."""
    messages = [
        Message("ann", "a", "new", "user", "我去爬山 hiking", NOON + timedelta(days=300)),
        Message("ann", "z", "old", "user", "我去爬山 hiking", NOON),
    ]
    for question in ("Where did I go hiking lately?", "最近去哪儿爬山？"):
        for log in (paged(messages), plain(messages)):
            scores = message_scores(log, question)
            assert scores[0] == pytest.approx(1.3 * scores[1])  # LATEST is 0.3
    assert len({*message_scores(paged(messages), "hiking").tolist()}) == 1


def test_what_is_forgotten_while_we_look_is_left_out() -> None:
    messages = [Message("ann", "a", f"m{n}", "user", "violin", NOON) for n in range(3)]
    pages = changed((), (), map(Entry.of, messages))
    log = PagedLog(pages, lambda keys: {("a", "m1"): "violin"})
    found = recall(of_single_messages([]).known, log, "violin")
    assert [result.message_ids for result in found] == [("m1",)]
