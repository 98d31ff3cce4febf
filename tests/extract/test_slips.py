from __future__ import annotations

import pytest

from persona.extract.grounding import ground
from persona.extract.naming import Names
from persona.extract.rows import Row, read_row
from persona.extract.rules import extract
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


@pytest.mark.parametrize(
    ("said", "meant", "old", "new", "kind"),
    [
        (
            "I'm allergic to kiwi.",
            "Sorry, I meant mango, not kiwi.",
            "kiwi",
            "mango",
            "allergic_to",
        ),
        ("I'm allergic to kiwi.", "Oops, I meant mango.", "kiwi", "mango", "allergic_to"),
        ("I can't stand opera.", "Oops, I meant ballet, not opera.", "opera", "ballet", "dislikes"),
        ("I never drink gin.", "Correction: I meant rum.", "gin", "rum", "never"),
        ("我对芒果过敏。", "说错了，是菠萝。", "芒果", "菠萝", "allergic_to"),
        ("我对芒果过敏。", "不对，我对菠萝过敏，不是芒果。", "芒果", "菠萝", "allergic_to"),
        ("我讨厌歌剧。", "打错了，不是歌剧，是芭蕾。", "歌剧", "芭蕾", "dislikes"),
    ],
)
def test_what_was_said_of_a_slip_is_meant_of_the_right_name(
    said: str, meant: str, old: str, new: str, kind: str
) -> None:
    shown = window(said, meant)
    by_a_model = Extraction((), (relation(old, "m1", kind, -1), relation(new, "m2", kind, -1)))
    for answer in (by_a_model, extract(shown)):
        grounded = ground(shown, answer, order={})
        assert [(a.target, a.kind, a.polarity) for a in grounded.assertions] == [(new, kind, -1)]


@pytest.mark.parametrize(
    ("said", "meant", "old", "new"),
    [
        ("I'm allergic to kiwi.", "Sorry, I meant mango, not kiwi.", "kiwi", "mango"),
        ("我对芒果过敏。", "说错了，不是芒果，是菠萝。", "芒果", "菠萝"),
    ],
)
def test_an_allergy_to_a_slip_is_not_lost_to_a_row_of_another_kind(
    said: str, meant: str, old: str, new: str
) -> None:
    rows = (relation(old, "m1", "allergic_to", -1), relation(new, "m2", "dislikes", -1))
    grounded = ground(window(said, meant), Extraction((), rows), order={})
    assert [(a.target, a.kind) for a in grounded.assertions] == [(new, "allergic_to")]


def test_not_x_alone_makes_no_dislike_of_what_is_meant() -> None:
    shown = window("I love opera.", "Sorry, I meant ballet, not opera.")
    rows = (
        relation("opera", "m1", "likes"),
        relation("opera", "m2", "dislikes", -1),
        relation("ballet", "m2", "dislikes", -1),
    )
    grounded = ground(shown, Extraction((), rows), order={})
    assert [(a.target, a.kind) for a in grounded.assertions] == [("ballet", "likes")]


@pytest.mark.parametrize(
    ("said", "meant", "kept"),
    [
        ("I love opera.", "Oops, I meant to say that I love ballet too.", {"opera", "ballet"}),
        ("我喜欢歌剧。", "说错了，我也喜欢芭蕾。", {"歌剧", "芭蕾"}),
    ],
)
def test_a_correction_that_says_more_than_a_name_takes_nothing_back(
    said: str, meant: str, kept: set[str]
) -> None:
    rows = tuple(relation(name, f"m{2 - (name in said)}", "likes") for name in sorted(kept))
    grounded = ground(window(said, meant), Extraction((), rows), order={})
    assert {a.target for a in grounded.assertions} == kept
