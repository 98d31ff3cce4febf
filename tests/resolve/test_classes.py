from __future__ import annotations

from persona.resolve.classes import Classes
from persona.resolve.sightings import Node, Seen


def nodes(*spelt: str) -> list[Node]:
    """ "name" or "name:qualifier"."""
    pairs = (text.split(":") for text in spelt)
    return [(name, frozenset(rest)) for name, *rest in pairs]


def classes(*every: Node, apart: tuple[tuple[Node, Node], ...] = ()) -> Classes:
    seen = Seen()
    for node in every:
        seen.nodes[node].heads.add(("c", f"only {node[0]}"))
    return Classes(seen, apart)


def test_joins_are_transitive() -> None:
    a, b, c, d = nodes("甲", "乙", "丙", "丁")
    found = classes(a, b, c, d)
    found.join(a, b)
    found.join(c, b)
    assert found.root(a) == found.root(c) != found.root(d)


def test_what_the_person_split_stays_apart_by_any_path_even_if_forced() -> None:
    a, b, c = nodes("甲", "乙", "丙")
    found = classes(a, b, c, apart=((a, c),))
    found.join(a, b, alias=True)
    found.join(b, c, alias=True)
    found.join(a, c, forced=True)
    assert found.root(a) == found.root(b) != found.root(c)


def test_two_homonyms_are_joined_only_by_force() -> None:
    one, other, bare = nodes("李伟:同事", "李伟:表弟", "小李")
    found = classes(one, other, bare)
    found.join(one, bare)
    found.join(other, bare)
    assert found.root(bare) == found.root(one) != found.root(other)
    found.join(other, bare, forced=True)
    assert found.root(one) == found.root(other)


def test_an_alias_of_something_that_one_message_tells_apart_is_refused() -> None:
    seen = Seen()
    a, b = nodes("actions", "jenkins")
    for node in (a, b):
        seen.nodes[node].heads.add(("c", "m1"))
    found = Classes(seen, ())
    found.join(a, b, alias=True)
    assert found.root(a) != found.root(b)
    found.join(a, b)
    assert found.root(a) == found.root(b)
