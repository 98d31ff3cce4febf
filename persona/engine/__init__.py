"""The engine: the one class users meet.

It knows the order of the stages and where they meet the store, the clock and files; what each
stage does stands in the stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from persona import logs
from persona.config import Settings, check_user_id, load
from persona.engine import pages
from persona.engine.clock import Clock, system_clock
from persona.engine.ingesting import keep, owned_messages
from persona.engine.limits import Limits
from persona.engine.loop import LoopThread
from persona.engine.naming import find_entity
from persona.engine.observing import Observing
from persona.engine.planning import Plan
from persona.engine.rebuilding import Rebuilding
from persona.engine.recalling import Held, Indexes, Recalling, first_for
from persona.engine.receipts import ErasureReceipt
from persona.engine.reports import IngestReport, RebuildReport, UserReport
from persona.engine.review import ReviewItem
from persona.engine.rights import Rights
from persona.engine.standing import stand_of
from persona.errors import UsageError
from persona.records import Fact, Persona, Remark
from persona.store import Store, Views

if TYPE_CHECKING:
    import networkx as nx

    from persona.llm import ChatModel
    from persona.profile.block import Block
    from persona.recall.embedding import Embedder
    from persona.redact import Redactor
    from persona.scoring import Explanation

__all__ = [
    "ErasureReceipt",
    "IngestReport",
    "Limits",
    "PersonaEngine",
    "Plan",
    "RebuildReport",
    "ReviewItem",
    "UserReport",
]


class PersonaEngine(Rebuilding, Rights, Recalling, Observing):
    """Conversation logs in, a persona of each user out.

    Reads are plain and local: no model, no network. One engine may be used from many threads.

    Args:
        db: SQLAlchemy URL of the store; default from the settings, else ``sqlite:///persona.db``.
        model: a chat model; default: the configured one, else the rules.
        settings: all settings; default: from environment and ``persona.toml``.
        clock: gives the time now, aware UTC; used for leases and for times in the future.
        redactor: called with each text before it is kept, after secrets and personal numbers were
            masked; what it gives is kept, shown to models and nothing else.
        embedder: for recall and prompts with a query, by meaning beside words; default: the configured
            one, else none. One that calls a server makes these reads call it too.

    Raises:
        ConfigError: a setting that cannot be used.
        StoreError: the store cannot be opened.
    """

    def __init__(
        self,
        db: str | None = None,
        *,
        model: ChatModel | None = None,
        settings: Settings | None = None,
        clock: Clock = system_clock,
        redactor: Redactor | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        chosen = settings if settings is not None else load()
        self.settings = chosen if db is None else chosen.model_copy(update={"db": db})
        self.model = model
        self.clock = clock
        self.redactor = redactor
        self.store = Store(self.settings.db)
        self._loop = LoopThread()
        self._embedder = embedder
        self._indexes = Indexes(self._find_embedder)

    def __enter__(self) -> PersonaEngine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the engine's thread and closes the store's connections."""
        self._loop.close()
        self.store.close()

    def ingest(
        self,
        source: str | Path | BinaryIO,
        *,
        user_id: str | None = None,
        me: str | None = None,
        fmt: str = "auto",
        tz: str | None = None,
        date_order: str | None = None,
        encoding: str | None = None,
        group_name: str | None = None,
        dry_run: bool = False,
    ) -> IngestReport:
        """Reads a log and keeps its messages; what is there already is not kept twice.

        Args:
            source: a file, a folder, a zip archive, or a binary stream.
            user_id: whose log it is, where the source does not say; ids in the source win.
            me: in a group chat, the author who is the user.
            fmt: a name from `persona.logs.formats`, or "auto": by content.
            tz: IANA zone of times without one; default from the settings.
            date_order: "dmy" or "mdy", where dates leave it open.
            encoding: how text is encoded, where the bytes do not say.
            group_name: the name of the group, where a WhatsApp log has it as a sender.
            dry_run: read and report, keep nothing; the report then has the messages.

        Raises:
            LogFormatError: no reader takes it, or it cannot be read at all.
            UserIdError: a user id that is refused.
        """
        if user_id is not None:
            check_user_id(user_id)
        log = logs.read(
            source,
            user_id=user_id,
            fmt=fmt,
            tz=tz or self.settings.timezone,
            date_order=date_order,
            encoding=encoding,
            group_name=group_name,
        )
        owned = owned_messages(log, path=str(source), user_id=user_id, me=me, dry_run=dry_run)
        return keep(
            self.store, log, owned, now=self.clock(), dry_run=dry_run, redactor=self.redactor
        )

    def add(
        self,
        user_id: str,
        messages: Iterable[Mapping[str, Any]],
        *,
        conversation_id: str = "default",
    ) -> IngestReport:
        """Keeps messages given as dicts with `role` and `content`.

        Args:
            user_id: whose conversation it is.
            messages: optionally with `id`, `timestamp` (ISO with zone, or epoch), `conversation_id`
                and `name`. Said twice without id and with the same time, it is one.
            conversation_id: of the messages that name none.

        Raises:
            UserIdError: a user id that is refused.
            LogFormatError: a timestamp without a zone, naming the message.
        """
        check_user_id(user_id)
        log = logs.from_dicts(
            messages, user_id=user_id, conversation_id=conversation_id, tz=self.settings.timezone
        )
        return keep(self.store, log, log, now=self.clock(), redactor=self.redactor)

    def observe(self, user_id: str, messages: Iterable[Mapping[str, Any]]) -> IngestReport:
        """Keeps what was just said and marks the user due: a local write, nothing is called.

        A worker of `persona.jobs`, where one runs, rebuilds.
        """
        return self.add(user_id, messages)

    def _find_embedder(self) -> Embedder | None:
        """The embedder of recall, where there is one."""
        if self._embedder is not None or self.settings.embeddings is None:
            return self._embedder
        from persona.llm.embeddings import configured_embedder

        return configured_embedder(self.settings)

    def users(self) -> list[str]:
        """Every user of the store, in order."""
        return self.store.user_ids()

    def persona(self, user_id: str, *, as_of: datetime | None = None) -> Persona:
        """The persona of a user: the stored one, or as of another time.

        Args:
            user_id: whose.
            as_of: aware; only what was said at or before it counts (and what has no time).

        Raises:
            UnknownNameError: no such user.
            UsageError: the user was never rebuilt, or `as_of` has no zone.
        """
        return self._views(user_id, as_of).persona

    def _views(self, user_id: str, as_of: datetime | None) -> Views:
        check_user_id(user_id)
        state = self.store.state(user_id)
        if state.built_revision is None:
            raise UsageError(f"user {user_id!r} was never rebuilt: run `persona rebuild` first")
        if as_of is not None:
            return self._views_as_of(user_id, as_of)
        persona = self.store.persona(user_id)
        if persona is None:
            raise UsageError(f"user {user_id!r} has no persona: run `persona rebuild` first")
        if state.revision != state.built_revision:
            persona = replace(persona, flags=(*persona.flags, "due"))
        return Views(self.store.entities(user_id), self.store.facts(user_id), (), persona)

    def _views_as_of(self, user_id: str, as_of: datetime) -> Views:
        if as_of.tzinfo is None:
            raise UsageError("as_of needs a time zone")
        return stand_of(self.store, self.settings, user_id).views(self.settings, as_of)

    def facts(self, user_id: str, *, as_of: datetime | None = None) -> tuple[Fact, ...]:
        """Every fact of a user, open and closed."""
        return self._views(user_id, as_of).facts

    def graph(self, user_id: str, *, as_of: datetime | None = None) -> nx.MultiDiGraph[str]:
        """The graph of a user, a copy: node ``USER`` and an edge for each fact (`persona.graph`)."""
        from persona.graph import build

        views = self._views(user_id, as_of)
        return build(views.facts, {entity.key: entity for entity in views.entities})

    def prompt(
        self,
        user_id: str,
        *,
        lang: str = "en",
        max_tokens: int = 300,
        query: str | None = None,
        as_of: datetime | None = None,
    ) -> Block:
        """The block for an agent's prompt: facts about the user, as data, within a token budget.

        Args:
            user_id: whose.
            query: the question at hand: what bears on it goes in right after safety and attributes.
            lang: "en" or "zh".
            max_tokens: of the whole block, by `persona.tokens.estimate`.
            as_of: as in `persona`.
        """
        from persona.profile.block import render_sheet

        language = _language(lang)
        if as_of is None:
            held = self._indexes.known(self.store, check_user_id(user_id))
        else:
            held = Held(self.persona(user_id, as_of=as_of))
        first: tuple[str | Remark, ...] = ()
        if query:
            cosines = self._indexes.cosines(user_id, held.known, query)
            first = first_for(held.known, query, cosines)
        return render_sheet(held.sheet(language), max_tokens=max_tokens, first=first)

    def inject(
        self, messages: Sequence[Mapping[str, Any]], user_id: str, **options: Any
    ) -> list[dict[str, Any]]:
        """A new list of chat messages with the user's block in it; options as in `prompt`."""
        from persona.profile.injecting import inject

        return inject(messages, self.prompt(user_id, **options))

    def explain(self, user_id: str, entity: str, *, as_of: datetime | None = None) -> Explanation:
        """Every term of an entity's score, with the evidence behind it.

        Raises:
            UnknownNameError: the user has no such entity; the nearest names are given.
        """
        from persona.scoring import explain, score

        views = self._views(user_id, as_of)
        entities = {e.key: e for e in views.entities}
        scores = score(
            views.facts, entities, as_of=views.persona.as_of, weights=self.settings.weights
        )
        return explain(find_entity(views.entities, entity).key, views.facts, entities, scores)

    def page_path(self, user_id: str) -> Path:
        """Where `write_graph` writes unless told otherwise; `forget` removes that file.

        Raises:
            UsageError: the store is no file.
        """
        return pages.page_path(self.store, check_user_id(user_id))

    def write_graph(
        self,
        user_id: str,
        path: str | Path | None = None,
        *,
        as_of: datetime | None = None,
        **options: Any,
    ) -> Path:
        """Writes the graph to a file: an offline page, GraphML or node-link JSON, by its ending.

        Args:
            user_id: whose.
            path: ends in ``.html`` (extra `viz`), ``.graphml`` or ``.json``; default `page_path`.
            as_of: as in `persona`.
            options: of a page, as `persona.viz.page` takes them (``heading``, ``limit`` ...).

        Returns:
            The file.

        Raises:
            UsageError: another ending, or an option that is none.
            MissingExtraError: a page is asked for without the extra.
        """
        views = self._views(user_id, as_of)
        target = pages.own_page(self.store, user_id) if path is None else Path(path)
        pages.write_graph(views, target, **options)
        return target

    def status(self, user_id: str) -> dict[str, Any]:
        """How fresh a user is: messages, revision, whether a rebuild is due, windows pending."""
        state = self.store.state(check_user_id(user_id))
        return {
            "user_id": user_id,
            "messages": self.store.count_messages(user_id),
            "revision": state.revision,
            "built_revision": state.built_revision,
            "due": state.built_revision != state.revision or state.pending > 0,
            "pending": state.pending,
            "answers": self.store.count_answers(user_id),
        }


def _language(lang: str) -> Any:
    if lang not in ("en", "zh"):
        raise UsageError(f"no block in {lang!r}: the languages are en and zh")
    return lang
