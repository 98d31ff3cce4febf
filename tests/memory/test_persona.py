from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest
from hypothesis import given, settings

from persona.graph import build, statistics
from persona.memory import build_persona
from persona.records import USER, Assertion, Components, Persona
from persona.resolve import resolve
from persona.scoring import score
from persona.vocabulary import PREFERENCE_SECTIONS, SECTIONS
from tests.resolve.said import at, said
from tests.scoring.strategies import statements


def persona(*rows: Assertion, as_of: datetime | None = None, flags: Sequence[str] = ()) -> Persona:
    now = as_of or max((row.time for row in rows if row.time), default=None)
    resolution = resolve("u", rows, as_of=now)
    scores = score(resolution.facts, resolution.entities, as_of=now)
    return build_persona(
        "u",
        resolution.facts,
        resolution.entities,
        scores,
        as_of=now,
        extractor="rules",
        flags=flags,
    )


def shown(found: Persona) -> dict[str, list[str]]:
    return {
        name: [line.entity for line in lines] for name, lines in found.sections.items() if lines
    }


def test_an_empty_persona_has_every_section_in_order() -> None:
    found = persona(flags=("pending",))
    assert tuple(found.sections) == SECTIONS
    assert not shown(found)
    assert found.top() == ()
    assert found.flags == ("pending",)
    assert found.summary
    assert found.statistics == {"nodes": 1, "edges": 0, "user_connections": 0,
                                "average_clustering": 0.0}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "polarity", "section"),
    [
        ("likes", 1, "likes"), ("prefers", 1, "likes"), ("favourite", 1, "likes"),
        ("dislikes", -1, "dislikes"), ("avoids", -1, "dislikes"),
        ("allergic_to", -1, "safety"), ("never", -1, "safety"), ("diet", 1, "safety"),
        ("rejected", -1, "rejected"), ("uses", 1, "uses"), ("owns", 1, "owns"),
        ("skilled_in", 1, "skills"), ("learning", 1, "learning"), ("studies", 1, "learning"),
        ("works_at", 1, "attributes"), ("name", 1, "attributes"), ("speaks", 1, "attributes"),
        ("struggles_with", 1, "problems"), ("wants", 1, "goals"), ("plans", 1, "goals"),
        ("interested_in", 1, "interests"), ("asks_about", 0, "interests"),
        ("has_relation_to", 1, "people"), ("friend_of", 1, "people"),
        ("uses", -1, "no_longer"), ("lives_in", -1, "no_longer"),
        ("mentions", 0, None), ("other", 1, None), ("other", -1, None), ("interested_in", -1, None),
        ("friend_of", -1, None), ("diet", -1, None), ("allergic_to", 1, None), ("part_of", 1, None),
    ],
)  # fmt: skip
def test_each_kind_stands_in_its_section(kind: str, polarity: int, section: str | None) -> None:
    found = shown(persona(said("某物", kind, polarity)))
    assert found == ({section: ["某物"]} if section else {})


def test_one_line_for_an_entity_in_a_section_with_the_strongest_kind_in_front() -> None:
    found = persona(
        said("茶", "likes", day=0, weight=0.3, label="还行"),
        said("茶", "favourite", day=1, weight=0.9, label="最喜欢", slot="饮料"),
        said("茶", "uses", day=2, label="每天喝"),
    )
    (line,) = found.likes
    assert (line.kind, line.relation, line.slot, line.polarity) == (
        "favourite",
        "最喜欢",
        "饮料",
        1,
    )
    assert [e.message_id for e in line.evidence] == ["m0", "m1"]
    assert line.mentions == 3
    assert (line.first_seen, line.last_seen) == (at(0), at(2))
    assert (line.valid_from, line.valid_to) == (at(1), None)
    assert shown(found) == {"likes": ["茶"], "uses": ["茶"]}
    assert [line.kind for line in found.top()] == ["favourite"]


def test_law_7_mentions_are_messages_over_all_states() -> None:
    found = persona(
        said("京剧", "dislikes", -1, day=0), said("京剧", "likes", day=1),
        said("京剧", "likes", day=1, offset=5), said("京剧", "uses", day=1), said("京剧", day=2),
        said("京剧", "part_of", source="戏曲", day=3),
    )  # fmt: skip
    assert found.likes[0].mentions == 3
    assert [e.message_id for e in found.likes[0].evidence] == ["m1", "m2"]


