"""What the parser finds in a model's text. A closed union; every character stands in one `raw`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Place = Literal["prefix", "line", "inline"]


@dataclass(frozen=True, slots=True)
class Text:
    """Text that is neither a prefix nor an action; `raw` is the text."""

    text: str

    @property
    def raw(self) -> str:
        """The characters of the input."""
        return self.text


@dataclass(frozen=True, slots=True)
class Action:
    """A tool that the model wants called, or a final answer given as one.

    Attributes:
        name: of the tool.
        input: as JSON: an object, a text, or what else came; {} where nothing did.
        raw: the characters of the input that it took, its fence included; of several actions in one
            fence or list the first has them all.
        place: after a prefix, at the start of a line, or within a line.
    """

    name: str
    input: Any
    raw: str
    place: Place = "inline"


@dataclass(frozen=True, slots=True)
class Final:
    """A piece of the final answer as it comes; `raw` is "" where an `Action` has the characters."""

    text: str
    raw: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """A piece of what stands within ``<think>``; never an action."""

    text: str

    @property
    def raw(self) -> str:
        """The characters of the input."""
        return self.text


@dataclass(frozen=True, slots=True)
class Skipped:
    """Characters that are neither shown nor acted on.

    Attributes:
        raw: the characters.
        why: a recognised prefix, a tag, or an observation that the model made up.
    """

    raw: str
    why: Literal["prefix", "tag", "observation"]


@dataclass(frozen=True, slots=True)
class Failed:
    """An action that was meant and cannot be read; its characters are in a `Text`.

    Attributes:
        why: one sentence, for the model.
        said: the text at fault.
    """

    why: str
    said: str

    @property
    def raw(self) -> str:
        """Nothing: the characters stand elsewhere."""
        return ""


Item = Text | Action | Final | Thinking | Skipped | Failed
