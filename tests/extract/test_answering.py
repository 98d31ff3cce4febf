"""What replies say together with the turn of the assistant before them."""

from __future__ import annotations

import pytest

from persona.extract.rules import extract
from persona.records import USER, Message, Turn, Window

Pair = tuple[str, str, int]


def stated(offer: str, reply: str) -> set[Pair]:
    said = [
        Message("ann", "c1", "m0", "assistant", offer),
        Message("ann", "c1", "m1", "user", reply, position=1),
    ]
    window = Window("ann", "c1", tuple(Turn(m, 0, len(m.text)) for m in said))
    return {
        (row.kind or "", row.target, row.polarity or 0)
        for row in extract(window).relations
        if row.source == USER and row.polarity
    }


@pytest.mark.parametrize(
    ("offer", "reply", "wanted"),
    [
        ("Tea or coffee?", "Tea please.", {("prefers", "Tea", 1)}),
        (
            "1. Lyon 2. Nantes 3. Lille",
            "I'd say 1 or 3, not 2.",
            {("prefers", "Lyon", 1), ("prefers", "Lille", 1), ("rejected", "Nantes", -1)},
        ),
        ("可以喝绿茶、红茶或者乌龙茶。", "乌龙茶吧。", {("prefers", "乌龙茶", 1)}),
        (
            "Which languages do you speak?",
            "Welsh and Breton.",
            {("speaks", "Welsh", 1), ("speaks", "Breton", 1)},
        ),
        ("你会说哪些语言？", "粤语和英语", {("speaks", "粤语", 1), ("speaks", "英语", 1)}),
        ("Do you like tennis?", "Yes!", {("likes", "tennis", 1)}),
    ],
)
def test_replies(offer: str, reply: str, wanted: set[Pair]) -> None:
    assert stated(offer, reply) == wanted


@pytest.mark.parametrize(
    ("offer", "reply"),
    [
        ("You should see a counsellor and write a diary.", "Okay, I'll try that."),
        ("建议你去看医生，或者寻求朋友的帮助。", "好的，我会试试。"),
        ("您好，交付推迟三天，敬请谅解。", "可以，就这样。"),
        ("可能是内存不够，或者硬盘满了。", "嗯，是内存不够。"),
        ('My favourite song is "Heroes".', "That's a great song!"),
        ("Try restarting the router.", "Ok will do, thanks."),
    ],
)
def test_a_yes_to_advice_or_to_a_draft_chooses_nothing(offer: str, reply: str) -> None:
    assert not [pair for pair in stated(offer, reply) if pair[0] in ("prefers", "rejected")]


def test_a_refusal_quotes_only_its_own_part_of_the_clause() -> None:
    offer = "I could book you a gin tasting, a cheese tour or a boat trip."
    reply = "Not the gin tasting, I never drink alcohol."
    said = [
        Message("ann", "c1", "m0", "assistant", offer),
        Message("ann", "c1", "m1", "user", reply, position=1),
    ]
    window = Window("ann", "c1", tuple(Turn(m, 0, len(m.text)) for m in said))
    quotes = {row.target: row.quote for row in extract(window).relations if row.polarity}
    assert quotes == {"gin tasting": "Not the gin tasting", "alcohol": "I never drink alcohol"}
