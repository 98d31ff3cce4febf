"""Putting a persona block into a conversation, in place of an earlier one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from persona.errors import UsageError
from persona.profile.block import Block

_FENCED = re.compile(
    r'<user_persona id="(?P<nonce>[A-Za-z0-9_-]{4,64})"[^<>\n]{0,80}>\n[^<>]*</user_persona id="(?P=nonce)">'
)


def as_messages(
    block: Block, role: Literal["system", "developer", "user"] = "system"
) -> list[dict[str, str]]:
    """The block as a list of one chat message, or of none where the block is empty.

    Raises:
        UsageError: a role that cannot speak before the conversation.
    """
    if role not in ("system", "developer", "user"):
        raise UsageError(f"The persona block speaks as system, developer or user, not as {role!r}.")
    return [{"role": role, "content": block.text}] if block.text else []


def inject(
    messages: Sequence[Mapping[str, Any]],
    block: Block,
    role: Literal["system", "developer", "user"] = "system",
) -> list[dict[str, Any]]:
    """A new list of messages with the block after the last leading system message.

    An earlier block of ours is replaced: a message that is nothing else is dropped, and one within a
    system message is cut out of it. The messages given are not changed.
    """
    kept = [plain for message in messages if (plain := _without_block(message)) is not None]
    place = 0
    while place < len(kept) and kept[place].get("role") in ("system", "developer"):
        place += 1
    return [*kept[:place], *as_messages(block, role), *kept[place:]]


def _without_block(message: Mapping[str, Any]) -> dict[str, Any] | None:
    content = message.get("content")
    if not isinstance(content, str) or "<user_persona" not in content:
        return dict(message)
    if _FENCED.fullmatch(content.strip()):
        return None
    if message.get("role") not in ("system", "developer"):
        return dict(message)  # a person may quote a block; their words are theirs
    return {**message, "content": _FENCED.sub("", content).strip()}
