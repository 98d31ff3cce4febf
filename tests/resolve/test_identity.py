from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.records import Assertion, Correction, Entity
from persona.resolve import resolve
from tests.resolve.said import said


def names(
    assertions: Sequence[Assertion], corrections: tuple[Correction, ...] = ()
) -> dict[str, Entity]:
    return resolve("u", assertions, corrections=corrections).entities


@pytest.mark.parametrize(
    "forms",
    [
        ("KVRA", "kvra", "ＫＶＲＡ", " KVRA "),
        ("台灣茶", "台湾茶"),
        ("New  York", "new york", "“New York”"),
    ],
)
def test_spellings_of_one_name_are_one_entity(forms: tuple[str, ...]) -> None:
    found = names([said(form, day=day) for day, form in enumerate(forms)])
    assert len(found) == 1


def test_marks_that_carry_meaning_keep_names_apart() -> None:
    found = names(
        [said(name, day=day) for day, name in enumerate(["C", "C++", "C#", ".NET", "net"])]
    )
    assert sorted(found) == [".net", "c", "c#", "c++", "net"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("k8s", "Kubernetes"), ("JS", "JavaScript"), ("Postgres", "PostgreSQL"), ("北京", "Beijing"),
     ("西红柿", "番茄"), ("北京市", "北京")],
)  # fmt: skip
def test_names_that_everybody_uses_for_one_thing(one: str, other: str) -> None:
    assert len(names([said(one), said(other, day=1)])) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("Java", "JavaScript"), ("南京", "北京"), ("C", "cpp"), ("Go", "Rust")]
)
def test_names_that_only_look_alike_stay_two(one: str, other: str) -> None:
    assert len(names([said(one), said(other, day=1)])) == 2


def test_declared_aliases_are_transitive_and_keep_all_their_forms() -> None:
    found = names(
        [
            said("字节", day=0, type="公司", aliases=("字节跳动", "ByteDance")),
            said("字节跳动", day=1),
            said("抖音母公司", day=2, aliases=("bytedance",)),
            said("字节", day=3),
        ]
    )
    assert list(found) == ["字节"]
    assert found["字节"].name == "字节"
    assert found["字节"].type == "公司"
    assert found["字节"].aliases == ("ByteDance", "bytedance", "字节跳动", "抖音母公司")


def test_the_display_name_is_the_most_frequent_then_the_earliest_form() -> None:
    assert (
        names([said("python", day=0), said("Python", day=1), said("Python", day=2)])["python"].name
        == "Python"
    )
    assert names([said("python", day=1), said("Python", day=0)])["python"].name == "Python"
    # One message counts once, however many relations name it.
    twice = [said("python", kind, day=0) for kind in ("likes", "uses", "learning")]
    assert names([*twice, said("Python", day=1), said("Python", day=2)])["python"].name == "Python"


def test_the_type_is_the_one_most_messages_declare() -> None:
    found = names(
        [
            said("Rust", day=0, type="game"),
            said("Rust", day=1, type="language"),
            said("Rust", day=2, type="language"),
            said("Rust", day=3, type="unknown"),
        ]
    )
    assert found["rust"].type == "language"
    assert names([said("茶")])["茶"].type == "unknown"


def test_an_alias_does_not_merge_what_one_message_tells_apart() -> None:
    # "I moved from Jenkins to Actions": an answer that calls Jenkins an alias of Actions is wrong.
    rows = [
        said("Actions", "uses", day=0, message="m", aliases=("Jenkins",)),
        said("Jenkins", "uses", -1, day=0, message="m"),
    ]
    found = names(rows)
    assert sorted(found) == ["actions", "jenkins"]
    assert found["actions"].aliases == ()


def test_an_alias_that_differs_in_its_marks_alone_is_refused() -> None:
    found = names([said("C++", day=0, aliases=("C",)), said("C", day=5)])
    assert sorted(found) == ["c", "c++"]
    assert len(names([said("C#", day=0, aliases=("C Sharp",)), said("c sharp", day=1)])) == 1


def test_a_pronoun_joins_nobody() -> None:
    found = names(
        [
            said("Paul", "friend_of", day=0, aliases=("he", "him")),
            said("Igor", "friend_of", day=1, aliases=("He",)),
            said("小王", "friend_of", day=2, aliases=("他",)),
            said("小李", "friend_of", day=3, aliases=("他",)),
        ]
    )
    assert len(found) == 4


