"""What the person says about the graph itself: wrong, instead, merge, split, pin, hide, review.

A correction is kept like a message and makes the user due; the next rebuild takes it in. Names are
checked against what the last rebuild found, so that a slip is told at once.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from persona.config import Settings, check_user_id
from persona.engine.naming import only_entity
from persona.engine.review import ReviewItem, items
from persona.engine.standing import stand_of
from persona.errors import UnknownNameError, UsageError
from persona.records import Correction, Entity
from persona.resolve import named
from persona.store import Store
from persona.text import name_key, one_line
from persona.vocabulary import KINDS

Mark = Literal["pin", "hide"]


def correct(
    store: Store,
    user_id: str,
    entity: str,
    *,
    now: datetime,
    wrong: bool = False,
    instead: str | None = None,
    kind: str | None = None,
    polarity: int | None = None,
) -> Correction:
    """Keeps that what is known of an entity is wrong, or is so of another one.

    Raises:
        UnknownNameError: no such user or entity.
        UsageError: neither or both of `wrong` and `instead`, a blank name, or an unknown kind.
    """
    if wrong == (instead is not None):
        raise UsageError("a correction says either that it is wrong or what it is instead")
    if instead is not None and not name_key(instead):
        raise UsageError("what it is instead is blank: name it")
    if kind is not None and kind not in KINDS:
        raise UsageError(f"no kind {kind!r}: the kinds are {', '.join(KINDS)}")
    if polarity not in (None, -1, 0, 1):
        raise UsageError(f"a polarity is 1, 0 or -1, not {polarity!r}")
    _named(store, user_id, entity)
    return store.put_correction(
        user_id,
        Correction(
            "wrong" if wrong else "instead",
            one_line(entity),
            None if instead is None else one_line(instead),
            kind,
            polarity,
            now,
        ),
    )


def merge(store: Store, user_id: str, entity: str, other: str, *, now: datetime) -> Correction:
    """Keeps that two names are one thing.

    Raises:
        UnknownNameError: no such user or entity.
        UsageError: they are one already.
    """
    known = _named_or_split(store, user_id, entity), _named_or_split(store, user_id, other)
    if known[0] is not None and known[0] == known[1]:
        raise UsageError(f"{entity!r} and {other!r} are one already")
    return store.put_correction(
        user_id, Correction("merge", one_line(entity), one_line(other), time=now)
    )


def split(store: Store, user_id: str, entity: str, alias: str, *, now: datetime) -> Correction:
    """Keeps that a name is no name of an entity, but of a thing of its own.

    Raises:
        UnknownNameError: no such user or entity, or it has no such alias.
        UsageError: the alias is the entity's own name.
    """
    if name_key(entity) == name_key(alias):
        raise UsageError(f"{alias!r} cannot be split from itself: give the entity's other name")
    known = _named(store, user_id, entity)
    if known is not None and known not in named([known], alias):
        raise UnknownNameError(
            f"{known.name!r} is not called {alias!r}; it is called "
            f"{', '.join(map(repr, (known.name, *known.aliases)))}"
        )
    return store.put_correction(
        user_id, Correction("split", one_line(entity), one_line(alias), time=now)
    )


def mark(store: Store, user_id: str, entity: str, action: Mark, *, now: datetime) -> Correction:
    """Keeps that an entity comes first in the persona, or is not shown; the last word holds.

    Raises:
        UnknownNameError: no such user or entity.
    """
    _named(store, user_id, entity)
    return store.put_correction(user_id, Correction(action, one_line(entity), time=now))


def _named(store: Store, user_id: str, name: str) -> Entity | None:
    """The entity that a correction names; None where the user was never rebuilt."""
    state = store.state(check_user_id(user_id))
    if not name_key(name):
        raise UsageError("a name is blank: name the entity")
    if state.built_revision is None:
        return None
    return only_entity(store.entities(user_id), name)


def _named_or_split(store: Store, user_id: str, name: str) -> Entity | None:
    """As `_named`; None also for a name that a split left without anything said of it."""
    try:
        return _named(store, user_id, name)
    except UnknownNameError:
        split = [c for c in store.corrections(user_id) if c.action == "split"]
        names = {name_key(n) for c in split for n in (c.entity, c.other or "")}
        if name_key(name) not in names:
            raise
        return None


def review(store: Store, settings: Settings, user_id: str) -> tuple[ReviewItem, ...]:
    """What waits for the person's word, see `persona.engine.review`.

    Raises:
        UnknownNameError: no such user.
    """
    store.state(check_user_id(user_id))
    standing = stand_of(store, settings, user_id)
    resolution = standing.resolution(settings)
    return items(
        store.rejections(user_id),
        resolution.proposals,
        resolution.entities,
        standing.corrections,
    )


def answer(
    store: Store, settings: Settings, user_id: str, item_id: str, *, accept: bool, now: datetime
) -> Correction:
    """Keeps the person's word on an item of the review.

    Accepting a pair merges the two, rejecting it keeps them apart.

    Raises:
        UnknownNameError: no such user, or no such open item.
        UsageError: the item cannot be accepted.
    """
    for item in review(store, settings, user_id):
        if item.id == item_id:
            break
    else:
        raise UnknownNameError(f"no open item {item_id!r}: `persona review` lists them")
    if item.sort == "merge":
        left, right = item.names
        said = Correction("merge" if accept else "split", left, right, time=now)
    elif accept and not item.acceptable:
        raise UsageError(f"{item_id} ({item.reason}) cannot be accepted, only rejected")
    else:
        said = Correction("accept" if accept else "reject", item.id, time=now)
    return store.put_correction(user_id, said)
