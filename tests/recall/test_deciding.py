import pytest

from persona.evaluate.people import of_single_messages
from persona.recall.deciding import decide, option_scores
from tests.embedders import Themes


@pytest.mark.parametrize(
    ("said", "question", "options", "right"),
    [
        (
            "I can't stand seafood.",
            "What shall I order?",
            ["Grilled salmon with shrimp", "Roast chicken with herbs", "Tuna sushi", "Crab soup"],
            1,
        ),
        (
            "I love spicy curry.",
            "What shall I order?",
            ["A mild salad", "A hot curry with chilli", "Plain bread", "Vanilla pudding"],
            1,
        ),
        ("我讨厌海鲜", "吃什么好？", ["清蒸鱼和虾", "番茄炒蛋", "蟹肉粥"], 1),
        ("我喜欢爬山", "周末做什么？", ["在家看电影", "去爬阳明山", "去商场购物"], 1),
    ],
)
def test_against_what_is_disliked_and_for_what_is_liked(
    said: str, question: str, options: list[str], right: int
) -> None:
    assert decide(of_single_messages([said]).persona, question, options) == right


def test_with_nothing_known_the_first_of_equals() -> None:
    assert decide(of_single_messages([]).persona, "?", ["a b", "a b"]) == 0


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("I love oolong tea.", 1),
        ("I hate oolong tea.", 0),
        ("我喜欢乌龙茶", 1),
        ("我讨厌乌龙茶", 0),
    ],
)
def test_meaning_goes_with_the_sign_of_what_is_known(said: str, right: int) -> None:
    known = of_single_messages([said, "I enjoy chess."]).known
    scores = option_scores(
        known, "What now?", ["A stroll outdoors", "A strong coffee"], embedder=Themes()
    )
    assert max(range(2), key=scores.__getitem__) == right


def test_with_an_embedder_and_nothing_known_the_question_decides() -> None:
    known = of_single_messages([]).known
    scores = option_scores(known, "I am thirsty", ["A walk", "Some coffee"], embedder=Themes())
    assert scores[1] > scores[0]
    assert option_scores(known, "?", ["alone"], embedder=Themes()) == [0.0]
