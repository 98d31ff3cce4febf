"""How labels are read: by the tables, by morphology, by the sign rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.vocabulary import KINDS, USED_BEFORE, classify, read_kind

READINGS = [
    ("likes", None, None, ("likes", 1)),
    ("like", None, None, ("likes", 1)),
    ("love", None, None, ("likes", 1)),
    ("loves to eat", None, None, ("likes", 1)),
    ("enjoys playing", None, None, ("likes", 1)),
    ("is a big fan of", None, None, ("likes", 1)),
    ("huge fan of", None, None, ("likes", 1)),
    ("really into", None, None, ("likes", 1)),
    ("has a passion for", None, None, ("likes", 1)),
    ("hates", None, None, ("dislikes", -1)),
    ("hate", None, None, ("dislikes", -1)),
    ("doesn't like", None, None, ("dislikes", -1)),
    ("does not enjoy", None, None, ("dislikes", -1)),
    ("is not a fan of", None, None, ("dislikes", -1)),
    ("not into", None, None, ("dislikes", -1)),
    ("disliked", None, None, ("dislikes", -1)),
    ("prefers", None, -1, ("dislikes", -1)),
    ("likes", None, -1, ("dislikes", -1)),
    ("no longer likes", None, None, ("dislikes", -1)),
    ("no longer uses", None, None, ("uses", -1)),
    ("stopped using", None, None, ("uses", -1)),
    ("quit", None, None, ("uses", -1)),
    ("gave up", None, None, ("uses", -1)),
    ("used to use", None, None, ("uses", -1)),
    ("used to play", None, None, ("uses", -1)),
    ("used to live in", None, None, ("lives_in", -1)),
    ("previously worked at", None, None, ("works_at", -1)),
    ("formerly worked at", None, None, ("works_at", -1)),
    ("moved away from", None, None, ("lives_in", -1)),
    ("moved to", None, None, ("lives_in", 1)),
    ("relocated to", None, None, ("lives_in", 1)),
    ("switched from", None, None, ("uses", -1)),
    ("switched to", None, None, ("uses", 1)),
    ("migrated to", None, None, ("uses", 1)),
    ("abandoned", None, None, ("uses", -1)),
    ("dropped", None, None, ("uses", -1)),
    ("stopped", None, None, ("uses", -1)),
    ("used_before", "used_before", None, ("uses", -1)),
    ("used before", None, None, ("uses", -1)),
    ("runs on", None, None, ("uses", 1)),
    ("is using", None, None, ("uses", 1)),
    ("uses daily", None, None, ("uses", 1)),
    ("works with", None, None, ("uses", 1)),
    ("owns", None, None, ("owns", 1)),
    ("has a dog named", None, None, ("owns", 1)),
    ("has pet", None, None, ("owns", 1)),
    ("is named", None, None, ("name", 1)),
    ("is_named", None, None, ("name", 1)),
    ("has_name", None, None, ("name", 1)),
    ("lives in", None, None, ("lives_in", 1)),
    ("lives_in", None, None, ("lives_in", 1)),
    ("works at", None, None, ("works_at", 1)),
    ("works_for", None, None, ("works_at", 1)),
    ("is employed by", None, None, ("works_at", 1)),
    ("works as a", None, None, ("role", 1)),
    ("is a", None, None, ("role", 1)),
    ("works as", None, None, ("role", 1)),
    ("job title", None, None, ("role", 1)),
    ("allergic to", None, None, ("allergic_to", -1)),
    ("is severely allergic to", None, None, ("allergic_to", -1)),
    ("allergic to", "allergic_to", 1, ("allergic_to", -1)),
    ("never eats", None, None, ("never", -1)),
    ("avoids eating", None, None, ("avoids", -1)),
    ("plans to visit", None, None, ("plans", 1)),
    ("plans_to_visit", None, None, ("plans", 1)),
    ("wants to learn", None, None, ("wants", 1)),
    ("wants to buy", None, None, ("wants", 1)),
    ("would like to visit", None, None, ("wants", 1)),
    ("is learning", None, None, ("learning", 1)),
    ("studies", None, None, ("studies", 1)),
    ("speaks", None, None, ("speaks", 1)),
    ("is interested in", None, None, ("interested_in", 1)),
    ("not interested in", None, None, ("dislikes", -1)),
    ("asks about", None, None, ("asks_about", 0)),
    ("asked for recipe", None, None, ("asks_about", 0)),
    ("struggles with", None, None, ("struggles_with", 1)),
    ("is frustrated with", None, None, ("struggles_with", 1)),
    ("brother", None, None, ("has_relation_to", 1)),
    ("friend", None, None, ("friend_of", 1)),
    ("has friend", None, None, ("friend_of", 1)),
    ("has sister", None, None, ("has_relation_to", 1)),
    ("lives with", None, None, ("has_relation_to", 1)),
    ("favourite tennis player", None, None, ("favourite", 1)),
    ("favorite_color", None, None, ("favourite", 1)),
    ("has favourite food", None, None, ("favourite", 1)),
    ("favorite food is", None, None, ("favourite", 1)),
    ("rejected", None, None, ("rejected", -1)),
    ("turned down", None, None, ("rejected", -1)),
    ("chose", None, None, ("prefers", 1)),
    ("part of", None, None, ("part_of", 1)),
    ("is built on", None, None, ("part_of", 1)),
    ("used with", None, None, ("used_with", 1)),
    ("a kind of", None, None, ("kind_of", 1)),
    ("can't stand", None, None, ("dislikes", -1)),
    ("cannot tolerate", None, None, ("dislikes", -1)),
    ("is vegetarian", None, None, ("diet", 1)),
    ("follows diet", None, None, ("diet", 1)),
    ("grew up in", None, None, ("from", 1)),
    ("was born in", None, None, ("from", 1)),
    ("is good at", None, None, ("skilled_in", 1)),
    ("can play", None, None, ("skilled_in", 1)),
    ("is not good at", None, None, ("skilled_in", -1)),
    ("loves", "likes", 1, ("likes", 1)),
    ("hates", "likes", 1, ("dislikes", -1)),
    ("dislikes", "dislikes", 1, ("dislikes", -1)),
    ("loves", "dislikes", 1, ("likes", 1)),
    ("likes", "avoids", 1, ("likes", 1)),
    ("喜欢", None, None, ("likes", 1)),
    ("喜欢吃", None, None, ("likes", 1)),
    ("超级喜欢", None, None, ("likes", 1)),
    ("很爱喝", None, None, ("likes", 1)),
    ("不喜欢", None, None, ("dislikes", -1)),
    ("不太喜欢", None, None, ("dislikes", -1)),
    ("不怎么喜欢", None, None, ("dislikes", -1)),
    ("不是很喜欢", None, None, ("dislikes", -1)),
    ("不再喜欢", None, None, ("dislikes", -1)),
    ("讨厌", None, None, ("dislikes", -1)),
    ("非常讨厌", None, None, ("dislikes", -1)),
    ("受不了", None, None, ("dislikes", -1)),
    ("不吃", None, None, ("dislikes", -1)),
    ("戒了", None, None, ("uses", -1)),
    ("戒烟", None, None, ("uses", -1)),
    ("戒掉", None, None, ("uses", -1)),
    ("不再使用", None, None, ("uses", -1)),
    ("不用了", None, None, ("uses", -1)),
    ("不写了", None, None, ("uses", -1)),
    ("停用", None, None, ("uses", -1)),
    ("放弃使用", None, None, ("uses", -1)),
    ("以前用", None, None, ("uses", -1)),
    ("曾经使用", None, None, ("uses", -1)),
    ("用过", None, None, ("uses", -1)),
    ("曾住在", None, None, ("lives_in", -1)),
    ("离开了", None, None, ("lives_in", -1)),
    ("搬离", None, None, ("lives_in", -1)),
    ("搬到了", None, None, ("lives_in", 1)),
    ("居住", None, None, ("lives_in", 1)),
    ("住在", None, None, ("lives_in", 1)),
    ("换成了", None, None, ("uses", 1)),
    ("过敏", None, None, ("allergic_to", -1)),
    ("对…过敏", None, None, ("allergic_to", -1)),
    ("严重过敏", None, None, ("allergic_to", -1)),
    ("从不吃", None, None, ("never", -1)),
    ("绝不吃", None, None, ("never", -1)),
    ("打算去", None, None, ("plans", 1)),
    ("想去", None, None, ("wants", 1)),
    ("想学", None, None, ("wants", 1)),
    ("在学", None, None, ("learning", 1)),
    ("学习", None, None, ("learning", 1)),
    ("询问", None, None, ("asks_about", 0)),
    ("咨询了", None, None, ("asks_about", 0)),
    ("感兴趣", None, None, ("interested_in", 1)),
    ("不感兴趣", None, None, ("dislikes", -1)),
    ("没兴趣", None, None, ("dislikes", -1)),
    ("最喜欢的歌手", None, None, ("favourite", 1)),
    ("最喜欢的歌手是", None, None, ("favourite", 1)),
    ("提到", None, None, ("mentions", 0)),
    ("关注", None, None, ("interested_in", 1)),
    ("拥有", None, None, ("owns", 1)),
    ("养了", None, None, ("owns", 1)),
    ("在…工作", None, None, ("works_at", 1)),
    ("工作于", None, None, ("works_at", 1)),
    ("就职于", None, None, ("works_at", 1)),
    ("是", None, None, ("other", 0)),
    ("职业是", None, None, ("role", 1)),
    ("擅长", None, None, ("skilled_in", 1)),
    ("不会", None, None, ("skilled_in", -1)),
    ("不擅长", None, None, ("skilled_in", -1)),
    ("朋友", None, None, ("friend_of", 1)),
    ("妈妈", None, None, ("has_relation_to", 1)),
    ("是朋友", None, None, ("friend_of", 1)),
    ("同事", None, None, ("has_relation_to", 1)),
    ("基于", None, None, ("part_of", 1)),
    ("属于", None, None, ("part_of", 1)),
    ("喝回", None, None, ("uses", 1)),
    ("用回", None, None, ("uses", 1)),
    ("改喝", None, None, ("uses", 1)),
    ("偏爱", None, None, ("likes", 1)),
    ("更喜欢", None, None, ("prefers", 1)),
    ("喜愛", None, None, ("likes", 1)),
    ("討厭", None, None, ("dislikes", -1)),
    ("已經不喝", None, None, ("uses", -1)),
    ("迷戀", None, None, ("likes", 1)),
    ("合作", None, None, ("other", 0)),
    ("实现了", None, None, ("other", 0)),
    ("说不上喜欢", None, None, ("dislikes", -1)),
    ("没那么喜欢", None, None, ("dislikes", -1)),
    ("开始喜欢", None, None, ("likes", 1)),
    ("爱上了", None, None, ("likes", 1)),
    ("入坑", None, None, ("likes", 1)),
    ("选择了", None, None, ("prefers", 1)),
    ("拒绝了", None, None, ("rejected", -1)),
    ("没选", None, None, ("rejected", -1)),
    ("started using", None, None, ("uses", 1)),
    ("began learning", None, None, ("learning", 1)),
    ("started to like", None, None, ("likes", 1)),
    ("is getting into", None, None, ("likes", 1)),
    ("has been using", None, None, ("uses", 1)),
    ("is currently reading", None, None, ("uses", 1)),
    ("currently lives in", None, None, ("lives_in", 1)),
    ("now uses", None, None, ("uses", 1)),
    ("recently bought", None, None, ("owns", 1)),
    ("strongly dislikes", None, None, ("dislikes", -1)),
    ("absolutely loves", None, None, ("likes", 1)),
    ("mildly likes", None, None, ("likes", 1)),
    ("went back to", None, None, ("uses", 1)),
    ("does not use", None, None, ("uses", -1)),
    ("doesn't drink", None, None, ("uses", -1)),
    ("does not own", None, None, ("owns", -1)),
    ("never tried", None, None, ("other", -1)),
    ("non-compliant", None, None, ("other", 0)),
    ("is tired of", None, None, ("dislikes", -1)),
    ("hates using", None, None, ("dislikes", -1)),
    ("likes less", None, None, ("other", 0)),
    ("deploys with", None, None, ("uses", 1)),
    ("develops with", None, None, ("uses", 1)),
    ("builds with", None, None, ("uses", 1)),
    ("is married to", None, None, ("has_relation_to", 1)),
    ("wife", None, None, ("has_relation_to", 1)),
    ("daughter", None, None, ("has_relation_to", 1)),
    ("has two kids", None, None, ("owns", 1)),
]


@pytest.mark.parametrize(("label", "kind", "polarity", "expected"), READINGS)
def test_readings(
    label: str, kind: str | None, polarity: int | None, expected: tuple[str, int]
) -> None:
    assert read_kind(label, kind, polarity)[:2] == expected


def test_slots() -> None:
    assert classify("favourite tennis player") == ("favourite", 1, "tennis player")
    assert classify("has_favorite_food") == ("favourite", 1, "food")
    assert classify("最喜欢的歌手") == ("favourite", 1, "歌手")


def test_used_before_is_a_use_that_ended() -> None:
    assert read_kind("anything", USED_BEFORE, 1) == ("uses", -1, None)


def test_traditional_labels_are_read_as_simplified() -> None:
    assert classify("喜歡") == classify("喜欢")
    assert classify("不再喜歡") == classify("不再喜欢")


@pytest.mark.parametrize(
    ("label", "kind", "polarity"),
    [
        ("loves", "likes", 1),
        ("喜欢", "likes", 1),
        ("hates", "dislikes", -1),
        ("不喜欢", "dislikes", -1),
        ("不再喜欢", "dislikes", -1),
        ("no longer likes", "dislikes", -1),
        ("doesn't like", "dislikes", -1),
        ("runs on", "uses", 1),
        ("stopped using", "uses", -1),
        ("不再使用", "uses", -1),
        ("戒", "uses", -1),
        ("plans_to_visit", "plans", 1),
        ("friend_of", "friend_of", 1),
        ("居住", "lives_in", 1),
        ("过敏", "allergic_to", -1),
        ("never eats", "never", -1),
        ("询问", "asks_about", 0),
        ("由...组成", "other", 0),
        ("drop table", "other", 0),
    ],
)
def test_labels_are_read_by_table_and_morphology(label: str, kind: str, polarity: int) -> None:
    assert classify(label)[:2] == (kind, polarity)


@pytest.mark.parametrize(
    ("label", "kind", "polarity", "expected"),
    [
        ("likes", "likes", -1, ("dislikes", -1)),
        ("prefers", "prefers", -1, ("dislikes", -1)),
        ("dislikes", "dislikes", 1, ("dislikes", -1)),
        ("avoids", "avoids", 1, ("avoids", -1)),
        ("loves", "dislikes", 1, ("likes", 1)),
        ("used", "used_before", None, ("uses", -1)),
        ("uses", "uses", -1, ("uses", -1)),
        ("asks", "asks_about", 1, ("asks_about", 0)),
        ("讨厌", None, 1, ("dislikes", -1)),
        ("whatever", "no such kind", None, ("other", 0)),
    ],
)
def test_the_sign_rules(
    label: str, kind: str | None, polarity: int | None, expected: tuple[str, int]
) -> None:
    assert read_kind(label, kind, polarity)[:2] == expected


def test_each_label_of_the_tables_means_its_kind_or_an_earlier_one() -> None:
    names = list(KINDS)
    for kind in KINDS.values():
        for label in (*kind.en, *kind.zh):
            found = classify(label)[0]
            assert names.index(found) <= names.index(kind.name), label


@settings(deadline=None, max_examples=200)
@given(
    st.text(max_size=20) | st.sampled_from([r[0] for r in READINGS]),
    st.none() | st.sampled_from(sorted(KINDS)),
    st.none() | st.sampled_from((1, 0, -1)),
)
def test_the_sign_rules_hold_for_any_label(
    label: str, kind: str | None, polarity: int | None
) -> None:
    name, sign, _ = read_kind(label, kind, polarity)
    assert name in KINDS
    assert sign in (1, 0, -1)
    if name in ("likes", "prefers", "favourite"):
        assert sign >= 0
    if KINDS[name].polarity < 0:
        assert sign == -1
    if name in ("asks_about", "mentions"):
        assert sign == 0
