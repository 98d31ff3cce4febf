from __future__ import annotations

import math
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.errors import ExtractionError
from persona.extract.answers import MAX_ROWS, answer_json, read_answer
from persona.records import Extraction, Mention, Reason, Relation

IDS = ("m1",)


def row(**fields: Any) -> dict[str, Any]:
    return {"source": "USER", "target": "拿铁", "relation": "喜欢", "weight": 0.9, **fields}


def read(*relations: Any, entities: list[Any] | None = None) -> tuple[Extraction, list[Reason]]:
    answer = {"entities": entities or [], "relations": list(relations)}
    extraction, rejections = read_answer(answer, IDS)
    return extraction, [r.reason for r in rejections]


def test_the_short_form_and_the_full_form() -> None:
    extraction, rejected = read(
        row(),
        row(kind="likes", polarity=1, evidence=["m1"], quote="喜欢拿铁", slot=None),
        entities=[{"name": "拿铁", "type": "drink", "mentions": 3, "aliases": ["latte"]}],
    )
    assert rejected == []
    assert extraction.mentions == (Mention("拿铁", "drink", ("latte",)),)
    short, full = extraction.relations
    assert short == Relation("USER", "拿铁", "喜欢", weight=0.9)
    assert full.evidence == ("m1",)
    assert full.kind == "likes"
    assert full.polarity == 1


@pytest.mark.parametrize(
    ("weight", "read_as"), [("0.8", 0.8), (7, 1.0), (-1, 0.0), (1e9, 1.0), (0, 0.0)]
)
def test_weights_that_can_be_read_are_clamped(weight: Any, read_as: float) -> None:
    extraction, rejected = read(row(weight=weight))
    assert rejected == []
    assert extraction.relations[0].weight == read_as


@pytest.mark.parametrize(
    "weight", ["high", "很高", "inf", None, math.nan, math.inf, -math.inf, True, [1], {}, 10**400]
)
def test_a_weight_that_is_none_is_as_one_not_given(weight: Any) -> None:
    extraction, rejected = read(row(weight=weight), row(target="茶"))
    assert rejected == []
    assert [(r.target, r.weight) for r in extraction.relations] == [("拿铁", 0.5), ("茶", 0.9)]


@pytest.mark.parametrize(
    "bad", [row(target=None), row(target=" "), row(source=[]), {}, 3, "x", row(polarity=2)]
)
def test_a_bad_row_is_counted(bad: Any) -> None:
    assert read(bad)[1] == [Reason.INVALID_ROW]


@pytest.mark.parametrize("answer", [None, [], "text", 3, {"entities": []}, {"relations": {}}])
def test_an_answer_of_another_shape_is_an_error(answer: Any) -> None:
    with pytest.raises(ExtractionError):
        read_answer(answer, IDS)


def test_rows_beyond_the_cap_are_counted() -> None:
    extraction, rejected = read(*(row(target=f"t{i}") for i in range(MAX_ROWS + 3)))
    assert len(extraction.relations) == MAX_ROWS
    assert rejected == [Reason.TOO_MANY] * 3


def test_names_are_one_line_and_capped() -> None:
    extraction, _ = read(row(target="a\nb\x00c" + "字" * 999))
    assert extraction.relations[0].target == "a b c" + "字" * 75  # 80 characters


def test_a_long_name_ends_with_a_whole_word_and_ids_stay_whole() -> None:
    name, message_id = "word " * 30, "conversation " * 20 + "#1"
    extraction, _ = read(row(target=name, relation="x" * 99, evidence=[message_id, 7]))
    relation = extraction.relations[0]
    assert relation.target == ("word " * 16).strip()  # 79 characters: the 17th would end at 84
    assert relation.label == "x" * 80
    assert relation.evidence == (message_id, "7")


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ('"Outer Wilds"', "Outer Wilds"),
        ("“Outer Wilds”", "Outer Wilds"),
        ("《三体》", "三体"),
        ("「三体」", "三体"),
        ("\"'Outer Wilds'\"", "Outer Wilds"),
        ('"Heroes" by Bowie', '"Heroes" by Bowie'),  # not the whole of it
        ("《三体》和《流浪地球》", "《三体》和《流浪地球》"),
        ("rock 'n' roll", "rock 'n' roll"),
        ('"!"', '"!"'),
    ],
)
def test_quotation_marks_around_a_name_are_no_part_of_it(given: str, name: str) -> None:
    extraction, rejected = read(row(target=given), entities=[{"name": given}])
    assert rejected == []
    assert extraction.relations[0].target == name
    assert extraction.mentions[0].name == name


def test_a_row_that_is_no_honest_answer_is_counted() -> None:
    extraction, rejected = read(row(), row(evidence=["m1"] * 501))
    assert len(extraction.relations) == 1
    assert rejected == [Reason.INVALID_ROW]


def test_of_a_quote_of_a_megabyte_only_the_beginning_is_read() -> None:
    extraction, _ = read(row(quote="茶" * 1_000_000, target="x" * 1_000_000))
    assert extraction.relations[0].quote == "茶" * 2000
    assert extraction.relations[0].target == "x" * 80


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
json_values = (
    scalars
    | st.lists(scalars, max_size=3)
    | st.dictionaries(st.text(max_size=8), scalars, max_size=3)
)
relation_rows = st.fixed_dictionaries(
    {}, optional=dict.fromkeys((*row(), "kind", "polarity", "evidence", "quote"), json_values)
)


@given(st.lists(relation_rows | json_values, max_size=6))
def test_each_row_is_read_or_counted(rows: list[Any]) -> None:
    extraction, rejected = read(*rows)
    assert len(extraction.relations) + len(rejected) == len(rows)
    for relation in extraction.relations:
        assert 0 <= relation.weight <= 1


@given(st.lists(relation_rows, max_size=6))
def test_a_kept_answer_reads_back_the_same(rows: list[Any]) -> None:
    extraction, _ = read(*rows)
    again, rejected = read_answer(orjson.loads(answer_json(extraction)), IDS)
    assert again == extraction
    assert rejected == []


def test_what_can_only_be_meant_in_one_way_is_read() -> None:
    extraction, rejected = read(
        row(evidence="m1", via="text"),
        row(target="茶", evidence=3),
        entities=[{"name": "拿铁", "aliases": "latte"}, {"name": "茶", "aliases": None}],
    )
    assert rejected == []
    assert [r.evidence for r in extraction.relations] == [("m1",), ("3",)]
    assert extraction.relations[0].via is None
    assert [m.aliases for m in extraction.mentions] == [("latte",), ()]
    assert read_answer({"entities": None, "relations": []}, IDS) == (Extraction(), [])
