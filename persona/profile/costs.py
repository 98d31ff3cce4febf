"""What the entries of a sheet take, as columns: which of them may fit into what is left."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from persona.profile.entries import Entry
    from persona.profile.sheet import Sheet


@dataclass(frozen=True, slots=True, eq=False)
class Costs:
    """What the entries of a sheet take, as columns.

    Attributes:
        numbers: of the group of each entry in `standing` and `ending` together, ascending; -1: in
            none, or it can only go in where it is asked about.
        heads: the heads, by number.
        head: of each entry, the number of its head.
        after: quarters of tokens that must be left for an entry under a head that is there.
        opening: the same where it is the first under its head.
        least: for each head the smallest of the last two.
    """

    numbers: NDArray[np.int64]
    heads: tuple[str, ...]
    head: NDArray[np.int64]
    after: NDArray[np.int64]
    opening: NDArray[np.int64]
    least: Mapping[str, tuple[int, int]]

    @staticmethod
    def of(sheet: Sheet, entries: Iterable[Entry]) -> Costs:
        """The costs of these entries of a sheet."""
        numbers = {
            entry: number
            for number, group in enumerate((*sheet.standing, *sheet.ending))
            for entry in sheet.standing_alone(group)
        }
        heads = tuple(sheet.words.heads)
        rows = sorted(
            (
                numbers.get(entry, -1),
                heads.index(sheet.word(entry).head),
                entry.need,
                max(entry.least, sheet.opening(entry)),
            )
            for entry in entries
        )
        columns = np.array(rows, dtype=np.int64).reshape(-1, 4).T
        least: dict[str, tuple[int, int]] = {}
        for _, head, *needed in rows:
            was = least.get(heads[head], needed)
            least[heads[head]] = min(was[0], needed[0]), min(was[1], needed[1])
        return Costs(columns[0], heads, columns[1], columns[2], columns[3], least)

    def any_fits(self, room: int, there: Collection[str]) -> bool:
        """Whether there is an entry, in any group or none, that may fit; see `fitting`."""
        return any(
            room >= (after if head in there else opening)
            for head, (after, opening) in self.least.items()
        )

    def fitting(self, room: int, there: Collection[str]) -> NDArray[np.int64]:
        """Numbers of the groups of which an entry may fit, ascending; one may come twice.

        Args:
            room: quarters of tokens that are left.
            there: heads that stand in the block.
        """
        is_there = np.array([head in there for head in self.heads])
        need = np.where(is_there[self.head], self.after, self.opening)
        return self.numbers[need <= room]
