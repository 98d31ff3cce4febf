"""Role play over several turns: which messages of a window are played."""

from __future__ import annotations

from persona.extract import cues
from persona.extract.clauses import plain_form
from persona.records import Window

MAX_SHOWN = 4000
"""Characters of a message that are looked at for the beginning or end of a play."""


def played_messages(window: Window) -> frozenset[str]:
    """Ids of the user's messages that are said in a part.

    Once the person has taken a part of their own ("you're a barista, I'm a pirate"), what they say
    is played until they leave it ("out of character", 别演了) or the window ends. A request that the
    assistant alone play something covers its own turn only and is not listed here.
    """
    played: set[str] = set()
    playing = False
    for turn in (*window.context, *window.turns):
        if not turn.message.is_users:
            continue
        plain = plain_form(turn.text[:MAX_SHOWN])
        if playing and cues.ends_role_play(plain):
            playing = False
        elif playing:
            played.add(turn.message.message_id)
        elif cues.takes_part(plain) and not cues.ends_role_play(plain):
            playing = True
            played.add(turn.message.message_id)
    return frozenset(played)
