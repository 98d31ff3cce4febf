"""A window asked of a model: one call, at most one more, and an outcome that is never silent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from persona.errors import ExtractionError, ModelError
from persona.extract.answers import read_answer
from persona.extract.numbering import Numbered, numbered, written_out
from persona.extract.prompt import (
    CANARIES,
    answer_schema,
    prompt_version,
    request_messages,
    retry_messages,
)
from persona.llm import ChatModel, Structured, Usage, ask_json
from persona.records import Extraction, Mention, Reason, Rejection, Relation, Window
from persona.redact import mask
from persona.text import holds_name, name_key

NAME = "llm"
MAX_WAIT_SECONDS = 60.0
_PAUSE_SECONDS = 1.0

_CUT = "the answer broke off; its whole rows were read"

Status = Literal["done", "empty", "partial", "failed"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking about one window.

    Attributes:
        status: done, empty (valid, with nothing in it), partial (rows that cannot be used, or an
            answer that broke off), failed.
        extraction: of the rows that can be used; empty where it failed.
        rejected: rows that cannot.
        error: why it failed, in one sentence.
        usage: of all its calls.
    """

    status: Status
    extraction: Extraction = field(default_factory=Extraction)
    rejected: tuple[Rejection, ...] = ()
    error: str | None = None
    usage: Usage = field(default_factory=Usage)


class LLMExtractor:
    """Asks a chat model about windows.

    Args:
        chat: the model.
        retries: calls for a window after the first, within one run.
        max_wait: longest wait for a server that asks for one, in seconds; 0 in tests.
    """

    name = NAME

    def __init__(
        self, chat: ChatModel, *, retries: int = 1, max_wait: float = MAX_WAIT_SECONDS
    ) -> None:
        self.chat = chat
        self.retries = retries
        self.max_wait = max_wait
        self.version = prompt_version()
        self.model = chat.name
        self._first = asyncio.Lock()
        self._tried = False
        self._not_before = 0.0

    async def aclose(self) -> None:
        """Closes the model's connections in this loop, where it holds any."""
        close = getattr(self.chat, "aclose", None)
        if close is not None:
            await close()

    async def ask(self, window: Window, *, may_call: Callable[[], bool] = lambda: True) -> Asked:
        """The outcome for one window; raises nothing that a model or server can cause.

        Args:
            window: what is asked about.
            may_call: asked before each call after the first; where it says no, the window fails.
        """
        usage = Usage()
        shown = numbered(window)
        schema = answer_schema([words for _, words in shown.clauses] if shown.is_listed else None)
        messages: Sequence[dict[str, str]] = request_messages(window, shown)
        failure = ""
        for attempt in range(self.retries + 1):
            if attempt and not may_call():
                break
            try:
                found = await self._call(messages, schema)
            except ModelError as error:
                usage += Usage(calls=1)
                failure = str(error)
                if not error.retryable:
                    break
                self._hold_back(error)
                continue
            usage += found.usage
            try:
                return self._outcome(window, shown, found, usage)
            except ExtractionError as error:
                failure = str(error)
                messages = retry_messages(window, found.reply.text, failure, shown)
        failure = mask(failure).text
        rejection = Rejection(Reason.INVALID_ANSWER, window.message_ids, failure)
        return Asked("failed", rejected=(rejection,), error=failure, usage=usage)

    async def _call(
        self, messages: Sequence[dict[str, str]], schema: Mapping[str, Any]
    ) -> Structured:
        """One call; the first of a run goes alone, so that a server is probed once."""
        if self._tried:
            return await self._send(messages, schema)
        async with self._first:
            if not self._tried:
                try:
                    return await self._send(messages, schema)
                finally:
                    self._tried = True
        return await self._send(messages, schema)

    async def _send(
        self, messages: Sequence[dict[str, str]], schema: Mapping[str, Any]
    ) -> Structured:
        wait = self._not_before - asyncio.get_running_loop().time()
        if wait > 0:
            await asyncio.sleep(wait)
        return await ask_json(self.chat, messages, name="persona_extraction", schema=schema)

    def _outcome(self, window: Window, shown: Numbered, found: Structured, usage: Usage) -> Asked:
        answer = written_out(_as_answer(found.read()), shown)
        read, rejected = read_answer(answer, window.message_ids)
        if found.is_cut and not read.relations:
            raise ExtractionError("the answer broke off before its first whole relation")
        extraction, leaked = without_canaries(window, _masked(read))
        rejected = [replace(r, detail=mask(r.detail).text) for r in (*rejected, *leaked)]
        if found.is_cut:
            rejected.append(Rejection(Reason.INVALID_ANSWER, window.message_ids, _CUT))
        status: Status = "done" if extraction.relations else "empty"
        if rejected:
            status = "partial"
        return Asked(status, extraction, tuple(rejected), usage=usage)

    def _hold_back(self, error: ModelError) -> None:
        """Lets no call of this run leave before the server wants one."""
        wanted = error.retry_after if error.retry_after is not None else _PAUSE_SECONDS
        until = asyncio.get_running_loop().time() + min(wanted, self.max_wait)
        self._not_before = max(self._not_before, until)


