"""Rebuilding: the model's answers on what is new, and the views of users who are due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from persona.config import Settings
from persona.engine.clock import Clock
from persona.engine.limits import Limits, Prices
from persona.engine.loop import LoopThread
from persona.engine.planning import Plan, choose, plan_user
from persona.engine.reports import RebuildReport, UserReport
from persona.engine.running import Options, Run, rebuild_users
from persona.errors import ConfigError
from persona.extract.llm import LLMExtractor
from persona.store import Store

if TYPE_CHECKING:
    from persona.llm import ChatModel


class Rebuilding:
    """Methods of `persona.PersonaEngine` that read what is new and make the views anew."""

    store: Store
    settings: Settings
    model: ChatModel | None
    clock: Clock
    _loop: LoopThread

    def rebuild(
        self,
        user_ids: Sequence[str] | None = None,
        *,
        refresh: bool = False,
        retry_dead: bool = False,
        accept_loss: bool = False,
        fail_fast: bool = False,
        limits: Limits | None = None,
        since: datetime | None = None,
        limit: int | None = None,
        progress: Callable[[UserReport], None] = lambda _: None,
        on_window: Callable[[str], None] = lambda _: None,
    ) -> RebuildReport:
        """Extracts what is new and recomputes the views of users who are due.

        Args:
            user_ids: whom; None: everybody, one run at a time.
            refresh: ask every window again; the old answers stay until the new ones have passed.
            retry_dead: ask also about windows that failed in five runs.
            accept_loss: take a result that the loss guard refused or would refuse.
            fail_fast: stop after the first user that fails.
            limits: what may be spent on a model.
            since: only users with a message at or after it.
            limit: at most so many users, counting those who are due.
            progress: called with each user's report as it is done.
            on_window: called with the status of each window that a model was asked about.

        Raises:
            UnknownNameError: a user that has no messages.
            BusyError: another run rebuilds one of them, or everybody.
            ConfigError: a model is asked for and none is configured.
        """
        work = self.arebuild(
            user_ids,
            refresh=refresh,
            retry_dead=retry_dead,
            accept_loss=accept_loss,
            fail_fast=fail_fast,
            limits=limits,
            since=since,
            limit=limit,
            progress=progress,
            on_window=on_window,
        )
        return self._loop.run(work)

    async def arebuild(
        self,
        user_ids: Sequence[str] | None = None,
        *,
        refresh: bool = False,
        retry_dead: bool = False,
        accept_loss: bool = False,
        fail_fast: bool = False,
        limits: Limits | None = None,
        since: datetime | None = None,
        limit: int | None = None,
        progress: Callable[[UserReport], None] = lambda _: None,
        on_window: Callable[[str], None] = lambda _: None,
    ) -> RebuildReport:
        """As `rebuild`, awaited."""
        options = Options(refresh=refresh, retry_dead=retry_dead, accept_loss=accept_loss)
        reports = await rebuild_users(
            self._run(options, limits, on_window),
            user_ids,
            fail_fast=fail_fast,
            progress=progress,
            since=since,
            limit=limit,
        )
        return RebuildReport(tuple(reports))

    def plan(
        self,
        user_ids: Sequence[str] | None = None,
        *,
        refresh: bool = False,
        retry_dead: bool = False,
        since: datetime | None = None,
        limit: int | None = None,
    ) -> list[Plan]:
        """What a rebuild with these arguments would do, user by user; calls nothing.

        Raises:
            UnknownNameError: a user that has no messages.
            ConfigError: a model is asked for and none is configured.
        """
        run = self._run(Options(refresh=refresh, retry_dead=retry_dead), None, lambda _: None)
        chosen = choose(run, user_ids, since=since, limit=limit)
        return [plan_user(run, user_id) for user_id in chosen]

    def limits(self, **values: Any) -> Limits:
        """Limits of a run with the configured prices; fields of `persona.engine.limits.Limits`."""
        prices = Prices(self.settings.price_prompt, self.settings.price_completion)
        return Limits(prices=prices, **{k: v for k, v in values.items() if v is not None})

    def _run(
        self, options: Options, limits: Limits | None, on_window: Callable[[str], None]
    ) -> Run:
        spent = limits if limits is not None else self.limits()
        extractor = self._extractor()
        return Run(self.store, self.settings, options, extractor, spent, self.clock, on_window)

    def _extractor(self) -> LLMExtractor | None:
        """The model's extractor of this run, where there is a model and the rules are not asked for.

        Raises:
            ConfigError: a model is asked for and none is configured.
        """
        settings = self.settings
        if settings.extractor == "rules":
            return None
        chat = self.model
        if chat is None and settings.model is not None:
            from persona.llm.configured import configured_model

            chat = configured_model(settings, options={"temperature": 0})
        if chat is None:
            if settings.extractor == "llm":
                raise ConfigError(
                    "the extractor llm needs a model: set OPENAI_MODEL (and OPENAI_API_KEY)"
                )
            return None
        return LLMExtractor(chat, retries=settings.retries)
