"""PrefEval, choices: is the option that the person took among the facts, and none that they did not?

The four messages of an exchange are read as a log. An option is told from the others by its distinct
content words, those of no other option. Hit: some positive fact covers half of the distinct words of
the option taken. Clean hit: and none covers half of those of another; `rejected` facts do not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from persona.evaluate.measures import Tally, content_words, coverage
from persona.evaluate.people import assertions_of
from persona.evaluate.prefeval import topics
from persona.records import USER, Message

PART = "implicit_preference/choice-based"
_EXCHANGE = (
    ("user", "query"),
    ("assistant", "assistant_options"),
    ("user", "user_selection"),
    ("assistant", "assistant_acknowledgment"),
)


def choices(data: Path, *, stride: int = 1) -> dict[str, Any]:
    """Hit and clean hit of each system."""
    tally = Tally()
    rows = [row for _, found in topics(data, PART) for row in found]
    for row in rows[::stride]:
        said = row["conversation"]
        options = row["options"]
        taken = options.index(row["aligned_op"])
        stored = {
            "persona": positive_targets(said),
            "selection turn": [said["user_selection"]],
            "best overlap, options given": [_by_overlap(options, said["user_selection"])],
        }
        for system, texts in stored.items():
            tally.add(system, _measured(options, taken, texts))
    return tally.summary("clean hit")


def positive_targets(said: Mapping[str, str]) -> list[str]:
    """What the rules take as liked, used or wanted in an exchange."""
    messages = [
        Message("u", "c", f"m{n}", role, said[part], position=n)  # type: ignore[arg-type]
        for n, (role, part) in enumerate(_EXCHANGE)
    ]
    found = assertions_of(messages)
    return [a.target for a in found if a.source == USER and a.polarity > 0]


def _by_overlap(options: Sequence[str], reply: str) -> str:
    words = set(content_words(reply))

    def shared(option: str) -> float:
        own = set(content_words(option))
        return float(len(own & words) / (len(own) ** 0.5 + 1e-9))

    return max(options, key=shared)


def _measured(options: Sequence[str], taken: int, texts: Sequence[str]) -> dict[str, float]:
    covered = []
    for number, option in enumerate(options):
        others = {w for n, o in enumerate(options) if n != number for w in content_words(o)}
        own = set(content_words(option)) - others
        covered.append(max((coverage(own, text) for text in texts), default=0.0))
    hit = covered[taken] >= 0.5
    stray = any(value >= 0.5 for n, value in enumerate(covered) if n != taken)
    return {"hit": hit, "clean hit": hit and not stray}
