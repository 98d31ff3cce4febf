from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from persona.records import Assertion, Correction, Mention
from persona.resolve import amend, resolve
from persona.resolve.splitting import as_said
from tests.resolve.said import at, said
from tests.strategies import NO_SHRINKING

SPLIT = Correction("split", "Lark", "飞书")
LARK = said("Lark", day=0, aliases=("飞书", "Feishu"), quote="我每天都用飞书")


def held(rows: Sequence[Assertion], *corrections: Correction) -> dict[str, list[str]]:
    """Messages behind the facts of each entity."""
    found: dict[str, list[str]] = {}
    for fact in resolve("u", rows, corrections=corrections).facts:
        found.setdefault(fact.target, []).extend(e.message_id for e in fact.evidence)
    return found


def test_an_alias_gets_back_what_was_said_with_it() -> None:
    rows = [LARK, said("Lark", day=1, aliases=("飞书",), quote="Lark is fine")]
    assert held(rows) == {"lark": ["m0", "m1"]}
    assert held(rows, SPLIT) == {"飞书": ["m0"], "lark": ["m1"]}
    assert held(rows, SPLIT, Correction("merge", "飞书", "Lark")) == held(rows)


def test_where_nothing_was_said_with_the_main_name_it_has_no_node() -> None:
    resolution = resolve("u", [LARK], corrections=(SPLIT,))
    assert list(resolution.entities) == ["飞书"]
    assert resolution.unmatched == ()
    assert held([LARK], Correction("split", "飞书", "Lark")) == {"飞书": ["m0"]}


def test_a_quote_with_both_names_or_another_alias_stays() -> None:
    both = replace(LARK, quote="飞书就是 Lark")
    other = replace(LARK, quote="Feishu every day")
    with_other = replace(LARK, quote="飞书 is what we call Feishu")
    neither = replace(LARK, quote="the second one", via="choice")
    for row in (both, other, with_other, neither):
        assert held([row], SPLIT) == {"lark": ["m0"]}
    assert held([other], Correction("split", "Lark", "Feishu")) == {"feishu": ["m0"]}


def test_a_name_within_a_longer_one_is_not_that_name() -> None:
    row = said("C++", day=0, aliases=("C",), quote="I write C++")
    assert held([row], Correction("split", "C++", "C")) == {"c++": ["m0"]}
    row = replace(row, quote="I write C")
    assert held([row], Correction("split", "C++", "C")) == {"c": ["m0"]}


def test_a_source_is_given_back_too() -> None:
    row = replace(
        said("钓鱼", source="Li Wei", day=0, quote="小李喜欢钓鱼"),
        source_mention=Mention("Li Wei", aliases=("小李",)),
    )
    (fact,) = resolve("u", [row], corrections=(Correction("split", "Li Wei", "小李"),)).facts
    assert fact.source == "小李"


def test_a_homonym_keeps_its_qualifier() -> None:
    row = said("李伟", day=0, aliases=("小李",), qualifier="同事", quote="小李爱钓鱼")
    split = Correction("split", "李伟 (同事)", "小李 (同事)")
    assert held([row], split) == {"小李 (同事)": ["m0"]}


def test_what_is_taken_back_of_an_alias_is_what_was_said_with_it() -> None:
    rows = [LARK, said("Lark", day=1, aliases=("飞书",), quote="Lark is fine")]
    wrong = Correction("wrong", "飞书", time=at(9), number=2)
    amended, unmatched = amend(rows, (SPLIT, wrong))
    assert unmatched == ()
    assert [a.message_id for a in amended] == ["m1"]


NAMES = ("Lark", "飞书", "Feishu", "pg")
CORRECTIONS = st.lists(
    st.builds(
        Correction,
        st.sampled_from(["merge", "split"]),
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
    ),
    max_size=4,
)
ROWS = st.lists(
    st.builds(
        lambda name, aliases, quoted, day: said(
            name, day=day, aliases=tuple(aliases), quote=f"I use {quoted}"
        ),
        st.sampled_from(NAMES),
        st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
        st.sampled_from(NAMES),
        st.integers(0, 4),
    ),
    max_size=6,
)


@settings(max_examples=40, phases=NO_SHRINKING)
@given(ROWS, CORRECTIONS, st.randoms(use_true_random=False))
def test_it_is_a_function_of_the_set_and_nothing_is_lost(
    rows: list[Assertion], corrections: list[Correction], random: object
) -> None:
    once = as_said(rows, corrections)
    assert len(once) == len(rows)
    assert as_said(once, corrections) == once
    if not any(c.action == "split" for c in corrections):
        assert once == rows
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a Random
    assert resolve("u", shuffled, corrections=corrections) == resolve(
        "u", rows, corrections=corrections
    )
