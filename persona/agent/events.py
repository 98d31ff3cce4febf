"""What happens in a run, as a closed union of small records, in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from persona.llm import Usage

Phase = Literal["initialise", "reason", "act", "synthesise"]

StopReason = Literal[
    "final",
    "needs_input",
    "max_steps",
    "repeated_call",
    "tool_error",
    "parse_failed",
    "budget",
    "context",
    "model_error",
    "prompt_leak",
    "cancelled",
]

NoteKind = Literal[
    "fallback",
    "parse_failed",
    "repeated_call",
    "further_actions",
    "made_up_observation",
    "orphan_tool_message",
    "compressed",
    "cut_off",
    "ungrounded_number",
    "persona_stale",
    "retry",
    "prompt_leak",
    "not_sent",
    "written_call",
    "summary_failed",
]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A request is about to be sent.

    Attributes:
        number: from 1.
        phase: what this round is for.
        tools: names of the tools that the model is shown.
        tokens: of the request, by the project's estimate.
    """

    number: int
    phase: Phase
    tools: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of what the model says to the user, as it comes."""

    text: str


@dataclass(frozen=True, slots=True)
class Thought:
    """What the model thought in this round, whole."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCalled:
    """A tool is about to be called; `arguments` is None where they could not be read."""

    id: str
    name: str
    arguments: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call gave, as the model is told.

    Attributes:
        id: of the call.
        name: of the tool.
        text: capped.
        error: whether it is one.
        seconds: wall time of the call.
        called: whether the tool itself ran.
    """

    id: str
    name: str
    text: str
    error: bool = False
    seconds: float = 0.0
    called: bool = True


@dataclass(frozen=True, slots=True)
class MemoryChanged:
    """What the working memory learned from the results of a round.

    Attributes:
        changes: what is new, by part: done, covered, missing, hypotheses.
    """

    changes: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a reader of the run should know, in one sentence."""

    kind: NoteKind
    text: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """The answer, whole."""

    text: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The run has ended.

    Attributes:
        reason: why.
        answer: never empty: what the model answered, else the best that was gathered.
        usage: of every call of the run.
        rounds: requests that were answered.
        why: one sentence where the reason is a fault.
    """

    reason: StopReason
    answer: str
    usage: Usage
    rounds: int
    why: str = ""


Event = (
    RoundBegan
    | TextDelta
    | Thought
    | ToolCalled
    | ToolResult
    | MemoryChanged
    | Note
    | FinalAnswer
    | Stopped
)
