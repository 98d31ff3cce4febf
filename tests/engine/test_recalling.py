"""Recall and question-seeded prompts over a store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import UnknownNameError, UsageError
from persona.store import Made, Views

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
    early = datetime.fromtimestamp(1_700_000_000 + 3600, UTC)
    block = engine.prompt("ann", query="What to eat?", as_of=early)
    assert "hotels" in block.text
    assert "ramen" not in block.text


def test_what_is_forgotten_is_recalled_no_more(engine: PersonaEngine) -> None:
    assert engine.recall("ann", "noisy hotels")
    engine.forget("ann", message_id="m0")
    assert all("m0" not in r.message_ids for r in engine.recall("ann", "noisy hotels"))
    assert "noisy" not in engine.prompt("ann", query="Which hotel?").text


@pytest.mark.parametrize(
    ("question", "said"),
    [("Where did I go hiking lately?", "hiking in {x}"), ("最近去哪儿爬山？", "我去{x}爬山")],
)
def test_recency_counts_where_the_question_asks_for_the_latest(question: str, said: str) -> None:
    """By the time at which it was said: the ids of the conversations say nothing."""
    with PersonaEngine(settings=Settings(db="sqlite://", extractor="rules")) as made:
        for number, (conversation, day) in enumerate((("z", 0), ("a", 400), ("m", 200))):
            made.add(
                "ann",
                [
                    {
                        "role": "user",
                        "content": said.replace("{x}", "那里"),
                        "id": f"m{number}",
                        "timestamp": 1_700_000_000 + 86_400 * day,
                        "conversation_id": conversation,
                    }
                ],
            )
        made.rebuild(["ann"])
        found = [r for r in made.recall("ann", question) if r.kind == "message"]
        assert [r.message_ids for r in found] == [("m1",), ("m2",), ("m0",)]
        plain = [r.score for r in made.recall("ann", "hiking 爬山") if r.kind == "message"]
        assert len(set(plain)) == 1


@pytest.mark.parametrize(
    ("question", "word"), [("Who repairs violins?", "violin"), ("对花生过敏吗", "花生")]
)
def test_every_result_says_why_and_which_messages(
    engine: PersonaEngine, question: str, word: str
) -> None:
    results = engine.recall("ann", question)
    assert word in results[0].why
    for result in results:
        assert result.why
        assert len(result.message_ids) == len(result.conversation_ids) > 0


def test_a_word_of_asking_that_a_message_has_is_given_as_the_reason(engine: PersonaEngine) -> None:
    engine.add("ann", [{"role": "user", "content": "My plan is to recommend it.", "id": "p"}])
    (result,) = (
        r for r in engine.recall("ann", "recommend a plan for ramen") if "p" in r.message_ids
    )
    assert result.why.startswith("words: plan, recommend")


def test_a_prompt_follows_a_persona_that_changed_under_the_same_revision(
    engine: PersonaEngine,
) -> None:
    """As a refresh or a retry of failed windows changes it, in this process or another."""
    assert "ramen" in engine.prompt("ann").text
    store, state = engine.store, engine.store.state("ann")
    persona = store.persona("ann")
    assert persona is not None
    views = Views((), (), (), replace(persona, sections={"likes": ()}, remarks=()))
    store.swap_views(
        "ann",
        views,
        revision=state.revision,
        settings_digest=state.built_settings or "",
        pending=0,
        live_keys=(),
        made=Made(datetime.fromtimestamp(1_800_000_000, UTC), "1"),
    )
    assert "ramen" not in engine.prompt("ann").text


def test_a_new_message_does_not_make_what_is_known_anew(engine: PersonaEngine) -> None:
    held = engine._indexes.known(engine.store, "ann")
    engine.add("ann", [{"role": "user", "content": "Good morning.", "id": "x"}])
    assert engine._indexes.known(engine.store, "ann") is held