def test_a_pronoun_as_target_means_what_the_answer_declares() -> None:
    assert list(names([said("她", "friend_of", declared_as="小美"), said("小美", day=1)])) == [
        "小美"
    ]


class TestHomonyms:
    def test_two_qualifiers_are_two_people_and_a_bare_name_is_a_third(self) -> None:
        rows = [
            said("李伟", "has_relation_to", day=0, qualifier="同事/A公司"),
            said("李伟", "has_relation_to", day=1, qualifier="表弟/B公司"),
            said("李伟", "mentions", 0, day=2),
        ]
        resolution = resolve("u", rows)
        assert sorted(resolution.entities) == ["李伟", "李伟 (a公司/同事)", "李伟 (b公司/表弟)"]
        assert resolution.entities["李伟 (a公司/同事)"].qualifier == "同事/A公司"
        assert {e.name for e in resolution.entities.values()} == {"李伟"}
        proposed = {(p.left, p.right) for p in resolution.proposals if p.why == "homonym"}
        assert proposed == {("李伟", "李伟 (a公司/同事)"), ("李伟", "李伟 (b公司/表弟)")}

    def test_with_one_qualifier_bare_mentions_attach(self) -> None:
        found = names(
            [
                said("Jordan", "has_relation_to", day=0, qualifier="colleague"),
                said("Jordan", "mentions", 0, day=1),
            ]
        )
        assert list(found) == ["jordan (colleague)"]

    def test_part_of_a_qualifier_attaches_to_the_one_that_contains_it(self) -> None:
        found = names(
            [
                said("李伟", day=0, qualifier="同事/A公司"),
                said("李伟", day=1, qualifier="表弟"),
                said("李伟", day=2, qualifier="同事"),
            ]
        )
        assert sorted(found) == ["李伟 (a公司/同事)", "李伟 (表弟)"]

    def test_an_alias_of_both_does_not_make_them_one(self) -> None:
        found = names(
            [
                said("Li Wei", day=0, qualifier="colleague", aliases=("David",)),
                said("Li Lei", day=1, qualifier="cousin", aliases=("David",)),
                said("David", "mentions", 0, day=2),
            ]
        )
        assert sorted(found) == ["david", "li lei (cousin)", "li wei (colleague)"]

    def test_a_bare_known_alias_finds_the_qualified_name(self) -> None:
        found = names(
            [
                said("Postgres", day=0, qualifier="at work"),
                said("pg", day=1),
            ]
        )
        assert list(found) == ["postgres (at work)"]

    def test_qualifiers_of_sources_count(self) -> None:
        rows = [
            said("钓鱼", source="李伟", source_qualifier="同事", day=0),
            said("钓鱼", "dislikes", -1, source="李伟", source_qualifier="表弟", day=1),
        ]
        facts = resolve("u", rows).facts
        assert [(f.source, f.is_open) for f in facts] == [
            ("李伟 (同事)", True),
            ("李伟 (表弟)", True),
        ]


