import pytest

from persona.evaluate.people import assertions_of
from persona.extract.taking import MAX_NAME, described, taken
from persona.records import Message

LIST = (
    "Here are some options:\n1. A quiet cabin by the lake with a wood stove.\n"
    "2. I'd suggest a rooftop room with a view of the old port.\n3. A tent on a farm with fresh milk."
)
PROSE = (
    "You could rent a quiet cabin by the lake, book a rooftop room above the old port, "
    "or take a tent on a farm with fresh milk."
)


def test_descriptions_are_cut_out_of_lists_and_prose() -> None:
    assert described(LIST) == (
        "quiet cabin by the lake with a wood stove",
        "rooftop room with a view of the old port",
        "tent on a farm with fresh milk",
    )
    assert described(PROSE)[1] == "book a rooftop room above the old port"
    for whole in (*described(LIST), *described(PROSE)):
        assert whole in LIST + PROSE


def test_names_are_no_descriptions() -> None:
    assert described("1. Tea\n2. Coffee\n3. Water") == ()
    assert described("Shall we go?") == ()
    assert described("") == ()


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("I'll go with option 2.", "rooftop room with a view of the old port"),
        ("The last one sounds lovely.", "tent on a farm with fresh milk"),
        ("The cabin with the stove sounds perfect. The other options are too loud.", "quiet cabin by the lake with a wood stove"),
        ("I think the rooftop room would suit me best, rather than a tent on a farm.", "rooftop room with a view of the old port"),
    ],
)  # fmt: skip
def test_a_reply_takes_one(reply: str, right: str) -> None:
    assert taken(LIST, reply) == right


@pytest.mark.parametrize(
    "reply",
    [
        "What does the cabin cost?",
        "Hm.",
        "None of them, thanks.",
        "The others are not for me.",
        "选第二个",
    ],
)
def test_a_reply_that_takes_none(reply: str) -> None:
    assert taken(LIST, reply) is None


def test_a_description_is_cut_at_a_space() -> None:
    long = "a boat with " + "very " * 40 + "tall masts"
    found = described(f"1. {long}\n2. A car with four round wheels and a roof.")
    assert len(found[0]) <= MAX_NAME
    assert found[0].endswith("very")


def _read(offer: str, reply: str) -> list[tuple[str, int, str | None]]:
    messages = [
        Message("u", "c", "m0", "assistant", offer, position=0),
        Message("u", "c", "m1", "user", reply, position=1),
    ]
    return [(a.target, a.polarity, a.via) for a in assertions_of(messages)]


def test_what_was_taken_is_a_fact_with_the_offer_as_support() -> None:
    found = _read(LIST, "I'll go with option 2.")
    assert ("rooftop room with a view of the old port", 1, "choice") in found
    assert not any("cabin" in target or "tent" in target for target, *_ in found)


def test_a_chinese_choice_of_names_is_read_as_before() -> None:
    found = _read("1. 泉州\n2. 大理\n3. 威海", "选第二个")
    assert ("大理", 1, "choice") in found


def test_a_list_after_including_is_cut_at_its_commas() -> None:
    offer = (
        "There are many ways to spend the evening, including loud board games with the old neighbours, "
        "soup made of the garden's pumpkins, and long letters written by hand to friends."
    )
    assert described(offer) == (
        "loud board games with the old neighbours",
        "soup made of the garden's pumpkins",
        "long letters written by hand to friends",
    )
    assert taken(offer, "The soup made of pumpkins sounds nicest.") == described(offer)[1]


def test_a_question_that_offers_is_an_option() -> None:
    offer = (
        "How about a slow train along the northern coast? "
        "Have you considered a night bus over the high pass?"
    )
    assert taken(offer, "Let's take the slow train.") == "slow train along the northern coast"
    asked = "You could rent a quiet cabin by the lake. Do you have a large dog at home?"
    assert described(asked) == ()


def test_a_reply_may_name_an_option_by_one_word_of_it() -> None:
    assert taken(LIST, "The farming option sounds great.") == described(LIST)[2]
    assert taken(LIST, "Great, my sister and her noisy kids love milk too much.") is None
