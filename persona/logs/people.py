"""Whose words are whose in a chat of several people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from persona.errors import UsageError
from persona.records import Message
from persona.records.making import make_message
from persona.text import name_key

_SHOWN = 12


def attribute(messages: Iterable[Message], *, user_id: str, me: str | None) -> Iterator[Message]:
    """Turns a chat of several people into the log of one of them.

    Messages by ``me`` become the user's own (no author); those of others keep their author: they
    are context, never evidence. Messages that name no author (a chat with a model) are the user's.

    Args:
        messages: as a reader gives them. A `persona.logs.Log` is read twice, so that it is never
            whole in memory; other iterables are kept.
        user_id: whose log it becomes.
        me: the user among the authors: an id or a name as the log shows it. None where it is
            certain without: the user id is an author, the log names its owner, or there is only
            one author.

    Raises:
        UsageError: if it is not certain who the user is; the authors are named.
    """
    source = list(messages) if isinstance(messages, Iterator) else messages
    mine = _who(source, user_id, me)
    for message in source:
        own = message.role == "user" and message.user_id == mine
        yield _given(message, user_id, None if own else message.author)


def _given(message: Message, user_id: str, author: str | None) -> Message:
    """A message with another user and author; `dataclasses.replace` takes five times as long."""
    return make_message(
        user_id,
        message.conversation_id,
        message.message_id,
        message.role,
        message.text,
        message.time,
        author,
        message.position,
        message.source,
        message.id_origin,
        message.foreign,
        message.attachments,
        message.reply_to,
        message.time_inferred,
        message.forwarded,
        message.redacted,
    )


def _who(messages: Iterable[Message], user_id: str, me: str | None) -> str | None:
    """The id of the author who is the user; None where no message has an author."""
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    in_short = getattr(messages, "for_authors", None)
    for message in messages if in_short is None else in_short():
        if message.role == "user" and message.author is not None and message.user_id is not None:
            names[message.user_id] = message.author
            counts[message.user_id] += 1
    if not names:
        return None
    found = _called(me if me is not None else user_id, names)
    if not found and me is None:
        owner = getattr(messages, "owner", None)
        found = [owner] if owner in names else list(names) if len(names) == 1 else []
    if len(found) == 1:
        return found[0]
    problem = (
        "say which of the authors the user is, with --me"
        if me is None
        else f"no author is called {me!r}"
        if not found
        else f"several authors are called {me!r}; give the id"
    )
    raise UsageError(f"{problem}: {_listed(names, counts)}")


def _called(wanted: str, names: dict[str, str]) -> list[str]:
    """The ids that a word means: the same id, else ids or names that are spelt alike."""
    if wanted in names:
        return [wanted]
    key = name_key(wanted)
    return [found for found, name in names.items() if key in {name_key(found), name_key(name)}]


def _listed(names: dict[str, str], counts: Counter[str]) -> str:
    keys = [key for key, _ in counts.most_common(_SHOWN)]
    shown = [names[key] if names[key] == key else f"{names[key]} ({key})" for key in keys]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")
