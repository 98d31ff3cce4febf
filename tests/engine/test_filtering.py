from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from persona.engine.filtering import filter_answer, shows, window_of
from persona.engine.matching import read_kept
from persona.extract.answers import answer_json, read_answer
from persona.extract.grounding import ground
from persona.records import Message, Turn, Window
from persona.store import Answer

FIRST = Message("ann", "c", "m1", "user", "我喜欢茶，也喜欢滑雪。")
SECOND = Message("ann", "c", "m2", "user", "I adore tea and ramen")
ASKED = Message("ann", "c", "m0", "assistant", "Tea or ramen?")


def window(*turns: Message, context: tuple[Message, ...] = ()) -> Window:
    def shown(messages: tuple[Message, ...]) -> tuple[Turn, ...]:
        return tuple(Turn(m, 0, len(m.text)) for m in messages)

    return Window("ann", "c", shown(turns), shown(context))


def row(target: str, label: str, **more: Any) -> dict[str, Any]:
    return {"source": "USER", "target": target, "relation": label, **more}


def answer(*rows: dict[str, Any], entities: tuple[dict[str, Any], ...] = ()) -> Answer:
    extraction, _ = read_answer({"entities": list(entities), "relations": list(rows)}, ("m1", "m2"))
    return Answer(
        "key", "content", "c", ("m1", "m2"), "llm", "1", "m", "done", answer_json(extraction)
    )


def kept(given: Answer, *left: Message, gone: tuple[str, ...] = ("m2",)) -> list[str]:
    shown = window(FIRST, SECOND, context=(ASKED,))
    filtered = filter_answer(given, shown, {m.message_id: m for m in left}, gone)
    return [] if filtered is None else [r["target"] for r in json.loads(filtered.body)["relations"]]


@pytest.mark.parametrize(
    ("relation", "stays"),
    [
        (row("茶", "喜欢", evidence=["m1"]), True),
        (row("茶", "喜欢"), True),  # the short form: it is found in m1
        (row("茶", "喜欢", evidence=["m1", "m2"]), False),
        (row("ramen", "喜欢", evidence=["m1"]), False),  # the name stood in what goes
        (row("茶", "adore", evidence=["m1"]), False),  # so did the label
        (row("茶", "喜欢", evidence=["m1"], quote="adore tea"), False),  # and the quote
        (row("茶", "喜欢", evidence=["m1"], quote="我喜欢茶"), True),
    ],
)
def test_what_stays_of_a_relation(relation: dict[str, Any], stays: bool) -> None:
    assert kept(answer(relation), ASKED, FIRST) == (["茶"] if stays else [])


def test_support_in_what_goes_takes_the_relation_with_it() -> None:
    offered = Message("ann", "c", "m0", "assistant", "Some ideas:\n1. tea\n2. ramen")
    chosen = Message("ann", "c", "m1", "user", "I'll go with the second one")
    other = Message("ann", "c", "m2", "user", "My sister cooks ramen.")
    spare = Message("ann", "c", "m3", "assistant", "Thank you.")
    shown = window(offered, chosen, other, spare)
    given = answer(row("ramen", "go with", kind="wants", evidence=["m1"], quote="the second one"))
    order = {
        m.message_id: (0, n, m.message_id) for n, m in enumerate((offered, chosen, other, spare))
    }
    (grounded,) = ground(shown, read_kept(given), order=order).assertions
    assert grounded.support == ("m0",)
    for gone, stays in ((offered, False), (spare, True)):
        left = {m.message_id: m for m in (offered, chosen, other, spare) if m != gone}
        assert (filter_answer(given, shown, left, {gone.message_id}) is not None) is stays


def test_names_types_and_aliases_that_do_not_stand_are_dropped() -> None:
    entities = (
        {"name": "茶", "type": "drink", "aliases": ["tea"], "qualifier": "ramen"},
        {"name": "ramen", "type": "food"},
    )
    shown = window(FIRST, SECOND)
    given = answer(row("茶", "喜欢", evidence=["m1"], slot="ramen"), entities=entities)
    filtered = filter_answer(given, shown, {"m1": FIRST}, ("m2",))
    assert filtered is not None
    body = json.loads(filtered.body)
    assert body["entities"] == [{"name": "茶", "type": None, "aliases": [], "qualifier": None}]
    assert body["relations"][0]["slot"] is None
    assert filtered.message_ids == ("m1",)
    assert filtered.key not in (given.key, given.content)
    assert "tea" not in filtered.body


def test_the_new_key_is_a_function_of_what_stays_alone() -> None:
    shown = window(FIRST, SECOND)
    given = answer(row("茶", "喜欢", evidence=["m1"]))
    other = replace(given, key="another", content="another")
    left = {"m1": FIRST}
    one, two = (filter_answer(a, shown, left, ("m2",)) for a in (given, other))
    assert one is not None
    assert two is not None
    assert one.key == two.key


def test_nothing_stays_of_a_window_that_is_gone() -> None:
    assert kept(answer(row("茶", "喜欢")), ASKED, gone=("m1", "m2")) == []


def test_of_a_struck_out_name_only_what_names_it_goes() -> None:
    struck = replace(FIRST, text="我喜欢▇，也喜欢滑雪。")
    rows = (row("茶", "喜欢", evidence=["m1"]), row("滑雪", "喜欢", evidence=["m1"]))
    assert kept(answer(*rows), ASKED, struck, SECOND, gone=()) == ["滑雪"]


def test_what_a_window_shows() -> None:
    shown = window(FIRST, context=(ASKED,))
    assert shows(shown, {"m1"})
    assert shows(shown, {"m0"})
    assert not shows(shown, {"m2"})
    old = window_of("ann", answer(), [ASKED, FIRST, SECOND])
    assert old.message_ids == ("m1", "m2")
