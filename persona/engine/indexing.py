"""Bringing the index of what a user said up to date, in the store and in memory."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from persona.errors import StoreError
from persona.store import Store

if TYPE_CHECKING:
    from persona.recall import Page, PagedLog
    from persona.store.indexed import Unread

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Indexed:
    """The index of a user, in memory.

    Attributes:
        revision: of the user, that it is of.
        edition: of the pages in the store that it began from; None: they are not kept there.
        log: as it is searched.
    """

    revision: int
    edition: int | None
    log: PagedLog


def current(store: Store, user_id: str, held: Indexed | None = None) -> Indexed:
    """The index of a user as of now; what it took in is kept in the store, where that can be written.

    Args:
        store: of the user.
        user_id: whose.
        held: what is in memory, if anything: its pages are not read again while they are current.
    """
    from persona.recall import PagedLog

    read = store.unread(user_id, None if held is None else held.edition)
    if read.edition is None and _can_open(store, user_id):
        read = store.unread(user_id)
    before = read.pages if read.pages is not None or held is None else held.log.pages
    after = _taken_in(before or (), read)
    if sum(len(page.keys) for page in after) != read.count:  # something was written without a note
        read = store.unread(user_id, anew=True)
        after = _taken_in((), read)
    edition = _keep(store, user_id, read, () if read.keys is None else before or (), after)
    return Indexed(read.revision, edition, PagedLog(after, partial(store.texts, user_id)))


def _taken_in(before: Sequence[Page], read: Unread) -> tuple[Page, ...]:
    from persona.recall import Entry, changed

    return changed(before, read.keys or (), map(Entry.of, read.messages))


def _can_open(store: Store, user_id: str) -> bool:
    try:
        store.open_index(user_id)
    except StoreError as error:
        _LOG.info("the index of what was said is not kept: %s", error)
        return False
    return True


def _keep(
    store: Store, user_id: str, read: Unread, before: Sequence[Page], after: Sequence[Page]
) -> int | None:
    """The edition under which the pages are kept; None where they are not, or not all of them."""
    if read.edition is None or read.keys == ():
        return read.edition
    try:
        return store.put_pages(user_id, read, before, after)
    except StoreError as error:
        _LOG.info("the index of what was said is not kept: %s", error)
        return None
