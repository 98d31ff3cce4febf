from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.memory import build_persona, related
from persona.records import USER, Entity, Evidence, Fact, Interval, Persona
from persona.scoring import score

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def fact(
    source: str,
    kind: str,
    target: str,
    *,
    weight: float = 1.0,
    polarity: int = 1,
    open_: bool = True,
    days: int = 0,
) -> Fact:
    time = NOON - timedelta(days=days)
    message = f"{source}-{kind}-{target}"
    evidence = Evidence("c", message, time, message, weight, (0, 0, message), open=open_)
    return Fact(
        message, "ann", source, kind, target, polarity, kind, None, (evidence,),
        (Interval(time, None if open_ else NOON, open=open_),),
    )  # fmt: skip


LIKES = fact(USER, "likes", "pytorch")


def made(*facts: Fact, hidden: frozenset[str] = frozenset()) -> Persona:
    names = {key for f in facts for key in (f.source, f.target)} - {USER}
    entities = {key: Entity(key, key) for key in names}
    scores = score(facts, entities, as_of=NOON)
    return build_persona(
        "ann", facts, entities, scores, as_of=NOON, extractor="rules", hidden=hidden
    )


def inferred(*facts: Fact, hidden: frozenset[str] = frozenset()) -> list[str]:
    return [line.key for line in made(*facts, hidden=hidden).sections["inferred"]]


def test_what_a_liked_thing_is_used_with_is_inferred_with_path_and_premises() -> None:
    first = fact("pytorch", "used_with", "cuda")
    second = fact("cuda", "part_of", "英伟达", weight=0.5)
    persona = made(LIKES, first, second)
    one, two = persona.sections["inferred"]
    assert (one.key, one.path, one.premises) == ("cuda", ("pytorch", "cuda"), (first.id,))
    assert (two.key, two.path) == ("英伟达", ("pytorch", "cuda", "英伟达"))
    assert two.premises == (first.id, second.id)
    # A fresh statement of weight 1 weighs 0.5, one of 0.5 weighs 0.25; the only like has score 1.
    assert persona.likes[0].score == 1.0
    assert (one.score, two.score) == (0.5, 0.125)
    assert (one.polarity, one.mentions) == (0, 0)
    assert two.evidence == ()
    assert one.to_dict()["path"] == ["pytorch", "cuda"]
    assert "path" not in persona.likes[0].to_dict()


def test_an_inference_is_no_like_is_not_ranked_and_falls_with_its_premises() -> None:
    link = fact("pytorch", "used_with", "cuda")
    persona = made(LIKES, link)
    assert "cuda" not in {line.key for line in (*persona.likes, *persona.ranking)}
    assert "cuda" not in persona.summary
    assert inferred(LIKES, replace(link, intervals=(Interval(NOON, NOON, open=False),))) == []
    assert inferred(replace(LIKES, kind="dislikes", polarity=-1), link) == []
    assert inferred(fact(USER, "uses", "pytorch"), link) == []
    assert inferred(link) == []


@pytest.mark.parametrize("kind", ["likes", "dislikes", "uses", "asks_about"])
def test_what_the_user_spoke_of_is_never_inferred(kind: str) -> None:
    polarity = {"dislikes": -1, "asks_about": 0}.get(kind, 1)
    said = fact(USER, kind, "cuda", polarity=polarity)
    assert inferred(LIKES, said, fact("pytorch", "used_with", "cuda")) == []


def test_no_path_leads_through_what_is_disliked_or_hidden() -> None:
    chain = fact("pytorch", "used_with", "cuda"), fact("cuda", "used_with", "nvcc")
    assert inferred(LIKES, *chain) == ["cuda", "nvcc"]
    assert inferred(LIKES, *chain, fact(USER, "dislikes", "cuda", polarity=-1)) == []
    assert inferred(LIKES, *chain, hidden=frozenset({"cuda"})) == []
    assert inferred(LIKES, *chain, hidden=frozenset({"pytorch"})) == []


def test_links_are_walked_both_ways_but_only_three_steps_and_only_of_their_kinds() -> None:
    chain = [fact(b, "kind_of", a) for a, b in zip("abcd", "bcde", strict=True)]
    assert inferred(fact(USER, "likes", "a"), *chain) == ["b", "c", "d"]
    assert inferred(LIKES, fact("pytorch", "other", "snakes")) == []
    assert inferred(LIKES, fact("pytorch", "used_with", "cuda", polarity=-1)) == []


def test_related_things_of_one_entity_say_which_are_stated() -> None:
    facts = (
        LIKES,
        fact(USER, "uses", "numpy"),
        fact("pytorch", "used_with", "numpy"),
        fact("pytorch", "used_with", "cuda", weight=0.5),
    )
    entities = {key: Entity(key, key.upper()) for key in ("pytorch", "numpy", "cuda")}
    numpy, cuda = related("pytorch", facts, entities, score=0.8, as_of=NOON)
    assert (numpy.entity, numpy.stated, numpy.strength, numpy.score) == ("NUMPY", True, 0.5, 0.4)
    assert (cuda.key, cuda.stated, cuda.strength, cuda.score) == ("cuda", False, 0.25, 0.2)


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([USER, *"abcdef"]),
            st.sampled_from(["likes", "dislikes", "uses", "used_with", "part_of", "kind_of"]),
            st.sampled_from("abcdef"),
            st.floats(0, 1),
        ),
        max_size=12,
        unique_by=lambda row: row[:3],
    ),
)
def test_inferences_rest_on_facts_that_hold(
    rows: list[tuple[str, str, str, float]],
) -> None:
    facts = [
        fact(source, kind, target, weight=weight, polarity=-1 if kind == "dislikes" else 1)
        for source, kind, target, weight in rows
        if source != target
    ]
    persona = made(*facts)
    spoken = {f.target for f in facts if f.source == USER}
    liked = {line.key: line.score for line in persona.likes}
    by_id = {f.id: f for f in facts}
    for line in persona.sections["inferred"]:
        assert line.key not in spoken
        assert line.path[0] in liked
        assert line.path[-1] == line.key
        assert len(line.premises) == len(line.path) - 1 <= 3
        assert 0 < line.score <= liked[line.path[0]]
        for ends, premise in zip(
            zip(line.path, line.path[1:], strict=False), line.premises, strict=True
        ):
            assert {by_id[premise].source, by_id[premise].target} == set(ends)
    assert made(*reversed(facts)).sections["inferred"] == persona.sections["inferred"]
