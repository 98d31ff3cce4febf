from __future__ import annotations

import pytest

from persona.profile.columns import FIELDS, field_of


@pytest.mark.parametrize(
    ("column", "field"),
    [
        ("name", "name"),
        (" Retry  Goal ", "retry_goal"),
        ("EXPAND_PROMPT", "expand_prompt"),
        ("age", "basic.age"),
        ("姓名", "name"),
        ("年龄", "basic.age"),
        ("思考方式", "psychology.thinking"),
        ("weight", None),
        ("名", None),
        (3, None),
    ],
)
def test_a_column_is_named_after_a_field(column: object, field: str | None) -> None:
    assert field_of(column) == field


def test_every_field_has_a_column() -> None:
    assert [field_of(field.rpartition(".")[2]) for field in FIELDS] == FIELDS