class TestCorrections:
    rows = (said("瑞幸", day=0), said("luckin coffee", day=1), said("星巴克", day=2))
    merge = Correction("merge", "瑞幸", "Luckin Coffee")

    def test_a_merge_joins_and_a_split_gives_back_exactly_what_was(self) -> None:
        before = resolve("u", self.rows)
        merged = resolve("u", self.rows, corrections=(self.merge,))
        assert list(merged.entities) == ["星巴克", "瑞幸"]
        undone = resolve(
            "u", self.rows, corrections=(self.merge, Correction("split", "瑞幸", "luckin coffee"))
        )
        assert (undone.entities, undone.facts) == (before.entities, before.facts)

    def test_the_last_correction_of_a_pair_holds(self) -> None:
        split = Correction("split", "luckin coffee", "瑞幸")
        assert len(names(self.rows, (split, self.merge))) == 2
        assert len(names(self.rows, (self.merge, split))) == 3

    def test_a_split_takes_a_declared_alias_and_a_known_one_off(self) -> None:
        declared = [said("Lark", day=0, aliases=("飞书",)), said("飞书", day=1)]
        assert len(names(declared)) == 1
        assert len(names(declared, (Correction("split", "Lark", "飞书"),))) == 2
        known = [said("Postgres", day=0), said("pg", day=1)]
        found = names(known, (Correction("split", "Postgres", "pg"),))
        assert sorted(found) == ["pg", "postgres"]
        assert found["postgres"].aliases == ()

    def test_a_merge_names_a_homonym_by_its_key(self) -> None:
        rows = [
            said("李伟", day=0, qualifier="同事"),
            said("李伟", day=1, qualifier="表弟"),
            said("李伟", day=2),
        ]
        found = names(rows, (Correction("merge", "李伟", "李伟 (表弟)"),))
        assert sorted(found) == ["李伟 (同事)", "李伟 (表弟)"]

    def test_an_alias_that_is_taken_off_leaves_the_others_together(self) -> None:
        known = [said("Postgres", day=0), said("pg", day=1), said("PostgreSQL", day=2)]
        found = names(known, (Correction("split", "Postgres", "pg"),))
        assert sorted(found) == ["pg", "postgres"]
        declared = [
            said("Lark", day=0, aliases=("飞书", "Feishu")),
            said("Feishu", day=1, aliases=("飞书",)),
            said("飞书", day=2),
        ]
        assert len(names(declared)) == 1
        assert sorted(names(declared, (Correction("split", "Lark", "飞书"),))) == ["lark", "飞书"]

    def test_of_two_homonyms_that_are_merged_a_bare_name_is_one(self) -> None:
        rows = [
            said("李伟", day=0, qualifier="同事"),
            said("李伟", day=1, qualifier="表弟"),
            said("李伟", day=2),
        ]
        merge = Correction("merge", "李伟 (同事)", "李伟 (表弟)")
        assert len(names(rows, (merge,))) == 1
        assert len(names(rows, (merge, Correction("split", "李伟 (同事)", "李伟 (表弟)")))) == 3

    def test_names_that_are_not_there_are_reported_and_the_rest_passes_through(self) -> None:
        unknown = Correction("merge", "瑞幸", "nobody")
        pin = Correction("pin", "瑞幸")
        resolution = resolve("u", self.rows, corrections=(unknown, pin))
        assert resolution.unmatched == (unknown,)
        assert resolution.corrections == (pin,)

    def test_a_split_pair_is_not_proposed_again(self) -> None:
        rows = [said("爱因斯坦", day=0), said("物理学家爱因斯坦", day=1)]
        assert len(resolve("u", rows).proposals) == 1
        split = Correction("split", "爱因斯坦", "物理学家爱因斯坦")
        assert resolve("u", rows, corrections=(split,)).proposals == ()


FORMS = st.sampled_from(["李伟", "小李", "David", "Li Wei", "Postgres", "pg", "C", "C++"])
CORRECTIONS = st.lists(
    st.builds(
        Correction,
        st.sampled_from(["merge", "split"]),
        st.sampled_from(["李伟", "pg", "C", "David", "李伟 (同事)", "李伟 (表弟)"]),
        st.sampled_from(["小李", "Postgres", "C++", "Li Wei", "李伟 (表弟)"]),
    ),
    max_size=3,
).map(tuple)
ROWS = st.lists(
    st.builds(
        said,
        FORMS,
        st.sampled_from(["likes", "uses", "friend_of"]),
        day=st.integers(0, 6),
        aliases=st.lists(FORMS, max_size=2).map(tuple),
        qualifier=st.sampled_from([None, "同事", "表弟", "同事/A"]),
        type=st.sampled_from([None, "person", "database"]),
    ),
    max_size=12,
)


@settings(max_examples=150, deadline=None)
@given(ROWS, CORRECTIONS, st.randoms(use_true_random=False))
def test_identity_is_a_function_of_the_set(
    rows: list[Assertion], corrections: tuple[Correction, ...], rng: random.Random
) -> None:
    shuffled = [*rows, *rows[:3]]
    rng.shuffle(shuffled)
    assert names(rows, corrections) == names(shuffled, corrections)


@settings(max_examples=100, deadline=None)
@given(ROWS, CORRECTIONS)
def test_keys_are_unique_and_each_name_has_one_entity(
    rows: list[Assertion], corrections: tuple[Correction, ...]
) -> None:
    found = resolve("u", rows, corrections=corrections)
    assert all(key == entity.key for key, entity in found.entities.items())
    ends = {end for fact in found.facts for end in (fact.source, fact.target)} - {"USER"}
    assert ends == set(found.entities)
    for entity in found.entities.values():
        assert entity.name not in entity.aliases
