"""A person's block within a budget of measured tokens, as the lines that a reader sees.

The block is the product's own (`persona.profile.block`), only counted by `measures.tokens`; the fence
and the line of introduction stand outside of the budget, as a heading does.
"""

from __future__ import annotations

from dataclasses import dataclass

from persona.engine.recalling import first_for
from persona.evaluate.encoding import Encoder
from persona.evaluate.measures import tokens
from persona.evaluate.people import Person
from persona.profile.block import frame_cost, render
from persona.profile.wording import WORDS, Language


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of a block.

    Attributes:
        text: with its head.
        cost: tokens of it without its head.
        section: of the item.
    """

    text: str
    cost: int
    section: str


def _counted(text: str) -> tuple[int, int]:
    return tokens(text), 0


def shown(
    person: Person,
    budget: int,
    question: str | None = None,
    lang: Language = "en",
    *,
    encoder: Encoder | None = None,
) -> list[Shown]:
    """The lines of a person's block within a budget, in the order in which they went in."""
    cosines = encoder.of_lines(person.known, question) if encoder and question else None
    first = () if question is None else first_for(person.known, question, cosines)
    frame = frame_cost(person.persona, lang, measure=_counted)[0]
    block = render(
        person.persona, lang=lang, max_tokens=budget + frame, first=first, measure=_counted
    )
    heads = WORDS[lang].heads
    return [
        Shown(
            f"{heads[item.head]}: {item.text}",
            tokens(item.text) + 1,
            item.section,
        )
        for item in sorted(block.included, key=lambda item: item.turn)
    ]
