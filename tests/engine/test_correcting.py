from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import UnknownNameError, UsageError
from persona.llm.testing import ScriptedServer
from persona.records import USER
from tests.engine.test_llm_rebuild import engine_on, likes_what_stands_there
from tests.strategies import NO_SHRINKING, THINGS, Said, logs

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=30)


def said(number: int, text: str, *, day: int = 0, role: str = "user") -> dict[str, Any]:
    time = (NOON + timedelta(days=day, minutes=number)).isoformat()
    return {"id": f"m{number}", "role": role, "content": text, "timestamp": time}


@pytest.fixture
def engine() -> Iterator[PersonaEngine]:
    with PersonaEngine(
        settings=Settings(db="sqlite://", extractor="rules"), clock=lambda: LATER
    ) as made:
        yield made


def fed(engine: PersonaEngine, *texts: str) -> PersonaEngine:
    engine.add("ann", [said(n, text) for n, text in enumerate(texts)])
    engine.rebuild(["ann"])
    return engine


def names(engine: PersonaEngine, section: str) -> list[str]:
    return [line.entity for line in engine.persona("ann").sections[section]]


def test_what_is_wrong_goes_and_stays_away(engine: PersonaEngine) -> None:
    fed(engine, "I love tea.", "I love jazz.", "我喜欢火锅。")
    engine.correct("ann", "tea", wrong=True)
    engine.correct("ann", "火锅", wrong=True)
    assert engine.status("ann")["due"]
    engine.rebuild(["ann"])
    assert names(engine, "likes") == ["jazz"]
    engine.rebuild(["ann"], refresh=True)
    assert names(engine, "likes") == ["jazz"]
    assert [line.entity for line in engine.persona("ann", as_of=NOON).likes] == []
    engine.add("ann", [said(9, "I love tea.", day=30)])
    engine.rebuild(["ann"])
    assert sorted(names(engine, "likes")) == ["jazz", "tea"]


def test_a_kind_and_a_polarity_narrow_what_is_taken_back(engine: PersonaEngine) -> None:
    fed(engine, "I love Vim.", "I use Vim every day.")
    engine.correct("ann", "Vim", wrong=True, kind="likes")
    engine.rebuild(["ann"])
    assert (names(engine, "likes"), names(engine, "uses")) == ([], ["Vim"])
    engine.correct("ann", "Vim", wrong=True, polarity=-1)
    engine.rebuild(["ann"])
    assert names(engine, "uses") == ["Vim"]


@pytest.mark.parametrize(
    ("text", "entity", "instead", "section"),
    [
        ("I live in Paris.", "Paris", "Lyon", "attributes"),
        ("我住在上海。", "上海", "杭州", "attributes"),
        ("I hate tea.", "tea", "coffee", "dislikes"),
    ],
)
def test_what_is_so_instead_takes_the_place_with_the_person_as_source(
    engine: PersonaEngine, text: str, entity: str, instead: str, section: str
) -> None:
    fed(engine, text)
    as_of = engine.persona("ann").as_of
    (before,) = (f for f in engine.facts("ann") if f.source == USER)
    correction = engine.correct("ann", entity, instead=instead)
    engine.rebuild(["ann"])
    (fact,) = (f for f in engine.facts("ann") if f.source == USER)
    assert (fact.kind, fact.polarity) == (before.kind, before.polarity)
    assert names(engine, section) == [instead]
    (evidence,) = fact.evidence
    assert (evidence.conversation_id, evidence.message_id) == ("", "correction#1")
    assert correction.number == 1
    assert evidence.quote == instead
    assert engine.persona("ann").as_of == as_of
    assert engine.persona("ann", as_of=LATER).sections[section][0].last_seen == LATER


def test_a_correction_can_be_corrected(engine: PersonaEngine) -> None:
    fed(engine, "I live in Paris.")
    engine.correct("ann", "Paris", instead="Lyon")
    engine.rebuild(["ann"])
    engine.correct("ann", "Lyon", instead="Nice")
    engine.rebuild(["ann"])
    assert names(engine, "attributes") == ["Nice"]
    engine.correct("ann", "Nice", wrong=True)
    engine.rebuild(["ann"])
    assert engine.facts("ann") == ()


def test_two_names_are_merged_and_split_again(engine: PersonaEngine) -> None:
    fed(engine, "I love jazz.", "I love bebop.", "我喜欢爵士乐。")
    before = engine.facts("ann"), engine.persona("ann"), engine.store.entities("ann")
    engine.merge("ann", "jazz", "bebop")
    engine.merge("ann", "jazz", "爵士乐")
    engine.rebuild(["ann"])
    (line,) = engine.persona("ann").likes
    assert line.mentions == 3
    engine.split("ann", "jazz", "bebop")
    engine.split("ann", "jazz", "爵士乐")
    engine.rebuild(["ann"])
    assert (engine.facts("ann"), engine.persona("ann"), engine.store.entities("ann")) == before


