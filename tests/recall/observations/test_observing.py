"""Observations of whole logs: what is told, of whom, from which message, and that it is stable."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.recall.observations import observations
from persona.records import Message
from tests.strategies import NO_SHRINKING, Said, logs

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def chat(*lines: str) -> list[Message]:
    """Lines "A: ..." of the user and "B: ..." of somebody else, an hour of talk."""
    return [
        Message(
            "u", "c", f"m{n}", "user", line[3:], time=NOON + timedelta(minutes=n),
            author="Ben" if line.startswith("B") else None, position=n,
        )
        for n, line in enumerate(lines)
    ]  # fmt: skip


def told(*lines: str) -> dict[str, str]:
    return {o.message_ids[0]: o.text for o in observations(chat(*lines), "Ann")}


def test_news_is_told_and_talk_is_not() -> None:
    found = told(
        "A: Hi Ben! How are you?",
        "B: Good! What have you been up to?",
        "A: I started a pottery course in Bristol last week, and my sister is coming along.",
        "B: I ran a marathon yesterday!",
        "A: That's amazing! I'm so proud of you.",
        "A: Thanks, talk soon!",
    )
    assert found == {
        "m2": "Ann started a pottery course in Bristol last week, and their sister is coming along"
    }


def test_two_claims_of_one_message_stand_in_one_line() -> None:
    found = told(
        "B: News?",
        "A: I sold my flat in Hull on Friday. I am buying a narrowboat with my cousin next month.",
    )
    assert found == {
        "m1": "Ann sold their flat in Hull on Friday; they are buying a narrowboat with their cousin next month"
    }


def test_each_claim_by_itself() -> None:
    log = chat(
        "B: What do you like?", "A: I like rowing, opera and chess, and I teach maths at a school."
    )
    found = [o.text for o in observations(log, "Ann", each_claim=True)]
    assert "Ann likes rowing" in found
    assert "Ann teaches maths at a school" in found
    assert {o.message_ids for o in observations(log, "Ann", each_claim=True)} == {("m1",)}


def test_you_is_the_other_in_the_talk() -> None:
    found = told(
        "B: Where were you?", "A: I waited for you at the station for two hours on Monday."
    )
    assert found["m1"] == "Ann waited for Ben at the station for two hours on Monday"


def test_chinese() -> None:
    log = [
        Message("u", "c", "m0", "assistant", "最近怎么样？", position=0),
        Message(
            "u",
            "c",
            "m1",
            "user",
            "我上周开始学游泳了，我儿子也跟我一起去。谢谢你的关心！",
            position=1,
        ),
        Message("u", "c", "m2", "user", "好的，谢谢你！", position=2),
        Message("u", "c", "m3", "user", "我以前说过：“我讨厌水”。", position=3),
    ]
    (first,) = observations(log, "小安")
    assert first.text == "小安上周开始学游泳了，自己的儿子也跟TA一起去"
    assert first.message_ids == ("m1",)
    assert first.quote.startswith("我上周开始学游泳了")
    assert observations(log)[0].text.startswith("用户上周")


def test_without_a_name_it_is_the_user() -> None:
    log = chat("B: News?", "A: I sold my flat in Hull on Friday.")
    assert observations(log)[0].text == "The user sold their flat in Hull on Friday"


def test_time_is_that_of_the_message_and_bounds_are_kept() -> None:
    log = chat("B: News?", "A: I sold my flat in Hull on Friday.")
    (found,) = observations(log, "Ann")
    assert found.time == NOON + timedelta(minutes=1)
    assert observations(log, "Ann", since=found.time, until=found.time) == (found,)
    assert observations(log, "Ann", since=NOON + timedelta(minutes=2)) == ()
    assert observations(log, "Ann", until=NOON) == ()


def test_nothing_is_nothing() -> None:
    assert observations([], "Ann") == ()
    assert observations(chat("B: I sold my flat in Hull on Friday."), "Ann") == ()


@pytest.mark.parametrize("each_claim", [False, True])
def test_a_forgotten_message_leaves_no_word(each_claim: bool) -> None:
    log = chat(
        "B: News?", "A: I adopted a lynx named Zorro yesterday.", "A: I live in a lighthouse."
    )
    left = observations([m for m in log if m.message_id != "m1"], "Ann", each_claim=each_claim)
    assert not any("lynx" in o.text or "Zorro" in o.text for o in left)


def _messages(drawn: list[Said]) -> list[Message]:
    return [
        Message(
            "u", f"c{row.conversation}", f"m{row.number}", "user" if row.role == "user" else "assistant",
            row.text, time=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=row.hour), position=row.number,
        )
        for row in drawn
    ]  # fmt: skip


@given(drawn=logs(), seed=st.randoms(use_true_random=False))
@settings(max_examples=15, phases=NO_SHRINKING, deadline=None)
def test_order_of_arrival_changes_nothing_and_only_the_users_messages_are_told(
    drawn: list[Said], seed: object
) -> None:
    messages = _messages(drawn)
    found = observations(messages, "Zed")
    shuffled = list(messages)
    seed.shuffle(shuffled)  # type: ignore[attr-defined]
    assert observations(shuffled, "Zed") == found
    mine = {m.message_id for m in messages if m.is_users}
    assert all(set(o.message_ids) <= mine for o in found)
    assert all("\n" not in o.text for o in found)
