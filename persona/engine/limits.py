"""What a run may spend on a model, and what it has spent."""

from __future__ import annotations

from dataclasses import dataclass, field

from persona.errors import UsageError
from persona.llm import Usage

DEFAULT_CONCURRENCY = 8
_MILLION = 1_000_000


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
        reserved_tokens: of their prompts, as estimated.
    """

    concurrency: int = DEFAULT_CONCURRENCY
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    prices: Prices = field(default_factory=Prices)
    used: Usage = field(default_factory=Usage)
    reserved: int = 0
    reserved_tokens: int = 0

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            raise UsageError("--concurrency is at least 1")
        for name in ("max_calls", "max_tokens", "max_cost"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise UsageError(f"--{name.replace('_', '-')} is at least 0, not {value}")
        if self.max_cost is not None and self.prices == Prices():
            raise UsageError("--max-cost needs prices: set price_prompt and price_completion")

    @property
    def cost(self) -> float:
        """What the calls so far cost."""
        return (
            self.used.prompt_tokens * self.prices.prompt
            + self.used.completion_tokens * self.prices.completion
        ) / _MILLION

    def allows(self, tokens: int) -> bool:
        """Whether one more call of `tokens` prompt tokens may be made, beside those in flight."""
        coming = self.reserved_tokens + tokens
        if self.max_calls is not None and self.used.calls + self.reserved >= self.max_calls:
            return False
        if self.max_tokens is not None and self.used.tokens + coming > self.max_tokens:
            return False
        dear = self.cost + coming * self.prices.prompt / _MILLION
        return self.max_cost is None or dear <= self.max_cost


@dataclass(slots=True)
class Hold:
    """What the calls for one window hold of the limits until they are done."""

    limits: Limits
    tokens: int
    calls: int = 0

    def take(self) -> bool:
        """Holds one more call; False: the limits are reached."""
        if not self.limits.allows(self.tokens):
            return False
        self.calls += 1
        self.limits.reserved += 1
        self.limits.reserved_tokens += self.tokens
        return True

    def settle(self, usage: Usage) -> None:
        """Gives back what was held and notes what was used."""
        self.limits.reserved -= self.calls
        self.limits.reserved_tokens -= self.calls * self.tokens
        self.calls = 0
        self.limits.used += usage
