"""Measures recall, selection and extraction on public sets, beside baselines; the data are not shipped.

`measure` runs one set from a folder of its files and gives plain JSON values: system to measure to
mean, with 95 % intervals by bootstrap.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from persona.errors import UsageError

__all__ = ["GENERATED", "SETS", "measure"]


def _prefeval(data: Path, stride: int) -> dict[str, Any]:
    from persona.evaluate.choices import choices
    from persona.evaluate.options import multiple_choice
    from persona.evaluate.prefeval import explicit

    return {
        "explicit": explicit(data, stride=stride),
        "choice": choices(data, stride=stride),
        "mcq": multiple_choice(data, stride=stride),
    }


def _locomo(data: Path, stride: int) -> dict[str, Any]:
    from persona.evaluate.facts import observations
    from persona.evaluate.locomo import evidence

    return {**evidence(data, stride=stride), "observations": observations(data)}


def _spc(data: Path, stride: int) -> dict[str, Any]:
    from persona.evaluate.facts import persona_chat

    return persona_chat(data, stride=stride)


def _crosswoz(data: Path, stride: int) -> dict[str, Any]:
    from persona.evaluate.facts import values_given

    return values_given(data, stride=stride)


def _dulemon(data: Path, _: int) -> dict[str, Any]:
    from persona.evaluate.facts import grounding

    return grounding(data)


def _updates(_: Path, stride: int) -> dict[str, Any]:
    from persona.evaluate.updates import updates

    return updates(max(1, 20 // stride))


_RUNS: dict[str, Callable[[Path, int], dict[str, Any]]] = {
    "prefeval": _prefeval,
    "locomo": _locomo,
    "crosswoz": _crosswoz,
    "dulemon": _dulemon,
    "spc": _spc,
    "updates": _updates,
}

GENERATED = ("updates",)
"""Sets that are made here and need no folder."""

SETS = tuple(_RUNS)
"""Names of the sets that can be measured."""


def measure(name: str, data: str | Path, *, stride: int = 1) -> dict[str, Any]:
    """Measures one set.

    Args:
        name: of `SETS`.
        data: the folder with the set's files, as they are published; a generated set ignores it.
        stride: take every so many items only, for a quick look.

    Raises:
        UsageError: an unknown set, a folder without its files, or a stride below 1.
    """
    if name not in _RUNS:
        raise UsageError(f"there is no set {name!r}: the sets are {', '.join(SETS)}")
    if stride < 1:
        raise UsageError(f"a stride is at least 1, not {stride}")
    folder = Path(data)
    if name not in GENERATED and not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; --data names the folder of the set's files")
    return _RUNS[name](folder, stride)
