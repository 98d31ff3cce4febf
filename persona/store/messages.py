"""What happens when a message arrives that may be there already: pure, by key and text."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from persona.records import Message
from persona.text import STRUCK

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PutCounts:
    """How many messages were new, changed, there already, had an id that clashed, or a tombstone."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    id_clash: int = 0
    forgotten: int = 0

    def __add__(self, other: PutCounts) -> PutCounts:
        """The counts of both."""
        return PutCounts(
            self.added + other.added,
            self.updated + other.updated,
            self.unchanged + other.unchanged,
            self.id_clash + other.id_clash,
            self.forgotten + other.forgotten,
        )


def merge_messages(
    stored: Mapping[Key, Message],
    batch: Sequence[Message],
    look_up: Callable[[Iterable[Key]], Mapping[Key, Message]],
    is_forgotten: Callable[[Key], bool] = lambda _: False,
) -> tuple[PutCounts, dict[Key, Message]]:
    """What a batch changes.

    The same key with the same text is one message: it keeps the time that is known and the smallest
    position. With other text it is an update, except where the id was made of the index: then two
    different logs meet, the new one gets ``~<hash of text>`` appended and is counted. What was
    forgotten stays so, and a message that names were struck out of keeps its text.

    Args:
        batch: what arrives.
        stored: the stored messages that have a key of the batch.
        look_up: fetches further ones, for ids that were made here.
        is_forgotten: whether a key has a tombstone.

    Returns:
        The counts, and the messages to write, by key.
    """
    held: dict[Key, Message] = dict(stored)
    changed: dict[Key, Message] = {}
    added = updated = unchanged = clashes = forgotten = 0
    for message in batch:
        incoming = message
        key = (incoming.conversation_id, incoming.message_id)
        there = held.get(key)
        if there is not None and _clashes(there, incoming):
            clashes += 1
            incoming = _renamed(incoming)
            key = (incoming.conversation_id, incoming.message_id)
            there = held.get(key) or look_up([key]).get(key)
        if there is None:
            if is_forgotten(key):
                forgotten += 1
            else:
                added += 1
                held[key] = changed[key] = incoming
            continue
        merged = _merge(there, incoming)
        if merged == there:
            unchanged += 1
            held[key] = there
            continue
        updated += _differs(there, merged)
        unchanged += not _differs(there, merged)
        held[key] = changed[key] = merged
    return PutCounts(added, updated, unchanged, clashes, forgotten), changed


def _clashes(there: Message, incoming: Message) -> bool:
    """Whether an id made of the index means another message; not where names were struck out."""
    struck = STRUCK in there.text or (there.author is not None and STRUCK in there.author)
    return incoming.id_origin == "index" and _differs(there, incoming) and not struck


def _renamed(incoming: Message) -> Message:
    digest = hashlib.sha256(incoming.text.encode()).hexdigest()[:12]
    return replace(incoming, message_id=f"{incoming.message_id}~{digest}")


def _differs(there: Message, incoming: Message) -> bool:
    return (there.text, there.role, there.author) != (
        incoming.text,
        incoming.role,
        incoming.author,
    )


def _merge(there: Message, incoming: Message) -> Message:
    if there.redacted:
        return there
    if _differs(there, incoming):
        return replace(incoming, user_id=there.user_id)
    times = [time for time in (there.time, incoming.time) if time is not None]
    first = min((there, incoming), key=lambda m: (m.position, m.source))
    return replace(
        there,
        time=min(times, default=None),
        position=first.position,
        source=first.source,
        foreign=tuple(sorted({*there.foreign, *incoming.foreign}, key=lambda s: (s.start, s.end))),
        attachments=max(there.attachments, incoming.attachments),
    )
