"""The index of what a user said, cut into pages that can be kept and changed one by one.

The messages are put in order of time and cut before those whose key hashes to 0 (content-defined
chunking, as windows are cut): so the pages are a function of the messages alone, whatever the order
in which they came, and a new message changes the page in which it falls. A page holds no text, only
terms and what is needed for the order and the ranking.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zlib import crc32

import numpy as np
import orjson
from numpy.typing import NDArray

from persona.extract.windows import microseconds
from persona.recall.times import names_time
from persona.recall.words import terms
from persona.records import Message

Key = tuple[str, str]
"""(conversation id, message id)."""

Place = tuple[int, str, str]
"""Where a message stands among all of a user's: time in µs, and key."""

Integers = NDArray[np.int64]

VERSION = "1"
"""Of the terms and of the pages: what another version wrote is made anew."""

CUT_MODULUS = 512
"""Messages of a page, on average."""

UNDATED = -(1 << 62)
"""Stands for the time of a message that has none."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A message as a page keeps it.

    Attributes:
        time: in µs, or `UNDATED`.
        position: in its source.
        source: where it came from, for the order of messages without a time.
        speaker: who wrote it: "" for the user, "assistant" and the like, or another person's name.
        dated: whether the text itself has a word of time.
        counts: how often each term stands in it.
    """

    key: Key
    time: int
    position: int
    source: str
    speaker: str
    dated: bool
    counts: Mapping[str, int]

    @staticmethod
    def of(message: Message) -> Entry:
        """The entry of a message."""
        return Entry(
            (message.conversation_id, message.message_id),
            time_of(message),
            message.position,
            message.source,
            speaker_of(message),
            names_time(message.text),
            Counter(terms(message.text)),
        )

    @property
    def place(self) -> Place:
        """Where it stands."""
        return (self.time, *self.key)


def time_of(message: Message) -> int:
    """When a message was said, in µs, or `UNDATED`."""
    return UNDATED if message.time is None else microseconds(message.time)


def speaker_of(message: Message) -> str:
    """Who wrote a message: "" for the user, "assistant" and the like, or another person's name."""
    return "" if message.is_users else message.author or message.role


class Page:
    """A run of messages, as its bytes; what is read of them is read when it is wanted.

    Args:
        body: as `Page.of` makes it.
    """

    def __init__(self, body: bytes) -> None:
        self.body = body
        size = int.from_bytes(body[:4], "little")
        self._names: dict[str, Any] = orjson.loads(body[4 : 4 + size])
        self.keys: tuple[Key, ...] = tuple(map(tuple, self._names["keys"]))
        count, start = len(self.keys), 4 + size + -(4 + size) % 8
        self.times, self.positions = np.frombuffer(body, "<i8", 2 * count, start).reshape(2, -1)
        small = np.frombuffer(body, "<u4", offset=start + 16 * count).astype(np.int64)
        terms_, postings = len(self._names["terms"]), int(self._names["postings"])
        ends = np.cumsum([count, count, count, count, terms_, postings])
        (self.source, self.speaker, self.dated, self.lengths,
         self._ends, self._docs, self._often) = np.split(small, ends)  # fmt: skip

    @staticmethod
    def of(entries: Sequence[Entry]) -> Page:
        """The page of entries in their order."""
        sources = sorted({entry.source for entry in entries})
        speakers = sorted({entry.speaker for entry in entries})
        held: dict[str, list[tuple[int, int]]] = {}
        for number, entry in enumerate(entries):
            for term, often in entry.counts.items():
                held.setdefault(term, []).append((number, often))
        found = sorted(held)
        postings = [posting for term in found for posting in held[term]]
        names = {
            "keys": [entry.key for entry in entries],
            "sources": sources,
            "speakers": speakers,
            "terms": found,
            "postings": len(postings),
        }
        head = orjson.dumps(names, option=orjson.OPT_SORT_KEYS)
        head = len(head).to_bytes(4, "little") + head
        large = [[entry.time for entry in entries], [entry.position for entry in entries]]
        small: list[Sequence[int] | Integers] = [
            [sources.index(entry.source) for entry in entries],
            [speakers.index(entry.speaker) for entry in entries],
            [entry.dated for entry in entries],
            [sum(entry.counts.values()) for entry in entries],
            np.cumsum([len(held[term]) for term in found]),
            [number for number, _ in postings],
            [often for _, often in postings],
        ]
        return Page(head + b"\0" * (-len(head) % 8) + _bytes(large, "<i8") + _bytes(small, "<u4"))

    @cached_property
    def name(self) -> str:
        """What tells it from every other page: a hash of its bytes."""
        return hashlib.sha256(self.body).hexdigest()[:32]

    @property
    def sources(self) -> list[str]:
        """What `source` numbers."""
        found: list[str] = self._names["sources"]
        return found

    @property
    def speakers(self) -> list[str]:
        """What `speaker` numbers."""
        found: list[str] = self._names["speakers"]
        return found

    @cached_property
    def _columns(self) -> Mapping[str, int]:
        return {term: number for number, term in enumerate(self._names["terms"])}

    def postings(self, term: str) -> tuple[Integers, Integers] | None:
        """The messages of the page that hold a term, ascending, and how often; None: none does."""
        number = self._columns.get(term)
        if number is None:
            return None
        start = int(self._ends[number - 1]) if number else 0
        span = slice(start, int(self._ends[number]))
        return self._docs[span], self._often[span]

    @property
    def first(self) -> Place:
        """Where its first message stands."""
        return (int(self.times[0]), *self.keys[0])

    def entries(self) -> list[Entry]:
        """Its messages, in order."""
        counts: list[dict[str, int]] = [{} for _ in self.keys]
        start = 0
        docs, often = self._docs.tolist(), self._often.tolist()
        for term, end in zip(self._names["terms"], self._ends.tolist(), strict=True):
            for at in range(start, end):
                counts[docs[at]][term] = often[at]
            start = end
        return [
            Entry(
                key, time, position, self.sources[source], self.speakers[speaker], bool(dated), held
            )
            for key, time, position, source, speaker, dated, held in zip(
                self.keys,
                self.times.tolist(),
                self.positions.tolist(),
                self.source.tolist(),
                self.speaker.tolist(),
                self.dated.tolist(),
                counts,
                strict=True,
            )
        ]


