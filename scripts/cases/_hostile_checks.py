"""The checks of hostile cases: finds the word of a check and asks it.

The words stand in `_hostile_known`, `_hostile_shown` and `_hostile_ended`. A word is a function of the
world, its argument, and the step that it speaks of (None: all of them). It gives one sentence for
each thing that does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scripts.cases import _hostile_ended, _hostile_known, _hostile_shown
from scripts.cases._hostile_ops import unfolded
from scripts.cases._hostile_words import WORDS, Failures
from scripts.cases._hostile_world import Took, World

__all__ = ["WORDS", "failures_of"]

_ROOMS = (_hostile_known, _hostile_shown, _hostile_ended)  # importing one adds its words


def failures_of(world: World, check: Mapping[str, Any]) -> Failures:
    """What does not hold of one check; of an unknown word, that it is unknown."""
    names = [name for name in check if name != "step"]
    if len(names) != 1 or names[0] not in WORDS:
        yield f"the runner does not know the check {', '.join(names) or check!r}"
        return
    step: Took | None = None
    if "step" in check:
        if not 1 <= int(check["step"]) <= len(world.took):
            yield f"{names[0]}: there is no step {check['step']}"
            return
        step = world.took[int(check["step"]) - 1]
    place = f"step {step.number}, {names[0]}" if step else names[0]
    try:
        for failure in WORDS[names[0]](world, unfolded(check[names[0]]), step):
            yield f"{place}: {failure}"
    except Exception as error:  # noqa: BLE001  a check that cannot be made does not hold
        yield f"{place}: cannot be checked: {type(error).__name__}: {error}"