def test_a_split_gives_back_what_was_said_with_an_alias() -> None:
    answer = {
        "entities": [{"name": "Lark", "type": "app", "aliases": ["飞书"], "qualifier": None}],
        "relations": [
            {"source": "USER", "target": "Lark", "relation": "uses", "kind": "uses", "polarity": 1,
             "weight": 0.9, "evidence": ["m1"], "quote": "我每天都用飞书"}
        ],
    }  # fmt: skip
    with ScriptedServer(lambda _: json.dumps(answer)) as server, engine_on(server) as made:
        made.add("ann", [said(1, "我每天都用飞书。")])
        made.rebuild(["ann"])
        before = made.facts("ann")
        assert names(made, "uses") == ["Lark"]
        made.split("ann", "Lark", "飞书")
        made.rebuild(["ann"])
        assert names(made, "uses") == ["飞书"]
        assert [entity.key for entity in made.store.entities("ann")] == ["飞书"]
        made.merge("ann", "飞书", "Lark")
        made.rebuild(["ann"])
        assert made.facts("ann") == before


def test_what_is_pinned_comes_first_and_what_is_hidden_is_not_shown(engine: PersonaEngine) -> None:
    fed(
        engine, "I love tea.", "I love tea so much.", "I love jazz.", "我喜欢火锅。", "我喜欢火锅！"
    )
    assert names(engine, "likes")[-1] == "jazz"
    engine.pin("ann", "jazz")
    engine.hide("ann", "火锅")
    engine.rebuild(["ann"])
    persona = engine.persona("ann")
    assert names(engine, "likes") == ["jazz", "tea"]
    assert [line.entity for line in persona.top()] == ["jazz", "tea"]
    assert "火锅" not in persona.summary
    assert "火锅" not in engine.prompt("ann").text
    assert "火锅" in {fact.target for fact in engine.facts("ann")}
    assert "火锅" in engine.graph("ann")
    engine.pin("ann", "火锅")
    engine.rebuild(["ann"])
    assert names(engine, "likes") == ["火锅", "jazz", "tea"]


@pytest.mark.parametrize(
    ("error", "method", "args", "options"),
    [
        (UnknownNameError, "correct", ("ann", "coffee"), {"wrong": True}),
        (UnknownNameError, "merge", ("ann", "tea", "coffee"), {}),
        (UnknownNameError, "split", ("ann", "tea", "coffee"), {}),
        (UnknownNameError, "pin", ("ann", "coffee"), {}),
        (UnknownNameError, "hide", ("bob", "tea"), {}),
        (UnknownNameError, "accept", ("ann", "nothing"), {}),
        (UsageError, "correct", ("ann", "tea"), {}),
        (UsageError, "correct", ("ann", "tea"), {"wrong": True, "instead": "coffee"}),
        (UsageError, "correct", ("ann", "tea"), {"instead": " "}),
        (UsageError, "correct", ("ann", "tea"), {"wrong": True, "kind": "adores"}),
        (UsageError, "correct", ("ann", "tea"), {"wrong": True, "polarity": 2}),
        (UsageError, "merge", ("ann", "tea", "Tea"), {}),
        (UsageError, "split", ("ann", "tea", "Tea"), {}),
        (UsageError, "pin", ("ann", "  "), {}),
    ],
)
def test_what_cannot_be_meant_is_refused_and_changes_nothing(
    engine: PersonaEngine,
    error: type[UsageError],
    method: str,
    args: tuple[str, ...],
    options: dict[str, Any],
) -> None:
    fed(engine, "I love tea.")
    before = engine.status("ann")
    with pytest.raises(error):
        getattr(engine, method)(*args, **options)
    assert engine.status("ann") == before


def says(*rows: dict[str, Any]) -> Any:
    import orjson

    answer = orjson.dumps({"entities": [], "relations": list(rows)}).decode()
    return lambda _: answer


