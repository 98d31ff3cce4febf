"""What a message looks for, and in which clauses."""

from __future__ import annotations

import pytest

from persona.extract.chinese.sought import head_for, heads_of, seeking_clauses


def test_heads_and_their_sorts() -> None:
    found = [(head.sort, head.name) for head in heads_of("先找餐馆，再找酒店、景点和手机")]
    assert found == [
        ("eating", "餐馆"),
        ("lodging", "酒店"),
        ("sights", "景点"),
        ("thing", "手机"),
    ]


def test_a_value_is_required_of_the_next_thing_named_else_of_the_last() -> None:
    text = "找一家4分以上的餐馆，人均50元"
    heads = heads_of(text)
    before, after = head_for(heads, text.index("4分")), head_for(heads, text.index("50元"))
    assert before is not None
    assert before.name == "餐馆"
    assert after == before
    assert head_for([], 3) is None


def test_a_thing_named_far_behind_is_not_meant() -> None:
    text = "找个酒店，要能停车" + "，" * 30 + "顺便问餐馆"
    found = head_for(heads_of(text), text.index("停车"))
    assert found is not None
    assert found.name == "酒店"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今天很累。想找家酒店，要安静", [("想找家酒店", True), ("要安静", True)]),
        ("昨天住了酒店，花了300元。", []),
        ("那家店几点开门？", [("那家店几点开门", False)]),
        ("我喜欢猫。", []),
    ],
)
def test_seeking_clauses(text: str, expected: list[tuple[str, bool]]) -> None:
    assert [(text[slice(*span)], wishes) for span, wishes in seeking_clauses(text)] == expected
