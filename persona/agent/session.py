"""A conversation: turns, what was confirmed in them, and the way back into the persona at its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from persona.agent.agent import Agent, Question, Result, finish
from persona.agent.events import Event, Note, Stopped
from persona.agent.loop import converse
from persona.agent.memory import Episodes
from persona.agent.parts import noted
from persona.errors import PersonaError

if TYPE_CHECKING:
    from persona.agent.running import Run
    from persona.engine import PersonaEngine


class Session:
    """One conversation of an agent with a user.

    Its end writes the turns back to the engine: a local write, off the reply's path. A worker of
    `persona.jobs`, where one runs, rebuilds; else they wait in the store.

    Args:
        agent: who answers.
        user_id: who asks; None: nobody is known and nothing is written back.
        engine: where the turns are kept; it gives their times as well.
        conversation_id: other than those of the user's other conversations.
        kept: told the user id once the turns are written back (`persona.jobs.Worker.notify`).
    """

    def __init__(
        self,
        agent: Agent,
        user_id: str | None = None,
        *,
        engine: PersonaEngine | None = None,
        conversation_id: str = "default",
        kept: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._agent = agent
        self._user_id = user_id
        self._engine = engine
        self._conversation_id = conversation_id
        self._kept = kept
        self._person = agent.known(user_id, conversation_id)
        self.turns: list[dict[str, Any]] = []
        self.episodes = Episodes()

    async def events(self, question: Question, **settings: Any) -> AsyncGenerator[Event]:
        """The events of a turn; settings are those of `Agent.start`."""
        run = self._start(question, settings)
        async with aclosing(converse(run)) as events:
            async for event in events:
                if isinstance(event, Stopped):
                    self._ended(run, event.answer)
                yield event

    async def arun(self, question: Question, **settings: Any) -> Result:
        """A whole turn."""
        run = self._start(question, settings)
        result = await finish(run)
        self._ended(run, result.answer)
        return result

    def _start(self, question: Question, settings: dict[str, Any]) -> Run:
        time = {} if self._engine is None else {"timestamp": self._engine.clock().isoformat()}
        self._asked = {"role": "user", "content": question, **time}
        return self._agent.start(
            question,
            user_id=self._user_id,
            history=self.turns,
            episodes=self.episodes,
            conversation_id=self._conversation_id,
            person=self._person,
            turns=[*self.turns, self._asked],
            **settings,
        )

    def _ended(self, run: Run, answer: str) -> None:
        time = {k: v for k, v in self._asked.items() if k == "timestamp"}
        asked = {**self._asked, "content": noted(self._asked["content"])}
        self.turns += [asked, {"role": "assistant", "content": answer, **time}]
        self.episodes = run.state.episodes

    async def aclose(self) -> list[Note]:
        """Writes the turns back; a store that refuses is told of, never raised past a reply."""
        if self._person is None or not self.turns:
            return []
        try:
            await asyncio.to_thread(self._person.observe, tuple(self.turns))
        except PersonaError as error:
            return [Note("persona_stale", f"the conversation was not kept: {error}")]
        self._kept(self._user_id or "")
        return []
