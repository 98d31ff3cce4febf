import pytest

from persona.recall.shortening import shortened, shortest


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


@pytest.mark.parametrize(
    ("sentence", "attitude", "text"),
    [
        ("I greatly dislike loud bars and vastly prefer tea houses.", "dislikes", "loud bars, prefer tea houses"),
        ("I prefer to stay away from group chats.", "dislikes", "group chats"),
        ("I prefer to use only refillable pens.", "likes", "use only refillable pens"),
        ("I follow a strict low-salt diet.", "says", "strict low-salt diet"),
        ("I have to avoid dairy, so I have to read every label.", "says", "avoid dairy, read every label"),
        ("I dislike shows with a lot of singing.", "dislikes", "shows with lots of singing"),
        ("I dislike indoor pools, as I much prefer lakes.", "dislikes", "indoor pools, prefer lakes"),
        ("I avoid sports like rugby.", "dislikes", "sports like rugby"),
        ("I can't stand hotels that are noisy.", "dislikes", "noisy hotels"),
    ],
)  # fmt: skip
def test_more_heads_and_turns(sentence: str, attitude: str, text: str) -> None:
    assert shortened(sentence) == (attitude, text)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        # avoid, game, involv, magic, bore: four of five stay, three would be too few
        ("I avoid games that involve magic because they bore me.", "games that involve magic"),
        ("I avoid hiking trails that include steep ladders or rope bridges for my knee.", "hiking trails with steep ladders or rope bridges for my knee"),
        ("I avoid watching slow cooking shows about pastry.", "slow cooking shows about pastry"),
        ("我讨厌吵闹的餐厅，因为听不清", "吵闹的餐厅，因为听不清"),
    ],
)  # fmt: skip
def test_the_shortest_words(sentence: str, text: str) -> None:
    attitude, line = shortened(sentence)
    assert shortest(attitude, line, sentence) == text
