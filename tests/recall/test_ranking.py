import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.evaluate.people import of_single_messages
from persona.recall import Known, Log, Post, line_scores, message_scores, ranked
from persona.recall.ranking import TO_NEXT, TO_PREVIOUS, question_terms
from persona.records import Message
from tests.strategies import NO_SHRINKING, logs


def log_of(*rows: tuple[str, str, str | None]) -> Log:
    """A log of (conversation, text, author)."""
    return Log(
        [
            Post.of(Message("ann", c, f"m{n}", "user", text, author=author, position=n))
            for n, (c, text, author) in enumerate(rows)
        ]
    )


def best(log: Log, question: str, **more: object) -> int:
    return ranked(message_scores(log, question, **more)).numbers[0]  # type: ignore[arg-type]


def test_the_answer_after_its_question_comes_before_other_neighbours() -> None:
    log = log_of(
        ("c", "so", "Bo"), ("c", "Which violin did you buy?", "Bo"), ("c", "The Cremona one", None)
    )
    scores = message_scores(log, "violin")
    assert scores[1] > scores[2] > scores[0] > 0
    # A conversation of its own counts in full; the neighbours differ by what they are lent.
    assert (scores[2] - 0.3) / (scores[0] - 0.3) == pytest.approx(TO_NEXT / TO_PREVIOUS)


def test_nothing_is_lent_across_conversations() -> None:
    scores = message_scores(log_of(("c", "my violin", None), ("d", "hello", None)), "violin")
    assert scores[1] == 0


def test_whom_the_question_names_counts_more_and_the_name_itself_does_not_match() -> None:
    log = log_of(
        ("c", "Ann and I sang", "Bo"),
        ("d", "I sang a song of mine", "Bo"),
        ("e", "I sang too today", None),
    )
    names = {"": ("Ann",)}
    assert best(log, "What did Ann sing? sang", names=names) == 2
    assert best(log, "What did Bo say he sang", names=names) in (0, 1)


def test_a_question_when_prefers_words_of_time() -> None:
    log = log_of(
        ("c", "I sold the boat to Jim Beam", None), ("d", "I sold the boat last week", None)
    )
    assert best(log, "When was the boat sold?") == 1


def test_now_prefers_what_is_newer() -> None:
    log = log_of(("c", "I read Austen", None), ("d", "I read Proust", None))
    assert best(log, "What do I read lately?") == 1
    assert best(log, "What did I read?") == 0


def test_the_users_words_come_before_the_assistants() -> None:
    log = Log(
        [
            Post.of(Message("ann", "c", "1", "assistant", "The violin is in tune")),
            Post.of(Message("ann", "d", "2", "user", "The violin is in tune")),
        ]
    )
    assert best(log, "violin") == 1


def test_chinese_questions() -> None:
    log = log_of(("c", "我周末去爬阳明山", None), ("d", "今天吃了火锅", None))
    assert best(log, "什么时候爬山？") == 0
    assert best(log, "吃什么火锅") == 1


def test_a_field_finds_a_line_without_a_common_word() -> None:
    known = of_single_messages(["I never eat lobster.", "I only wear wool.", "我讨厌恐怖片"]).known
    for question, number in (("What snack for tonight?", 0), ("周末看什么电影", 2)):
        found = [known.lines[n].messages[0] for n in ranked(line_scores(known, question)).numbers]
        assert found[0] == (f"c{number}", f"m{number}")
        assert len(found) == 1


def test_words_of_asking_are_left_out_unless_alone() -> None:
    assert set(question_terms("Can you recommend a good tent?")) == {"tent"}
    assert set(question_terms("recommend something good")) == {"recommend", "good"}


def test_of_equals_the_earlier_and_zeros_are_left_out() -> None:
    assert ranked(np.array([0.0, 2.0, 1.0, 2.0])).numbers == (1, 3, 2)


@settings(max_examples=25, phases=NO_SHRINKING)
@given(logs(), st.sampled_from(["tea or jazz?", "香菜", "what do I use lately", "When was it?"]))
def test_scores_are_finite_and_never_negative(said: list[object], question: str) -> None:
    rows = [Message("ann", f"c{s.conversation}", f"m{s.number}", s.role, s.text) for s in said]  # type: ignore[attr-defined]
    scores = message_scores(Log([Post.of(m) for m in rows]), question)
    assert np.isfinite(scores).all()
    assert (scores >= 0).all()


def test_an_empty_history() -> None:
    assert message_scores(Log([]), "tea").tolist() == []
    assert line_scores(Known(of_single_messages([]).persona), "tea").tolist() == []
