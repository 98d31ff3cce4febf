"""A lease on a user or on a whole run: one writer of views at a time, also across processes."""

from __future__ import annotations

import itertools
import os
import socket
from datetime import timedelta
from pathlib import Path
from types import TracebackType

from persona.engine.clock import Clock
from persona.errors import BusyError
from persona.store import Store
from persona.store.leases import lease_holder

LENGTH = timedelta(minutes=10)
_numbers = itertools.count()


class Lease:
    """Held within ``with``; that of a process of this machine that has died is taken over.

    What another machine holds when it dies runs out.

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
        self._holder = f"{_machine()}:{os.getpid()}:{next(_numbers)}"
        self._taken = clock()

    def __enter__(self) -> Lease:
        self._taken = self._clock()
        try:
            self._take()
        except BusyError:
            holder = lease_holder(self._store, self._name)
            if holder is None or not _is_gone(holder):
                raise
            self._store.drop_lease(self._name, holder)
            self._take()
        return self

    def _take(self) -> None:
        self._store.take_lease(self._name, self._holder, now=self._taken, length=LENGTH)

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
            self._take()


def _machine() -> str:
    """This machine: its name and, where there is one, the space in which process ids are told apart."""
    try:
        space = Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        space = 0
    return f"{socket.gethostname()}/{space}"


def _is_gone(holder: str) -> bool:
    """Whether a holder was a process of this machine that is there no more."""
    machine, _, rest = holder.rpartition(":")[0].rpartition(":")
    if machine != _machine() or not rest.isdigit() or os.name != "posix":
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
