"""Runners of cases, one module for each kind of case file.

A module has one function, ``run(path) -> Iterable[Outcome]``: one outcome for each case under the
path, whatever happens in it. `scripts/run_cases.py` finds the module by the name of the kind, so a
new kind is a new file here and nothing else. A check word that a runner does not know is a
failure, never a pass.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case.

    Attributes:
        case: its id or file name.
        failures: one sentence for each check that did not hold: what was wanted and what came.
    """

    case: str
    failures: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every check held."""
        return not self.failures
