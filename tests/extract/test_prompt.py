from __future__ import annotations

import json
import re
from typing import Any

import pytest

from persona.extract.numbering import numbered, written_out
from persona.extract.prompt import (
    CANARIES,
    MAX_FORCED,
    AnswerForm,
    answer_schema,
    fixed_tokens,
    instructions,
    language,
    prompt_version,
    request_messages,
    request_tokens,
    retry_messages,
)
from persona.extract.windows import windows
from persona.records import Message, Window
from persona.tokens import estimate
from persona.vocabulary import KINDS


def window(text: str = "我喜欢拿铁") -> Window:
    (made,) = windows("ann", [Message("ann", "c", "m1", "user", text)])
    return made


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_fixed_prompt_is_short_and_names_every_kind(lang: Any) -> None:
    text = instructions(lang)
    assert estimate(text) == fixed_tokens(lang) <= 1200
    for kind in KINDS:
        if kind != "mentions":
            assert kind in text
    assert any(name in text for name in CANARIES)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_examples_are_answers_of_the_form_that_is_asked_for(lang: Any) -> None:
    """Each example shows a window as a request does, and an answer that names its clauses."""
    lines = instructions(lang).splitlines()
    shown = [json.loads(line[line.index("{") :]) for line in lines if '{"messages"' in line]
    answers = [line for line in lines if line.startswith('{"clauses"')]
    assert len(shown) == len(answers) == 2
    for asked, answer in zip(shown, answers, strict=True):
        words = "".join(m["text"] for m in asked["messages"] if m["role"] == "user")
        assert re.sub(r"[ ,，]", "", words) == re.sub(
            r"[ ,，]", "", "".join(part["clause"] for part in asked["clauses"])
        )
        said = AnswerForm.model_validate_json(answer).clauses
        assert [{"n": part.n, "clause": part.clause} for part in said] == asked["clauses"]
        for row in (row for part in said for row in part.rows):
            assert all(name in CANARIES for name in row.targets)
    names = [name for name in CANARIES if name in instructions(lang)]
    assert len(names) == 11


def test_the_prompt_is_in_the_language_of_the_log() -> None:
    assert language(window("我喜欢 Postgres，但是受不了 MySQL")) == "zh"
    assert language(window("I love 火锅 and spicy noodles")) == "en"
    assert request_messages(window("好"))[0]["content"] == instructions("zh")


def test_the_schema_is_generated_whole_and_without_references() -> None:
    schema = json.dumps(answer_schema())
    assert "$ref" not in schema
    assert "$defs" not in schema
    row = answer_schema()["properties"]["clauses"]["items"]["properties"]["rows"]["items"]
    assert list(row["required"]) == ["targets", "relation", "kind", "polarity", "type"]
    assert set(row["properties"]) - set(row["required"]) == {
        "source",
        "slot",
        "aliases",
        "source_qualifier",
        "target_qualifier",
        "weight",
    }
    assert row["additionalProperties"] is False
    assert set(row["properties"]["kind"]["enum"]) == set(KINDS)


@pytest.mark.parametrize(
    ("clauses", "least"), [(0, None), (1, 1), (MAX_FORCED, MAX_FORCED), (MAX_FORCED + 1, None)]
)
def test_the_schema_wants_each_clause_of_a_window_that_is_not_long(
    clauses: int, least: int | None
) -> None:
    wanted = answer_schema([f"句 {n}" for n in range(clauses)])["properties"]["clauses"]
    words = wanted["items"]["properties"]["clause"]
    assert (wanted.get("minItems"), wanted["maxItems"]) == (least, clauses)
    assert words.get("enum") == (None if least is None else [f"句 {n}" for n in range(clauses)])
    assert "minItems" not in answer_schema()["properties"]["clauses"]


def test_words_that_are_said_twice_stand_once_in_the_schema() -> None:
    wanted = answer_schema(["好", "茶", "好"])["properties"]["clauses"]
    assert wanted["items"]["properties"]["clause"] == {"enum": ["好", "茶"]}
    assert wanted["minItems"] == 3


def test_the_version_is_of_the_content() -> None:
    assert prompt_version() == prompt_version()
    assert len(prompt_version()) == 11


@pytest.mark.parametrize(
    "text", ["I love tea, but not coffee. Why?", "我喜欢拿铁，受不了可乐。你呢？", "好", "a, b\nc"]
)
def test_the_estimate_of_a_request_covers_it(text: str) -> None:
    asked = window(text)
    sent = sum(estimate(m["content"]) for m in request_messages(asked))
    assert sent - 8 <= request_tokens(asked) <= sent + 40


def test_a_second_request_shows_the_first_answer_and_what_was_wrong() -> None:
    asked = window()
    first, shown, told, again = retry_messages(asked, "nonsense", "no JSON")
    assert [first, shown] == request_messages(asked, numbered(asked))
    assert told == {"role": "assistant", "content": "nonsense"}
    assert "no JSON" in again["content"]
    assert "JSON" in again["content"]


def test_an_answer_in_the_form_of_the_schema_is_read() -> None:
    shown = numbered(window("我喜欢拿铁"))
    row = {"targets": ["拿铁"], "relation": "喜欢", "kind": "likes", "polarity": 1, "type": "饮料"}
    said = AnswerForm.model_validate({"clauses": [{"n": 1, "clause": "我喜欢拿铁", "rows": [row]}]})
    found = written_out(said.model_dump(exclude_none=True), shown)
    (relation,) = found["relations"]
    assert (relation["target"], relation["evidence"]) == ("拿铁", ["m1"])
