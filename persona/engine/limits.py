"""What a run may spend on a model, and what it has spent."""

from __future__ import annotations

from dataclasses import dataclass, field

from persona.errors import UsageError
from persona.llm import Usage

DEFAULT_CONCURRENCY = 8


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a model, in any currency, for a million tokens."""

    prompt: float = 0.0
    completion: float = 0.0


@dataclass(slots=True)
class Limits:
    """Limits of one run; a call that would pass one is not made and its window stays pending.

    Attributes:
        concurrency: calls in flight at most.
        max_calls: of the whole run.
        max_tokens: prompt and completion together; a call is made while less is used.
        max_cost: at `prices`.
        used: so far.
        reserved: calls in flight.
    """

    concurrency: int = DEFAULT_CONCURRENCY
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    prices: Prices = field(default_factory=Prices)
    used: Usage = field(default_factory=Usage)
    reserved: int = 0

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            raise UsageError("--concurrency is at least 1")
        if self.max_cost is not None and self.prices == Prices():
            raise UsageError("--max-cost needs prices: set price_prompt and price_completion")

    @property
    def cost(self) -> float:
        """What the calls so far cost."""
        million = 1_000_000
        return (
            self.used.prompt_tokens * self.prices.prompt
            + self.used.completion_tokens * self.prices.completion
        ) / million

    def allows(self, calls: int, tokens: int) -> bool:
        """Whether a window may be asked that takes up to `calls` calls of `tokens` prompt tokens."""
        if self.max_calls is not None and self.used.calls + self.reserved + calls > self.max_calls:
            return False
        if self.max_tokens is not None and self.used.tokens + tokens > self.max_tokens:
            return False
        return self.max_cost is None or self.cost < self.max_cost
