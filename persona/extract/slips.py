"""Statements that a later message of the window takes back as a slip: "sorry, I meant Oslo, not Rome".

A slip was never so; a change ("I moved to Oslo") was. Only the first is taken back here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from persona.extract.corrections import Correction, correction
from persona.extract.naming import Names
from persona.extract.places import clauses_of
from persona.extract.rows import Row
from persona.extract.signs import Sign, kinds_of, signs_of
from persona.records import Turn, Window
from persona.text import has_cjk, holds_name, name_key
from persona.vocabulary import KINDS

_AROUND = re.compile(r"^(?:the|an?|my|some) |(?:才对|[才啊哦呢哈吧的])$")
"""Words around a name that say nothing by themselves."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What one message takes back.

    Attributes:
        place: of the message among the window's turns.
        old: key of the name that was a slip, or "" where it is not clear which that was.
        stated: (kind, slot, key of the target) of what the answer says that the message states of
            single-valued kinds: it takes the place of an earlier value.
        message_id: of the message.
        new: what is meant instead, as the answer names it, or "".
        said: (family, sign) of what was said of the slip before: the same is meant of the new name.
    """

    place: int
    old: str
    stated: tuple[tuple[str, str | None, str], ...]
    message_id: str = ""
    new: str = ""
    said: frozenset[tuple[str, int]] = frozenset()

    def takes_back(self, row: Row, place: int) -> bool:
        """Whether a row with evidence at a place of the window is taken back."""
        key = name_key(row.target)
        if not row.of_user or place > self.place or row.polarity == 0:
            return False
        if self.old:
            return _is_old(key, self.old)
        return place < self.place and any(
            (row.kind, row.slot) == (kind, slot) and key != other
            for kind, slot, other in self.stated
        )

    def is_meant(self, row: Row) -> bool:
        """Whether a row is about what is meant instead."""
        return bool(self.new) and row.of_user and name_key(row.target) == name_key(self.new)

    def is_said(self, row: Row) -> bool:
        """Whether a row says what was said of the slip: a liking, a dislike, an allergy."""
        return (row.family, row.polarity) in self.said

    def set_right(self, row: Row, names: Names) -> Row | None:
        """A row about the slip as it is meant: of the new name, with this message as evidence.

        None of what was not said of the slip, and of a dislike that "not X" alone made of it.
        """
        if not self.new or not self.old or not row.of_user or name_key(row.target) != self.old:
            return None
        if row.polarity <= 0 and not self.is_said(row):
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
            new = _named(rows, fixed.new)
            before = _before(window, place, fixed)
            old = name_key(fixed.old) or _last(before, turn, fixed, new)
            stated = () if old else tuple(_stated(rows, turn))
            said = frozenset((KINDS[s.kind].family, s.sign) for s in before if _is_old(s.key, old))
            found.append(Slip(place, old, stated, turn.message.message_id, new, said))
    return tuple(found)


def _is_old(key: str, old: str) -> bool:
    """Whether a name is the slip, or a part of how the correction calls it ("the old Rome")."""
    return key == old or old.endswith(f" {key}") or (has_cjk(old) and key in old)


def _before(window: Window, place: int, fixed: Correction) -> list[Sign]:
    """What the user stated before a correction: in earlier messages, and in its own before it."""
    turn = window.turns[place]
    message = turn.message
    earlier = (*window.context, *window.turns[:place])
    others = dict.fromkeys(t.message for t in earlier if t.message.is_users)
    found = [sign for m in others if m != message for sign in signs_of(m.text, clauses_of(m))]
    until = turn.start + fixed.start
    return found + [s for s in signs_of(message.text, clauses_of(message)) if s.start < until]


def _last(before: Sequence[Sign], turn: Turn, fixed: Correction, new: str) -> str:
    """The last thing stated, which a correction that only names the right thing takes back.

    "" where the correction says more than the name, as "I meant that I like jazz too" does, or says
    that the last thing was given up, as "I meant Oslo; I left Rome" does.
    """
    plain = _AROUND.sub("", name_key(fixed.new))
    if not before or not new or plain != _AROUND.sub("", name_key(new)):
        return ""
    last, message = before[-1].key, turn.message
    clauses = clauses_of(message)
    after = [s for s in signs_of(message.text, clauses) if s.start >= turn.start + fixed.start]
    given_up = any(sign.key == last and sign.sign < 0 for sign in after)
    return "" if given_up or kinds_of(message.text, clauses, (new,)) else last


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
