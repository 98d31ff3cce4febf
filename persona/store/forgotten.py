"""What a user forgot, as an ingest has to know it: messages by key, names by the words tried."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Connection

from persona.records import Message
from persona.redact import strike_message
from persona.store import tombstones
from persona.store.messages import Key
from persona.store.rows import to_micros
from persona.store.tombstones import ENTITY, MESSAGE, Digests, Tombstone


@dataclass(slots=True)
class Forgotten:
    """The tombstones of a user who has some, within one transaction.

    Attributes:
        first_revision: with which a user begins who was forgotten whole: one that no reader of the
            old state can have met.
        digests: makes the user's digests.
        names: tombstones of names, by digest.
    """

    user_id: str
    digests: Digests
    first_revision: int
    names: dict[str, Tombstone]
    _keys: dict[Key, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, connection: Connection, user_id: str) -> Forgotten:
        """What the user forgot."""
        digests = Digests(tombstones.salt(connection), user_id)
        first = to_micros(max(tombstones.times(connection, user_id))) or 0
        return cls(user_id, digests, first, tombstones.read(connection, user_id, ENTITY))

    def look_up(self, connection: Connection, keys: Iterable[Key]) -> None:
        """Fetches for many messages at once whether they are forgotten."""
        wanted = {key: self.digests.of(MESSAGE, *key) for key in keys}
        found = tombstones.read(connection, self.user_id, MESSAGE, wanted.values())
        self._keys |= {key: digest in found for key, digest in wanted.items()}

    def holds(self, connection: Connection, key: Key) -> bool:
        """Whether a message is forgotten."""
        if key not in self._keys:
            self.look_up(connection, [key])
        return self._keys.get(key, False)

    def struck(self, message: Message) -> Message:
        """A message without the names that were forgotten after it was said.

        One without a time is left as it is: it may have been said since.
        """
        if message.time is None:
            return message
        stones = {d: stone for d, stone in self.names.items() if message.time <= stone.time}
        if not stones:
            return message

        def digest_of(key: str) -> str | None:
            digest = self.digests.of(ENTITY, key)
            return digest if digest in stones else None

        return strike_message(message, {s.length for s in stones.values()}, digest_of)
