"""Recall over what the store holds: what is searched of a user, kept in memory while it is current."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

from persona.config import check_user_id
from persona.errors import UsageError
from persona.extract.windows import conversations
from persona.records import Persona, Remark
from persona.store import Store, UserState

if TYPE_CHECKING:
    from persona.recall import Known, Log, Recalled

MOST_KEPT = 64
"""Users whose index is in memory; of another it is made anew."""

_Version = tuple[int, int | None, str | None]


class Indexes:
    """What is searched of the users of one store, each as of their revision; safe for threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[_Version, Persona, Known]] = OrderedDict()
        self._logs: OrderedDict[str, tuple[_Version, Log]] = OrderedDict()
        self._lock = Lock()

    def known(self, store: Store, user_id: str) -> tuple[Persona, Known]:
        """The stored persona of a user, and what is known of them as it is searched.

        Raises:
            UnknownNameError: no such user.
            UsageError: the user was never rebuilt.
        """
        state = store.state(user_id)
        version = _version(state)
        with self._lock:
            held = self._known.get(user_id)
            if held is not None and held[0] == version:
                self._known.move_to_end(user_id)
                return held[1:]
        persona = store.persona(user_id)
        if persona is None:
            raise UsageError(f"user {user_id!r} was never rebuilt: run `persona rebuild` first")
        from persona.recall import Known

        made = persona, Known(persona)
        with self._lock:
            self._known[user_id] = (version, *made)
            _shrink(self._known)
        return made

    def log(self, store: Store, user_id: str) -> Log:
        """The stored messages of a user as they are searched."""
        version = _version(store.state(user_id))
        with self._lock:
            held = self._logs.get(user_id)
            if held is not None and held[0] == version:
                self._logs.move_to_end(user_id)
                return held[1]
        from persona.recall import Log, Post

        runs = conversations(store.messages(user_id)).values()
        made = Log([Post.of(message) for run in runs for message in run])
        with self._lock:
            self._logs[user_id] = version, made
            _shrink(self._logs)
        return made

    def drop(self, user_id: str) -> None:
        """Takes a user out of memory at once: what was forgotten is held nowhere."""
        with self._lock:
            self._known.pop(user_id, None)
            self._logs.pop(user_id, None)


def _version(state: UserState) -> _Version:
    return state.revision, state.built_revision, state.built_settings


def _shrink(kept: OrderedDict[str, Any]) -> None:
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)


class Recalling:
    """Methods of `persona.PersonaEngine` that find what bears on a question."""

    store: Store
    _indexes: Indexes

    def recall(self, user_id: str, query: str, k: int = 10) -> tuple[Recalled, ...]:
        """The k best facts and past messages for a question, best first; no model, no network.

        Args:
            user_id: whose.
            query: a question, or any words.
            k: at most so many results, at least 1.

        Returns:
            Results with ``.text .score .message_ids .why``.

        Raises:
            UnknownNameError: no such user.
            UsageError: the user was never rebuilt, or k is below 1.
        """
        from persona.recall import recall

        if k < 1:
            raise UsageError(f"k is the number of results and at least 1, not {k}")
        _, known = self._indexes.known(self.store, check_user_id(user_id))
        log = self._indexes.log(self.store, user_id)
        return recall(known, log, query, k, {"": (user_id, *known.called)})


def first_for(known: Known, question: str) -> tuple[str | Remark, ...]:
    """Remarks and keys of facts that bear on a question, best first, as `block.render` takes them."""
    from persona.recall import line_scores, ranked

    found: list[str | Remark] = []
    for number in ranked(line_scores(known, question)).numbers:
        line = known.lines[number]
        found.extend(line.keys if line.remark is None else (line.remark,))
    return tuple(found)
