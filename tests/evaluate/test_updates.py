import ast
import re
from pathlib import Path

import pytest

from persona import extract
from persona.evaluate import updates as updates_module
from persona.evaluate.rendering import Shown
from persona.evaluate.updates import _measured, _newest_first, stream, updates
from persona.evaluate.wordings import FIRST_EN, FIRST_ZH, SECOND_EN, SECOND_ZH, Wording


def test_a_stream_is_the_same_for_a_seed_and_changes_topics() -> None:
    made = stream(3, FIRST_EN)
    assert made == stream(3, FIRST_EN)
    assert made != stream(4, FIRST_EN)
    for topic in made.topics:
        assert len(topic.changed_at) == len(topic.things) - 1
        for number, thing in zip(topic.changed_at, topic.things[1:], strict=True):
            assert thing in made.messages[number].text


def test_a_chinese_stream() -> None:
    made = stream(3, FIRST_ZH)
    assert any("喜欢" in m.text or "爱" in m.text for m in made.messages)
    assert [m.time for m in made.messages] == sorted(m.time for m in made.messages if m.time)


@pytest.mark.parametrize("wording", [FIRST_EN, FIRST_ZH, SECOND_EN, SECOND_ZH])
def test_a_wording_names_both_things_of_each_change(wording: Wording) -> None:
    for first, changes in (*wording.states.values(), wording.tastes):
        assert all(text.count("{x}") == 1 and "{old}" not in text for text in first)
        assert all("{x}" in text and "{old}" in text for text in changes)
    things = [thing for _, held in wording.topics.values() for thing in held]
    assert len(things) == len(set(things))
    assert min(len(held) for _, held in wording.topics.values()) >= 3


def test_the_measures_of_a_block() -> None:
    things = ("padel", "curling")
    kept = [Shown("likes: curling", 2, "likes"), Shown("no longer: padel", 3, "no_longer")]
    assert _measured(kept, things) == {"current": True, "stale": 0.0, "clean": True}
    assert _newest_first(kept, things)
    stale = [Shown("likes: padel", 2, "likes"), *kept]
    assert _measured(stale, things)["clean"] is False
    assert not _newest_first(stale, things)
    assert _measured([], ("padel",)) == {"current": False}
    assert not _newest_first([], things)


def test_an_append_only_store_keeps_what_was_replaced_and_ours_mostly_not() -> None:
    found = updates(3)
    assert found["all"]["persona"]["clean@128"] >= found["all"]["recency"]["clean@128"] + 0.2
    assert found["all"]["persona"]["stale@128"] < found["all"]["bm25"]["stale@128"]
    assert set(found) == {"all", "en", "zh", "second", "unseen", "unseen en", "unseen zh"}
    assert set(found["zh"]) == {
        "persona", "recency", "bm25", "oracle topic, oldest first", "oracle topic, newest first"
    }  # fmt: skip
    low, high = found["all"]["persona"]["clean@128 interval"]
    assert low <= found["all"]["persona"]["clean@128"] <= high


def test_the_stream_knows_nothing_of_the_rules() -> None:
    source = Path(updates_module.__file__).read_text("utf-8")
    imported = [
        name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
        )
    ]
    assert [
        name for name in imported if name.startswith(("persona.extract", "persona.recall"))
    ] == []


def test_nothing_that_the_stream_names_stands_in_a_table_of_the_rules() -> None:
    rules = "".join(
        path.read_text("utf-8").casefold()
        for path in sorted(Path(extract.__file__).parent.rglob("*.py"))
    )
    things = [
        thing.casefold()
        for wording in (FIRST_EN, FIRST_ZH)
        for _, held in wording.topics.values()
        for thing in held
    ]
    known = [t for t in things if re.search(rf"(?<![a-z]){re.escape(t)}(?![a-z])", rules)]
    assert known == []
