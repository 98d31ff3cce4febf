from __future__ import annotations

from datetime import timedelta

from persona.vocabulary import KINDS, PREFERENCE_SECTIONS, SECTIONS


def test_sections_are_those_of_the_persona() -> None:
    assert {kind.section for kind in KINDS.values()} - {None} <= set(SECTIONS)
    assert set(PREFERENCE_SECTIONS) <= set(SECTIONS)
    assert SECTIONS[0] == "safety"


def test_negative_kinds_are_those_of_the_design() -> None:
    negative = {kind.name for kind in KINDS.values() if kind.polarity < 0}
    assert negative == {"dislikes", "avoids", "allergic_to", "never", "rejected"}


def test_what_does_not_fade() -> None:
    lasting = {kind.family for kind in KINDS.values() if kind.half_life is None}
    assert lasting == {"safety", "state", "link"}
    assert KINDS["struggles_with"].half_life == timedelta(days=30)


def test_every_kind_that_is_shown_has_words_in_both_languages() -> None:
    for kind in KINDS.values():
        if kind.section and kind.name != "has_attribute":
            assert kind.en, kind.name
            assert kind.zh, kind.name
            assert kind.phrase_en, kind.name
            assert kind.phrase_zh, kind.name