def _as_answer(value: Any) -> Any:
    """A top-level list of relations, or of clauses, is what it looks like."""
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        if all("n" in row for row in value):
            return {"clauses": value}
        if all("target" in row for row in value):
            return {"entities": [], "relations": value}
        if len(value) == 1:
            return value[0]
    return value


def without_canaries(
    window: Window, extraction: Extraction
) -> tuple[Extraction, tuple[Rejection, ...]]:
    """An extraction without what a model copied from the prompt's examples, and a rejection for each.

    A name that the window itself shows is the log's, whatever the examples say.
    """
    said = name_key("\n".join(_texts(extraction)))
    leaks = [name for name in CANARIES if name_key(name) in said]
    if leaks:
        shown = "\n".join(turn.text for turn in (*window.turns, *window.context))
        leaks = [name for name in leaks if not holds_name(shown, name)]
    if not leaks:
        return extraction, ()

    def copied(*texts: str | None) -> bool:
        return any(holds_name(text, name) for text in texts if text for name in leaks)

    relations, rejections = [], []
    for row in extraction.relations:
        if copied(row.source, row.target, row.quote):
            said = f"{row.source} – {row.label} – {row.target}: copied from the prompt's example"
            rejections.append(Rejection(Reason.CANARY, window.message_ids, said))
        else:
            relations.append(row)
    mentions = [row for row in extraction.mentions if not copied(row.name, *row.aliases)]
    return Extraction(tuple(mentions), tuple(relations)), tuple(rejections)


def _texts(extraction: Extraction) -> Iterator[str]:
    for row in extraction.relations:
        yield from (row.source, row.target, row.quote or "")
    for mention in extraction.mentions:
        yield from (mention.name, *mention.aliases)


def _masked(extraction: Extraction) -> Extraction:
    """An extraction without secrets and personal numbers, should a model have made any up."""
    return Extraction(
        tuple(_masked_mention(row) for row in extraction.mentions),
        tuple(_masked_relation(row) for row in extraction.relations),
    )


def _hide(text: str | None) -> str | None:
    return None if text is None else mask(text).text


def _masked_mention(row: Mention) -> Mention:
    return Mention(
        mask(row.name).text,
        _hide(row.type),
        tuple(mask(alias).text for alias in row.aliases),
        _hide(row.qualifier),
    )


def _masked_relation(row: Relation) -> Relation:
    return replace(
        row,
        source=mask(row.source).text,
        target=mask(row.target).text,
        label=mask(row.label).text,
        quote=_hide(row.quote),
        slot=_hide(row.slot),
        source_qualifier=_hide(row.source_qualifier),
        target_qualifier=_hide(row.target_qualifier),
    )
