"""What one render may cost: steps, characters and seconds."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from jinja2.exceptions import SecurityError


@dataclass(frozen=True, slots=True)
class Limits:
    """What one render may cost.

    Attributes:
        steps: rounds of loops, calls, filters and operators.
        characters: in the output, and in all texts made on the way.
        seconds: a backstop; steps are what decides, so that the outcome does not depend on load.
    """

    steps: int = 50_000
    characters: int = 1_000_000
    seconds: float = 2.0


DEFAULT_LIMITS = Limits()


class LimitError(SecurityError):
    """A limit was reached."""


class Budget:
    """What is left of the limits of one render."""

    __slots__ = ("deadline", "limits", "made", "steps")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.steps = 0
        self.made = 0
        self.deadline = time.monotonic() + limits.seconds

    def step(self) -> None:
        """One more round, call, filter or operator."""
        self.steps += 1
        if self.steps > self.limits.steps:
            raise LimitError(f"more than {self.limits.steps} steps; make its loops shorter")
        if not self.steps & 127 and time.monotonic() > self.deadline:
            raise LimitError(f"more than {self.limits.seconds:g} seconds; make it simpler")

    def make(self, characters: int) -> None:
        """So many more characters."""
        self.made += characters
        if self.made > self.limits.characters:
            raise LimitError(f"more than {self.limits.characters} characters; make it smaller")

    def weigh(self, value: object) -> int:
        """Characters that a value would print, near enough; refused beyond the limit."""
        total, todo = 0, [value]
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                total += len(item)
            elif isinstance(item, Mapping):
                todo.extend(item.keys())
                todo.extend(item.values())
                total += 2 * len(item)
            elif isinstance(item, (list, tuple, set, frozenset)):
                todo.extend(item)
                total += 2 * len(item)
            total += 1
            if total > self.limits.characters:
                raise LimitError(f"more than {self.limits.characters} characters; make it smaller")
        self.steps += total // 512
        return total
