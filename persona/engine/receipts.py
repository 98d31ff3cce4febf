"""The receipt of what was forgotten: what went, what waits and why, what the files still hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from persona.records import Message
from persona.store import Swept
from persona.text import has_cjk

SHORTEST_QUOTE = 12
"""Characters of a sentence that counts as quoted where it stands in a reply."""

SHORTEST_QUOTE_ZH = 6
"""The same of a sentence with Chinese in it."""

_LONGEST = 40  # characters that are looked for: a longer text may be cut by the end of a page
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_PIECE = re.compile(r'[^.!?。！？，,；;\n\r\t"\\]+')

_SWEPT = {
    "done": "the store's files were compacted and the journal emptied",
    "delayed": (
        "a reader has the journal open ({who}): the files still hold old pages until it ends; "
        "`persona forget USER --sweep` does it then"
    ),
    "memory": "the store is in memory: there is no file",
    "operator": (
        "PostgreSQL: the rows are gone; dead tuples go with the next vacuum, and the write-ahead "
        "log, replicas and backups are the operator's to clear"
    ),
}


@dataclass(frozen=True, slots=True)
class ErasureReceipt:
    """What a request to forget did.

    Attributes:
        scope: message, conversation, entity, older_than or everything.
        removed: how many messages, answers, facts, entities, corrections and earlier rebuilds
            went, and in how many messages a name was struck out (`redacted`).
        replies_that_quote: (conversation id, message id) of messages that stay and quote what went.
        pending: ids of messages whose window a model has to read again, by the next rebuild.
        sweep: "done", "delayed", "memory" or "operator"; "later" where it was not asked for.
        bytes_left: files of the store that still hold a text or a name that went.
        notes: in words: why something waits, what is out of reach.
        restored: whether it is the receipt of a restore; `lifted` says of how much.
        lifted: messages and names that a later ingest may bring back.
    """

    user_id: str
    scope: str
    removed: Mapping[str, int] = field(default_factory=dict)
    replies_that_quote: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, ...], ...] = ()
    sweep: str = "later"
    bytes_left: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    restored: bool = False
    lifted: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The receipt as JSON values."""
        return {
            "user_id": self.user_id,
            "scope": self.scope,
            "removed": dict(self.removed),
            "replies_that_quote": [
                {"conversation_id": c, "message_id": m} for c, m in self.replies_that_quote
            ],
            "pending": [list(ids) for ids in self.pending],
            "sweep": self.sweep,
            "bytes_left": list(self.bytes_left),
            "notes": list(self.notes),
            "restored": self.restored,
            "lifted": self.lifted,
        }


def swept_note(swept: Swept, holders: Sequence[int] = ()) -> str:
    """What a sweep came to, in words.

    Args:
        swept: what it came to.
        holders: other processes that have the files open, where they are known.
    """
    who = f"process {', '.join(map(str, holders))}" if holders else "this process or one not known"
    return _SWEPT[swept].replace("{who}", who)


def quoting(gone: Iterable[Message], remaining: Sequence[Message]) -> tuple[tuple[str, str], ...]:
    """Messages that hold a sentence of a forgotten one, word for word."""
    sentences = {s for m in gone for s in map(str.strip, _SENTENCE.findall(m.text)) if _long(s)}
    bare = {s.rstrip(".!?。！？") for s in sentences}
    return tuple(
        (m.conversation_id, m.message_id) for m in remaining if any(s in m.text for s in bare)
    )


def _long(sentence: str) -> bool:
    cjk = sum(map(has_cjk, sentence))
    return len(sentence) >= SHORTEST_QUOTE or cjk >= SHORTEST_QUOTE_ZH


def traces(texts: Iterable[str]) -> set[str]:
    """Pieces of texts that would stand in one run of bytes: what a look through files is for."""
    pieces = {p for text in texts for p in map(str.strip, _PIECE.findall(text))}
    return {p[:_LONGEST] for p in pieces if len(p) >= 6 or sum(map(has_cjk, p)) >= 3}