def test_law_8_a_disliked_thing_is_in_no_ranking_however_often_it_is_named() -> None:
    rows = [said("Jira", "uses", day=d) for d in range(9)]
    found = persona(
        *rows, said("Jira", "dislikes", -1, day=9), said("茶", day=9), said("香菜", "avoids", -1,
        day=9, weight=0.2, message="x"),
    )  # fmt: skip
    assert shown(found) == {"likes": ["茶"], "uses": ["Jira"], "dislikes": ["Jira", "香菜"]}
    assert [line.entity for line in found.top()] == ["茶"]
    assert found.uses[0].score == found.dislikes[0].score == 1.0


def test_law_8_asking_about_a_disliked_thing_makes_it_no_interest() -> None:
    asked = [said("香菜", "asks_about", 0, day=d, weight=0.3) for d in range(4)]
    found = persona(*asked, said("香菜", "dislikes", -1, day=1, message="x"))
    assert shown(found) == {"dislikes": ["香菜"]}
    assert found.dislikes[0].mentions == 5


def test_a_choice_has_its_own_score_and_leaves_the_like() -> None:
    found = persona(said("披萨", day=0), said("披萨", "rejected", -1, day=1), said("面", day=1))
    assert shown(found) == {"likes": ["面", "披萨"], "rejected": ["披萨"]}
    assert found.rejected[0].score == 1.0
    assert found.likes[1].score < 1.0


def test_safety_has_no_score_and_goes_by_last_seen() -> None:
    found = persona(
        said("花生", "allergic_to", -1, day=5), said("酒", "never", -1, day=9),
        said("素食", "diet", day=1), said("花生", "mentions", 0, day=7),
    )  # fmt: skip
    assert [line.entity for line in found.safety] == ["酒", "花生", "素食"]
    assert {line.score for line in found.safety} == {0.0}
    assert {line.components for line in found.safety} == {Components()}


def test_no_longer_lists_what_is_over_latest_first() -> None:
    found = persona(
        said("Vim", "uses", day=0), said("Vim", "uses", -1, day=20, label="不再用"),
        said("杭州", "lives_in", day=0), said("成都", "lives_in", day=30),
        said("Eclipse", "uses", -1, day=10),
        said("茶", "likes", day=0), said("茶", "dislikes", -1, day=40),
    )  # fmt: skip
    lines = [
        (line.entity, line.kind, line.polarity, line.valid_from, line.valid_to)
        for line in found.no_longer
    ]
    assert lines == [
        ("杭州", "lives_in", -1, at(0), at(30)),
        ("Vim", "uses", -1, at(0), at(20)),
        ("Eclipse", "uses", -1, None, at(10)),
    ]
    assert [e.message_id for e in found.no_longer[1].evidence] == ["m0", "m20"]
    assert {line.score for line in found.no_longer} == {0.0}
    assert [line.entity for line in found.attributes] == ["成都"]


def test_what_returned_is_not_over_and_another_kind_may_go_on() -> None:
    again = persona(
        said("Vim", "uses", day=0), said("Vim", "uses", -1, day=1), said("Vim", "uses", day=2)
    )
    assert shown(again) == {"uses": ["Vim"]}
    # The old phone is sold, and then wanted again: owning is over, wanting is not.
    sold = persona(
        said("相机", "owns", day=0), said("相机", "owns", -1, day=5), said("相机", "wants", day=9)
    )
    assert shown(sold) == {"goals": ["相机"], "no_longer": ["相机"]}


def test_questions_are_interests_but_no_preferences() -> None:
    found = persona(
        *(said("Rust", "asks_about", 0, day=d, weight=0.3) for d in range(5)),
        said("Go", "asks_about", 0, day=0, weight=0.3),
        said("Go", "interested_in", day=5, weight=0.1),
    )  # fmt: skip
    assert shown(found) == {"interests": ["Rust", "Go"]}
    (ranked,) = found.top()
    assert (ranked.entity, ranked.kind, ranked.polarity) == ("Go", "interested_in", 1)
    assert [e.message_id for e in ranked.evidence] == ["m5"]


