from __future__ import annotations

from persona.extract.naming import Names
from persona.records import USER, Extraction, Mention, Relation


def names(*mentions: Mention, targets: tuple[str, ...] = ()) -> Names:
    return Names.of(Extraction(mentions, tuple(Relation(USER, t, "likes") for t in targets)))


def test_forms_are_the_name_and_its_declared_aliases() -> None:
    found = names(Mention("Postgres", aliases=("pg", "it", "POSTGRES")))
    assert found.forms("postgres", None) == ("postgres", "pg")
    assert found.forms("pg", None) == ("pg", "Postgres")
    assert found.forms("Rust", None) == ("Rust",)


def test_an_emoji_is_no_part_of_a_name() -> None:
    assert names().forms("地铁😀", None) == ("地铁😀", "地铁")
    assert names().forms("😀", None) == ("😀",)


def test_a_longer_name_of_another_entity_covers() -> None:
    found = names(targets=("豆浆", "豆浆机"))
    assert found.spans("我买了豆浆机", ["豆浆"]) == []
    assert found.spans("我喝豆浆", ["豆浆"]) == [(2, 4)]
    assert found.spans("我买了豆浆机", ["豆浆机"]) == [(3, 6)]


def test_an_alias_of_the_same_entity_does_not_cover() -> None:
    found = names(Mention("Visual Studio Code", aliases=("Code",)))
    assert found.spans("I use Visual Studio Code", found.forms("Code", None))


def test_qualifiers_tell_homonyms_apart() -> None:
    found = names(Mention("李伟", qualifier="同事"), Mention("李伟", qualifier="表弟"))
    assert found.mention("李伟", "表弟") == Mention("李伟", qualifier="表弟")
    assert found.mention("李伟", None) is None
    assert found.mention("李伟", "邻居") == Mention("李伟", qualifier="邻居")


def test_one_qualifier_serves_a_bare_name() -> None:
    only = Mention("Sam", qualifier="colleague")
    assert names(only).mention("sam", None) == only
