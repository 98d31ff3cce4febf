"""One event loop in a thread of its own: sync calls of async work, also inside a running loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from persona.errors import UsageError

T = TypeVar("T")


class LoopThread:
    """A loop thread, started when first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Waits for a coroutine in the loop thread; an interrupt cancels it.

        Raises:
            UsageError: called from the loop thread itself, which would wait for ever.
        """
        if threading.current_thread() is self._thread:
            work.close()
            raise UsageError("a sync call inside the engine's own loop: await its async twin")
        future = asyncio.run_coroutine_threadsafe(work, self._started())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="persona-loop", daemon=True
                )
                self._thread.start()
            return self._loop

    def close(self) -> None:
        """Stops the loop and ends the thread."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
