"""The state of a run: a plain value that can be written, read back and gone on from."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from persona.agent.memory import Episodes, Working
from persona.llm import Usage


class Made(BaseModel):
    """A call that was made and what it gave.

    Attributes:
        id: of the call.
        name: of the tool.
        arguments: as JSON.
        result: as the model is told.
        error: whether it is one.
    """

    id: str
    name: str
    arguments: str
    result: str
    error: bool = False


class Step(BaseModel):
    """One round: what the model said, the calls it made with their results, what it was told then.

    A call and its result are one value, so nothing can part them.
    """

    said: str = ""
    calls: list[Made] = Field(default_factory=list)
    told: str = ""


class Spent(BaseModel):
    """Usage so far, as fields that can be written."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0

    def plus(self, usage: Usage) -> Spent:
        """With another call's."""
        return Spent(
            **{name: getattr(self, name) + getattr(usage, name) for name in type(self).model_fields}
        )

    @property
    def usage(self) -> Usage:
        """As the record of the model room."""
        return Usage(**self.model_dump())


class State(BaseModel):
    """Everything that a run knows.

    Attributes:
        user_id: whose conversation it is, or "".
        history: earlier messages of the conversation, user and assistant.
        question: the user's message: a text, or parts.
        steps: the rounds so far that are shown in full.
        facts: what compression kept of older ones, each with its source.
        working: memory of this run.
        episodes: of the session.
        shown: names of the tools of the last round; used: those called, oldest first.
        pinned: names of tools that the model looked for.
        rounds: requests answered.
        same: how often in a row the last call was made; last: its signature.
        failures: in a row, by tool.
        unread: replies in a row that could not be used.
        leaks: times that the model gave away its system prompt.
        spent: usage.
        seconds: wall time before this process took over.
        mode: "function", "react" or "completion", once it is known.
        closing: why the next round is the last, without tools; closing_why: in a sentence.
    """

    user_id: str = ""
    history: list[dict[str, Any]] = Field(default_factory=list)
    question: str | list[dict[str, Any]] = ""
    steps: list[Step] = Field(default_factory=list)
    facts: list[str] = Field(default_factory=list)
    working: Working = Field(default_factory=Working)
    episodes: Episodes = Field(default_factory=Episodes)
    shown: list[str] = Field(default_factory=list)
    used: list[str] = Field(default_factory=list)
    pinned: list[str] = Field(default_factory=list)
    rounds: int = 0
    same: int = 0
    last: str = ""
    failures: dict[str, int] = Field(default_factory=dict)
    unread: int = 0
    leaks: int = 0
    spent: Spent = Field(default_factory=Spent)
    seconds: float = 0.0
    mode: str = ""
    closing: str = ""
    closing_why: str = ""

    @property
    def turn(self) -> int:
        """Number of this user turn in the conversation, from 1."""
        return 1 + sum(1 for message in self.history if message.get("role") == "user")

    @property
    def made(self) -> list[Made]:
        """Every call that is shown in full."""
        return [call for step in self.steps for call in step.calls]
