"""What a person may do with what is known of them: put right, review, forget, take along.

`Rights` is the part of the engine that offers it; each method hands on to the file that does it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from persona.config import Settings
from persona.engine import carrying, correcting, forgetting, rebuilt
from persona.engine.clock import Clock
from persona.engine.matching import Reader
from persona.engine.naming import find_entity
from persona.engine.pipeline import marked
from persona.engine.rebuilt import Rebuilt
from persona.engine.recalling import Indexes
from persona.engine.receipts import ErasureReceipt
from persona.engine.review import ReviewItem
from persona.engine.scopes import check_target_user, read_request
from persona.errors import LogFormatError, UsageError
from persona.extract.llm import NAME as LLM
from persona.extract.prompt import prompt_version
from persona.memory import Change, Related, compare, related
from persona.records import Correction
from persona.scoring import score
from persona.store import Store, Swept, Views

if TYPE_CHECKING:
    from persona.llm import ChatModel

WEEK = timedelta(days=7)


class Rights(ABC):
    """Methods of `persona.PersonaEngine` that change or hand out what is known of one person."""

    store: Store
    settings: Settings
    clock: Clock
    model: ChatModel | None
    _indexes: Indexes

    def related(
        self, user_id: str, entity: str, *, as_of: datetime | None = None
    ) -> tuple[Related, ...]:
        """What an entity leads to by facts between things: what may interest whoever likes it.

        Those that the user has spoken of are marked `stated`; the others are inferences, with path
        and premises.

        Raises:
            UnknownNameError: no such user or entity.
            UsageError: the user was never rebuilt.
        """
        views = self._views(user_id, as_of)
        entities = {each.key: each for each in views.entities}
        start = find_entity(views.entities, entity)
        time = views.persona.as_of
        scores = score(views.facts, entities, as_of=time, weights=self.settings.weights)
        _, hidden = marked(self.store.corrections(user_id), entities)
        return related(
            start.key,
            views.facts,
            entities,
            score=scores.positive[start.key].score if start.key in scores.positive else 0.0,
            as_of=time,
            closed=scores.averse | hidden,
        )

    @abstractmethod
    def _views(self, user_id: str, as_of: datetime | None) -> Views:
        """What is derived of a user: as it is stored, or as of another time."""

    def rebuilds(self, user_id: str) -> tuple[Rebuilt, ...]:
        """The last rebuilds of a user that changed something, oldest first; at most ten.

        The newest is what stands. Forgetting leaves only that one, made of what stays.

        Raises:
            UnknownNameError: no such user.
        """
        return rebuilt.rebuilds(self.store, user_id)

    def diff(
        self,
        user_id: str,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        from_rebuild: int | None = None,
        to_rebuild: int | None = None,
    ) -> tuple[Change, ...]:
        """How a person changed between two times or two rebuilds, a line for each change, in words.

        Args:
            user_id: whose.
            since: aware; default a week before `until`.
            until: aware; default the time of the last message.
            from_rebuild: number of a kept rebuild (`rebuilds`); default the one before `to_rebuild`.
            to_rebuild: number of a kept rebuild; default the newest.

        Raises:
            UnknownNameError: no such user or rebuild.
            UsageError: the user was never rebuilt, a time has no zone, the first is the later one,
                or times and rebuilds are mixed.
        """
        if from_rebuild is not None or to_rebuild is not None:
            if since is not None or until is not None:
                raise UsageError("a comparison is of two times or of two rebuilds, not of both")
            return rebuilt.between(self.store, user_id, from_rebuild, to_rebuild)
        after = self._views(user_id, until).persona
        end = until if until is not None else after.as_of
        if since is None:
            if end is None:
                raise UsageError("no message has a time: there is nothing to compare")
            since = end - WEEK
        if since.tzinfo is not None and end is not None and since > end:
            raise UsageError(f"{since.isoformat()} is later than {end.isoformat()}")
        return compare(self._views(user_id, since).persona, after)

    def export(self, user_id: str, path: str | Path) -> Path:
        """Writes what is kept of a user to a file, by its ending.

        Args:
            user_id: whose.
            path: ``.json`` (everything, for `import_`), ``.csv`` (lines) or ``.graphml`` (the graph).

        Raises:
            UnknownNameError: no such user.
            UsageError: another ending; lines or graph of a user that was never rebuilt.
        """
        target = Path(path)
        needed = target.suffix in (".csv", ".graphml")
        views = self._views(user_id, None) if needed else None
        carrying.write(self.store, user_id, views, target)
        return target

    def import_(self, path: str | Path, *, user_id: str | None = None) -> str:
        """Reads an export of one user into this store; nobody is asked, the same views come out.

        Args:
            path: a ``.json`` that `export` wrote.
            user_id: the id to give it; default its own.

        Returns:
            The user id.

        Raises:
            LogFormatError: it is no export, or cannot be read.
            UsageError: the store has that user already.
        """
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise LogFormatError(f"it cannot be read ({error.strerror})", path=path) from error
        return carrying.read_back(
            self.store, self.settings, data, path=str(path), user_id=user_id, clock=self.clock
        )

    def forget(
        self,
        user_id: str,
        *,
        message_id: str | Sequence[str] | None = None,
        conversation_id: str | None = None,
        entity: str | None = None,
        older_than: datetime | None = None,
        everything: bool = False,
        sweep: bool = True,
    ) -> ErasureReceipt:
        """Forgets, as if it had never been said; a later ingest of the same log does not bring it back.

        Earlier rebuilds go whole, since they were made of what is forgotten.

        Args:
            user_id: whose.
            message_id: a message, or several; with `conversation_id` those of that conversation.
            conversation_id: without a message, all of it.
            entity: a name or an alias; each of its names is struck out of every message.
            older_than: every message dated before it.
            everything: the user, whole.
            sweep: take the bytes out of the store's files at once; of many requests the last will
                do (`sweep`).

        Raises:
            UserIdError: an id that is empty, blank or a wildcard.
            UnknownNameError: no such user, message, conversation or entity.
            UsageError: no scope or several, or an id that is blank or a wildcard.
            BusyError: a rebuild of the user is running.
        """
        check_target_user(user_id)
        request = read_request(
            message_id=message_id,
            conversation_id=conversation_id,
            entity=entity,
            older_than=older_than,
            everything=everything,
        )
        receipt = forgetting.forget(
            self.store,
            self.settings,
            self._reader(),
            user_id,
            request,
            clock=self.clock,
            sweep=sweep,
        )
        self._indexes.drop(user_id)
        return receipt

    def restore(
        self,
        user_id: str,
        *,
        message_id: str | Sequence[str] | None = None,
        conversation_id: str | None = None,
        entity: str | None = None,
        older_than: datetime | None = None,
        everything: bool = False,
    ) -> ErasureReceipt:
        """Lets a later ingest bring back what an earlier `forget` with the same words forbade.

        Raises:
            UnknownNameError: nothing of that is forgotten.
            UsageError: as in `forget`.
        """
        check_target_user(user_id)
        request = read_request(
            message_id=message_id,
            conversation_id=conversation_id,
            entity=entity,
            older_than=older_than,
            everything=everything,
        )
        return forgetting.restore(self.store, user_id, request)

    def sweep(self) -> Swept:
        """Takes what was deleted out of the store's files, for all requests since the last sweep."""
        return self.store.sweep()

    def _reader(self) -> Reader | None:
        """The model that would read windows now, where there is one."""
        model = self.settings.model if self.model is None else self.model.name
        if model is None or self.settings.extractor == "rules":
            return None
        return Reader(LLM, prompt_version(), model)

    def correct(
        self,
        user_id: str,
        entity: str,
        *,
        wrong: bool = False,
        instead: str | None = None,
        kind: str | None = None,
        polarity: int | None = None,
    ) -> Correction:
        """Takes back what is known of an entity; the next rebuild drops it for good.

        What the person says of it later counts again.

        Args:
            user_id: whose.
            entity: a name, an alias or a key.
            wrong: it is not so.
            instead: it is so of this one.
            kind: of the facts meant (`persona.vocabulary`); None: all.
            polarity: of the facts meant, 1, 0 or -1; None: all.

        Raises:
            UnknownNameError: no such user or entity.
            UsageError: neither or both of `wrong` and `instead`, or an unknown kind.
        """
        return correcting.correct(
            self.store,
            user_id,
            entity,
            now=self.clock(),
            wrong=wrong,
            instead=instead,
            kind=kind,
            polarity=polarity,
        )

    def merge(self, user_id: str, entity: str, other: str) -> Correction:
        """Says that two names are one thing; `split` takes it back.

        Raises:
            UnknownNameError: no such user or entity.
            UsageError: they are one already.
        """
        return correcting.merge(self.store, user_id, entity, other, now=self.clock())

    def split(self, user_id: str, entity: str, alias: str) -> Correction:
        """Says that an alias is a thing of its own; `merge` takes it back.

        Raises:
            UnknownNameError: no such user or entity, or it has no such alias.
        """
        return correcting.split(self.store, user_id, entity, alias, now=self.clock())

    def pin(self, user_id: str, entity: str) -> Correction:
        """Puts an entity first in its sections and in `top`.

        Raises:
            UnknownNameError: no such user or entity.
        """
        return correcting.mark(self.store, user_id, entity, "pin", now=self.clock())

    def hide(self, user_id: str, entity: str) -> Correction:
        """Keeps an entity out of persona and prompt; facts and graph keep it. `pin` shows it again.

        Raises:
            UnknownNameError: no such user or entity.
        """
        return correcting.mark(self.store, user_id, entity, "hide", now=self.clock())

    def review(self, user_id: str) -> tuple[ReviewItem, ...]:
        """What waits for the person's word: names that may be one, and rows that were refused.

        Raises:
            UnknownNameError: no such user.
        """
        return correcting.review(self.store, self.settings, user_id)

    def accept(self, user_id: str, item_id: str) -> Correction:
        """Says yes to an item of the review: the row becomes a fact, or the two names one.

        Raises:
            UnknownNameError: no such user, or no such open item.
            UsageError: the item cannot be accepted.
        """
        return correcting.answer(
            self.store, self.settings, user_id, item_id, accept=True, now=self.clock()
        )

    def reject(self, user_id: str, item_id: str) -> Correction:
        """Says no to an item of the review: it is not asked again.

        Raises:
            UnknownNameError: no such user, or no such open item.
        """
        return correcting.answer(
            self.store, self.settings, user_id, item_id, accept=False, now=self.clock()
        )
