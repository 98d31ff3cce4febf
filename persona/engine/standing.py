"""What is known of a user from what is kept, asking nobody: for other times, review and forgetting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from persona.config import Settings
from persona.engine.matching import (
    InUse,
    Matched,
    Reader,
    in_use,
    match_windows,
    reader_for,
    shown_reader,
)
from persona.engine.pipeline import compute_views, ground_windows, resolve_grounded
from persona.extract.windows import windows
from persona.records import Correction, Message
from persona.resolve import Resolution
from persona.store import Answer, Store, Views


@dataclass(frozen=True, slots=True)
class Standing:
    """A user's truth, with the answers that are in use.

    Attributes:
        matched: every window, with its answer where it has one.
        found: what a build reads.
    """

    user_id: str
    messages: tuple[Message, ...]
    corrections: tuple[Correction, ...]
    reader: Reader
    matched: tuple[Matched, ...]
    found: InUse

    @property
    def unanswered(self) -> tuple[Matched, ...]:
        """Windows without an answer of their own."""
        return tuple(item for item in self.matched if item.answer is None)

    def views(self, settings: Settings, as_of: datetime | None) -> Views:
        """Everything that is derived, as of a time."""
        return compute_views(
            self.user_id,
            self.messages,
            self.found.pairs,
            settings=settings,
            extractor=shown_reader(self.reader),
            as_of=as_of,
            corrections=self.corrections,
        )

    def resolution(self, settings: Settings) -> Resolution:
        """Entities, facts and what is proposed, as of the end of the log."""
        grounding = ground_windows(
            self.messages, self.found.pairs, settings=settings, corrections=self.corrections
        )
        return resolve_grounded(self.user_id, grounding, corrections=self.corrections, as_of=None)


def stand(
    user_id: str,
    messages: Sequence[Message],
    kept: Mapping[str, Answer],
    reader: Reader,
    corrections: Sequence[Correction],
) -> Standing:
    """Puts messages, answers and corrections together."""
    matched = match_windows(windows(user_id, messages), kept, reader)
    return Standing(
        user_id,
        tuple(messages),
        tuple(corrections),
        reader,
        tuple(matched),
        in_use(matched, kept, reader),
    )


def stand_of(store: Store, settings: Settings, user_id: str) -> Standing:
    """The same of what the store holds; a user with answers of a model is read with them."""
    kept = store.answers(user_id)
    reader = reader_for(settings, None, kept)
    return stand(user_id, store.messages(user_id), kept, reader, store.corrections(user_id))
