from persona.evaluate.rendering import Shown
from persona.evaluate.updates import Topic, _measured, stream, updates


def test_a_stream_is_the_same_for_a_seed_and_changes_topics() -> None:
    made = stream(3, chinese=False)
    assert made == stream(3, chinese=False)
    assert made != stream(4, chinese=False)
    for topic in made.topics:
        assert len(topic.changed_at) == len(topic.things) - 1
        for number, thing in zip(topic.changed_at, topic.things[1:], strict=True):
            assert thing in made.messages[number].text


def test_a_chinese_stream() -> None:
    made = stream(3, chinese=True)
    assert any("喜欢" in m.text or "爱" in m.text for m in made.messages)
    assert [m.time for m in made.messages] == sorted(m.time for m in made.messages if m.time)


def test_the_measures_of_a_block() -> None:
    topic = Topic("?", ("padel", "curling"), (2,))
    kept = [Shown("likes: curling", 2, "likes"), Shown("no longer: padel", 3, "no_longer")]
    assert _measured(kept, topic) == {
        "current": True, "stale": 0.0, "clean": True, "newest first": True
    }  # fmt: skip
    stale = [Shown("likes: padel", 2, "likes"), *kept]
    assert _measured(stale, topic)["clean"] is False
    assert _measured(stale, topic)["newest first"] is False
    assert _measured([], Topic("?", ("padel",), ())) == {"current": False}


def test_an_append_only_store_keeps_what_was_replaced_and_ours_mostly_not() -> None:
    found = updates(3)
    assert found["all"]["persona"]["clean"] >= found["all"]["recency"]["clean"] + 0.2
    assert set(found) == {"all", "en", "zh"}
