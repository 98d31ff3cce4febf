from __future__ import annotations

from datetime import UTC, datetime

import pytest

from persona.memory import compare
from persona.records import Components, Persona, Preference
from persona.vocabulary import KINDS, SECTIONS

MARCH = datetime(2026, 3, 1, 12, tzinfo=UTC)
JANUARY = datetime(2025, 1, 15, 9, tzinfo=UTC)


def line(
    name: str,
    kind: str,
    *,
    since: datetime | None = MARCH,
    slot: str | None = None,
    label: str = "",
) -> Preference:
    return Preference(
        name, name.casefold(), "", kind, label or kind, 1, 0.5, Components(), 1,
        since, since, since, None, slot,
    )  # fmt: skip


def persona(*lines: Preference) -> Persona:
    sections: dict[str, list[Preference]] = {section: [] for section in SECTIONS}
    for each in lines:
        sections[KINDS[each.kind].section or "inferred"].append(each)
    held = {section: tuple(found) for section, found in sections.items()}
    return Persona("ann", MARCH, "rules", held, (), "", {})


@pytest.mark.parametrize(
    ("before", "after", "en", "zh"),
    [
        (
            (),
            (line("茶", "likes"),),
            "now likes 茶 (since 2026-03-01)",
            "现在喜欢茶（自 2026-03-01）",
        ),
        (
            (line("Vim", "uses", since=JANUARY),),
            (),
            "no longer uses Vim (was since 2025-01-15)",
            "不再使用 Vim（此前自 2025-01-15）",
        ),
        (
            (line("香菜", "rejected", since=JANUARY),),
            (),
            "no longer turns down 香菜 (was since 2025-01-15)",
            "不再排除香菜（此前自 2025-01-15）",
        ),
        (
            (line("Paris", "lives_in", since=JANUARY),),
            (line("Lyon", "lives_in"),),
            "now lives in Lyon (was Paris since 2025-01-15)",
            "现在住在 Lyon（此前是 Paris，自 2025-01-15）",
        ),
        (
            (),
            (line("peanuts", "allergic_to", since=None),),
            "now is allergic to peanuts",
            "现在对 peanuts 过敏",
        ),
        (
            (),
            (line("蓝色", "has_attribute", slot="头发颜色"),),
            "now 头发颜色 蓝色 (since 2026-03-01)",
            "现在头发颜色蓝色（自 2026-03-01）",
        ),
    ],
)
def test_a_change_in_words(
    before: tuple[Preference, ...], after: tuple[Preference, ...], en: str, zh: str
) -> None:
    (change,) = compare(persona(*before), persona(*after))
    assert (change.en, change.zh) == (en, zh)
    assert change.to_dict()["en"] == en


def test_what_stays_is_no_change_whatever_its_score() -> None:
    assert compare(persona(line("tea", "likes")), persona(line("tea", "likes", since=None))) == ()


def test_a_taste_that_turned_ends_and_begins() -> None:
    changes = compare(persona(line("tea", "likes")), persona(line("tea", "dislikes")))
    assert [(c.what, c.section) for c in changes] == [("ended", "likes"), ("began", "dislikes")]


def test_single_values_are_compared_within_their_slot() -> None:
    before = persona(
        line("Ann Lee", "favourite", slot="author"), line("jazz", "favourite", slot="music")
    )
    after = persona(line("bebop", "favourite", slot="music"))
    assert [(c.what, c.entity, c.before) for c in compare(before, after)] == [
        ("changed", "bebop", "jazz"),
        ("ended", "Ann Lee", None),
    ]


def test_what_follows_from_other_sections_is_not_told_twice() -> None:
    sections = {**persona().sections, "no_longer": (line("Vim", "uses"),)}
    after = Persona("ann", MARCH, "rules", sections, (), "", {})
    assert compare(persona(), after) == ()


@pytest.mark.parametrize("kind", [k for k in KINDS if KINDS[k].section])
def test_every_kind_has_words_in_both_languages(kind: str) -> None:
    (change,) = compare(persona(), persona(line("X", kind, label="says")))
    assert "X" in change.en
    assert "X" in change.zh
    assert "{" not in change.en + change.zh


def test_a_goal_came_true_where_the_thing_is_had_now() -> None:
    wish = line("kayak", "wants", since=JANUARY)
    for true in (line("kayak", "owns"), line("old kayak", "owns"), line("kayak", "learning")):
        told = compare(persona(wish), persona(true))
        (goal,) = [change for change in told if change.section == "goals"]
        assert goal.what == "ended"
        assert goal.en == "came true: wants kayak (was since 2025-01-15)"
        assert goal.zh == "已实现：想要 kayak（此前自 2025-01-15）"
    had = line("kayak", "owns", since=JANUARY)
    for before, after in (
        ((wish,), ()), ((wish,), (line("kayak", "likes"),)), ((wish, had), (had,)),
    ):  # fmt: skip
        (goal,) = [c for c in compare(persona(*before), persona(*after)) if c.section == "goals"]
        assert goal.en == "no longer wants kayak (was since 2025-01-15)"


def test_what_another_line_says_with_more_is_not_told_twice() -> None:
    now = persona(line("豆花", "likes"), line("老家的豆花", "likes"))
    assert [change.zh for change in compare(persona(), now)] == [
        "现在喜欢老家的豆花（自 2026-03-01）"
    ]
    assert [change.en for change in compare(now, persona(line("豆花", "likes")))] == [
        "no longer likes 老家的豆花 (was since 2026-03-01)"
    ]
