"""Waiting for a model or a tool, unless the run is cancelled meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, TypeVar

from persona.agent.limits import Cancel
from persona.errors import AgentError

T = TypeVar("T")


class OverError(AgentError):
    """The run has ended or is to end; the loop has only to notice."""


async def until(items: AsyncGenerator[T], cancel: Cancel) -> AsyncGenerator[T]:
    """The items of a stream until the run is cancelled.

    Raises:
        OverError: it was.
    """
    async with aclosing(items):
        while True:
            item = await or_cancelled(anext(items, None), cancel)
            if item is None:
                return
            yield item


async def or_cancelled(work: Any, cancel: Cancel) -> Any:
    """What an awaitable gives; it is cancelled with the run.

    Raises:
        OverError: the run was cancelled.
    """
    task = asyncio.ensure_future(work)
    asked = asyncio.ensure_future(cancel.wait())
    try:
        await asyncio.wait({task, asked}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise OverError("the run was cancelled")
    finally:
        for each in (task, asked):
            if not each.done():
                each.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await each
