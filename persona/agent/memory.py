"""Working memory of a run, and what is worth remembering of a session."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from persona.agent.tools import Learned
from persona.agent.wording import Language, say
from persona.guard import safe_line
from persona.tokens import estimate

_LINE = 160
_EPISODES = 50


def signature(name: str, arguments: Any) -> str:
    """The same for two calls of one tool with equal arguments, whatever their order."""
    data = json.dumps([name, arguments], sort_keys=True, default=str)
    return hashlib.sha256(data.encode("ascii")).hexdigest()[:16]


class Known(BaseModel):
    """A fact of the run and the call that it came from."""

    model_config = ConfigDict(frozen=True)

    text: str
    source: str


class Working(BaseModel):
    """Working memory: what is wanted, what is there, what is missing, what is to be checked.

    It is a value: each step gives a new one.

    Attributes:
        goal: the user's question, on one line.
        done: facts with their source, oldest first.
        covered: parts of what is needed that are there; missing: those that are not.
        hypotheses: to be checked.
    """

    model_config = ConfigDict(frozen=True)

    goal: str = ""
    done: tuple[Known, ...] = ()
    covered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()

    def learn(self, learned: Learned, source: str) -> Working:
        """With what a call taught: what is covered is no longer missing, nor what is settled to check."""
        had = {known.text for known in self.done}
        facts = (safe_line(text, _LINE) for text in learned.facts)
        done = [Known(text=text, source=source) for text in facts if text not in had]
        covered = tuple(dict.fromkeys((*self.covered, *learned.covered)))
        missing = tuple(
            part for part in dict.fromkeys((*self.missing, *learned.missing)) if part not in covered
        )
        settled = {known.text for known in done} | {safe_line(h, _LINE) for h in learned.refuted}
        asked = self.suppose(*learned.hypotheses).hypotheses
        update = {
            "done": (*self.done, *done),
            "covered": covered,
            "missing": missing,
            "hypotheses": tuple(h for h in asked if h not in settled),
        }
        return self.model_copy(update=update)

    def suppose(self, *hypotheses: str) -> Working:
        """With hypotheses to check."""
        every = tuple(dict.fromkeys((*self.hypotheses, *(safe_line(h, _LINE) for h in hypotheses))))
        return self.model_copy(update={"hypotheses": every})

    def diff(self, before: Working) -> dict[str, list[str]]:
        """What is new in each part since another state."""
        old = before.model_dump()
        found: dict[str, list[str]] = {}
        for part, now in self.model_dump().items():
            if part == "goal" or now == old[part]:
                continue
            new = [
                str(item["text"] if isinstance(item, dict) else item)
                for item in now
                if item not in old[part]
            ]
            if new:
                found[part] = new
        return found

    def block(self, language: Language, max_tokens: int = 400) -> str:
        """The memory as text within a budget, the newest facts kept; "" where there is nothing."""
        if not (self.done or self.covered or self.missing or self.hypotheses):
            return ""
        colon, comma = (": ", ", ") if language == "en" else ("：", "、")
        parts = [("goal", (self.goal,)), ("missing", self.missing), ("hypotheses", self.hypotheses)]
        lines = [
            f"{say(language, name)}{colon}{comma.join(items)}"
            for name, items in parts
            if any(items)
        ]
        if self.covered:
            lines.insert(1, f"{say(language, 'done')}{colon}{comma.join(self.covered)}")
        head = say(language, "memory") + colon.strip()
        left = max_tokens - estimate("\n".join([head, *lines])) - 2
        kept: list[str] = []
        for known in reversed(self.done):
            line = f"- {known.text} [{known.source}]"
            left -= estimate(line) + 1
            if left < 0:
                break
            kept.append(line)
        return "\n".join([head, *lines, *reversed(kept)])


class Episode(BaseModel):
    """Something that happened in the session: a tool that worked or failed, a correction by the user."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["success", "failure", "correction"]
    text: str
    turn: int


class Episodes(BaseModel):
    """The session's episodes: without repeats, at most fifty, the older the less they weigh.

    Args:
        half_life: turns in which an episode loses half its weight.
    """

    model_config = ConfigDict(frozen=True)

    kept: tuple[Episode, ...] = ()
    half_life: int = 8

    def add(
        self, kind: Literal["success", "failure", "correction"], text: str, turn: int
    ) -> Episodes:
        """With another episode; the same again only becomes newer."""
        line = safe_line(text, _LINE)
        others = [e for e in self.kept if (e.kind, e.text) != (kind, line)]
        kept = (*others, Episode(kind=kind, text=line, turn=turn))[-_EPISODES:]
        return self.model_copy(update={"kept": kept})

    def weight(self, episode: Episode, turn: int) -> float:
        """How much an episode counts in a turn, in (0, 2]: corrections twice as much."""
        base = 2.0 if episode.kind == "correction" else 1.0
        return float(base * 2.0 ** (-max(turn - episode.turn, 0) / self.half_life))

    def block(self, language: Language, turn: int, most: int = 6) -> str:
        """The weightiest episodes as text; "" for none."""
        ranked = sorted(self.kept, key=lambda e: (-self.weight(e, turn), -e.turn, e.text))[:most]
        if not ranked:
            return ""
        lines = [f"- {episode.text}" for episode in sorted(ranked, key=lambda e: (e.turn, e.text))]
        return "\n".join([say(language, "episodes"), *lines])


def texts(parts: Sequence[Any] | str) -> str:
    """The text of a message's content: of parts, the text parts."""
    if isinstance(parts, str):
        return parts
    found = [
        str(p.get("text", "")) for p in parts if isinstance(p, dict) and p.get("type") == "text"
    ]
    return "\n".join(found)
