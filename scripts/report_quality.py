"""The table of measured quality: each measure with its interval, the best baseline, and the bar.

    python scripts/report_quality.py DATA [--every N] [--words] [--only SET]... [--blocks N]

DATA holds the folders of the public sets (prefeval, locomo, crosswoz, dulemon, spc, halumem,
longmemeval, personamem), as they are published; a set that is not there is left out and named. Nothing
of the data is kept. The table is Markdown, as the README shows it; a bar that is missed is marked.
With ``--words`` no encoder is used where there is one; with ``--blocks`` so many rendered blocks are
printed, for a person to read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table.

    Attributes:
        path: to the systems of a measure, in what `persona.evaluate.measure` gives.
        measure: the name of it.
        system: ours.
        must: the bar, or None.
        over: the bar is so much above the best other, in the same run.
    """

    title: str
    dataset: str
    path: tuple[str, ...]
    measure: str
    system: str = "persona"
    must: float | None = None
    over: float | None = None


_HEADLINE = ("explicit", "N=300,M=99")
_CROWDED = "PrefEval, 300 fillers + 99 others, question, 128 tokens"

ROWS = (
    Row(_CROWDED, "prefeval", _HEADLINE, "R@128", must=0.70),
    Row(f"{_CROWDED}, with embeddings", "prefeval", _HEADLINE, "R@128", "persona_embeddings", 0.78),
    Row("the same, precision of the tokens shown", "prefeval", _HEADLINE, "precision@128"),
    Row(
        "PrefEval, 99 others, static block, 128 tokens",
        "prefeval",
        ("explicit", "N=0,M=99"),
        "R@128",
        "persona_static",
        0.14,
    ),
    Row("PrefEval, choice, clean hit", "prefeval", ("choice",), "clean hit", must=0.93),
    Row(
        "PrefEval, in passing, 100 fillers, 128 tokens",
        "prefeval",
        ("persona-driven",),
        "hit@128",
        must=0.32,
    ),
    Row(
        "PrefEval, multiple choice, gold not longest",
        "prefeval",
        ("mcq", "gold not longest"),
        "accuracy",
        must=0.50,
    ),
    Row(
        "PrefEval, multiple choice, with embeddings",
        "prefeval",
        ("mcq", "gold not longest"),
        "accuracy",
        "persona_embeddings",
        0.66,
    ),
    Row("LoCoMo, evidence, R@10", "locomo", ("all",), "R@10", must=0.70),
    Row("LoCoMo, evidence, R@512 tokens", "locomo", ("all",), "R@512tok", must=0.71),
    Row(
        "LoCoMo, observations, salience F1", "locomo", ("observations", "salience"), "F1", must=0.70
    ),
    Row("LoCoMo, observations, fact F1", "locomo", ("observations", "facts"), "F1", must=0.38),
    Row("CrossWOZ, values the person gave, recall", "crosswoz", ("values",), "R", must=0.70),
    Row("CrossWOZ, the same, precision", "crosswoz", ("values",), "P", must=0.55),
    Row("DuLeMon, own facts, R@3", "dulemon", ("own facts",), "R@3"),
    Row("Synthetic-Persona-Chat, fact F1", "spc", ("facts",), "F1"),
    Row("HaluMem, updates, clean", "halumem", ("updates",), "clean"),
    Row("LongMemEval, a session with evidence in 5", "longmemeval", ("all",), "any@5"),
    Row("PersonaMem, one reply of four", "personamem", ("all",), "accuracy"),
    Row(
        "generated updates, new in and old out, 128 tokens",
        "updates",
        ("all",),
        "clean@128",
        over=0.20,
    ),
    Row("generated updates, what holds is in it", "updates", ("all",), "current@128", must=0.70),
    Row("updates in the second wordings, new in and old out", "updates", ("second",), "clean@128"),
    Row("updates in wordings nobody looked at", "updates", ("unseen",), "clean@128", over=0.20),
)

_NOT_RIVALS = ("persona", "control:", "oracle")
"""Beginnings of names of systems that are ours, or no systems: they are printed by `persona eval`."""


