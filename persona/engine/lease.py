"""A lease on a user or on a whole run: one writer of views at a time, also across processes."""

from __future__ import annotations

import itertools
import os
import socket
from datetime import timedelta
from types import TracebackType

from persona.engine.clock import Clock
from persona.store import Store

LENGTH = timedelta(minutes=10)
_numbers = itertools.count()


class Lease:
    """Held within ``with``; a process that dies lets it run out.

    Args:
        store: where it is noted.
        name: what it is on.
        clock: the time now.

    Raises:
        BusyError: on entering, when somebody else holds it.
    """

    def __init__(self, store: Store, name: str, clock: Clock) -> None:
        self._store = store
        self._name = name
        self._clock = clock
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{next(_numbers)}"
        self._taken = clock()

    def __enter__(self) -> Lease:
        self._taken = self._clock()
        self._store.take_lease(self._name, self._holder, now=self._taken, length=LENGTH)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._store.drop_lease(self._name, self._holder)

    def renew(self) -> None:
        """Renews it when half of it has gone."""
        now = self._clock()
        if now - self._taken > LENGTH / 2:
            self._taken = now
            self._store.take_lease(self._name, self._holder, now=now, length=LENGTH)
