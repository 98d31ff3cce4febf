"""Runs files of cases, inputs with the right answer, and says what failed.

    python scripts/run_cases.py KIND PATH [--json]

KIND is the name of a module of `scripts.cases`; PATH is what that kind reads, a file or a folder.
Each failure is printed with what was wanted and what came; the last line is ``N passed, N failed``.
Exit code: 0 all passed, 1 any failed, 2 the call cannot be meant as it stands.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scripts.cases import Outcome

_ROOT = Path(__file__).resolve().parent.parent


def kinds() -> tuple[str, ...]:
    """The names of the kinds that can be run."""
    folder = _ROOT / "scripts" / "cases"
    return tuple(sorted(file.stem for file in folder.glob("*.py") if not file.stem.startswith("_")))


def outcomes(kind: str, path: Path) -> list[Outcome]:
    """Runs every case of a kind under a path."""
    runner = importlib.import_module(f"scripts.cases.{kind}")
    found: Iterable[Outcome] = runner.run(path)
    return list(found)


def as_text(results: list[Outcome]) -> str:
    """The failures, each under its case, and the closing line."""
    lines = [f"{result.case}: {failure}" for result in results for failure in result.failures or ()]
    passed = sum(result.passed for result in results)
    return "\n".join([*lines, f"{passed} passed, {len(results) - passed} failed"])


def as_json(kind: str, results: list[Outcome]) -> str:
    """The same as one JSON object: kind, passed, failed, and the cases with their failures."""
    passed = sum(result.passed for result in results)
    cases = [
        {"case": result.case, "passed": result.passed, "failures": list(result.failures)}
        for result in results
    ]
    report = {
        "kind": kind,
        "passed": passed,
        "failed": len(results) - passed,
        "cases": cases,
    }
    return json.dumps(report, ensure_ascii=False, indent=1)


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Runs files of cases.")
    parser.add_argument("kind", choices=kinds(), help="what the cases are of")
    parser.add_argument("path", type=Path, help="a file of cases, a sample, or a folder of them")
    parser.add_argument("--json", action="store_true", help="one JSON object in place of lines")
    call = parser.parse_args(arguments)
    if not call.path.exists():
        parser.error(f"there is no {call.path}; give a file or a folder of cases")
    results = outcomes(call.kind, call.path)
    if not results:
        parser.error(f"{call.path} holds no case of the kind {call.kind}")
    print(as_json(call.kind, results) if call.json else as_text(results))
    return 0 if all(result.passed for result in results) else 1


if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))
    sys.exit(main())
