"""What all check words of hostile cases share: the table of words, and how a step is looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scripts.cases._hostile_views import View
from scripts.cases._hostile_world import Took, World

Failures = Iterator[str]
Check = Callable[[World, Any, "Took | None"], Failures]
WORDS: dict[str, Check] = {}

USER_MEANT = "u1"
"""Whom a check means that names nobody."""


def word(function: Check) -> Check:
    """Makes a function the check word of its name."""
    WORDS[function.__name__.strip("_")] = function
    return function


def steps_of(world: World, step: Took | None) -> list[Took]:
    """The step that is named, else all."""
    return world.took if step is None else [step]


def ranges_of(ranges: Sequence[str]) -> re.Pattern[str]:
    """Ranges such as ``U+202A-U+202E`` as a pattern of their characters."""
    ends = [[int(end, 16) for end in re.findall(r"U\+([0-9A-Fa-f]+)", r)] for r in ranges]
    if not ends or not all(ends):
        raise ValueError(f"{ranges} are no ranges like U+202A-U+202E")
    return re.compile(
        "["
        + "".join(f"\\U{low:08x}-\\U{high:08x}" for low, *_, high in ((e[0], e[-1]) for e in ends))
        + "]"
    )


def has_chars(texts: Sequence[str], ranges: Sequence[str]) -> Failures:
    """Where texts have characters of the ranges."""
    pattern = ranges_of(ranges)
    for text in texts:
        found = pattern.search(text)
        if found:
            yield f"U+{ord(found[0]):04X} is not wanted, came {around(text, found.start())}"


def around(text: str, at: int) -> str:
    """The neighbourhood of a place in a text, escaped."""
    return ascii(text[max(0, at - 40) : at + 40])


def files_under(folder: Path) -> list[Path]:
    """Every file below a folder."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def blocks_of(world: World, step: Took | None, **options: Any) -> list[str]:
    """The persona blocks of a step; of all steps, and as they are now, where none is named."""
    if step is not None and not options:
        return [text for text in step.texts if step.op == "prompt"]
    blocks = [text for took in world.took if took.op == "prompt" for text in took.texts]
    for user in dict.fromkeys(world.users):
        if View(world, user).known:
            with world.engine() as engine:
                blocks += [engine.prompt(user, lang=lang, **options).text for lang in ("en", "zh")]
    return blocks
