"""What a request to forget means: which messages go, out of which a name is struck, which stones."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from persona.engine.naming import only_entity
from persona.errors import UnknownNameError, UsageError, UserIdError
from persona.records import Entity, Message, iso
from persona.redact import strike_message
from persona.resolve import named
from persona.store import Digests, Store, Tombstone
from persona.store.tombstones import ENTITY, MESSAGE
from persona.text import holds_name, key_spellings, may_hold, name_key

Key = tuple[str, str]
Scope = Literal["message", "conversation", "entity", "older_than", "everything"]

_WILD = frozenset("%*?")
_MICROSECOND = timedelta(microseconds=1)
_MESSAGE_ID = "message_id"  # the scope of a request by message id; single messages have their own


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be forgotten; exactly one scope, made by `read_request`.

    Attributes:
        message_ids: of single messages.
        conversation_id: a whole conversation; with `message_ids` the one that they are of.
        entity: a name, an alias or a key.
        older_than: messages dated before it.
        everything: the user.
    """

    message_ids: tuple[str, ...] = ()
    conversation_id: str | None = None
    entity: str | None = None
    older_than: datetime | None = None
    everything: bool = False

    @property
    def scope(self) -> Scope:
        """Which of the five it is."""
        if self.message_ids:
            return "message"
        if self.conversation_id is not None:
            return "conversation"
        if self.entity is not None:
            return "entity"
        return "everything" if self.everything else "older_than"


@dataclass(frozen=True, slots=True)
class Target:
    """What a request means in a store.

    Attributes:
        forgotten: messages that go, by key.
        redacted: messages as they stand without the names, by key.
        stones: tombstones to put.
        names: every name that is struck out.
        notes: what the person should know.
    """

    forgotten: Mapping[Key, Message] = field(default_factory=dict)
    redacted: Mapping[Key, Message] = field(default_factory=dict)
    stones: tuple[Tombstone, ...] = ()
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def gone(self) -> dict[str, set[str]]:
        """Ids of messages that go, by conversation."""
        return _by_conversation(self.forgotten)

    @property
    def touched(self) -> dict[str, set[str]]:
        """Ids of messages that go or change, by conversation."""
        return _by_conversation([*self.forgotten, *self.redacted])


