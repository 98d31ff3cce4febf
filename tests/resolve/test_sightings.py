from __future__ import annotations

import pytest

from persona.records import Mention
from persona.resolve.sightings import node_of, qualifier_parts, spelling


@pytest.mark.parametrize(
    ("qualifier", "parts"),
    [
        (None, set()), (" ", set()), ("同事", {"同事"}),
        ("同事／A公司, Beijing", {"同事", "a公司", "beijing"}),
        ("the country (not the player)", {"the country [not the player"}),
    ],
)  # fmt: skip
def test_a_qualifier_has_parts(qualifier: str | None, parts: set[str]) -> None:
    assert qualifier_parts(qualifier) == parts


def test_a_node_is_a_name_and_its_qualifier() -> None:
    bare = node_of(" 李伟 ", None)
    known = node_of("李伟", Mention("李伟", qualifier="同事/A公司"))
    assert bare == ("李伟", frozenset())
    assert (spelling(bare), spelling(known)) == ("李伟", "李伟 (a公司/同事)")


def test_no_two_nodes_are_spelt_alike() -> None:
    names = ["a", "a (b", "a (b)", "a (b (c)", "a/b"]
    qualifiers = [None, "b", "b (c", "b/c", "c"]
    nodes = {node_of(n, Mention(n, qualifier=q)) for n in names for q in qualifiers}
    assert len({spelling(node) for node in nodes}) == len(nodes)
