from __future__ import annotations

import pytest

from persona.vocabulary import KINDS, PREFERENCE_SECTIONS, SECTIONS, classify, read_kind


@pytest.mark.parametrize(
    ("label", "kind", "polarity"),
    [
        ("loves", "likes", 1),
        ("喜欢", "likes", 1),
        ("hates", "dislikes", -1),
        ("不喜欢", "dislikes", -1),
        ("不再喜欢", "dislikes", -1),
        ("no longer likes", "dislikes", -1),
        ("doesn't like", "dislikes", -1),
        ("runs on", "uses", 1),
        ("stopped using", "uses", -1),
        ("不再使用", "uses", -1),
        ("戒", "uses", -1),
        ("plans_to_visit", "plans", 1),
        ("friend_of", "friend_of", 1),
        ("居住", "lives_in", 1),
        ("过敏", "allergic_to", -1),
        ("never eats", "never", -1),
        ("询问", "asks_about", 0),
        ("由...组成", "other", 0),
        ("drop table", "other", 0),
    ],
)
def test_labels_are_read_by_table_and_morphology(label: str, kind: str, polarity: int) -> None:
    assert classify(label)[:2] == (kind, polarity)


@pytest.mark.parametrize(
    ("label", "slot"), [("favourite tennis player", "tennis player"), ("最喜欢的歌手", "歌手")]
)
def test_favourite_takes_its_slot_from_the_label(label: str, slot: str) -> None:
    assert classify(label) == ("favourite", 1, slot)


@pytest.mark.parametrize(
    ("label", "kind", "polarity", "expected"),
    [
        ("likes", "likes", -1, ("dislikes", -1)),
        ("prefers", "prefers", -1, ("dislikes", -1)),
        ("dislikes", "dislikes", 1, ("dislikes", -1)),
        ("avoids", "avoids", 1, ("avoids", -1)),
        ("loves", "dislikes", 1, ("likes", 1)),
        ("used", "used_before", None, ("uses", -1)),
        ("uses", "uses", -1, ("uses", -1)),
        ("asks", "asks_about", 1, ("asks_about", 0)),
        ("讨厌", None, 1, ("dislikes", -1)),
        ("whatever", "no such kind", None, ("other", 0)),
    ],
)
def test_the_sign_rules(
    label: str, kind: str | None, polarity: int | None, expected: tuple[str, int]
) -> None:
    assert read_kind(label, kind, polarity)[:2] == expected


def test_every_kind_has_words_in_both_languages_and_a_known_section() -> None:
    for kind in KINDS.values():
        assert kind.section is None or kind.section in SECTIONS
        if kind.name != "other":
            assert kind.en
            assert kind.zh
    assert set(PREFERENCE_SECTIONS) <= set(SECTIONS)


def test_each_label_of_the_tables_means_its_kind_or_an_earlier_one() -> None:
    names = list(KINDS)
    for kind in KINDS.values():
        for label in (*kind.en, *kind.zh):
            found = classify(label)[0]
            assert names.index(found) <= names.index(kind.name), label
