"""A redactor of the user's own: what our masking cannot know (names of clients, project words)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

from persona.errors import UsageError
from persona.records import Message, Span
from persona.text import storable

Redactor = Callable[[str], str]
"""Takes a text and gives the text to keep."""


def redact_message(message: Message, redactor: Redactor) -> Message:
    """A message as a redactor wants it kept.

    The redactor sees the text piece by piece between the ends of its `foreign` spans, so that the
    spans still hold what they held.

    Raises:
        UsageError: the redactor gave something that is no text.
    """
    marks = sorted({0, len(message.text), *_ends(message.foreign)})
    pieces, moved = [], {0: 0}
    for start, end in itertools.pairwise(marks):
        kept = redactor(message.text[start:end])
        if not isinstance(kept, str):
            raise UsageError(f"a redactor gives a text, not {type(kept).__name__}")
        kept = storable(kept)
        pieces.append(kept)
        moved[end] = moved[start] + len(kept)
    text = "".join(pieces)
    if text == message.text:
        return message
    foreign = tuple(Span(moved[s.start], moved[s.end], s.reason) for s in message.foreign)
    return replace(message, text=text, foreign=foreign)


def _ends(spans: tuple[Span, ...]) -> list[int]:
    return [end for span in spans for end in (span.start, span.end)]
