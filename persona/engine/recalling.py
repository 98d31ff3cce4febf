"""Recall over what the store holds: what is searched of a user, kept in memory while it is current."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

from persona.config import check_user_id
from persona.engine.indexing import Indexed, current
from persona.engine.meaning import Meanings
from persona.errors import UsageError
from persona.records import Persona, Remark
from persona.store import Store, UserState

if TYPE_CHECKING:
    from persona.profile.sheet import Sheet
    from persona.profile.wording import Language
    from persona.recall import Known, PagedLog, Recalled
    from persona.recall.bm25 import Scores
    from persona.recall.embedding import Embedder

MOST_KEPT = 64
"""Users whose index is in memory; of another it is made anew."""

_Version = tuple[int, int | None]


class Held:
    """A persona, ready to be searched and shown; what that takes is made when it is first wanted.

    Args:
        persona: of a user.
    """

    def __init__(self, persona: Persona) -> None:
        self.persona = persona
        self._sheets: dict[str, Sheet] = {}

    @cached_property
    def known(self) -> Known:
        """What is known, as it is searched."""
        from persona.recall import Known

        return Known(self.persona)

    def sheet(self, lang: Language) -> Sheet:
        """What may be shown, in a language."""
        found = self._sheets.get(lang)
        if found is None:
            from persona.profile.sheet import Sheet

            found = self._sheets[lang] = Sheet(self.persona, lang)
        return found


class Indexes:
    """What is searched of the users of one store, while it is current; safe for threads.

    Args:
        embedder: gives the embedder, asked once and when it is first needed; None: words alone.
    """

    def __init__(self, embedder: Callable[[], Embedder | None] = lambda: None) -> None:
        self._embedder = embedder
        self._known: OrderedDict[str, tuple[_Version, Held]] = OrderedDict()
        self._logs: OrderedDict[str, Indexed] = OrderedDict()
        self._lock = Lock()

    def known(self, store: Store, user_id: str) -> Held:
        """The stored persona of a user, as it is searched and shown.

        Raises:
            UnknownNameError: no such user.
            UsageError: the user was never rebuilt.
        """
        version = _of_persona(store.state(user_id))
        with self._lock:
            held = self._known.get(user_id)
            if held is not None and held[0] == version:
                self._known.move_to_end(user_id)
                return held[1]
        persona = store.persona(user_id)
        if persona is None:
            raise UsageError(f"user {user_id!r} was never rebuilt: run `persona rebuild` first")
        made = Held(persona)
        with self._lock:
            self._known[user_id] = version, made
            _shrink(self._known)
        return made

    def log(self, store: Store, user_id: str) -> PagedLog:
        """The stored messages of a user as they are searched."""
        revision = store.state(user_id).revision
        with self._lock:
            held = self._logs.get(user_id)
            if held is not None and held.revision == revision:
                self._logs.move_to_end(user_id)
                return held.log
        made = current(store, user_id, held)
        with self._lock:
            self._logs[user_id] = made
            _shrink(self._logs)
        return made.log

    @cached_property
    def _meanings(self) -> Meanings | None:
        embedder = self._embedder()
        return None if embedder is None else Meanings(embedder)

    def cosines(self, user_id: str, known: Known, question: str) -> Scores | None:
        """Of what is known of a user to a question, where an embedder is set (`Meanings.cosines`)."""
        meanings = self._meanings
        return None if meanings is None else meanings.cosines(user_id, known, question)

    def drop(self, user_id: str) -> None:
        """Takes a user out of memory at once: what was forgotten is held nowhere."""
        meanings: Meanings | None = self.__dict__.get("_meanings")  # not made for this
        if meanings is not None:
            meanings.drop(user_id)
        with self._lock:
            self._known.pop(user_id, None)
            self._logs.pop(user_id, None)


def _of_persona(state: UserState) -> _Version:
    """Changes with the stored persona, and with nothing else.

    A user that was forgotten whole begins anew with another revision (`Forgotten.first_revision`),
    so that a persona of before is never taken for one of after.
    """
    return state.swaps, state.built_revision


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
        known = self._indexes.known(self.store, check_user_id(user_id)).known
        log = self._indexes.log(self.store, user_id)
        cosines = self._indexes.cosines(user_id, known, query)
        return recall(known, log, query, k, {"": (user_id, *known.called)}, cosines)


def first_for(
    known: Known, question: str, cosines: Scores | None = None
) -> tuple[str | Remark, ...]:
    """Remarks and keys of facts that bear on a question, best first, as `block.render` takes them."""
    from persona.recall.ranking import best_first, line_scores

    numbers, _ = best_first(line_scores(known, question, cosines))
    return tuple(map(known.entries.__getitem__, numbers.tolist()))