def table(found: Mapping[str, Mapping[str, Any]], rows: Sequence[Row] = ROWS) -> Iterator[str]:
    """The lines of a Markdown table of what was measured."""
    yield "| measure | persona | 95 % interval | best other | must |"
    yield "| --- | --- | --- | --- | --- |"
    for row in rows:
        held: Any = found.get(row.dataset)
        for part in row.path:
            held = held.get(part) if held else None
        if not held or row.system not in held:
            continue
        ours = held[row.system]
        others = {
            name: values[row.measure]
            for name, values in held.items()
            if not name.startswith(_NOT_RIVALS)
            and row.measure in values
            and not (row.system == "persona_static" and name == "bm25")  # it sees the question
            and (row.system == "persona_embeddings" or "dense" not in name)  # words against words
        }
        best = max(others, key=lambda name: others[name], default=None)
        interval = _interval(found[row.dataset], row, ours)
        must = row.must if row.over is None else row.over + others.get(best or "", 0.0)
        cells = (
            row.title,
            f"{ours[row.measure]:.3f}",
            "-" if not interval else f"{interval[0]:.3f} to {interval[1]:.3f}",
            "-" if best is None else f"{others[best]:.3f} ({best})",
            _bar(ours[row.measure], must),
        )
        yield "| " + " | ".join(cells) + " |"
    for name, told in found.get("prefeval", {}).get("encoder", {}).items():
        yield f"\nEncoder: {name}; a line says the same from a cosine of {told['close from']:.3f}."


def _bar(value: float, must: float | None) -> str:
    if must is None:
        return "-"
    return f"{must:.2f}" if round(value, 4) >= must else f"{must:.2f}, missed"


def _interval(
    found: Mapping[str, Any], row: Row, ours: Mapping[str, Any]
) -> Sequence[float] | None:
    """The interval of a row's figure, beside it or in the intervals of its set."""
    apart: Mapping[str, Any] = found.get("intervals", {}).get(row.path[-1], {})
    places: tuple[Sequence[float] | None, ...] = (
        ours.get(f"{row.measure} interval"),
        ours.get("interval"),
        apart.get(row.system, {}).get(row.measure),
        apart.get(row.measure, {}).get(row.system, {}).get("interval"),
    )
    return next((place for place in places if place is not None), None)


def blocks(data: Path, number: int) -> Iterator[str]:
    """Rendered blocks of crowded people, each with its question."""
    from persona.evaluate.people import of_single_messages
    from persona.evaluate.prefeval import explicit_items, fillers, history
    from persona.evaluate.rendering import shown

    items, filling = explicit_items(data), fillers(data)
    for at in range(0, len(items), max(1, len(items) // number)):
        texts, _ = history(at, items, filling, 100, 99)
        yield f"\n{items[at].question}"
        for line in shown(of_single_messages(texts), 128, items[at].question):
            yield f"  {line.text}"


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    from persona.errors import PersonaError
    from persona.evaluate import GENERATED, SETS, measure

    parser = argparse.ArgumentParser(description="Prints the table of measured quality.")
    parser.add_argument("data", type=Path, help="folder with the folders of the sets")
    parser.add_argument("--every", type=int, default=1, help="take every n-th item only")
    parser.add_argument("--words", action="store_true", help="use no encoder")
    parser.add_argument("--only", action="append", metavar="SET", help="measure these sets only")
    parser.add_argument("--markdown", action="store_true", help="the table alone (the default)")
    parser.add_argument("--blocks", type=int, default=0, help="print so many rendered blocks")
    call = parser.parse_args(arguments)
    found: dict[str, dict[str, Any]] = {}
    for name in call.only or SETS:
        if name not in GENERATED and not (call.data / name).is_dir():
            print(f"{name}: not in {call.data}, left out", file=sys.stderr)
            continue
        try:
            found[name] = measure(
                name, call.data / name, stride=call.every, embeddings=not call.words
            )
        except PersonaError as error:
            print(f"{name}: {error}", file=sys.stderr)
    print(*table(found), sep="\n")
    if call.blocks:
        print(*blocks(call.data / "prefeval", call.blocks), sep="\n")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))
    raise SystemExit(main())