def test_people_problems_and_attributes_are_scored_but_not_ranked() -> None:
    found = persona(
        said("小王", "friend_of"), said("失眠", "struggles_with"), said("杭州", "lives_in")
    )
    assert found.top() == ()
    assert {found.people[0].score, found.problems[0].score, found.attributes[0].score} == {1.0}


def test_ties_go_to_the_last_seen_and_then_the_name() -> None:
    rows = [said(name, "speaks", day=day) for name, day in (("b", 1), ("a", 1), ("c", 0))]
    # speaks does not fade, and each has one message; a and b share theirs, so they also stand together.
    rows += [said(name, "speaks", dated=False, message=name) for name in ("z", "y")]
    found = persona(*rows)
    assert [line.entity for line in found.attributes] == ["a", "b", "c", "y", "z"]
    assert found.attributes[2].score == found.attributes[3].score


def test_facts_between_others_stand_nowhere() -> None:
    found = persona(
        said("Igor", "friend_of", source="Paul"), said(USER, "friend_of", source="Paul")
    )
    assert not shown(found)
    assert found.statistics["nodes"] == 3


def test_statistics_are_those_of_the_graph_or_as_given() -> None:
    rows = [said("茶", day=0), said("茶", "part_of", source="饮品", day=1)]
    resolution = resolve("u", rows)
    assert persona(*rows).statistics == statistics(build(resolution.facts, resolution.entities))
    scores = score(resolution.facts, resolution.entities, as_of=None)
    given_ = build_persona("u", resolution.facts, resolution.entities, scores, as_of=None,
                           extractor="rules", statistics={"nodes": 9})  # fmt: skip
    assert given_.statistics == {"nodes": 9}


@settings(max_examples=150, deadline=None)
@given(statements())
def test_laws_7_and_8_and_the_order_of_sections(rows: list[Assertion]) -> None:
    found = persona(*rows, as_of=at(250))
    disliked = {line.key for line in found.dislikes}
    drawn = (*found.likes, *found.interests, *found.ranking)
    assert not disliked & {line.key for line in drawn}
    ranked = {line.key for line in found.ranking}
    sections = {
        line.key for s in PREFERENCE_SECTIONS for line in found.sections[s] if line.polarity > 0
    }
    assert ranked <= {line.key for s in PREFERENCE_SECTIONS for line in found.sections[s]}
    assert sections - disliked <= ranked
    for section, lines in found.sections.items():
        assert len({line.key for line in lines}) == len(lines)
        if section not in ("safety", "no_longer"):
            assert [line.score for line in lines] == sorted(
                (line.score for line in lines), reverse=True
            )
        for line in lines:
            mine = {row.message_id for row in rows
                    if row.source == USER and row.target.casefold() == line.key}  # fmt: skip
            assert line.mentions == len(mine)
            assert {e.message_id for e in line.evidence} <= mine
            assert 0.0 <= line.score <= 1.0


def test_what_is_pinned_comes_first_and_what_is_hidden_has_no_line() -> None:
    rows = [said(name, day=day) for day, name in enumerate(["茶", "jazz", "火锅", "茶", "茶"])]
    rows.append(said("Vim", "uses", day=9))
    resolution = resolve("u", rows)
    scores = score(resolution.facts, resolution.entities, as_of=at(9))

    plain, found = (
        build_persona(
            "u",
            resolution.facts,
            resolution.entities,
            scores,
            as_of=at(9),
            extractor="rules",
            pinned=pinned,
            hidden=hidden,
        )
        for pinned, hidden in (((), ()), (("jazz", "vim"), ("火锅",)))
    )
    assert [line.entity for line in found.likes] == ["jazz", "茶"]
    assert {line.entity for line in found.top(2)} == {"jazz", "Vim"}
    assert "火锅" not in {line.entity for line in found.ranking}
    assert "火锅" not in found.summary
    assert found.statistics == plain.statistics
    assert {line.entity: line.score for line in found.likes}.items() <= {
        line.entity: line.score for line in plain.likes
    }.items()
