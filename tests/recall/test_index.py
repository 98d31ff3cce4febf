import numpy as np

from persona.evaluate.people import of_single_messages
from persona.recall.index import Known, Log, Post, Topics
from persona.records import Message


def test_a_post_knows_its_speaker_and_terms() -> None:
    mine = Post.of(Message("ann", "c", "1", "user", "I hiked last week"))
    other = Post.of(Message("ann", "c", "2", "user", "我昨天爬山", author="Bo"))
    model = Post.of(Message("ann", "c", "3", "assistant", "Nice"))
    assert (mine.speaker, other.speaker, model.speaker) == ("", "Bo", "assistant")
    assert mine.terms == ("hike", "last", "week")
    assert mine.dated
    assert other.dated
    assert not model.dated


def test_a_log_numbers_its_conversations() -> None:
    posts = [Post.of(Message("a", c, c + m, "user", m)) for c, m in ("xp", "xq", "yr")]
    log = Log(posts)
    assert log.conversation_of.tolist() == [0, 0, 1]
    assert log.conversations.size == 2
    assert log.place["y", "yr"] == 2


def test_lines_are_remarks_then_facts_that_no_remark_holds() -> None:
    known = of_single_messages(["I dislike games in crowded rooms.", "I love ramen."]).known
    assert [(line.text, line.attitude) for line in known.lines] == [
        ("games in crowded rooms", "dislikes"),
        ("likes ramen", "likes"),
    ]
    assert known.lines[1].messages == (("c1", "m1"),)


def test_what_was_only_asked_about_is_weak() -> None:
    known = of_single_messages(["What is a good plugin for Python?", "I love ramen."]).known
    weights = {line.keys[0]: line.strength for line in known.lines}
    assert weights["ramen"] > 5 * min(weights.values())


def test_topics_share_a_text_among_its_fields() -> None:
    # "lobster" is of one narrow field; of "lobster" and "hotel" each is a half of the text.
    topics = Topics.of(["lobster", "lobster hotel", "nothing"])
    numbers, shares = topics.shares["food.seafood"]
    assert numbers.tolist() == [0, 1]
    assert shares.tolist() == [1, 0.5]
    assert topics.idf["travel.stay"] > topics.idf["food.seafood"]


def test_nothing_is_known_of_nobody() -> None:
    known = of_single_messages([]).known
    assert known.lines == ()
    assert np.array_equal(known.lexicon.scores(["a"]), np.zeros(0))
    assert isinstance(known, Known)
