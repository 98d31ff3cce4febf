"""How a run is to go, and what one of its requests is: values that nothing changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel

from persona.agent.acting import Outcome, Policy, Prepared, call_all
from persona.agent.compression import COMPRESS_AT
from persona.agent.events import Note, Phase
from persona.agent.limits import Limits
from persona.agent.messages import Messages, Setting
from persona.agent.results import Serialisers
from persona.agent.screening import SHOWN
from persona.agent.summaries import Summariser
from persona.agent.tools import Tool

Mode = Literal["auto", "function", "react", "completion"]
Actor = Callable[[Sequence[Prepared], Policy, Serialisers], Awaitable[list[Outcome]]]
DEFAULT_WINDOW = 32_768


@dataclass(frozen=True, slots=True)
class Plan:
    """How a run is to go; nothing of it changes within the run.

    Attributes:
        model: with `areply`, and `stream` where it can.
        tools: by name.
        setting: system prompt, language and what stands near the end.
        mode: how tools are called; "auto": by function calling where the model can, else in text.
        capable: with "auto", whether function calling is tried.
        limits: of the run.
        policy: of the calls of a round.
        shown: tools a round shows at most.
        window: tokens that the model takes, reply included.
        compress_at: share of the window above which the state is made smaller.
        summariser: a model that writes summaries of older steps; None: they are shortened as they are.
        template: of ReAct prompts; None: the usual one.
        check_numbers: numbers of the answer must stand in the tools' results.
        answer: the form of the final answer, as JSON of this model; None: a text.
        serialisers: how results become text.
        act: calls the tools of a round; a replay gives what was recorded.
        options: of each request.
    """

    model: Any
    tools: Mapping[str, Tool]
    setting: Setting = field(default_factory=Setting)
    mode: Mode = "auto"
    capable: bool = True
    limits: Limits = field(default_factory=Limits)
    policy: Policy = field(default_factory=Policy)
    shown: int = SHOWN
    window: int = DEFAULT_WINDOW
    compress_at: float = COMPRESS_AT
    summariser: Summariser | None = None
    template: str | None = None
    check_numbers: bool = False
    answer: type[BaseModel] | None = None
    serialisers: Serialisers = field(default_factory=Serialisers)
    act: Actor = call_all
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """One request, ready to be sent; `mode` is the way of asking."""

    messages: Messages
    tools: tuple[Tool, ...]
    phase: Phase
    tokens: int
    notes: tuple[Note, ...] = ()
    mode: str = "function"

    @property
    def names(self) -> tuple[str, ...]:
        """Of the tools that are shown."""
        return tuple(tool.name for tool in self.tools)


Observer = Callable[[str, Any], None]
"""Told of what a trace keeps: replies, results, the state after each step."""


def keep_nothing(kind: str, value: Any) -> None:
    """Keeps no trace."""
