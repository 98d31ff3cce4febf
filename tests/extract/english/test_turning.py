"""Changes told over a sentence or two: what ended, what began, and of which kind."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract import english
from persona.extract.english.turning import is_same, replaces, turned
from persona.extract.statement import Statement
from tests.strategies import NO_SHRINKING

Told = set[tuple[str, str, int]]


def said(text: str) -> Told:
    return {(s.kind, s.target, s.polarity) for s in english.statements(text)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # a taste that has gone is a dislike, and what came in its place a liking
        ("Gouache has lost its charm, so I've moved on to linocut.",
         {("dislikes", "Gouache", -1), ("likes", "linocut", 1)}),
        ("I've outgrown synthwave, it's all fado for me now.",
         {("dislikes", "synthwave", -1), ("likes", "fado", 1)}),
        # what is swapped is a practice that is over, and no dislike
        ("Swapped mahjong for cribbage in the spring.",
         {("uses", "mahjong", -1), ("uses", "cribbage", 1)}),
        ("Quillpad has replaced Inkpond for me.", {("uses", "Inkpond", -1), ("uses", "Quillpad", 1)}),
        # a state is one on either side
        ("No more being a cobbler, I started as a thatcher on Monday.",
         {("role", "cobbler", -1), ("role", "thatcher", 1)}),
        ("Left Brixen behind, Merano is home now.",
         {("lives_in", "Brixen", -1), ("lives_in", "Merano", 1)}),
        ("Handed in my notice at Harrowgate, I'm at Pellworm from now on.",
         {("works_at", "Harrowgate", -1), ("works_at", "Pellworm", 1)}),
        ("Welsh is on the back burner, learning Basque instead.",
         {("learning", "Welsh", -1), ("learning", "Basque", 1)}),
        ("Paleo didn't stick. Keto it is.", {("diet", "Paleo", -1), ("diet", "Keto", 1)}),
    ],
)  # fmt: skip
def test_both_halves_of_a_change_with_their_kinds(text: str, told: Told) -> None:
    assert said(text) == told


def test_an_unsure_half_takes_its_kind_from_the_other_or_from_its_noun() -> None:
    assert ("lives_in", "Brixen", -1) in said("Bye bye Brixen! Merano is home now.")
    assert ("learning", "Welsh", -1) in said("Bye bye Welsh, hello Basque.")
    assert ("uses", "Inkpond", -1) in said("Bye bye Inkpond, hello Quillpad.")


def test_it_means_what_was_named_just_before() -> None:
    assert ("dislikes", "mahjong", -1) in said("one bad night too many with mahjong, i'm over it")
    assert said("I'm over it.") == set()


@pytest.mark.parametrize(
    "text",
    [
        "Bye bye Inkpond", "Hello Quillpad", "Inkpond is out", "Quillpad all the way",
        "I left my umbrella behind", "I put the meeting on hold", "Put Inkpond on ice",
    ],
)  # fmt: skip
def test_a_half_that_means_a_change_only_beside_another_says_nothing_alone(text: str) -> None:
    assert turned(text, []) == []


@pytest.mark.parametrize(
    "text",
    [
        "I haven't moved on from mahjong", "I nearly swapped mahjong for cribbage",
        "I would swap mahjong for cribbage", "I never said goodbye to mahjong",
        "he swapped mahjong for cribbage", "they moved from Brixen to Merano",
    ],
)  # fmt: skip
def test_only_the_speaker_and_only_what_was_done(text: str) -> None:
    assert turned(text, []) == []


def test_a_clause_may_state_the_other_half() -> None:
    text = "The Corvane went to the scrapyard, I drive a Lumido"
    drives = Statement("uses", "Lumido", "drive", 1, text.index("Lumido"))
    gone = [(s.kind, s.target, s.polarity) for s, _, _ in turned(text, [drives])]
    assert gone == [("uses", "Corvane", -1)]


def test_what_a_clause_states_itself_stays_and_what_it_got_wrong_gives_way() -> None:
    at = {"label": "x", "start": 10}
    used = Statement("uses", "Welsh lessons", polarity=-1, **at)  # type: ignore[arg-type]
    learnt = Statement("learning", "Welsh", polarity=-1, **at)  # type: ignore[arg-type]
    lived = Statement("lives_in", "Welsh", polarity=1, **at)  # type: ignore[arg-type]
    assert not is_same(learnt, used)  # the language, not its lessons
    assert replaces(learnt, used)
    assert is_same(used, used)
    assert not is_same(learnt, lived)
    assert replaces(learnt, lived)


def test_a_thing_left_is_not_lived_in() -> None:
    assert said("Moved out of Brixen last month. Merano now!") == {
        ("lives_in", "Brixen", -1),
        ("lives_in", "Merano", 1),
    }


@settings(max_examples=60, deadline=None, phases=NO_SHRINKING)
@given(
    st.lists(
        st.sampled_from(
            ["bye bye", "hello", "Inkpond", "Quillpad", "swapped", "for", "is out", "it's", "now",
             "all the way", ",", ".", "!", "I've", "moved on from", "lost its charm", "as a", "thatcher",
             "my", "lessons", "home", "’s", "\n", "İ", "猫", "a" * 80]
        ),
        max_size=14,
    ).map(" ".join)
)  # fmt: skip
def test_every_target_stands_where_it_is_said_to_stand(text: str) -> None:
    for statement, start, end in turned(text, []):
        stop = statement.start + len(statement.target)
        assert text[statement.start : stop] == statement.target
        assert 0 <= start <= statement.start
        assert stop <= end <= len(text)
        assert statement.label
