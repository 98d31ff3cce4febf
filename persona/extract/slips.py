"""Statements that a later message of the window takes back as a slip: "sorry, I meant Oslo, not Rome".

A slip was never so; a change ("I moved to Oslo") was. Only the first is taken back here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from persona.extract.corrections import correction
from persona.extract.naming import Names
from persona.extract.rows import Row
from persona.records import Turn, Window
from persona.text import has_cjk, holds_name, name_key
from persona.vocabulary import KINDS


@dataclass(frozen=True, slots=True)
class Slip:
    """What one message takes back.

    Attributes:
        place: of the message among the window's turns.
        old: key of the name that was a slip, or "" where the message does not name it.
        stated: (kind, slot, key of the target) of what the answer says that the message states of
            single-valued kinds: it takes the place of an earlier value.
        message_id: of the message.
        new: what is meant instead, as the answer names it, or "".
    """

    place: int
    old: str
    stated: tuple[tuple[str, str | None, str], ...]
    message_id: str = ""
    new: str = ""

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

    def is_meant(self, row: Row) -> bool:
        """Whether a row is about what is meant instead."""
        return bool(self.new) and row.of_user and name_key(row.target) == name_key(self.new)

    def set_right(self, row: Row, names: Names) -> Row | None:
        """A row about the slip as it is meant: of the new name, with this message as evidence."""
        if not self.new or not self.old or name_key(row.target) != self.old or row.polarity <= 0:
            return None
        meant = replace(
            row.relation, target=self.new, evidence=(self.message_id,), quote=None, via=None
        )
        mention, forms = names.mention(self.new, None), names.forms(self.new, None)
        return replace(row, relation=meant, target=self.new, mention=mention, forms=forms)


def slips(window: Window, rows: Sequence[Row]) -> tuple[Slip, ...]:
    """What the user's messages of a window take back, given the rows of an answer about it."""
    found = []
    for place, turn in enumerate(window.turns):
        if not turn.message.is_users:
            continue
        fixed = correction(turn.text)
        if fixed is not None and fixed.strong:
            stated = () if fixed.old else tuple(_stated(rows, turn))
            new = _named(rows, fixed.new)
            found.append(Slip(place, name_key(fixed.old), stated, turn.message.message_id, new))
    return tuple(found)


def _named(rows: Sequence[Row], words: str) -> str:
    """The longest target of the answer that stands in the words for what is meant."""
    held = {row.target for row in rows if row.of_user and holds_name(words, row.target)}
    return max(sorted(held), key=len, default="")


def _stated(rows: Sequence[Row], turn: Turn) -> list[tuple[str, str | None, str]]:
    return [
        (row.kind, row.slot, name_key(row.target))
        for row in rows
        if row.of_user
        and row.polarity
        and KINDS[row.kind].single
        and turn.message.message_id in (row.relation.evidence or ())
    ]
