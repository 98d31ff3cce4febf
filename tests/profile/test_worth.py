from typing import Any

from persona.profile.worth import Worth, in_order, leaders, said_of
from persona.records import Remark

LIKES, USES, ASKED = frozenset({"likes"}), frozenset({"uses"}), frozenset({"interests"})


def remark(text: str, *keys: str, attitude: Any = "dislikes", short: str = "") -> Remark:
    return Remark(text, attitude, keys, "c", text, short)


def test_a_prompt_has_the_short_words_of_a_remark() -> None:
    assert said_of(remark("films that involve war", short="films with war")) == "films with war"
    assert said_of(remark("films")) == "films"


def test_what_is_worth_most_for_its_length_comes_first() -> None:
    # tokens are begun fours of characters: 12 characters are 3 tokens, 40 are 10
    brief, wordy = remark("noisy hotels"), remark("hotels that have a bar which is open all")
    facts = {"tea": Worth(0.9, 0, LIKES), "rye": Worth(0.2, 1, LIKES)}
    # .9/3 = .3; .5/3 = .167; .2/3 = .067; .5/10 = .05
    assert in_order([wordy, brief], facts) == ["tea", brief, "rye", wordy]


def test_names_stand_by_score_whatever_their_length_and_of_equals_the_earlier_first() -> None:
    facts = {"b": Worth(0.5, 0, LIKES), "a": Worth(0.5, 1, LIKES), "c": Worth(0.6, 2, USES)}
    assert in_order([], facts) == ["c", "b", "a"]


def test_a_remark_takes_the_place_of_its_facts() -> None:
    told = remark("games with dice", "games")
    assert in_order([told], {"games": Worth(1.0, 0, frozenset({"dislikes"}))}) == [told]


def test_what_was_only_asked_comes_after_all_that_was_stated() -> None:
    said = remark("hotels that have a bar which is open all night long")
    facts = {
        "visas": Worth(1.0, 0, ASKED, stated=False),
        "tea": Worth(0.2, 1, LIKES),
    }  # .2 / 3 and .5 / 13
    assert in_order([said], facts) == ["tea", said, "visas"]


def test_a_long_remark_of_no_head_comes_last_and_one_that_its_facts_tell_not_at_all() -> None:
    long = "go to the market on foot every Saturday morning before anybody else is up"
    free, held = remark(long, attitude="says"), remark(long + " at all", "market", attitude="says")
    facts = {"market": Worth(0.1, 0, USES)}
    assert in_order([free, held], facts) == ["market", free]


def test_remarks_that_say_nearly_the_same_have_one_leader() -> None:
    one = remark("loud hotel bars by the sea")
    # terms: loud, hotel, bar, sea; the same and "big": 4 of 5
    two, other = remark("big loud hotel bars by the sea"), remark("loud hotel bars")
    found = leaders([one, two, other, remark("quiet cafes")])
    assert found[id(two)] is one
    assert found[id(other)] is one  # 3 of 4
    liked = remark("loud hotel bars by the sea", attitude="likes")
    assert leaders([one, liked])[id(liked)] is liked


def test_chinese() -> None:
    one, two = remark("吵闹的海边酒吧"), remark("吵闹的海边小酒吧")
    assert leaders([one, two])[id(two)] in (one, two)
    assert in_order([remark("吵闹的酒吧")], {"茶": Worth(1.0, 0, LIKES)})[0] == "茶"
