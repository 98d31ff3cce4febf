"""What may stand in a block: lines and remarks, and which of them go in together."""

from __future__ import annotations

from dataclasses import dataclass

from persona.records import Preference, Remark

Done = set[str | int]
"""Keys of entities, and remarks by identity, that had their turn."""


@dataclass(slots=True, eq=False)
class Entry:
    """A line of the persona, or a remark, as it may stand in a block.

    What follows `name` is only there once the entry is worded (`Sheet.word`).

    Attributes:
        place: in the block; a remark's is below 0, for it stands before all facts of its head.
        section: of the persona; of a remark its attitude.
        key: of the entity; of a remark that of its first.
        source: what it is made of.
        least: quarters of tokens that must be left for it to be looked at: of a line its bare name.
        name: of the entity; "" of a remark.
        head: that it stands under; "" until it is worded.
        text: inert and on one line.
        cost: quarters of tokens of the text after a comma.
        need: `cost`, or `least` where that is more.
        mark: the same for spellings of one name under one head, and for nothing else.
        tells: the marks of other lines that this one says; they need not be there as well.
        order: whether it reads as an instruction.
        commas: whether it has a comma of its own.
        restates: names of safety lines that a remark says hardly more than.
    """

    place: int
    section: str
    key: str
    source: Preference | Remark
    least: int
    name: str = ""
    head: str = ""
    text: str = ""
    cost: int = 0
    need: int = 0
    mark: int = 0
    tells: tuple[int, ...] = ()
    order: bool = False
    commas: bool = False
    restates: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Group:
    """What goes in together: a remark, if any, and the lines of the persona that it holds.

    A line follows right after its remark: it is said by itself where the remark is too long for
    what is left.
    """

    remark: Entry | None
    lines: tuple[Entry, ...]

    def without(self, done: Done) -> Group | None:
        """The group but for what had its turn; None where nothing is left."""
        remark = self.remark
        if remark is not None and id(remark.source) in done:
            remark = None
        lines = tuple([line for line in self.lines if line.key not in done])
        if remark is self.remark and len(lines) == len(self.lines):
            return self
        return Group(remark, lines) if remark or lines else None
