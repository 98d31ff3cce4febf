from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.records import Components, Evidence, Persona, Preference, distinct, tellers
from persona.text import name_key
from persona.vocabulary import KINDS, SECTIONS
from persona.vocabulary.likeness import gist, wider
from tests.strategies import NO_SHRINKING

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


def line(name: str, kind: str = "likes", quote: str = "", **more: Any) -> Preference:
    said = (Evidence("c", "m", NOW, quote, 0.9, (0, 0, "m"), open=True),) if quote else ()
    polarity = KINDS[kind].polarity
    known = {"relation": kind, "evidence": said, "slot": None} | more
    return Preference(
        entity=name, key=name_key(name), type="thing", kind=kind, polarity=polarity, score=0.5,
        components=Components(), mentions=1, first_seen=NOW, last_seen=NOW, valid_from=NOW,
        valid_to=None, **known,
    )  # fmt: skip


def names(section: str, *lines: Preference) -> list[str]:
    return [each.entity for each in distinct(section, lines)]


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("hot pot", "spicy hot pot"),
        ("novels", "novels about the sea"),
        ("chess", "playing chess"),
        ("豆花", "老家的豆花"),
        ("乒乓球", "打乒乓球"),
    ],
)
def test_of_what_is_liked_the_narrower_name_is_enough(wide: str, narrow: str) -> None:
    for section, kind in (("likes", "likes"), ("uses", "uses"), ("problems", "struggles_with")):
        assert names(section, line(wide, kind), line(narrow, kind)) == [narrow]
        assert names(section, line(narrow, kind), line(wide, kind)) == [narrow]


def test_who_likes_a_thing_without_something_may_like_it_with_too() -> None:
    assert names("likes", line("games"), line("games without timers")) == [
        "games",
        "games without timers",
    ]


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [("music", "loud music"), ("海鲜", "生的海鲜"), ("courses", "online courses")],
)
def test_of_what_is_disliked_the_wider_name_is_not_lost(wide: str, narrow: str) -> None:
    for section, kind in (("dislikes", "dislikes"), ("rejected", "rejected")):
        assert names(section, line(wide, kind), line(narrow, kind)) == [wide]
        assert names(section, line(narrow, kind), line(wide, kind)) == [wide]
    for kind in ("never", "allergic_to", "diet"):
        assert names("safety", line(wide, kind), line(narrow, kind)) == [wide, narrow]


def test_the_verb_and_its_gerund_are_one_where_it_is_a_verb() -> None:
    swim, swimming = line("swim", quote="I love to swim"), line("swimming", quote="swimming it is")
    assert names("likes", swim, swimming) == ["swimming"]
    swim = line("swim", quote="swim three times a week now, I love it")
    assert names("likes", swim, swimming) == ["swimming"]
    assert names("dislikes", line("run", "dislikes", "I hate to run"), line("running", "dislikes")) == [
        "running"
    ]  # fmt: skip
    trains, training = line("trains", quote="I love trains"), line("training")
    assert names("likes", trains, training) == ["trains", "training"]
    assert names("likes", line("box", quote="the box is lovely"), line("boxing")) == [
        "box",
        "boxing",
    ]


def test_spellings_of_one_name_stand_once_in_every_section_that_is_compared() -> None:
    for section, kind in (("likes", "likes"), ("dislikes", "dislikes"), ("safety", "allergic_to")):
        assert names(section, line("cashew nuts", kind), line("Cashew-nut", kind)) == [
            "cashew nuts"
        ]


def test_signs_kinds_and_slots_are_kept_apart() -> None:
    asked, stated = line("Rust 的宏", "asks_about"), line("宏", "interested_in")
    assert names("interests", asked, stated) == ["Rust 的宏", "宏"]
    favourite = line("novels", "favourite", slot="book")
    assert names("likes", favourite, line("old novels")) == ["novels", "old novels"]
    assert names("goals", line("boat", "wants"), line("new boat", "plans")) == ["boat", "new boat"]
    assert names("attributes", line("Leeds", "lives_in"), line("old Leeds", "from")) == [
        "Leeds",
        "old Leeds",
    ]
    turned = replace(line("novels"), polarity=-1)
    assert names("likes", turned, line("old novels")) == ["novels", "old novels"]


def test_a_persona_shows_what_is_distinct_and_keeps_the_rest() -> None:
    lines = (line("豆花"), line("老家的豆花"))
    sections: dict[str, tuple[Preference, ...]] = dict.fromkeys(SECTIONS, ())
    sections["likes"] = lines
    persona = Persona("u", NOW, "rules", sections, lines, "", {})
    assert [each.entity for each in persona.distinct()["likes"]] == ["老家的豆花"]
    assert persona._repr_html_().count("豆花") == 1
    assert len(persona.likes) == len(persona.to_dict()["sections"]["likes"]) == 2


NAMES = st.sampled_from(
    ["tea", "cold tea", "the cold tea", "drinking tea", "tea in bed", "swim", "swimming", "Cold-tea", "teas",
     "豆花", "老家的豆花", "吃豆花", "老家", "在线课程", "课程"]
)  # fmt: skip
KINDS_OF = st.sampled_from([kind for kind in KINDS.values() if kind.section in SECTIONS])


@settings(max_examples=200, phases=NO_SHRINKING)
@given(st.lists(st.tuples(NAMES, KINDS_OF, st.booleans()), max_size=12))
def test_only_what_another_line_of_the_section_and_sign_says_is_left_out(rows: list[Any]) -> None:
    sections: dict[str, list[Preference]] = {}
    for name, kind, verb in rows:
        said = line(name, kind.name, f"I {name}" if verb else name)
        sections.setdefault(kind.section, []).append(said)
    for section, lines in sections.items():
        kept = distinct(section, lines)
        assert [each for each in lines if each in kept] == list(kept) or len(set(lines)) < len(
            lines
        )
        for left in (each for each in lines if each not in kept):
            assert any(
                _says(section, other, left) for other in kept if other.polarity == left.polarity
            )


def _says(section: str, teller: Preference, told: Preference) -> bool:
    if gist(teller.entity) == gist(told.entity):
        return True
    if {teller.entity, told.entity} <= {"swim", "swimming"}:
        return teller.entity == "swimming"
    if section in ("dislikes", "rejected"):
        teller, told = told, teller
    narrower = gist(told.entity) in {gist(key) for key in wider(teller.entity)}
    return narrower and section != "safety"


@settings(max_examples=100, phases=NO_SHRINKING)
@given(st.lists(NAMES, max_size=12), st.sampled_from(["likes", "dislikes"]))
def test_no_line_says_itself_by_any_way_round(found: list[str], section: str) -> None:
    told = tellers(section, [line(name, section, quote=f"to {name}") for name in found])
    for place in told:
        seen, todo = set[int](), [place]
        while todo:
            for teller in told.get(todo.pop(), ()):
                assert teller != place
                if teller not in seen:
                    seen.add(teller)
                    todo.append(teller)
