from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.extract.answers import read_answer
from persona.extract.numbering import MAX_SHOWN, WEIGHT, Numbered, numbered, written_out
from persona.extract.places import MAX_QUOTE
from persona.extract.windows import MAX_TOKENS, render, windows
from persona.records import Extraction, Message, Reason, Relation, Role, Span, Turn, Window
from persona.text import one_line
from persona.tokens import estimate
from tests.strategies import NO_SHRINKING

CLAUSES = (("m1", "I love tea"), ("m1", "but not coffee."), ("m3", "我用 Vim"))
SHOWN = Numbered("{}", CLAUSES)


def window(*messages: Message | str) -> Window:
    turns = [
        Message("ann", "c", f"m{number}", "user", said) if isinstance(said, str) else said
        for number, said in enumerate(messages, start=1)
    ]
    return Window("ann", "c", tuple(Turn(m, 0, len(m.text)) for m in turns))


def said(number: int, role: Role, text: str) -> Message:
    return Message("ann", "c", f"m{number}", role, text)


def words_of(*messages: Message | str) -> list[str]:
    return [words for _, words in numbered(window(*messages)).clauses]


# --- how a window is shown ------------------------------------------------------------------------


def test_the_clauses_of_the_users_messages_stand_after_the_messages() -> None:
    shown = window(
        "I love tea, but I can't stand coffee.", said(2, "assistant", "Why?"), "我用 Vim。你呢？"
    )
    found = json.loads(numbered(shown).text)
    assert found.pop("clauses") == [
        {"n": 1, "clause": "I love tea"},
        {"n": 2, "clause": "but I can't stand coffee."},
        {"n": 3, "clause": "我用 Vim。"},
        {"n": 4, "clause": "你呢？"},
    ]
    assert found == json.loads(render(shown))
    assert [message_id for message_id, _ in numbered(shown).clauses] == ["m1", "m1", "m3", "m3"]


