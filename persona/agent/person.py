"""Long-term memory: the persona of the user, read into the prompt and written back to.

Reading is local. Writing keeps the user's own messages; the persona is rebuilt elsewhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from persona.agent.events import Note
from persona.agent.parts import noted
from persona.agent.tools import Tool, tool
from persona.agent.wording import Language, say
from persona.errors import AgentError, UnknownNameError, UsageError
from persona.text import holds_name, name_key

if TYPE_CHECKING:
    from persona.engine import PersonaEngine

BLOCK_TOKENS = 300


def message_id(conversation_id: str, number: int, text: str) -> str:
    """The id of a message in a conversation: the same however often it is written back."""
    data = f"{conversation_id}\0{number}\0{text}".encode("utf-8", "replace")
    return hashlib.sha256(data).hexdigest()[:20]


class LongTerm:
    """What an agent knows of one user, over conversations.

    Args:
        engine: with the user's persona.
        user_id: whose.
        conversation_id: of the present conversation.
        language: of the block.
        max_tokens: of the block.
    """

    def __init__(
        self,
        engine: PersonaEngine,
        user_id: str,
        *,
        conversation_id: str = "default",
        language: Language = "en",
        max_tokens: int = BLOCK_TOKENS,
    ) -> None:
        self._engine = engine
        self._user_id = user_id
        self._conversation_id = conversation_id
        self._language = language
        self._max_tokens = max_tokens
        self._forgotten: set[str] = set()

    def block(self, question: str) -> tuple[str, list[Note]]:
        """The block for the prompt, what bears on the question first; "" for a stranger."""
        try:
            block = self._engine.prompt(
                self._user_id, lang=self._language, max_tokens=self._max_tokens, query=question
            )
            due = self._engine.status(self._user_id)["due"]
        except (UnknownNameError, UsageError):
            return "", []
        note = Note("persona_stale", say(self._language, "persona_stale"))
        return block.text, [note] if due else []

    def observe(self, turns: Sequence[Mapping[str, Any]]) -> None:
        """Writes turns of the conversation back: a local write; the same turn twice is one.

        A turn that names what was forgotten in this conversation is left out.
        """
        kept = []
        for number, turn in enumerate(turns):
            text = noted(turn["content"])
            if any(holds_name(text, name) for name in self._forgotten):
                continue
            message = {
                "role": turn["role"],
                "content": text,
                "id": message_id(self._conversation_id, number, text),
                "conversation_id": self._conversation_id,
            }
            if "timestamp" in turn:
                message["timestamp"] = turn["timestamp"]
            kept.append(message)
        if kept:
            self._engine.observe(self._user_id, kept)

    def tools(self, turns: Sequence[Mapping[str, Any]]) -> list[Tool]:
        """The tools that write to this memory during the conversation; the user sees them called.

        Args:
            turns: of the conversation, the present one last.
        """

        def remember(quote: str) -> str:
            """Keeps something that the user said about themselves. Only their own words, never a guess.

            Args:
                quote: the user's words exactly as written, for example "I am allergic to nuts".
            """
            wanted = name_key(quote)
            for number, turn in enumerate(turns):
                if turn["role"] == "user" and wanted and wanted in name_key(noted(turn["content"])):
                    self.observe(turns[: number + 1])
                    return f"kept: {quote}"
            raise AgentError("the user has not written this; quote their own words")

        def forget(name: str) -> str:
            """Forgets a thing for good when the user asks for it. Not for mere changes of mind.

            Args:
                name: of the thing as the user names it, for example "Vim".
            """
            if not turns or not holds_name(noted(turns[-1]["content"]), name):
                raise AgentError("the user did not name this in their last message; ask them first")
            self._forgotten.add(name)
            self._engine.forget(self._user_id, entity=name)
            return f"forgotten: {name}"

        return [tool(remember), tool(forget)]