def _bytes(columns: Iterable[Sequence[int] | Integers], kind: str) -> bytes:
    return b"".join(np.asarray(column, dtype=kind).tobytes() for column in columns)


Pages = tuple[Page, ...]
"""All pages of a user, in order of time."""


def changed(pages: Sequence[Page], gone: Collection[Key], come: Iterable[Entry]) -> Pages:
    """Pages without some messages and with others; a page that stays as it is is the same object.

    Args:
        pages: of one user, in order.
        gone: keys to take out, whether they are there or not.
        come: what to put in; their keys are taken out first.
    """
    new = {entry.key: entry for entry in come}
    out = {*gone, *new}
    touched = {n for n, page in enumerate(pages) if not out.isdisjoint(page.keys)}
    firsts = [page.first for page in pages]
    for entry in new.values():
        touched.add(max(bisect_right(firsts, entry.place) - 1, 0))
    for n in range(len(pages) - 1, 0, -1):
        if n in touched and pages[n].keys[0] in out:
            touched.add(n - 1)  # where it was cut nothing is cut any more: the page before goes on
    pool = sorted(
        [
            entry
            for n in sorted(touched)
            if n < len(pages)
            for entry in pages[n].entries()
            if entry.key not in out
        ]
        + list(new.values()),
        key=lambda entry: entry.place,
    )
    kept = [(firsts[n], page) for n, page in enumerate(pages) if n not in touched]
    made = [(run[0].place, run) for run in _cut(pool, [first for first, _ in kept])]
    before = {page.body: page for n, page in enumerate(pages) if n in touched}
    fresh = [(first, Page.of(run)) for first, run in made]
    fresh = [(first, before.get(page.body, page)) for first, page in fresh]
    return tuple(page for _, page in sorted([*kept, *fresh], key=lambda pair: pair[0]))


def _cut(pool: Sequence[Entry], others: Sequence[Place]) -> Iterable[list[Entry]]:
    """Runs of entries, cut before those that begin a page and where another page stands between."""
    run: list[Entry] = []
    for entry in pool:
        if run and (begins(entry.key) or _between(others, run[-1].place, entry.place)):
            yield run
            run = []
        run.append(entry)
    if run:
        yield run


def _between(others: Sequence[Place], one: Place, other: Place) -> bool:
    return bisect_right(others, one) != bisect_right(others, other)


def begins(key: Key) -> bool:
    """Whether a message begins a page."""
    return crc32("\0".join(key).encode("utf-8", "surrogatepass")) % CUT_MODULUS == 0
