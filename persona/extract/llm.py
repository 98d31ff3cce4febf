"""A window asked of a model: one call, at most one more, and an outcome that is never silent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from persona.errors import ExtractionError, ModelError
from persona.extract.answers import read_answer
from persona.extract.prompt import (
    answer_schema,
    prompt_version,
    request_messages,
    retry_messages,
)
from persona.llm import ChatModel, Structured, Usage, ask_json
from persona.records import Extraction, Reason, Rejection, Window

NAME = "llm"
MAX_WAIT_SECONDS = 60.0
_PAUSE_SECONDS = 1.0

Status = Literal["done", "empty", "partial", "failed"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking about one window.

    Attributes:
        status: done, empty (valid, with nothing in it), partial (rows that cannot be used), failed.
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

    async def aclose(self) -> None:
        """Closes the model's connections in this loop, where it holds any."""
        close = getattr(self.chat, "aclose", None)
        if close is not None:
            await close()

    async def ask(self, window: Window) -> Asked:
        """The outcome for one window; raises nothing that a model or server can cause."""
        usage = Usage()
        messages: Sequence[dict[str, str]] = request_messages(window)
        failure = ""
        for attempt in range(self.retries + 1):
            try:
                found = await self._call(messages)
            except ModelError as error:
                usage += Usage(calls=1)
                failure = str(error)
                if not error.retryable:
                    break
                if attempt < self.retries:
                    await asyncio.sleep(self._pause(error))
                continue
            usage += found.usage
            try:
                return self._outcome(window, found, usage)
            except ExtractionError as error:
                failure = str(error)
                messages = retry_messages(window, found.reply.text, failure)
        rejection = Rejection(Reason.INVALID_ANSWER, window.message_ids, failure)
        return Asked("failed", rejected=(rejection,), error=failure, usage=usage)

    async def _call(self, messages: Sequence[dict[str, str]]) -> Structured:
        return await ask_json(
            self.chat, messages, name="persona_extraction", schema=answer_schema()
        )

    def _outcome(self, window: Window, found: Structured, usage: Usage) -> Asked:
        extraction, rejected = read_answer(_as_answer(found.read()), window.message_ids)
        status: Status = "done" if extraction.relations else "empty"
        if rejected:
            status = "partial"
        return Asked(status, extraction, tuple(rejected), usage=usage)

    def _pause(self, error: ModelError) -> float:
        wanted = error.retry_after if error.retry_after is not None else _PAUSE_SECONDS
        return min(wanted, self.max_wait)


def _as_answer(value: Any) -> Any:
    """A top-level list of relations is what it looks like."""
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        if all("target" in row for row in value):
            return {"entities": [], "relations": value}
        if len(value) == 1:
            return value[0]
    return value
