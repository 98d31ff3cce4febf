"""Answers of a model about windows, asked once and kept in a file, for evaluations."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from persona.extract.answers import answer_json, read_answer
from persona.extract.llm import LLMExtractor
from persona.extract.windows import answer_key, content_key
from persona.llm import ChatModel, Usage
from persona.records import Extraction, Window

Progress = Callable[[int, int, float], None]


@dataclass(slots=True)
class ModelAnswers:
    """What a model says of windows; a callable from window to extraction, once asked.

    Attributes:
        chat: the model.
        file: where answers are kept, one JSON object a line, so that an evaluation that broke off
            goes on where it was; None: they are not kept. The key of an answer holds the prompt's
            version, so that another prompt asks again.
        usage: of the calls of this process.
        failed: windows without a usable answer.
    """

    chat: ChatModel
    file: Path | None = None
    concurrency: int = 1
    usage: Usage = field(default_factory=Usage)
    failed: int = 0
    _held: dict[str, Extraction] = field(default_factory=dict)

    def __call__(self, window: Window) -> Extraction:
        """The answer about a window that was asked; an empty one where the model failed."""
        return self._held.get(self.key(window), Extraction())

    def key(self, window: Window) -> str:
        """The key of the answer about a window, as the engine makes it."""
        extractor = LLMExtractor(self.chat)
        return answer_key(
            content_key(window),
            extractor=extractor.name,
            version=extractor.version,
            model=extractor.model,
        )

    def ask(self, windows: Sequence[Window], progress: Progress = lambda *_: None) -> None:
        """Asks about the windows that no answer is kept of."""
        self._load({self.key(window): window for window in windows})
        missing = [window for window in windows if self.key(window) not in self._held]
        asyncio.run(self._ask(missing, progress))

    def _load(self, wanted: dict[str, Window]) -> None:
        if self.file is None or not self.file.exists():
            return
        for line in self.file.read_text("utf-8").splitlines():
            kept = json.loads(line)
            window = wanted.get(kept["key"])
            if window is not None:
                self._held[kept["key"]], _ = read_answer(kept["answer"], window.message_ids)

    async def _ask(self, missing: Sequence[Window], progress: Progress) -> None:
        extractor = LLMExtractor(self.chat)
        gate = asyncio.Semaphore(self.concurrency)
        done = 0

        async def one(window: Window) -> None:
            nonlocal done
            async with gate:
                started = time.perf_counter()
                asked = await extractor.ask(window)
            done += 1
            self.usage += asked.usage
            if asked.status == "failed":
                self.failed += 1
            else:
                self._keep(self.key(window), asked.extraction)
            progress(done, len(missing), time.perf_counter() - started)

        try:
            async with asyncio.TaskGroup() as group:
                for window in missing:
                    group.create_task(one(window))
        finally:
            await extractor.aclose()

    def _keep(self, key: str, extraction: Extraction) -> None:
        self._held[key] = extraction
        if self.file is None:
            return
        line: dict[str, Any] = {"key": key, "answer": json.loads(answer_json(extraction))}
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")
