"""Observations of a user, made from the live messages at each call; nothing of them is kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from persona.config import Settings, check_user_id
from persona.engine.pipeline import WITHHOLDING
from persona.errors import UsageError
from persona.extract.playing import played_messages
from persona.extract.windows import windows
from persona.records import Message
from persona.store import Store

if TYPE_CHECKING:
    from persona.recall.observations import Observation


class Observing:
    """Methods of `persona.PersonaEngine` that tell what happened in a user's life."""

    store: Store
    settings: Settings

    def observations(
        self,
        user_id: str,
        *,
        name: str | None = None,
        each_claim: bool = False,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> tuple[Observation, ...]:
        """What the user told of their life, in the third person; no model, no network.

        They are read from the messages as they stand now, so no rebuild is needed and what was
        forgotten leaves none. Names that the user took back or hid are in none of them. They are for
        reading and searching; where one goes into a prompt, `persona.guard.safe_line` keeps it data.

        Args:
            user_id: whose.
            name: what the user is called in them; default the name that is known of them, else
                "the user" (用户).
            each_claim: one line for each claim, lists taken apart, in place of one line a message.
            since: aware; only of messages at or after it.
            until: aware; only of messages at or before it. Messages without a time always count.

        Returns:
            Observations with ``.text .quote .conversation_id .message_ids .time``, in order of the log.

        Raises:
            UnknownNameError: no such user.
            UsageError: a time has no zone.
        """
        from persona.recall.observations import observations

        if any(time is not None and time.tzinfo is None for time in (since, until)):
            raise UsageError("since and until need a time zone")
        self.store.state(check_user_id(user_id))
        messages = self.store.messages(user_id)
        return observations(
            messages,
            name if name is not None else self._called(user_id),
            each_claim=each_claim,
            since=since,
            until=until,
            played=_played(user_id, messages),
            withheld=[c.entity for c in self.store.corrections(user_id) if c.action in WITHHOLDING],
            allow_sensitive=self.settings.allow_sensitive,
        )

    def _called(self, user_id: str) -> str | None:
        """The name that is known of a user."""
        persona = self.store.persona(user_id)
        held = persona.sections.get("attributes", ()) if persona is not None else ()
        return next((line.entity for line in held if line.kind == "name"), None)


def _played(user_id: str, messages: Sequence[Message]) -> set[tuple[str, str]]:
    return {
        (window.conversation_id, message_id)
        for window in windows(user_id, messages)
        for message_id in played_messages(window)
    }