def test_a_refused_row_is_accepted_and_is_the_persons_own_word() -> None:
    row = {
        "source": "USER",
        "target": "陶艺",
        "relation": "喜欢",
        "weight": 0.6,
        "evidence": ["m0"],
    }
    with ScriptedServer(says(row)) as server, engine_on(server) as engine:
        engine.clock = lambda: LATER
        engine.add("ann", [said(0, "周末玩了一下午泥巴。")])
        engine.rebuild(["ann"])
        assert engine.facts("ann") == ()
        (item,) = engine.review("ann")
        assert (item.sort, item.reason, item.message_ids) == ("row", "ungrounded", ("m0",))
        engine.accept("ann", item.id)
        engine.rebuild(["ann"])
        assert engine.review("ann") == ()
        (line,) = engine.persona("ann").likes
        assert line.entity == "陶艺"
        assert line.evidence[0].message_id == "correction#1"
        assert line.evidence[0].support == ("m0",)
        engine.rebuild(["ann"], refresh=True)
        assert [line.entity for line in engine.persona("ann").likes] == ["陶艺"]


def test_a_rejected_row_is_off_the_list_and_stays_counted() -> None:
    row = {"source": "USER", "target": "opera", "relation": "likes", "evidence": ["m0"]}
    with ScriptedServer(says(row)) as server, engine_on(server) as engine:
        engine.add("ann", [said(0, "Nice weather today.")])
        engine.rebuild(["ann"])
        (item,) = engine.review("ann")
        engine.reject("ann", item.id)
        (report,) = engine.rebuild(["ann"]).users
        assert engine.review("ann") == ()
        assert engine.facts("ann") == ()
        assert report.rejected["ungrounded"] == 1
        with pytest.raises(UnknownNameError):
            engine.accept("ann", item.id)


def test_a_sensitive_row_cannot_be_accepted_and_its_words_are_not_kept() -> None:
    row = {"source": "USER", "target": "depression", "relation": "suffers from", "evidence": ["m0"]}
    with ScriptedServer(says(row)) as server, engine_on(server) as engine:
        engine.add("ann", [said(0, "I suffer from depression.")])
        engine.rebuild(["ann"])
        (item,) = engine.review("ann")
        assert item.reason == "sensitive"
        assert not item.acceptable
        assert "depression" not in item.detail
        with pytest.raises(UsageError):
            engine.accept("ann", item.id)


def test_alike_names_are_asked_about_and_either_answer_holds() -> None:
    rows = [
        {"source": "USER", "target": name, "relation": "关注", "evidence": [f"m{n}"]}
        for n, name in enumerate(("爱因斯坦", "物理学家爱因斯坦"))
    ]
    for accept, number in ((True, 1), (False, 2)):
        with ScriptedServer(says(*rows)) as server, engine_on(server) as engine:
            engine.add(
                "ann",
                [said(0, "又读了一遍爱因斯坦的传记"), said(1, "物理学家爱因斯坦的故事很动人")],
            )
            engine.rebuild(["ann"])
            merge = next(item for item in engine.review("ann") if item.sort == "merge")
            assert merge.score is not None
            assert merge.score >= 0.7
            assert set(merge.names) == {"爱因斯坦", "物理学家爱因斯坦"}
            (engine.accept if accept else engine.reject)("ann", merge.id)
            engine.rebuild(["ann"])
            assert len(engine.store.entities("ann")) == number
            assert not any(item.sort == "merge" for item in engine.review("ann"))


@pytest.mark.slow
@settings(max_examples=20, phases=NO_SHRINKING)
@given(logs(min_size=3), st.sampled_from(THINGS), st.integers(1, 12))
def test_corrections_are_truth_rebuilding_from_nothing_gives_the_same(
    log: list[Said], thing: str, cut: int
) -> None:
    def views(made: PersonaEngine) -> object:
        return made.persona("ann"), made.facts("ann"), made.store.entities("ann")

    options = Settings(db="sqlite://", extractor="rules")
    with (
        PersonaEngine(settings=options, clock=lambda: LATER) as one,
        PersonaEngine(settings=options, clock=lambda: LATER) as other,
    ):
        for made, parts in ((one, [log]), (other, [log[:cut], log])):
            for part in parts:
                made.add("ann", [s.as_dict() for s in part])
            # before the first rebuild any name is taken
            made.correct("ann", thing, wrong=True)
            made.pin("ann", "Go")
        one.rebuild(["ann"])
        other.rebuild(["ann"])
        assert views(one) == views(other)
        other.rebuild(["ann"], refresh=True)
        assert views(one) == views(other)


def test_what_the_person_takes_back_is_no_loss_to_the_guard() -> None:
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server) as engine:
        engine.clock = lambda: LATER
        engine.add("ann", [said(0, "I like tea"), said(1, "I like jazz"), said(2, "还有火锅")])
        engine.rebuild(["ann"])
        engine.correct("ann", "tea", wrong=True)
        engine.correct("ann", "火锅", wrong=True)
        (report,) = engine.rebuild(["ann"], refresh=True).users
        assert report.status == "ok"
        assert names(engine, "likes") == ["jazz"]
