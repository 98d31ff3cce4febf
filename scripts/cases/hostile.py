"""Cases of hostile input: steps that are done in an empty store, and checks that hold afterwards.

The ops stand in `_hostile_ops`, the check words in `_hostile_checks`. An op, a surface or a word that
is not known is a failure, and so is a step that ends in an error that is not of the project's own tree.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from persona.errors import PersonaError
from scripts.cases import Outcome, _hostile_doors
from scripts.cases._hostile_checks import failures_of
from scripts.cases._hostile_ops import NotBuiltError, perform, unfolded
from scripts.cases._hostile_world import Took, World, measured, new_world

_ROOM_OF_OPS = _hostile_doors  # importing it adds its ops

SURFACES = frozenset(
    {
        "message", "model_output", "user_id", "query", "file", "template", "html", "export",
        "terminal", "sql", "import", "http", "mcp", "config", "log",
    }
)  # fmt: skip
_INPUT = frozenset({"id", "steps", "checks", "surface"})
_FOR_PEOPLE = frozenset(
    {"category", "expected", "input", "note", "ref", "root_cause", "severity", "symptom", "title", "why"}
)  # fmt: skip


def run(path: Path) -> Iterator[Outcome]:
    """One outcome for each case of the file."""
    for case in json.loads(path.read_text("utf-8"))["cases"]:
        try:
            failures = tuple(_failures(case))
        except Exception as error:  # noqa: BLE001  a crash is a failure of this case only
            failures = (f"came a crash: {type(error).__name__}: {error}",)
        yield Outcome(str(case["id"]), failures)


def _failures(case: Mapping[str, Any]) -> Iterator[str]:
    for name in sorted(case.keys() - _INPUT - _FOR_PEOPLE):
        yield f"the runner does not know the field {name!r}"
    if case.get("surface") not in SURFACES:
        yield f"the runner does not know the surface {case.get('surface')!r}"
    with new_world() as world:
        world.users = list(_users(case["steps"]))
        for number, step in enumerate(case["steps"], 1):
            _do(world, number, step)
        for took in world.took:
            if isinstance(took.error, NotBuiltError):
                yield f"step {took.number}: {took.error}"
            elif took.error is not None and not isinstance(took.error, PersonaError):
                yield f"step {took.number}: crashed: {type(took.error).__name__}: {took.error}"
        for check in case["checks"]:
            yield from failures_of(world, check)


def _do(world: World, number: int, step: Mapping[str, Any]) -> None:
    took = Took(number, str(step.get("op")))
    world.took.append(took)
    before = world.rows()
    with measured(took):
        perform(world, took, step)
    took.changed = world.rows() != before


def _users(steps: Any) -> Iterator[str]:
    for step in steps:
        yield from _users(step.get("steps", ()))
        user = unfolded(step.get("user"))
        if isinstance(user, str):
            yield user
