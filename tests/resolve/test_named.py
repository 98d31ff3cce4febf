from __future__ import annotations

import pytest

from persona.records import Entity
from persona.resolve import named

ENTITIES = (
    Entity("postgres", "Postgres", aliases=("pg", "PostgreSQL")),
    Entity("pg", "PG", aliases=()),
    Entity("李伟 (a公司)", "李伟", qualifier="A公司"),
    Entity("李伟 (b公司)", "李伟", qualifier="B公司"),
    Entity("卤肉饭", "滷肉飯", aliases=("卤肉饭",)),
)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("POSTGRES", ["postgres"]),
        ("PostgreSQL", ["postgres"]),
        ("pg", ["pg"]),  # a name goes before an alias
        ("李伟", ["李伟 (a公司)", "李伟 (b公司)"]),
        ("李伟 (b公司)", ["李伟 (b公司)"]),
        ("李伟  （B公司）", ["李伟 (b公司)"]),
        ("滷肉飯", ["卤肉饭"]),
        ("nothing", []),
        ("  ", []),
    ],
)
def test_the_entities_of_a_name(name: str, keys: list[str]) -> None:
    assert [entity.key for entity in named(ENTITIES, name)] == keys
