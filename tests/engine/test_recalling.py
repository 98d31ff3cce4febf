"""Recall and question-seeded prompts over a store."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import UnknownNameError, UsageError

SAID = (
    "I can't stand hotels with noisy lobbies.",
    "My brother repairs violins in Cremona.",
    "我对花生过敏，也从不喝牛奶。",
    "I love ramen.",
)


@pytest.fixture
def engine() -> Iterator[PersonaEngine]:
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules")) as made:
        for user in ("ann", "bob"):
            made.add(
                user,
                [
                    {
                        "role": "user",
                        "content": text,
                        "id": f"m{n}",
                        "timestamp": 1_700_000_000 + 86_400 * n,
                        "conversation_id": f"c{n}",
                    }
                    for n, text in enumerate(SAID if user == "ann" else ("I collect violins.",))
                ],
            )
        made.rebuild()
        yield made


def test_recall_gives_text_score_messages_and_why(engine: PersonaEngine) -> None:
    found = engine.recall("ann", "Who repairs violins?")
    assert found[0].message_ids == ("m1",)
    assert found[0].score > 0
    assert found[0].why


def test_recall_is_of_one_user(engine: PersonaEngine) -> None:
    assert all("collect" not in r.text for r in engine.recall("ann", "violins"))


def test_recall_is_the_same_twice_and_current_after_a_new_message(engine: PersonaEngine) -> None:
    first = engine.recall("ann", "violins")
    assert engine.recall("ann", "violins") == first
    engine.add("ann", [{"role": "user", "content": "I sold my violins.", "id": "new"}])
    assert any("new" in r.message_ids for r in engine.recall("ann", "violins"))


def test_recall_refuses_what_makes_no_sense(engine: PersonaEngine) -> None:
    with pytest.raises(UsageError, match="at least 1"):
        engine.recall("ann", "tea", 0)
    with pytest.raises(UnknownNameError):
        engine.recall("nobody", "tea")
    engine.add("new", [{"role": "user", "content": "I love tea."}])
    with pytest.raises(UsageError, match="never rebuilt"):
        engine.recall("new", "tea")


def test_a_prompt_with_a_question_says_first_what_bears_on_it(engine: PersonaEngine) -> None:
    block = engine.prompt("ann", query="Which hotel in Porto?", max_tokens=90)
    turns = sorted(block.included, key=lambda item: item.turn)
    assert turns[0].section == "safety"
    rest = [item for item in turns if item.section not in ("safety", "attributes")]
    assert rest[0].text == "hotels with noisy lobbies"
    assert block.tokens <= 90


def test_a_chinese_question(engine: PersonaEngine) -> None:
    block = engine.prompt("ann", query="早餐吃什么", lang="zh", max_tokens=80)
    assert "花生" in block.text
    assert [r for r in engine.recall("ann", "早餐吃什么") if r.message_ids == ("m2",)]


def test_a_prompt_of_an_earlier_day_knows_nothing_of_later_ones(engine: PersonaEngine) -> None:
    from datetime import UTC, datetime

    early = datetime.fromtimestamp(1_700_000_000 + 3600, UTC)
    block = engine.prompt("ann", query="What to eat?", as_of=early)
    assert "hotels" in block.text
    assert "ramen" not in block.text


def test_what_is_forgotten_is_recalled_no_more(engine: PersonaEngine) -> None:
    assert engine.recall("ann", "noisy hotels")
    engine.forget("ann", message_id="m0")
    assert all("m0" not in r.message_ids for r in engine.recall("ann", "noisy hotels"))
    assert "noisy" not in engine.prompt("ann", query="Which hotel?").text
