"""What one run may take, and when it is to stop."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from persona.engine.limits import Prices
from persona.errors import UsageError
from persona.llm import Usage

if TYPE_CHECKING:
    from persona.templates.definitions import SceneLimits

SIMPLE, COMPLEX = 8, 16
"""Rounds with tools by default, and for a complex scene (15 to 20 are usual)."""

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run. One more round, without tools, follows the last one for the answer.

    Attributes:
        rounds: with tools, 1 to 99; mend the prompt before raising it.
        tokens: of prompts and replies together.
        cost: at `prices`.
        seconds: wall time.
        prices: of the model.
        parse_failures: in a row, that are told to the model; the next one ends the run.
        tool_failures: of one tool in a row; then the user is told.
        result_tokens: of one tool result.
    """

    rounds: int = SIMPLE
    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None
    prices: Prices = field(default_factory=Prices)
    parse_failures: int = 3
    tool_failures: int = 3
    result_tokens: int = 2000

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise UsageError(f"rounds: 1 to {MOST_ROUNDS} are possible, not {self.rounds}")
        if self.cost is not None and self.prices == Prices():
            raise UsageError("a limit of cost needs the model's prices")

    @classmethod
    def of_scene(cls, scene: SceneLimits, **others: Any) -> Limits:
        """The limits of a template's scene, with others given beside them."""
        return cls(rounds=min(scene.steps or SIMPLE, MOST_ROUNDS), **others)

    def spent(self, usage: Usage, seconds: float) -> str | None:
        """Which limit is reached, in one sentence, or None."""
        if self.tokens is not None and usage.tokens >= self.tokens:
            return f"the run used {usage.tokens} tokens; its limit is {self.tokens}"
        if self.cost is not None:
            cost = (
                usage.prompt_tokens * self.prices.prompt
                + usage.completion_tokens * self.prices.completion
            ) / 1_000_000
            if cost >= self.cost:
                return f"the run cost {cost:g}; its limit is {self.cost:g}"
        if self.seconds is not None and seconds >= self.seconds:
            return f"the run took {seconds:.0f} seconds; its limit is {self.seconds:g}"
        return None


class Cancel:
    """Ends a run from outside: call `set`, from any thread; the run stops with ``cancelled``."""

    def __init__(self) -> None:
        self._asked = False
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def set(self) -> None:
        """Asks the runs that were given this to stop."""
        self._asked = True
        for loop, event in list(self._waiting):
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)

    @property
    def asked(self) -> bool:
        """Whether it was called."""
        return self._asked

    async def wait(self) -> None:
        """Returns when it is."""
        entry = (asyncio.get_running_loop(), asyncio.Event())
        self._waiting.append(entry)
        try:
            if not self._asked:
                await entry[1].wait()
        finally:
            self._waiting.remove(entry)
