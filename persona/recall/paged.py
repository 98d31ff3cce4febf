"""A user's messages as they are searched from pages: the same scores as `Log` gives, to the bit.

Weights are worked out for the terms of a question when it comes, over all pages together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from persona.recall.bm25 import Scores, weighed
from persona.recall.pages import UNDATED, Integers, Key, Page
from persona.recall.recency import recency_of

Texts = Callable[[Sequence[Key]], Mapping[Key, str]]
"""Gives the texts of messages."""


class PagedLog:
    """The messages of one user, in canonical order, conversation by conversation.

    Args:
        pages: of all messages.
        texts: looks up the texts of the few that are shown.
    """

    def __init__(self, pages: Sequence[Page], texts: Texts) -> None:
        self.pages = tuple(pages)
        self._texts = texts
        self._keys = [key for page in self.pages for key in page.keys]
        self._order, conversation = _canonical(self.pages, self._keys)
        self._place = np.empty_like(self._order)  # of the nth message of the pages among all
        self._place[self._order] = np.arange(len(self._order))
        self.conversation_of: NDArray[np.intp] = conversation[self._order].astype(np.intp)

    def __len__(self) -> int:
        return len(self._keys)

    def key(self, place: int) -> Key:
        """The key of a message."""
        found: Key = self._keys[int(self._order[place])]
        return found

    def texts(self, places: Sequence[int]) -> list[str | None]:
        """The texts of messages; None of one that is there no more."""
        keys = [self.key(place) for place in places]
        found = self._texts(keys)
        return [found.get(key) for key in keys]

    @cached_property
    def place(self) -> Mapping[Key, int]:
        """For each key the place of its message."""
        return dict(zip(self._keys, self._place.tolist(), strict=True))

    @cached_property
    def lexicon(self) -> PagedLexicon:
        """Of the messages."""
        starts = np.cumsum([0, *(len(page.keys) for page in self.pages)])
        lengths = self._in_order([page.lengths for page in self.pages])
        return PagedLexicon(self.pages, starts, self._place, lengths)

    @cached_property
    def conversations(self) -> PagedConversations:
        """Of the conversations, each as one text."""
        return PagedConversations(self.lexicon, self.conversation_of)

    @cached_property
    def speakers(self) -> NDArray[np.str_]:
        """For each message who wrote it."""
        found = [np.array(page.speakers, dtype=np.str_)[page.speaker] for page in self.pages]
        if not found:
            return np.array([], dtype=np.str_)
        return np.concatenate(found)[self._order]

    @cached_property
    def writers(self) -> tuple[str, ...]:
        """Whoever wrote a message, sorted."""
        return tuple(sorted({name for page in self.pages for name in page.speakers}))

    @cached_property
    def recency(self) -> NDArray[np.float64]:
        """For each message how late it was said, from 0, the first, to 1, the last."""
        times = self._in_order([page.times for page in self.pages])
        return recency_of(times, self.conversation_of)

    @cached_property
    def dated(self) -> NDArray[np.bool_]:
        """For each message whether its text has a word of time."""
        return self._in_order([page.dated for page in self.pages]).astype(np.bool_)

    def _in_order(self, columns: Sequence[Integers]) -> Integers:
        return _joined(columns)[self._order]


@dataclass(frozen=True, slots=True, eq=False)
class PagedLexicon:
    """Okapi BM25 (`persona.recall.bm25`) over the messages of pages.

    Attributes:
        starts: the number of the first message of each page.
        place: of each message of the pages among all.
        lengths: in terms, by place.
    """

    pages: Sequence[Page]
    starts: Integers
    place: Integers
    lengths: Integers

    def postings(self, term: str) -> tuple[Integers, Integers] | None:
        """The places of the messages that hold a term, ascending, and how often they do."""
        docs, often = [], []
        for page, start in zip(self.pages, self.starts, strict=False):
            found = page.postings(term)
            if found is not None:
                docs.append(found[0] + start)
                often.append(found[1])
        if not docs:
            return None
        places = self.place[np.concatenate(docs)]
        order = places.argsort(kind="stable")
        return places[order], np.concatenate(often)[order]

    def scores(self, query: Mapping[str, float] | Iterable[str]) -> Scores:
        """The score of every message for a question."""
        return weighed(query, self.postings, self.lengths)


class PagedConversations:
    """The same over conversations, each as one text.

    Args:
        lexicon: of the messages.
        conversation_of: for each message the number of its conversation.
    """

    def __init__(self, lexicon: PagedLexicon, conversation_of: NDArray[np.intp]) -> None:
        self._lexicon = lexicon
        self._conversation_of = conversation_of
        lengths = np.bincount(conversation_of, weights=lexicon.lengths)
        self._lengths: Integers = lengths.astype(np.int64)

    def postings(self, term: str) -> tuple[Integers, Integers] | None:
        """The numbers of the conversations that hold a term, ascending, and how often they do."""
        found = self._lexicon.postings(term)
        if found is None:
            return None
        often = np.bincount(self._conversation_of[found[0]], weights=found[1])
        numbers = often.nonzero()[0]
        return numbers, often[numbers].astype(np.int64)

    def scores(self, query: Mapping[str, float] | Iterable[str]) -> Scores:
        """The score of every conversation for a question."""
        return weighed(query, self.postings, self._lengths)


def _canonical(pages: Sequence[Page], keys: Sequence[Key]) -> tuple[Integers, Integers]:
    """The order of the messages of pages, and the number of each one's conversation.

    As `persona.extract.windows.conversations` has it: conversations by their ids, each in order of
    time, position and id.
    """
    numbers = {name: n for n, name in enumerate(sorted({key[0] for key in keys}))}
    conversation = np.array([numbers[key[0]] for key in keys], dtype=np.int64)
    times = _joined([page.times for page in pages])
    positions = _joined([page.positions for page in pages])
    if (times == UNDATED).any():
        times = _dated(pages, keys, times, positions)
    order = np.lexsort((positions, times, conversation))
    sorted_columns = [column[order] for column in (conversation, times, positions)]
    ties = np.ones(max(len(order) - 1, 0), dtype=np.bool_)
    for column in sorted_columns:
        ties &= column[1:] == column[:-1]
    for start, end in _runs(ties):
        order[start:end] = sorted(order[start:end].tolist(), key=lambda n: keys[n][1])
    return order, conversation


def _runs(ties: NDArray[np.bool_]) -> Iterable[tuple[int, int]]:
    """Spans of neighbours that are tied, as (start, end)."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], ties.astype(np.int8), [0]))))
    return ((int(a), int(b) + 1) for a, b in edges.reshape(-1, 2))


def _dated(
    pages: Sequence[Page], keys: Sequence[Key], times: Integers, positions: Integers
) -> Integers:
    """Times with those of undated messages filled in, as `order_keys` does."""
    sources = [page.sources[number] for page in pages for number in page.source.tolist()]
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for n, source in enumerate(sources):
        groups[keys[n][0], source].append(n)
    filled = times.copy()
    place, said = positions.tolist(), times.tolist()
    for group in groups.values():
        group.sort(key=lambda n: (place[n], keys[n][1]))
        last = next((said[n] for n in group if said[n] != UNDATED), 0)
        for n in group:
            if said[n] != UNDATED:
                last = said[n]
            filled[n] = last
    return filled


def _joined(columns: Sequence[Integers]) -> Integers:
    return np.concatenate(columns) if columns else np.array([], dtype=np.int64)