def test_the_context_has_no_clauses() -> None:
    before = said(0, "user", "I love opera.")
    shown = replace(window("I love tea."), context=(Turn(before, 0, len(before.text)),))
    found = json.loads(numbered(shown).text)
    assert found["context, not evidence"][0]["text"] == "I love opera."
    assert found["clauses"] == [{"n": 1, "clause": "I love tea."}]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('He wrote "I worship Fridays". I laughed.', ["He wrote", "I laughed."]),
        ("要是有翅膀，我就去看流星。我喜欢看书。", ["我喜欢看书。"]),
        ("…", []),
    ],
)
def test_what_can_be_evidence_of_nothing_is_no_clause(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_a_part_that_is_played_has_no_clauses() -> None:
    played = (
        "Let's role-play: you're a judge, I'm a wizard who loves thunder.",
        said(2, "assistant", "Silence!"),
        "I hate daylight.",
    )
    assert words_of(*played) == []


def test_another_persons_message_has_no_clauses() -> None:
    other = replace(said(1, "user", "I love opera."), author="Bo")
    found = json.loads(numbered(window(other)).text)
    assert found["messages"] == [
        {"id": "m1", "role": "user", "author": "Bo", "text": "I love opera."}
    ]
    assert found["clauses"] == []


def test_what_we_put_in_and_what_hides_is_not_shown() -> None:
    text = "[persona: likes tea] I like jazz\u200b. 我喜欢\u202e爵士。"
    message = replace(said(1, "user", text), foreign=(Span(0, 21, Reason.ECHO),))
    assert words_of(message) == ["I like jazz.", "我喜欢爵士。"]
    assert "persona" not in numbered(window(message)).text


def test_a_part_of_a_long_message_has_its_own_clauses() -> None:
    text = "".join(f"I like thing number {n}. " for n in range(1200))
    parts = windows("ann", [said(1, "user", text)])
    assert len(parts) > 1
    found = [words for part in parts for _, words in numbered(part).clauses]
    assert found == [f"I like thing number {n}." for n in range(1200)]


def test_the_clauses_of_a_long_window_are_not_listed_and_found_by_their_words() -> None:
    many = window(*(f"我第{n}年学会了第{n}种语言，很开心。" * 8 for n in range(20)))
    shown = numbered(many)
    assert not shown.is_listed
    assert isinstance(json.loads(shown.text)["clauses"], str)
    assert estimate(shown.text) <= MAX_SHOWN
    part = {"n": 1, "clause": "我第7年学会了第7种语言，很开心。", "rows": [row("第7种语言")]}
    (relation,) = written_out({"clauses": [part]}, shown)["relations"]
    assert relation["evidence"] == ["m8"]
    unknown = {"n": 1, "clause": "别的话别的话", "rows": [row("第7种语言")]}
    assert "evidence" not in written_out({"clauses": [unknown]}, shown)["relations"][0]


def test_a_clause_without_end_is_shown_in_part() -> None:
    assert all(len(words) <= MAX_QUOTE for words in words_of("我喜欢" + "茶" * MAX_TOKENS))


pieces = st.lists(
    st.sampled_from(
        ("I love tea", ", ", "but ", "我喜欢爵士", "。", "？", "\n", '"', "if I could", " ", "<2>")
    ),
    max_size=9,
).map("".join)


@settings(deadline=None, max_examples=60, phases=NO_SHRINKING)
@given(st.lists(pieces, min_size=1, max_size=3))
def test_each_clause_is_of_its_message(said_by_user: list[str]) -> None:
    shown = window(*said_by_user)
    text_of = {turn.message.message_id: one_line(turn.text) for turn in shown.turns}
    for message_id, words in numbered(shown).clauses:
        assert words
        assert words in text_of[message_id]


# --- how an answer by numbers is read -------------------------------------------------------------


def row(*targets: Any, **fields: Any) -> dict[str, Any]:
    return {"targets": list(targets), "relation": "love", "kind": "likes", "polarity": 1, **fields}


def read(answer: Any) -> tuple[Extraction, list[Reason]]:
    extraction, rejected = read_answer(written_out(answer, SHOWN), ("m1", "m3"))
    return extraction, [r.reason for r in rejected]


def test_a_row_has_the_message_and_the_words_of_its_clause() -> None:
    extraction, rejected = read({"clauses": [{"n": 1, "rows": [row("tea", type="drink")]}]})
    assert rejected == []
    assert extraction.relations == (
        Relation("USER", "tea", "love", "likes", 1, WEIGHT, ("m1",), "I love tea"),
    )
    assert [(m.name, m.type) for m in extraction.mentions] == [("tea", "drink")]


def test_each_target_of_a_row_is_a_relation() -> None:
    extraction, _ = read({"clauses": [{"n": 3, "rows": [row("Vim", "Emacs", weight=0.5)]}]})
    assert [(r.target, r.evidence, r.weight) for r in extraction.relations] == [
        ("Vim", ("m3",), 0.5),
        ("Emacs", ("m3",), 0.5),
    ]


def test_a_field_that_is_null_is_as_one_left_out() -> None:
    seldom = ("source", "slot", "aliases", "source_qualifier", "target_qualifier", "weight")
    nulls = row("tea", type="drink", **dict.fromkeys(seldom))
    short = row("tea", type="drink")
    assert read({"clauses": [{"n": 1, "rows": [nulls]}]}) == read(
        {"clauses": [{"n": 1, "rows": [short]}]}
    )


def test_aliases_are_those_of_a_single_target() -> None:
    rows = [row("Postgres", aliases=["pg"]), row("a", "b", aliases=["c"])]
    extraction, _ = read({"clauses": [{"n": 1, "rows": rows}]})
    assert [(m.name, m.aliases) for m in extraction.mentions] == [
        ("Postgres", ("pg",)),
        ("a", ()),
        ("b", ()),
    ]


@pytest.mark.parametrize(
    "answer",
    [
        {"clauses": {"3": [row("Vim")]}},
        {"clauses": {"<3>": [row("Vim")]}},
        {"clauses": [{"n": "3", "rows": [row("Vim")]}]},
        {"clauses": [{"n": 3, **row("Vim")}]},
        {"clauses": [{"n": 3, "rows": [{**row(), "targets": "Vim"}]}]},
        {"clauses": [{"n": 3, "rows": [{"target": "Vim", "relation": "love", "kind": "likes"}]}]},
        {"clauses": [{"n": 1, "rows": []}, {"n": 3, "rows": [row("Vim"), row("Vim")]}]},
    ],
)
def test_what_can_only_be_meant_in_one_way_is_read(answer: Any) -> None:
    extraction, rejected = read(answer)
    assert rejected == []
    (relation,) = extraction.relations
    assert (relation.target, relation.evidence, relation.quote) == ("Vim", ("m3",), "我用 Vim")


@pytest.mark.parametrize(
    ("words", "number", "clause"),
    [
        ("I love tea", 2, 0),  # lost count: the words tell the clause
        ("i love  TEA", 3, 0),
        ("not coffee", 1, 1),  # a part of it
        ("我用 Vim", 1, 2),
        ("I love rain", 2, 1),  # words of no clause: the number tells it
        ("o", 3, 2),  # too short to tell one from another
        ("I love tea, but", 3, 0),  # more than a clause
        (7, 3, 2),
        (None, 1, 0),
    ],
)
def test_the_copied_words_of_a_clause_tell_it_before_its_number(
    words: Any, number: int, clause: int
) -> None:
    extraction, _ = read({"clauses": [{"n": number, "clause": words, "rows": [row("x")]}]})
    (relation,) = extraction.relations
    assert (relation.evidence, relation.quote) == ((CLAUSES[clause][0],), CLAUSES[clause][1])


def test_of_two_clauses_with_the_same_words_the_number_tells_which() -> None:
    twice = (("m1", "I love tea"), ("m3", "I love tea"))
    answer = {"clauses": [{"n": 2, "clause": "I love tea", "rows": [row("tea")]}]}
    (relation,) = written_out(answer, Numbered("{}", twice))["relations"]
    assert relation["evidence"] == ["m3"]


@pytest.mark.parametrize("number", [0, -1, 4, "x", None, True, 10**12, [1], "³"])
def test_a_number_that_was_not_shown_leaves_the_evidence_to_be_looked_up(number: Any) -> None:
    extraction, _ = read({"clauses": [{"n": number, "rows": [row("tea")]}]})
    (relation,) = extraction.relations
    assert (relation.evidence, relation.quote) == (None, None)


@pytest.mark.parametrize("bad", [None, 3, "x", [], {}, row(None), row(""), row("tea", polarity=7)])
def test_a_row_that_cannot_be_read_is_counted(bad: Any) -> None:
    extraction, rejected = read({"clauses": [{"n": 1, "rows": [bad, row("tea")]}]})
    assert Reason.INVALID_ROW in rejected
    assert [r.target for r in extraction.relations] == ["tea"]


@pytest.mark.parametrize(
    "answer", [None, 3, [], "x", {}, {"clauses": 3}, {"relations": [], "clauses": []}]
)
def test_another_form_is_given_back_as_it_is(answer: Any) -> None:
    assert written_out(answer, SHOWN) == answer


values = st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=4)
rows = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(
        ("n", "rows", "targets", "target", "kind", "polarity", "source", "aliases"),
        values | st.lists(values, max_size=3) | st.just([row("tea")]),
    ),
)


@settings(deadline=None, max_examples=150, phases=NO_SHRINKING)
@given(st.lists(rows | values, max_size=4) | st.dictionaries(st.text(max_size=2), rows, max_size=3))
def test_any_answer_by_numbers_is_read(parts: Any) -> None:
    extraction, _ = read({"clauses": parts})
    assert len(set(extraction.relations)) == len(extraction.relations)
    for relation in extraction.relations:
        assert relation.evidence in (None, ("m1",), ("m3",)) or relation.quote is None
