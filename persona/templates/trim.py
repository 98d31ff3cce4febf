"""Trimming a prompt to a budget of tokens: whole blocks, then the tail of the last one cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from persona.errors import TemplateError
from persona.templates.definitions import Trim
from persona.templates.joints import Block

Counter = Callable[[str], int]
Joiner = Callable[[Sequence[Block]], str]


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far a block may be cut: not at all, as a whole, or from its tail; and when."""

    trim: Trim
    priority: int


PROTECTED = Allowance("no", 50)


@dataclass(frozen=True, slots=True)
class Cut:
    """What trimming took away.

    Attributes:
        name: of the block.
        tokens: it had; kept: those that were left.
    """

    name: str
    tokens: int
    kept: int


def fit(
    blocks: Sequence[Block],
    allowances: Sequence[Allowance],
    budget: int,
    *,
    join: Joiner,
    count: Counter,
) -> tuple[str, tuple[Cut, ...]]:
    """The joined text within a budget, and what was cut for it.

    Blocks are cut in the order of their priority, the lowest first; of equal ones the last in the
    text first. A block that may be cut from its tail keeps as many of its first lines as fit, and
    ends in "…"; where not even one fits it goes as a whole. What may not be trimmed is never
    touched.

    Raises:
        TemplateError: the protected blocks alone are above the budget.
    """
    text = join(blocks)
    if len(text) <= budget or count(text) <= budget:  # a token has at least one character
        return text, ()
    left: list[Block | None] = list(blocks)
    cuts: list[Cut] = []
    order = [i for i, allowance in enumerate(allowances) if allowance.trim != "no"]
    for index in sorted(order, key=lambda i: (allowances[i].priority, -i)):
        block = blocks[index]
        left[index] = None
        if allowances[index].trim == "tail":
            left[index] = _tail(left, index, block, budget, join, count)
        kept = left[index]
        cuts.append(Cut(block.name, count(block.text), count(kept.text) if kept else 0))
        text = join([b for b in left if b is not None])
        if count(text) <= budget:
            return text, tuple(cuts)
    raise TemplateError(
        f"the parts that may not be trimmed take {count(text)} tokens, more than the budget of"
        f" {budget}; raise it or let more parts be trimmed"
    )


def _tail(
    left: Sequence[Block | None],
    index: int,
    block: Block,
    budget: int,
    join: Joiner,
    count: Counter,
) -> Block | None:
    """The block with as many first lines as fit with all that is left, or None."""
    lines = block.text.split("\n")
    low, high = 0, len(lines) - 1  # the whole does not fit
    best: Block | None = None
    while low < high:
        middle = (low + high + 1) // 2
        shorter = Block(block.name, "\n".join([*lines[:middle], "…"]), block.start, block.end)
        trial = [*left[:index], shorter, *left[index + 1 :]]
        if count(join([b for b in trial if b is not None])) <= budget:
            low, best = middle, shorter
        else:
            high = middle - 1
    return best
