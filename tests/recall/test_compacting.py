import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.recall.compacting import KEPT, before_its_thing, compact, reworded
from persona.recall.words import terms
from tests.strategies import NO_SHRINKING


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("hotels that are near the airport", "hotels near the airport"),
        ("avoid salt as much as possible", "avoid salt"),
        ("novels with a lot of footnotes", "novels with lots of footnotes"),
        ("games such as chess", "games like chess"),
        ("places that are quiet", "places that are quiet"),  # a single word stays with its verb
    ],
)
def test_words_that_add_nothing_go(text: str, short: str) -> None:
    assert reworded(text) == short


@pytest.mark.parametrize(
    ("line", "turned"),
    [
        ("hotels that are noisy", "noisy hotels"),
        ("visit places that are crowded", "visit crowded places"),
        ("books or films that are long", "books or films that are long"),
        ("hotel rooms", "hotel rooms"),
    ],
)
def test_a_quality_at_the_end_stands_before_its_thing(line: str, turned: str) -> None:
    assert before_its_thing(line) == turned


@pytest.mark.parametrize(
    ("line", "sentence", "head", "short"),
    [
        (
            "long train rides through tunnels because they scare me",
            "I avoid long train rides through tunnels because they scare me.",
            "avoid",
            "long train rides through tunnels",
        ),
        (
            "board games that involve dice rolling",
            "I avoid board games that involve dice rolling.",
            "avoid",
            "board games with dice rolling",
        ),
        (
            "watching sports documentaries about cycling",
            "I avoid watching sports documentaries about cycling.",
            "avoid",
            "sports documentaries about cycling",
        ),
        # "eating alone" is no way of being alone
        ("eating alone", "I avoid eating alone.", "avoid", "eating alone"),
        # too little would be left: 1 of the 5 terms avoid, train, tunnel, scare, ride
        ("trains", "I avoid trains because tunnels scare me on rides.", "avoid", "trains"),
    ],
)
def test_what_is_beside_the_point_goes(line: str, sentence: str, head: str, short: str) -> None:
    assert compact(line, sentence, head) == short


def test_a_verb_of_doing_stays_where_no_head_says_what_of_it() -> None:
    line = "use old cameras with real film"
    assert compact(line, f"I {line}") == line


WORDS = st.sampled_from(
    [
        "maps",
        "films",
        "with",
        "that",
        "involve",
        "because",
        "they",
        "bore",
        "me",
        "like",
        "dice",
        "using",
        "quiet",
        "old",
        "long",
        "trains",
        "and",
        "or",
    ]
)


@given(st.lists(WORDS, min_size=1, max_size=14))
@settings(max_examples=60, deadline=None, phases=NO_SHRINKING)
def test_a_compact_line_is_never_longer_and_keeps_most(said: list[str]) -> None:
    sentence = " ".join(said)
    short = compact(sentence, sentence, "avoid")
    assert len(short) <= len(sentence)
    lost = set(terms(sentence)) - set(terms(f"avoid {short}"))
    assert short == sentence.strip(" ,;") or len(lost) <= (1 - KEPT) * len(set(terms(sentence)))
