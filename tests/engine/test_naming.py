from __future__ import annotations

import pytest

from persona.engine.naming import find_entity, only_entity
from persona.errors import UnknownNameError, UsageError
from persona.records import Entity

ENTITIES = (
    Entity("postgres", "Postgres", aliases=("pg",)),
    Entity("李伟 (a)", "李伟", qualifier="a"),
    Entity("李伟 (b)", "李伟", qualifier="b"),
)


def test_a_name_an_alias_and_a_key_find_it() -> None:
    for name in ("POSTGRES", "pg", "postgres"):
        assert find_entity(ENTITIES, name).name == "Postgres"
        assert only_entity(ENTITIES, name).name == "Postgres"


def test_an_unknown_name_tells_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'Postgres'"):
        find_entity(ENTITIES[:1], "Postgrs")
    with pytest.raises(UnknownNameError):
        find_entity((), "茶")


def test_of_a_shared_name_the_keys_are_told() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean '李伟 \(a\)', '李伟 \(b\)'"):
        find_entity(ENTITIES[1:], "李伟 (c)")


def test_a_shared_name_is_read_but_not_changed() -> None:
    assert find_entity(ENTITIES, "李伟").key == "李伟 (a)"
    with pytest.raises(UsageError, match=r"李伟 \(b\)"):
        only_entity(ENTITIES, "李伟")
    assert only_entity(ENTITIES, "李伟 (b)").qualifier == "b"
