"""What one run of a rebuild shares between its users."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from persona.config import Settings
from persona.engine.clock import Clock
from persona.engine.limits import Limits
from persona.engine.matching import Reader
from persona.extract.llm import LLMExtractor
from persona.store import Made, Store


@dataclass(frozen=True, slots=True)
class Options:
    """How a run rebuilds.

    Attributes:
        refresh: ask every window again.
        retry_dead: ask also about windows that failed in five runs.
        accept_loss: take a result that the loss guard refused or would refuse.
    """

    refresh: bool = False
    retry_dead: bool = False
    accept_loss: bool = False


@dataclass(slots=True)
class Run:
    """A run.

    Attributes:
        extractor: the model's; None: the rules, or only what a model left.
        limits: what may be spent.
        on_window: called with the status of each window that a model was asked about.
        in_flight: bounds the calls at a time, over all users.
    """

    store: Store
    settings: Settings
    options: Options
    extractor: LLMExtractor | None
    limits: Limits
    clock: Clock
    on_window: Callable[[str], None] = lambda _: None
    in_flight: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self.in_flight = asyncio.Semaphore(self.limits.concurrency)

    @property
    def reader(self) -> Reader | None:
        """The model as a reader; None without one."""
        if self.extractor is None:
            return None
        return Reader(self.extractor.name, self.extractor.version, self.extractor.model)


def made_by(settings: Settings, reader: Reader, now: datetime) -> Made:
    """When and how a rebuild makes views, as the store notes it."""
    return Made(now, reader.version, settings.shaping())


def settings_digest(settings: Settings, reader: Reader) -> str:
    """What views depend on beside messages and answers: a user is due when it differs."""
    return f"{settings.digest()}:{reader.name}:{reader.version}:{reader.model}"