def _by_conversation(keys: Collection[Key]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for conversation_id, message_id in keys:
        found.setdefault(conversation_id, set()).add(message_id)
    return found


def check_target_user(user_id: object) -> str:
    """The user id, if it can mean one user.

    Raises:
        UserIdError: it is no user id, or one that elsewhere means everybody.
    """
    from persona.config import check_user_id

    checked = check_user_id(user_id)
    if set(checked) <= _WILD:
        raise UserIdError(f"{checked!r} looks like a wildcard: forget one user at a time, by id")
    return checked


def read_request(
    *,
    message_id: str | Sequence[str] | None = None,
    conversation_id: str | None = None,
    entity: str | None = None,
    older_than: datetime | None = None,
    everything: bool = False,
) -> Request:
    """A request, if it can be meant.

    Raises:
        UsageError: no scope or several, an empty, blank or wildcard id, a time without a zone.
    """
    ids = (message_id,) if isinstance(message_id, str) else tuple(message_id or ())
    of_message = message_id is not None
    of_conversation = conversation_id is not None and not of_message
    scopes = (of_message, of_conversation, entity is not None, older_than is not None, everything)
    if sum(scopes) != 1 or (conversation_id is not None and not (of_message or of_conversation)):
        raise UsageError(
            "say what to forget: one of a message, a conversation, an entity, an age, or everything"
        )
    if of_message and not ids:
        raise UsageError("no message is named: give its id")
    for name in (*ids, conversation_id, entity):
        if name is not None:
            _check_name(name)
    if older_than is not None and older_than.tzinfo is None:
        raise UsageError("older_than needs a time zone")
    return Request(ids, conversation_id, entity, older_than, everything)


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not name.strip():
        raise UsageError("an id or a name is empty or blank: name what to forget")
    if set(name.strip()) <= _WILD:
        raise UsageError(f"{name!r} looks like a wildcard: name what to forget")


def find_target(
    store: Store,
    user_id: str,
    request: Request,
    messages: Sequence[Message],
    entities: Sequence[Entity],
    now: datetime,
) -> Target:
    """What a request means for the messages that are stored.

    Raises:
        UnknownNameError: no such message, conversation or entity.
        UsageError: a message id that several conversations have; a name that several entities have.
    """
    moments = _Moments(store.forget_times(user_id), now)
    digests = store.digests(user_id)
    if request.entity is not None:
        if _only_earlier(store, user_id, request.entity, messages, entities):
            entities = [Entity(name_key(request.entity), request.entity)]
        return _strike(digests, request.entity, messages, entities, moments.next())
    if request.message_ids:
        return _single(digests, request, messages, moments)
    chosen = _chosen(request, messages)
    time = moments.next()
    stones = [Tombstone(request.scope, _head(digests, request), 0, time)]
    stones += [Tombstone(MESSAGE, digests.of(MESSAGE, *key), 0, time) for key in chosen]
    return Target(chosen, stones=tuple(stones))


class _Moments:
    """Times for requests, no two alike: the time of a tombstone tells which request it is of."""

    def __init__(self, taken: Collection[datetime], now: datetime) -> None:
        self._taken = set(taken)
        self._now = now

    def next(self) -> datetime:
        while self._now in self._taken:
            self._now += _MICROSECOND
        self._taken.add(self._now)
        return self._now


def _head(digests: Digests, request: Request) -> str:
    """The digest that stands for a request as a whole."""
    if request.conversation_id is not None:
        return digests.of("conversation", request.conversation_id)
    if request.older_than is not None:
        return digests.of("older_than", iso(request.older_than) or "")
    return digests.of("everything")


def _chosen(request: Request, messages: Sequence[Message]) -> dict[Key, Message]:
    if request.everything:
        found = list(messages)
    elif request.older_than is not None:
        limit = request.older_than
        found = [m for m in messages if m.time is not None and m.time < limit]
    else:
        found = [m for m in messages if m.conversation_id == request.conversation_id]
        if not found:
            raise UnknownNameError(f"no conversation {request.conversation_id!r}")
    return {(m.conversation_id, m.message_id): m for m in found}


def _single(
    digests: Digests, request: Request, messages: Sequence[Message], moments: _Moments
) -> Target:
    chosen: dict[Key, Message] = {}
    stones = []
    for message_id in request.message_ids:
        found = [
            m
            for m in messages
            if m.message_id == message_id and request.conversation_id in (None, m.conversation_id)
        ]
        if not found:
            raise UnknownNameError(f"no message {message_id!r}")
        if len(found) > 1:
            where = ", ".join(repr(m.conversation_id) for m in found)
            raise UsageError(
                f"message {message_id!r} is in several conversations, {where}: say which"
            )
        key = (found[0].conversation_id, message_id)
        time = moments.next()
        chosen[key] = found[0]
        stones.append(Tombstone(_MESSAGE_ID, digests.of(_MESSAGE_ID, message_id), 0, time))
        stones.append(Tombstone(MESSAGE, digests.of(MESSAGE, *key), 0, time))
    return Target(chosen, stones=tuple(stones))


def _strike(
    digests: Digests,
    name: str,
    messages: Sequence[Message],
    entities: Sequence[Entity],
    time: datetime,
) -> Target:
    names, notes = _names_of(name, messages, entities)
    keys = {key: digests.of(ENTITY, key) for each in names for key in key_spellings(each)}
    redacted = {}
    for message in messages:
        if not may_hold(f"{message.text}\n{message.author or ''}", keys):
            continue
        struck = strike_message(message, {len(key) for key in keys}, keys.get)
        if struck is not message:
            redacted[message.conversation_id, message.message_id] = struck
    stones = (Tombstone(ENTITY, digest, len(key), time) for key, digest in keys.items())
    return Target(redacted=redacted, stones=tuple(stones), names=names, notes=notes)


def _only_earlier(
    store: Store,
    user_id: str,
    name: str,
    messages: Sequence[Message],
    entities: Sequence[Entity],
) -> bool:
    """Whether nothing but an earlier rebuild still holds a name."""
    if named(entities, name) or any(holds_name(m.text, name) for m in messages):
        return False
    key = name_key(name)
    return any(
        name_key(line.entity) == key
        for each in store.rebuilds(user_id)
        if (persona := store.rebuilt_persona(user_id, each.number)) is not None
        for lines in persona.sections.values()
        for line in lines
    )


def _names_of(
    name: str, messages: Sequence[Message], entities: Sequence[Entity]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every name of an entity, and what to know about them.

    A name that no entity has, but that a message holds, is taken as it stands.
    """
    if not named(entities, name) and any(holds_name(m.text, name) for m in messages):
        return (name,), ()
    entity = only_entity(entities, name)
    names = (entity.name, *entity.aliases)
    shared = {
        other.key
        for each in names
        for other in named(entities, each)
        if other.key != entity.key and name_key(each) in map(name_key, (other.name, *other.aliases))
    }
    if not shared:
        return names, ()
    return names, (
        f"the name is also that of {', '.join(sorted(shared))}: it is struck out there too",
    )


def find_stones(store: Store, user_id: str, request: Request) -> tuple[set[datetime], list[str]]:
    """The times of the requests to lift, and single messages to lift by digest.

    Raises:
        UnknownNameError: nothing of that is forgotten.
    """
    digests = store.digests(user_id)
    if request.everything:
        times = store.forget_times(user_id)
        return times, _found(times, [], request)
    if request.message_ids:
        return _stones_of_messages(store, user_id, digests, request)
    if request.entity is not None:
        scope, wanted = ENTITY, {digests.of(ENTITY, k) for k in key_spellings(request.entity)}
    else:
        scope, wanted = request.scope, {_head(digests, request)}
    stones = store.tombstones(user_id, scope)
    times = {stone.time for digest, stone in stones.items() if digest in wanted}
    return times, _found(times, [], request)


def _stones_of_messages(
    store: Store, user_id: str, digests: Digests, request: Request
) -> tuple[set[datetime], list[str]]:
    conversation_id = request.conversation_id
    if conversation_id is not None:
        stones = store.tombstones(user_id, MESSAGE)
        single = [digests.of(MESSAGE, conversation_id, i) for i in request.message_ids]
        return set(), _found(set(), [d for d in single if d in stones], request)
    heads = store.tombstones(user_id, _MESSAGE_ID)
    wanted = {digests.of(_MESSAGE_ID, message_id) for message_id in request.message_ids}
    times = {stone.time for digest, stone in heads.items() if digest in wanted}
    return times, _found(times, [], request)


def _found(times: Collection[datetime], single: list[str], request: Request) -> list[str]:
    if not times and not single:
        raise UnknownNameError(f"nothing is forgotten under this {request.scope.replace('_', ' ')}")
    return single
