"""Filling a block from a sheet, entry by entry, within a budget that is never exceeded.

A smaller entry may still fit where a longer one did not. Whether an entry goes in depends on what
stands in the block already and on its own group, never on what did not fit elsewhere; so once
nothing can fit any more, filling may stop.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from persona.profile.entries import Done, Entry, Group
from persona.profile.sheet import Sheet
from persona.records import Remark
from persona.records.repeats import WIDENED

Why = Literal["budget", "instruction", "hidden", "duplicate"]


@dataclass(frozen=True, slots=True)
class Item:
    """One fact as the block words it.

    Attributes:
        section: of the persona.
        key: of the entity.
        text: the words, inert and on one line; "" where it was not worded.
        why: why it was left out; None where it is in the block.
        turn: its place in the order in which the block was filled, from 0; -1 where it is left out.
        head: that it stands under, by its key in `wording.WORDS` ("allergic_to", "likes"); "" where
            it was not worded. It is read with the text.
    """

    section: str
    key: str
    text: str
    why: Why | None = None
    turn: int = -1
    head: str = ""


class Filling:
    """What of a sheet goes into a block.

    Args:
        sheet: of the persona.
        room: quarters of tokens that the entries may take.
        first: what bears on the question, see `Sheet.asked`.
        hidden: keys of entities that are not to be shown, nor remarks about them.
        to_the_end: look at every entry and note why it is left out, even if none fits any more;
            always, where something is hidden. Without it `Sheet.costs` is used, for which every
            entry is worded once.

    Attributes:
        kept: the entries that go in, worded, in the order in which they did.
        left: those that do not, and why; only where it goes to the end.
        room: what is left of it.
    """

    def __init__(
        self,
        sheet: Sheet,
        room: int,
        first: Iterable[str | Remark] = (),
        hidden: frozenset[str] = frozenset(),
        *,
        to_the_end: bool = True,
    ) -> None:
        self.kept: list[Entry] = []
        self.left: list[Item] = []
        self.room = room
        self._sheet = sheet
        self._hidden = hidden
        self._heads: set[str] = set()
        self._marks: set[int] = set()
        self._safe: set[str] = set()
        self._attributes: set[str] = set()
        self._to_the_end = to_the_end
        self._missed = False
        self._seen: tuple[int, int] | None = None
        self._fill(first)

    def _fill(self, first: Iterable[str | Remark]) -> None:
        done: Done = set()
        for group in self._sheet.heading:
            self._head(group)
        offer = self._offer
        for group in self._sheet.asked(first, done):
            if group.remark is None:
                for line in group.lines:
                    offer(line, None)
            else:
                self._take(group)
            if self._missed and self._is_tighter() and self._is_full():
                return
        self._go_on(done)

    def _go_on(self, done: Done) -> None:
        """Takes in what was not asked about, passing over groups of which nothing fits."""
        standing, ending = self._sheet.standing, self._sheet.ending
        middle = len(standing)
        todo = iter(range(middle + len(ending)))
        while (number := next(todo, -1)) >= 0:
            group: Group | None = ending[number - middle] if number >= middle else standing[number]
            if group is not None and done and number < middle:
                group = group.without(done)
            if group is not None:
                self._take(group)
                if (self._missed or self._seen) and self._is_tighter():
                    if self._is_full():
                        return
                    left = self._sheet.costs.fitting(self.room, self._heads)
                    todo = iter(dict.fromkeys(left[left > number].tolist()))

    def _is_tighter(self) -> bool:
        """Whether to look what may still fit: something did not, or a head was opened since."""
        if self._seen is None:
            return self._missed and not self._to_the_end
        room, heads = self._seen
        return heads != len(self._heads) or (self._missed and room != self.room)

    def _is_full(self) -> bool:
        """Whether nothing can fit any more."""
        self._missed, self._seen = False, (self.room, len(self._heads))
        return not self._sheet.costs.any_fits(self.room, self._heads)

    def _head(self, group: Group) -> None:
        """Takes a line of safety or an attribute in, and keeps in mind that it is there."""
        for line in group.lines:
            if self._offer(line, None):
                if line.section == "safety":
                    self._safe.add(line.name)
                else:
                    self._attributes.add(line.key)

    def _take(self, group: Group) -> None:
        blocked = None if group.remark is None else self._say(group.remark)
        for line in group.lines:
            self._offer(line, blocked)
            if blocked == "duplicate":  # the remark says what the line does, with more
                self._marks.add(self._sheet.word(line).mark)
                if line.section in WIDENED:
                    self._marks.update(line.tells)

    def _say(self, entry: Entry) -> Why | None:
        """Takes a remark in, or notes why not; gives why its lines may not follow."""
        sentence = entry.source
        assert isinstance(sentence, Remark)
        self._sheet.word(entry)
        why: Why | None = None
        if self._hidden and not self._hidden.isdisjoint(sentence.keys):
            why = "hidden"
        elif entry.order:
            why = "instruction"
        elif self._is_said(entry, sentence):
            why = "duplicate"
        if why:
            self._leave(entry, why)
            return None
        if self._add(entry):
            return "duplicate"
        # The bare name would say more than the user did: "games" for "games with sudden scares".
        return None if sentence.attitude == "says" else "budget"

    def _is_said(self, entry: Entry, sentence: Remark) -> bool:
        """Whether a remark says hardly more than safety lines or attributes that are in the block."""
        if sentence.keys and self._attributes.issuperset(sentence.keys):
            return True
        return any(name in self._safe for name in entry.restates)

    def _offer(self, entry: Entry, blocked: Why | None) -> bool:
        """Takes a line of the persona in, or notes why not."""
        mark = entry.mark
        if (  # most lines are as plain as this, and there are many
            entry.need <= self.room
            and mark not in self._marks
            and entry.head in self._heads
            and not (blocked or entry.order or self._hidden)
        ):
            self._marks.add(mark)
            self._marks.update(entry.tells)
            self.room -= entry.cost
            self.kept.append(entry)
            return True
        why: Why | None = "hidden" if entry.key in self._hidden else blocked
        if why is None:
            if entry.least > self.room:
                why, self._missed = "budget", True
            elif (entry if entry.head else self._sheet.word(entry)).order:
                why = "instruction"
            else:
                return self._add(entry)
        self._leave(entry, why)
        return False

    def _leave(self, entry: Entry, why: Why, text: str = "") -> None:
        if self._to_the_end:
            head = entry.head if text else ""
            self.left.append(Item(entry.section, entry.key, text, why, head=head))

    def _add(self, entry: Entry) -> bool:
        cost = entry.cost if entry.head in self._heads else self._sheet.opening(entry)
        if entry.mark in self._marks or cost > self.room:
            missed = entry.mark not in self._marks
            self._missed |= missed
            why: Why = "budget" if missed else "duplicate"
            self._leave(entry, why, entry.text)
            return False
        self._marks.add(entry.mark)
        self._marks.update(entry.tells)
        self._heads.add(entry.head)
        self.room -= cost
        self.kept.append(entry)
        return True
