"""Striking forgotten names out of messages: each becomes one mark, whatever its length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace

from persona.records import Message
from persona.redact.masking import Edit, Masked, mask_spans
from persona.text import STRUCK, find_forgotten


def strike(text: str, lengths: Collection[int], is_forgotten: Callable[[str], bool]) -> Masked:
    """Replaces every forgotten name in a text by `persona.text.STRUCK`; see `find_forgotten`."""
    pieces: list[str] = []
    edits: list[Edit] = []
    at = length = 0
    for start, end in find_forgotten(text, lengths, is_forgotten):
        length += start - at
        pieces += (text[at:start], STRUCK)
        edits.append(Edit(start, end, length, length + len(STRUCK)))
        length += len(STRUCK)
        at = end
    return Masked("".join([*pieces, text[at:]]), Counter(struck=len(edits)), tuple(edits))


def strike_message(
    message: Message, lengths: Collection[int], digest_of: Callable[[str], str | None]
) -> Message:
    """The message without the forgotten names in its text and its author, and marked as redacted.

    Args:
        message: any.
        lengths: of the keys of the names.
        digest_of: the digest of a key, if it is forgotten.

    Returns:
        The same message where none stands in it. Its `foreign` spans move along.
    """
    hits: set[str] = set(message.redacted)

    def is_forgotten(key: str) -> bool:
        digest = digest_of(key)
        if digest is not None:
            hits.add(digest)
        return digest is not None

    text = strike(message.text, lengths, is_forgotten)
    author = None
    if message.author is not None:
        author = strike(message.author, lengths, is_forgotten).text
    if hits == set(message.redacted):
        return message
    return replace(
        message,
        text=text.text,
        author=author,
        foreign=mask_spans(message.foreign, text) if text.edits else message.foreign,
        redacted=tuple(sorted(hits)),
    )
