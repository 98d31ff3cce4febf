"""Observations over a store: current, of one user, without what was forgotten or taken back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import UnknownNameError, UsageError

DAY = 86_400
START = 1_700_000_000


@pytest.fixture
def engine() -> Iterator[PersonaEngine]:
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules")) as made:
        made.add(
            "ann",
            [
                {"role": "assistant", "content": "What is new?", "id": "q", "timestamp": START},
                {
                    "role": "user",
                    "content": "I started a pottery course in Bristol last week.",
                    "id": "m1",
                    "timestamp": START + 60,
                },
                {
                    "role": "user",
                    "content": "My brother sold his Vespa and bought a canoe yesterday.",
                    "id": "m2",
                    "timestamp": START + DAY,
                },
                {
                    "role": "user",
                    "content": "我上周开始学游泳了，我儿子也跟我一起去。",
                    "id": "m3",
                    "timestamp": START + 2 * DAY,
                },
            ],
        )
        yield made


def texts(engine: PersonaEngine, **options: object) -> list[str]:
    return [o.text for o in engine.observations("ann", **options)]  # type: ignore[arg-type]


def test_they_need_no_rebuild(engine: PersonaEngine) -> None:
    assert texts(engine) == [
        "The user started a pottery course in Bristol last week",
        "The user's brother sold his Vespa and bought a canoe yesterday",
        "用户上周开始学游泳了，自己的儿子也跟TA一起去",
    ]
    assert [o.message_ids for o in engine.observations("ann")] == [("m1",), ("m2",), ("m3",)]


def test_the_name_is_the_one_that_is_known_or_given(engine: PersonaEngine) -> None:
    engine.add("ann", [{"role": "user", "content": "My name is Anneke.", "id": "n"}])
    engine.rebuild(["ann"])
    assert texts(engine)[0].startswith("Anneke started")
    assert texts(engine, name="Ms Vos")[0].startswith("Ms Vos started")


def test_what_is_forgotten_is_gone_at_once(engine: PersonaEngine) -> None:
    engine.rebuild(["ann"])
    engine.forget("ann", message_id="m1")
    assert not any("pottery" in text for text in texts(engine))
    engine.forget("ann", message_id="m3")
    assert not any("游泳" in text for text in texts(engine))


def test_what_is_taken_back_is_told_no_more(engine: PersonaEngine) -> None:
    engine.add(
        "ann", [{"role": "user", "content": "I love my accordion, I play it daily.", "id": "a"}]
    )
    engine.rebuild(["ann"])
    before = [text for text in texts(engine, each_claim=True) if "accordion" in text]
    entity = next(f.target for f in engine.facts("ann") if "accordion" in f.target)
    engine.correct("ann", entity, wrong=True)
    assert before
    assert not any("accordion" in text for text in texts(engine, each_claim=True))


def test_a_while(engine: PersonaEngine) -> None:
    second = datetime.fromtimestamp(START + DAY, UTC)
    assert len(texts(engine, since=second)) == 2
    assert len(texts(engine, since=second, until=second)) == 1


def test_what_is_played_is_not_observed(engine: PersonaEngine) -> None:
    engine.add(
        "ann",
        [
            {
                "role": "user",
                "content": "Let's role play: you're a barista, I'm a pirate.",
                "id": "p1",
            },
            {"role": "user", "content": "I sank three ships near Tortuga last week.", "id": "p2"},
        ],
        conversation_id="play",
    )
    assert not any("Tortuga" in text for text in texts(engine))


def test_secrets_are_masked_and_sensitive_matters_dropped(engine: PersonaEngine) -> None:
    engine.add(
        "ann",
        [
            {"role": "user", "content": "I was diagnosed with lupus last month.", "id": "s"},
            {
                "role": "user",
                "content": "I changed my email to ann.vos@example.org yesterday.",
                "id": "e",
            },
        ],
    )
    told = " ".join(texts(engine))
    assert "lupus" not in told
    assert "example.org" not in told


def test_it_is_of_one_user_and_refuses_what_makes_no_sense(engine: PersonaEngine) -> None:
    engine.add("bob", [{"role": "user", "content": "I moved to Porto in May with my parrot."}])
    assert not any("Porto" in text for text in texts(engine))
    with pytest.raises(UnknownNameError):
        engine.observations("nobody")
    with pytest.raises(UsageError, match="zone"):
        texts(engine, since=datetime(2026, 1, 1))  # noqa: DTZ001
