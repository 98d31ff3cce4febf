from __future__ import annotations

import pytest

from persona.evaluate.encoding import PUBLISHED, Encoder, Remembered, close_from, percentiles
from persona.evaluate.people import of_single_messages
from tests.embedders import Themes


def test_a_text_is_embedded_once() -> None:
    asked = Themes()
    held = Remembered(asked)
    first = held.embed(["tea", "hill", "tea"])
    again = held.embed(["hill"])
    assert asked.asked == ["tea", "hill"]
    assert first.shape == (3, 4)
    assert first[1].tolist() == again[0].tolist()
    held.embed(["tea"], question=True)
    assert asked.asked[-1] == "tea"  # a question is another thing
    assert held.name == "themes"


def test_percentiles_of_different_texts_of_one_topic() -> None:
    # tea and tea: the vectors (1, 0, 0, -2) / sqrt 5 are equal, cosine 1; hill (0, 1, 0, -2) / sqrt 5
    # has the cosine 4 / 5 with them. Pairs within "drinks": 1 .8 .8; of another topic none.
    topics = {"drinks": ["tea", "tea", "some tea", "hill"], "one": ["crowd"]}
    low, high = percentiles(Encoder(Themes()), topics)
    # Percentiles of (.8, .8, 1) by linear interpolation: place 2 · .95 = 1.9 gives .8 + .9 · .2.
    assert [low, high] == pytest.approx([0.98, 0.996])
    assert percentiles(Encoder(Themes()), {"one": ["crowd"]}) == (1.0, 1.0)


def test_cosines_of_lines_and_of_texts() -> None:
    encoder = Encoder(Themes())
    known = of_single_messages(["I love oolong tea.", "我喜欢爬山"]).known
    found = encoder.of_lines(known, "thirst")
    assert found is not None
    best = known.lines[int(found.argmax())]
    assert "oolong" in best.text
    assert encoder.of_lines(of_single_messages([]).known, "thirst") is None
    plain = encoder.plain(["tea", "hill"], "coffee")
    assert plain[0] > plain[1]
    assert encoder.alike([], "tea").tolist() == []
    assert encoder.alike(["tea"], "coffee").tolist() == pytest.approx([1.0])


class Mini(Themes):
    @property
    def name(self) -> str:
        return "sentence-transformers/all-MiniLM-L6-v2"


def test_the_published_percentile_holds_for_the_model_it_was_measured_with() -> None:
    assert close_from(Encoder(Mini()), 0.66) == PUBLISHED
    assert close_from(Encoder(Mini()), 0.72) == 0.72
    assert close_from(Encoder(Themes()), 0.66) == 0.66
