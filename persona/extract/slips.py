"""Statements that a later message of the window takes back as a slip: "sorry, I meant Oslo, not Rome".

A slip was never so; a change ("I moved to Oslo") was. Only the first is taken back here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from persona.extract.corrections import correction
from persona.extract.rows import Row
from persona.records import Turn, Window
from persona.text import has_cjk, name_key
from persona.vocabulary import KINDS


@dataclass(frozen=True, slots=True)
class Slip:
    """What one message takes back.

    Attributes:
        place: of the message among the window's turns.
        old: key of the name that was a slip, or "" where the message does not name it.
        stated: (kind, slot, key of the target) of what the answer says that the message states of
            single-valued kinds: it takes the place of an earlier value.
    """

    place: int
    old: str
    stated: tuple[tuple[str, str | None, str], ...]

    def takes_back(self, row: Row, place: int) -> bool:
        """Whether a row with evidence at a place of the window is taken back."""
        key = name_key(row.target)
        if not row.of_user or place > self.place or row.polarity == 0:
            return False
        if self.old:
            within = has_cjk(self.old) and key in self.old
            return key == self.old or self.old.endswith(f" {key}") or within
        return place < self.place and any(
            (row.kind, row.slot) == (kind, slot) and key != other
            for kind, slot, other in self.stated
        )


def slips(window: Window, rows: Sequence[Row]) -> tuple[Slip, ...]:
    """What the user's messages of a window take back, given the rows of an answer about it."""
    found = []
    for place, turn in enumerate(window.turns):
        if not turn.message.is_users:
            continue
        fixed = correction(turn.text)
        if fixed is not None and fixed.strong:
            stated = () if fixed.old else tuple(_stated(rows, turn))
            found.append(Slip(place, name_key(fixed.old), stated))
    return tuple(found)


def _stated(rows: Sequence[Row], turn: Turn) -> list[tuple[str, str | None, str]]:
    return [
        (row.kind, row.slot, name_key(row.target))
        for row in rows
        if row.of_user
        and row.polarity
        and KINDS[row.kind].single
        and turn.message.message_id in (row.relation.evidence or ())
    ]
