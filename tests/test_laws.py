"""The laws of the design that hold for every log, as properties, with the rules as extractor."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.config import Settings
from persona.engine import Limits, PersonaEngine
from persona.extract.grounding import ground
from persona.extract.windows import order_keys, orders_of, windows
from persona.llm.testing import ScriptedServer
from persona.records import USER, Extraction, Persona, Relation, Window
from persona.text import holds_name
from tests.strategies import DISLIKES, LIKES, NO_SHRINKING, OTHERS, THINGS, Said, logs

pytestmark = pytest.mark.slow

QUESTIONS = tuple(text for text in OTHERS if text[-1] in "?？")
LIKING = ("likes", "uses", "skills", "learning", "interests", "goals", "owns")


@contextlib.contextmanager
def engine(url: str = "sqlite://") -> Iterator[PersonaEngine]:
    with PersonaEngine(settings=Settings(db=url, extractor="rules")) as made:
        yield made


def built(said: list[Said], user_id: str = "ann") -> dict[str, Any]:
    with engine() as made:
        made.add(user_id, [s.as_dict() for s in said])
        made.rebuild([user_id])
        return views(made, user_id)


def views(made: PersonaEngine, user_id: str) -> dict[str, Any]:
    """Everything that is derived of a user, as canonical bytes would hold it."""
    return {
        "persona": made.persona(user_id).to_dict(),
        "facts": made.facts(user_id),
        "entities": made.store.entities(user_id),
        "rejections": made.store.rejections(user_id),
    }


@given(logs())
def test_law_1_replay(said: list[Said]) -> None:
    with engine() as made:
        made.add("ann", [s.as_dict() for s in said])
        made.rebuild(["ann"])
        before = views(made, "ann")
        report = made.add("ann", [s.as_dict() for s in said])
        assert report.counts.added == report.counts.updated == 0
        assert made.rebuild(["ann"]).users[0].status == "unchanged"
        assert made.rebuild(["ann"], refresh=True).users[0].facts.total() == 0
        assert views(made, "ann") == before


@given(logs(), st.integers(0, 1000), st.integers(1, 5))
def test_law_2_order(said: list[Said], seed: int, batch: int) -> None:
    shuffled = random.Random(seed).sample(said, len(said))
    with engine() as made:
        for start in range(0, len(shuffled), batch):
            made.add("ann", [s.as_dict() for s in shuffled[start : start + batch]])
        made.rebuild(["ann"])
        assert views(made, "ann") == built(said)


@given(logs(min_size=2), st.integers(1, 13))
def test_law_3_incremental_equals_rebuild(said: list[Said], cut: int) -> None:
    with engine() as made:
        for part in (said[:cut], said):
            made.add("ann", [s.as_dict() for s in part])
            made.rebuild(["ann"])
        assert views(made, "ann") == built(said)


@given(logs(), logs())
def test_law_5_isolation(anns: list[Said], bobs: list[Said]) -> None:
    with engine() as made:
        made.add("ann", [s.as_dict() for s in anns])
        made.add("bob", [s.as_dict() for s in bobs])
        made.rebuild()
        assert views(made, "ann") == built(anns, "ann")
        assert views(made, "bob") == built(bobs, "bob")


@given(logs())
def test_law_6_nothing_is_said_by_others(said: list[Said]) -> None:
    texts = {f"m{s.number}": s for s in said}
    for fact in built(said)["facts"]:
        for evidence in fact.evidence:
            assert texts[evidence.message_id].role == "user"


@given(logs(OTHERS))
def test_law_6_questions_thirds_quotes_and_suppositions_are_no_preference(said: list[Said]) -> None:
    for fact in built(said)["facts"]:
        if fact.source == USER:
            assert fact.kind in ("asks_about", "mentions", "other", "has_relation_to", "friend_of")


CLAIMS = (("likes", "likes", 1), ("hates", "dislikes", -1), ("uses", "uses", 1))
"""What a model may claim of each thing: label, kind and polarity."""


def everything_claimed(window: Window, *, cited: bool) -> Extraction:
    """Every claim of every thing, with each message of the window as evidence by itself, or none."""
    ids = [turn.message.message_id for turn in window.turns] if cited else [None]
    rows = tuple(
        Relation(USER, thing, label, kind, polarity, 0.9, None if i is None else (i,), None)
        for i in dict.fromkeys(ids)
        for thing in THINGS
        for label, kind, polarity in CLAIMS
    )
    return Extraction((), rows)


@settings(max_examples=40, phases=NO_SHRINKING)
@given(logs(max_size=6), st.booleans())
def test_law_6_whatever_a_model_claims_only_the_users_own_words_are_evidence(
    said: list[Said], cited: bool
) -> None:
    with engine() as made:
        made.add("ann", [s.as_dict() for s in said])
        messages = made.store.messages("ann")
    for window in windows("ann", messages):
        shown = {turn.message.message_id: turn.message for turn in window.turns}
        order = orders_of(window, order_keys(messages))
        for claim in ground(
            window, everything_claimed(window, cited=cited), order=order
        ).assertions:
            assert shown[claim.message_id].is_users
            assert holds_name(shown[claim.message_id].text, claim.target) or claim.support


@settings(max_examples=40, phases=NO_SHRINKING)
@given(logs(QUESTIONS, max_size=6), st.booleans())
def test_law_6_whatever_a_model_claims_a_question_is_only_asked(
    said: list[Said], cited: bool
) -> None:
    with engine() as made:
        made.add("ann", [s.as_dict() for s in said])
        messages = made.store.messages("ann")
    for window in windows("ann", messages):
        order = orders_of(window, order_keys(messages))
        grounded = ground(window, everything_claimed(window, cited=cited), order=order)
        for claim in grounded.assertions:
            assert (claim.kind, claim.polarity, claim.weight) == ("asks_about", 0, 0.3)
        if grounded.assertions:
            assert "question" in {rejection.reason for rejection in grounded.rejections}


@given(logs())
def test_law_7_mentions_are_distinct_evidence_messages(said: list[Said]) -> None:
    result = built(said)
    evidence: dict[str, set[tuple[str, str]]] = {}
    for fact in result["facts"]:
        if fact.source == USER:
            cited = {(e.conversation_id, e.message_id) for e in fact.evidence}
            evidence.setdefault(fact.target, set()).update(cited)
    names = {entity.name: entity.key for entity in result["entities"]}
    for lines in result["persona"]["sections"].values():
        for line in lines:
            assert line["mentions"] == len(evidence[names[line["entity"]]])


@given(logs((*LIKES, *DISLIKES)))
def test_law_8_what_is_disliked_is_never_liked(said: list[Said]) -> None:
    result = built(said)
    averse = {
        fact.target
        for fact in result["facts"]
        if fact.source == USER and fact.is_open and fact.kind in ("dislikes", "avoids")
    }
    names = {entity.key: entity.name for entity in result["entities"]}
    sections = result["persona"]["sections"]
    liked = {line["entity"] for line in sections["likes"]}
    ranked = {line["entity"] for line in result["persona"]["top"]}
    for key in averse:
        assert names[key] not in liked | ranked


@given(logs())
def test_scores_lie_between_0_and_1_and_sections_are_ordered(said: list[Said]) -> None:
    for name, lines in built(said)["persona"]["sections"].items():
        scores = [line["score"] for line in lines]
        assert all(0 <= score <= 1 for score in scores)
        if name not in ("safety", "no_longer"):
            assert scores == sorted(scores, reverse=True)


_PROGRAM = """
import sys, orjson
from persona.config import Settings
from persona.engine import PersonaEngine
engine = PersonaEngine(settings=Settings(db="sqlite://", extractor="rules"))
engine.add("ann", orjson.loads(sys.stdin.buffer.read()))
engine.rebuild(["ann"])
sys.stdout.buffer.write(orjson.dumps(engine.persona("ann").to_dict()))
engine.close()
"""


def test_law_10_the_same_bytes_in_another_process_under_any_hash_seed() -> None:
    said = [
        Said(i, "user", template.replace("{x}", thing), 7 * i, i % 2)
        for i, (template, thing) in enumerate(
            zip(
                [*LIKES, *DISLIKES, *OTHERS] * 2,
                ["tea", "香菜", "Go", "火锅", "C++"] * 8,
                strict=False,
            )
        )
    ]
    fed = orjson.dumps([s.as_dict() for s in said])
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            input=fed,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert outputs == {orjson.dumps(built(said)["persona"])}


@settings(max_examples=10)
@given(logs(min_size=4), logs(min_size=4))
def test_law_10_alone_or_in_a_batch(anns: list[Said], bobs: list[Said]) -> None:
    with engine() as made:
        for number, said in enumerate((anns, bobs, anns)):
            made.add(f"u{number}", [s.as_dict() for s in said])
        made.rebuild()
        one, _, three = (made.persona(f"u{n}").to_dict() for n in range(3))
    assert {**one, "user_id": ""} == {**three, "user_id": ""}


@settings(max_examples=8, phases=NO_SHRINKING)
@given(logs(min_size=3), st.integers(1, 3))
def test_law_12_reading_asks_no_model_where_one_is_set_and_windows_wait(
    said: list[Said], calls: int
) -> None:
    """Every way of reading, of a user who is due and has windows that wait for an answer."""
    with (
        ScriptedServer(lambda _: '{"entities": [], "relations": []}') as server,
        tempfile.TemporaryDirectory() as folder,
        PersonaEngine(
            settings=Settings(db=f"sqlite:///{folder}/s.db"), model=server.model()
        ) as made,
    ):
        made.add("ann", [s.as_dict() for s in said])
        made.rebuild(["ann"], limits=Limits(max_calls=calls, concurrency=1))
        made.add("ann", [Said(99, "user", "I love tea. 我讨厌香菜。", 999, 1).as_dict()])
        asked, held, status = len(server.requests), dump(made), made.status("ann")
        persona = made.persona("ann")
        made.persona("ann", as_of=persona.as_of)
        made.graph("ann")
        for query in (None, "what shall I drink?", "喝什么？"):
            made.prompt("ann", query=query, max_tokens=200)
        made.inject([{"role": "user", "content": "hello"}], user_id="ann")
        made.recall("ann", "tea")
        made.observations("ann")
        made.diff("ann", since=datetime(2026, 1, 1, tzinfo=UTC))
        made.review("ann")
        for entity in made.store.entities("ann")[:2]:
            made.explain("ann", entity.key)
            made.related("ann", entity.key)
        assert (len(server.requests), dump(made), made.status("ann")) == (asked, held, status)


def dump(made: PersonaEngine) -> list[str]:
    """All that a store holds, as statements, without the index, which a search brings up to date."""
    path = made.store.shown_url.removeprefix("sqlite:///")
    index = ('INSERT INTO "indexes"', 'INSERT INTO "pages"')
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return [line for line in connection.iterdump() if not line.startswith(index)]


def test_law_12_reading_calls_no_network_and_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    with engine(url) as made:
        made.add("ann", [Said(1, "user", "I love tea. 我讨厌香菜", 1, 0).as_dict()])
        made.rebuild(["ann"])
        before = made.status("ann")
        persona: Persona = made.persona("ann")
        assert made.prompt("ann").text
        assert made.graph("ann").number_of_nodes() > 1
        assert made.explain("ann", "tea").evidence
        assert made.persona("ann", as_of=persona.as_of).likes
        assert made.status("ann") == before
    with tempfile.TemporaryDirectory() as elsewhere:
        loaded = subprocess.run(
            [
                sys.executable,
                "-c",
                "import sys; from persona import PersonaEngine; from persona.config import Settings;"
                f"e = PersonaEngine(settings=Settings(db={url!r}, extractor='rules'));"
                "e.prompt('ann'); e.close(); print(*(m for m in ('openai', 'pyvis') if m in sys.modules))",
            ],
            capture_output=True,
            text=True,
            check=True,
            cwd=elsewhere,
        ).stdout
    assert loaded.strip() == ""
