from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.text import name_key
from persona.vocabulary.likeness import bare_verbs, gist, wider
from tests.strategies import NO_SHRINKING


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("video courses", "Video-course", True),
        ("視頻課", "视频课", True),
        ("Ｖｉｍ", "vim", True),
        ("C", "C++", False),
        ("C#", "C", False),
        ("glass", "glas", False),
        ("苹果", "苹果派", False),
    ],
)
def test_near_duplicates_share_a_gist(one: str, other: str, *, same: bool) -> None:
    assert (gist(one) == gist(other)) is same


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("evening walks", {"walks"}),
        ("the old harbour in Genoa", {"old harbour in genoa", "harbour in genoa", "the old harbour",
                                      "old harbour", "harbour"}),
        ("playing chess", {"chess"}),
        ("soups from Naples", {"soups"}),
        ("The Kinks", {"kinks"}),
        ("Cold soup", {"soup"}),
        ("listening to radio plays", {"radio plays"}),
        ("historical novels about sailors", {"novels about sailors", "historical novels", "novels"}),
        ("老家的豆花", {"豆花"}),
        ("重庆小面", {"小面"}),
        ("川味香肠", {"香肠"}),
        ("户外攀岩", {"攀岩"}),
        ("一款复古的胶片机", {"复古的胶片机", "胶片机"}),
        ("打乒乓球", {"乒乓球"}),
        ("線上的課程", {"课程"}),
        ("Rust 的宏", {"宏"}),
    ],
)  # fmt: skip
def test_a_name_says_what_is_left_without_what_describes_it(name: str, said: set[str]) -> None:
    assert set(wider(name)) == said


@pytest.mark.parametrize(
    "name",
    [
        "peanut butter", "oat milk", "root beer", "board games", "Android Studio", "hot dog", "olive oil",
        "garlic bread", "New York", "Alice in Wonderland", "Big Ben", "C++", "tea", "cup of tea", "a", "reading", "in", "bread without", "去",
        "热狗", "花生酱", "燕麦奶", "羽毛球", "看法", "听力", "学习", "酸奶", "假的皮草", "别人的狗", "好吃的", "的", "",
    ],
)  # fmt: skip
def test_what_may_be_another_thing_is_not_said(name: str) -> None:
    assert not {gist(key) for key in wider(name)} - {gist("bread"), gist("")} - {gist(name)}


def test_a_gerund_may_be_a_bare_verb() -> None:
    assert {"run", "runn", "runne"} == bare_verbs("Running")
    assert gist("hike in the hills") in bare_verbs("hiking in the hills")
    assert "ski" in bare_verbs("skiing")
    for name in ("king", "sing", "spring", "thing", "跑步", "swim", ""):
        assert not bare_verbs(name)


TEXT = st.text(st.sampled_from("ab ing的打成都一部-sxé線ofin"), max_size=24)


@settings(max_examples=300, phases=NO_SHRINKING)
@given(TEXT | st.text(max_size=20))
def test_what_is_said_is_shorter_and_stands_in_the_name(name: str) -> None:
    for key in wider(name):
        assert key in name_key(name)
        assert len(gist(key)) < len(gist(name))
        assert set(wider(key)) <= set(wider(name))  # whatever that says is said as well
