from __future__ import annotations

import pytest

from persona.extract.grounding import ground
from persona.extract.naming import Names
from persona.extract.rows import Row, read_row
from persona.extract.slips import slips
from persona.records import USER, Extraction, Message, Reason, Relation, Turn, Window


def window(*texts: str) -> Window:
    messages = [
        Message("ann", "c", f"m{n}", "user", text, position=n) for n, text in enumerate(texts, 1)
    ]
    return Window("ann", "c", tuple(Turn(m, 0, len(m.text)) for m in messages))


def relation(target: str, evidence: str, kind: str = "works_at", polarity: int = 1) -> Relation:
    return Relation(USER, target, kind, kind, polarity, 0.9, (evidence,))


def read(*relations: Relation) -> list[Row]:
    names = Names.of(Extraction((), relations))
    rows = [read_row(one, names) for one in relations]
    return [row for row in rows if isinstance(row, Row)]


@pytest.mark.parametrize(
    ("said", "meant", "old", "new"),
    [
        (
            "I work at Fenwick.",
            "Sorry, I meant I work at Oslo Gas, not Fenwick.",
            "Fenwick",
            "Oslo Gas",
        ),
        ("我在蓝湖上班。", "说错了，不是蓝湖，是青河。", "蓝湖", "青河"),
    ],
)
def test_a_named_slip_is_taken_back_and_what_was_meant_stays(
    said: str, meant: str, old: str, new: str
) -> None:
    shown = window(said, meant)
    rows = (relation(old, "m1"), relation(new, "m2"), relation(old, "m2", polarity=-1))
    grounded = ground(shown, Extraction((), rows), order={})
    assert [a.target for a in grounded.assertions] == [new]
    assert [r.reason for r in grounded.rejections] == [Reason.UNGROUNDED] * 2
    assert all("slip" in r.detail for r in grounded.rejections)


def test_an_unnamed_slip_takes_back_the_earlier_value_of_the_same_kind_only() -> None:
    shown = window("I live in Rome and I use Vim.", "Oops, mistyped. I live in Oslo.")
    rows = read(
        relation("Rome", "m1", "lives_in"),
        relation("Vim", "m1", "uses"),
        relation("Oslo", "m2", "lives_in"),
    )
    (slip,) = slips(shown, rows)
    assert [slip.takes_back(row, place) for row, place in zip(rows, (0, 0, 1), strict=True)] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    "later", ["I moved to Oslo last week.", "上周我搬到了奥斯陆。", "Sorry, I am late."]
)
def test_a_change_is_no_slip(later: str) -> None:
    assert slips(window("I live in Rome.", later), []) == ()


def test_what_is_said_after_the_slip_counts() -> None:
    shown = window("I use Vim.", "Sorry, I meant Emacs, not Vim.", "These days I use Vim.")
    row = relation("Vim", "m3", "uses")
    assert [a.message_id for a in ground(shown, Extraction((), (row,)), order={}).assertions] == [
        "m3"
    ]
