from __future__ import annotations

from dataclasses import replace

from persona.profile.entries import Done
from persona.profile.frame import frame_cost
from persona.profile.measure import counts, quarters
from persona.profile.sheet import Sheet
from persona.profile.wording import Language
from persona.records import Remark
from persona.tokens import estimate
from tests.profile.test_block import CROWD, line, persona_of


def test_tokens_in_quarters() -> None:
    # 2 CJK characters and 5 others: 2 + ceil(5/4) = 4 tokens, of 4 * 2 + 5 = 13 quarters.
    assert counts("拿铁latte") == (2, 5)
    assert quarters(counts("拿铁latte")) == 13
    for text in ("拿铁latte", "", "abcd", "abcde", "花生"):
        for most in range(6):
            assert (estimate(text) <= most) == (quarters(counts(text)) <= 4 * most)


def test_each_has_its_turn_once_in_the_order_asked() -> None:
    sheet, done = Sheet(CROWD), Done()
    first: list[str | Remark] = ["tea", CROWD.remarks[1], "ramen", CROWD.remarks[1], "unknown"]
    groups = list(sheet.asked(first, done))
    assert [[e.name for e in group.lines] for group in groups] == [["tea"], ["ramen", "natto"]]
    assert groups[1].remark is not None
    assert groups[1].remark.source is CROWD.remarks[1]
    left = [group.without(done) for group in sheet.standing]
    names = {e.name for group in left if group for e in group.lines}
    assert names == {"games"}


def test_the_heading_and_the_ending_stand_apart() -> None:
    persona = persona_of(
        safety=[line("peanuts", "allergic_to")],
        attributes=[line("小安", "name", "叫")],
        likes=[line("tea", "likes")],
        no_longer=[line("tea", "likes", score=0.0)],
    )
    sheet = Sheet(persona, "zh")
    assert [g.lines[0].name for g in sheet.heading] == ["peanuts", "小安"]
    assert [[e.section for e in g.lines] for g in sheet.standing] == [["likes"]]
    assert [[e.section for e in g.lines] for g in sheet.ending] == [["no_longer"]]


def test_an_entry_is_worded_once_and_near_duplicates_share_a_mark() -> None:
    rows = [line(name, "likes") for name in ("video courses", "Video-course", "视频课", "視頻課")]
    sheet = Sheet(persona_of(likes=rows, dislikes=[line("video course", "dislikes")]))
    entries = [sheet.word(entry) for group in sheet.standing for entry in group.lines]
    marks = {entry.name: entry.mark for entry in entries}
    assert marks["video courses"] == marks["Video-course"] != marks["视频课"] == marks["視頻課"]
    assert len(set(marks.values())) == 3  # under another head it is another thing
    assert [sheet.word(entry) is entry for entry in entries] == [True] * 5


def test_what_fits_after_a_head_and_what_before_it() -> None:
    # ", tea" is 5 quarters; "likes: \ntea" is 11, "dislikes, avoid: \nnatto" 23.
    persona = persona_of(likes=[line("tea", "likes")], dislikes=[line("natto", "dislikes")])
    sheet = Sheet(persona)
    numbers = {group.lines[0].name: n for n, group in enumerate(sheet.standing)}
    assert sheet.costs.fitting(10, ()).tolist() == []
    assert sheet.costs.fitting(11, ()).tolist() == [numbers["tea"]]
    assert sheet.costs.fitting(5, ("likes",)).tolist() == [numbers["tea"]]
    assert sorted(sheet.costs.fitting(23, ())) == [0, 1]


def test_the_line_of_a_taste_does_not_stand_for_its_remark() -> None:
    remarks = (
        Remark("games with sudden scares", "dislikes", ("games",), "c", "1"),
        Remark("play tea games", "says", ("tea",), "c", "2"),
    )
    persona = replace(
        persona_of(dislikes=[line("games", "dislikes")], likes=[line("tea", "likes")]),
        remarks=remarks,
    )
    sheet = Sheet(persona)
    alone = [[e.name for e in sheet.standing_alone(group)] for group in sheet.standing]
    assert sorted(alone) == [[""], ["", "tea"]]


def test_the_frame_is_counted_as_it_is_written() -> None:
    persona = persona_of()
    languages: tuple[Language, ...] = ("en", "zh")
    for lang in languages:
        sheet = Sheet(persona, lang)
        assert sheet.frame == quarters(frame_cost(persona, sheet.lang))
        assert sheet.frame_of("abcd") == sheet.frame - 2 * 12  # twelve characters fewer, twice
