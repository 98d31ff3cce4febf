import pytest

from persona.recall.shortening import shortened


@pytest.mark.parametrize(
    ("sentence", "attitude", "text"),
    [
        ("I really can't stand films with gore.", "dislikes", "films with gore"),
        ("I have a strong aversion to cold offices!", "dislikes", "cold offices"),
        ("I'm not a big fan of group tours.", "dislikes", "group tours"),
        ("I prefer not to fly.", "dislikes", "fly"),
        ("I absolutely love rainy mornings.", "likes", "rainy mornings"),
        ("I like jazz a lot", "likes", "jazz"),
        ("I only buy used bikes.", "says", "only buy used bikes"),
        ("I dislike the gym and prefer the park.", "dislikes", "gym, prefer park"),
        ("I love ramen but I can't stand natto.", "says", "love ramen but can't stand natto"),
        ("I love tea, though never after six.", "says", "love tea, though never after six"),
        ("我特别讨厌吵闹的餐厅。", "dislikes", "吵闹的餐厅"),
        ("我很喜欢安静的咖啡馆", "likes", "安静的咖啡馆"),
        ("我从不坐夜班飞机", "says", "从不坐夜班飞机"),
    ],
)
def test_head_and_rest(sentence: str, attitude: str, text: str) -> None:
    assert shortened(sentence) == (attitude, text)


def test_a_long_chinese_sentence_keeps_the_clauses_of_attitude() -> None:
    assert (
        shortened("中午同事点了一大盆水煮鱼，我真的受不了太辣的菜，下午还要开会")[1] == "太辣的菜"
    )


def test_nothing_is_made_of_nothing() -> None:
    assert shortened("") == ("says", "")
    assert shortened("...") == ("says", "")
