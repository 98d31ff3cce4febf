from __future__ import annotations

import pytest

from persona.extract.naming import Names
from persona.extract.opinion import as_said
from persona.extract.places import Places
from persona.extract.rows import Row, read_row
from persona.records import USER, Extraction, Message, Relation, Turn, Window


def opinion(text: str, target: str, kind: str, polarity: int) -> tuple[str, int]:
    message = Message("ann", "c", "m1", "user", text)
    window = Window("ann", "c", (Turn(message, 0, len(text)),))
    names = Names.of(Extraction())
    row = read_row(Relation(USER, target, "says", kind, polarity, evidence=("m1",)), names)
    assert isinstance(row, Row)
    place = Places(window, names).find(row, "m1")[0]
    said = as_said(row, place, message)
    return said.kind, said.polarity


@pytest.mark.parametrize(
    ("text", "target", "kind", "polarity", "said"),
    [
        # the words around the thing and the rules have the other sign
        ("I can't stand opera.", "opera", "likes", 1, ("dislikes", -1)),
        ("我受不了歌剧。", "歌剧", "likes", 1, ("dislikes", -1)),
        # the words around it are silent
        ("The printer keeps jamming.", "printer", "dislikes", -1, ("struggles_with", 1)),
        ("打印机老是卡纸。", "打印机", "dislikes", -1, ("struggles_with", 1)),
        # nobody contradicts the row
        ("We run Nomad in production.", "Nomad", "uses", 1, ("uses", 1)),
        ("楼下那台咖啡机归我。", "咖啡机", "owns", 1, ("owns", 1)),
        # a "never" and an allergy are more than a dislike
        ("I never eat walnuts.", "walnuts", "dislikes", -1, ("never", -1)),
        ("我对虾过敏。", "虾", "dislikes", -1, ("allergic_to", -1)),
        # links and choices keep their kind
        ("I can't stand opera.", "opera", "rejected", -1, ("rejected", -1)),
    ],
)
def test_the_persons_own_words_decide(
    text: str, target: str, kind: str, polarity: int, said: tuple[str, int]
) -> None:
    assert opinion(text, target, kind, polarity) == said
