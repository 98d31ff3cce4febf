"""Measures an extractor on short conversations whose stated pairs are known.

::

    python scripts/eval_extraction.py GOLD.json [--json] [--verbose] [--without-gate]
    python scripts/eval_extraction.py GOLD.json --model NAME [--base-url URL] [--answers FILE]

With a model (OPENAI_MODEL, OPENAI_BASE_URL and OPENAI_API_KEY where no option is given) the rules and
the model stand side by side, with the difference of their F1 and its 95 % interval by a paired
bootstrap over the cases (Efron and Tibshirani, An Introduction to the Bootstrap, 1993).

Score: precision, recall and F1 of the distinct (target, polarity) of USER over all cases together,
after the grounding gate; polarity 0 is left out. A target matches any of a gold pair's names after
normalisation (width, case, outer space), and several answers for one gold pair count once. Optional
pairs count neither way, every other USER pair counts against precision. A forbidden name in a pair
of polarity +1 or -1 is an error that is also counted apart, and so is a pair whose target is right
and whose sign is wrong. Kinds never enter F1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from persona.extract import rules
from persona.extract.grounding import ground
from persona.records import USER, Extraction, Message, Turn, Window
from persona.vocabulary import KINDS, read_kind

_ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))

from scripts.model_answers import ModelAnswers  # noqa: E402  # run as a file, it needs the line above

Extractor = Callable[[Window], Extraction]

EXTRACTORS: dict[str, Extractor] = {"rules": rules.extract}
"""What can be measured, by name."""


class Pair(NamedTuple):
    """What an extractor says of USER: a name (folded), its aliases, the sign and the kind."""

    target: str
    polarity: int
    kind: str
    aliases: frozenset[str] = frozenset()


@dataclass(slots=True)
class Counts:
    """The counts behind a line of the report."""

    cases: int = 0
    gold: int = 0
    hits: int = 0
    extra: int = 0
    wrong_sign: int = 0
    forbidden: int = 0
    forbidden_cases: int = 0
    kinds: int = 0
    kind_right: int = 0
    family_right: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        """Adds the counts of one case."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def report(self) -> dict[str, float | int]:
        """Precision, recall, F1 and the rest; 0/0 is 1 where there was nothing to find."""
        said = self.hits + self.extra
        precision = self.hits / said if said else 1.0
        recall = self.hits / self.gold if self.gold else 1.0
        total = precision + recall
        return {
            "cases": self.cases,
            "gold": self.gold,
            "hits": self.hits,
            "extra": self.extra,
            "precision": round(precision, 4),
            "recall": round(recall, 4),
            "f1": round(2 * precision * recall / total if total else 0.0, 4),
            "wrong_sign": self.wrong_sign,
            "forbidden": self.forbidden,
            "forbidden_cases": self.forbidden_cases,
            "kind_share": round(self.kind_right / self.kinds, 4) if self.kinds else 1.0,
            "family_share": round(self.family_right / self.kinds, 4) if self.kinds else 1.0,
        }


def fold(name: str) -> str:
    """A name as it is compared: width, case and outer space folded."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def window_of(case: dict[str, Any]) -> Window:
    """The conversation of a case as one window."""
    turns = []
    for position, raw in enumerate(case["messages"]):
        message = Message(
            "u1", case["id"], raw["id"], raw["role"], raw["content"], position=position
        )
        turns.append(Turn(message, 0, len(message.text)))
    return Window("u1", case["id"], tuple(turns))


def said_after_gate(window: Window, extraction: Extraction) -> set[Pair]:
    """The pairs of USER that pass the grounding gate."""
    order = {turn.message.message_id: (0, at, turn.message.message_id)
             for at, turn in enumerate(window.turns)}  # fmt: skip
    return {
        Pair(
            fold(found.target),
            found.polarity,
            found.kind,
            frozenset(fold(alias) for alias in found.mention.aliases)
            if found.mention
            else frozenset(),
        )
        for found in ground(window, extraction, order=order).assertions
        if found.source == USER and found.polarity
    }


def said_before_gate(_window: Window, extraction: Extraction) -> set[Pair]:
    """The pairs of USER as the answer gives them."""
    pairs = set()
    for row in extraction.relations:
        kind, polarity, _ = read_kind(row.label, row.kind, row.polarity)
        if row.source == USER and polarity:
            pairs.add(Pair(fold(row.target), polarity, kind))
    return pairs


def _kind_of(name: str, polarity: int) -> str:
    """Kinds as they are compared: likes with -1 is dislikes, used_before is uses."""
    if name == "used_before":
        return "uses"
    return "dislikes" if name in ("likes", "prefers", "favourite") and polarity < 0 else name


def measure(case: dict[str, Any], said: Iterable[Pair]) -> Counts:
    """Compares what was said of USER with what a case states."""
    counts = Counts(cases=1)
    left = set(said)
    forbidden = {fold(name) for name in case.get("forbidden", ())}
    bad = {pair for pair in left if pair.target in forbidden}
    counts.forbidden, counts.forbidden_cases = len({p.target for p in bad}), int(bool(bad))
    names_of: dict[str, set[int]] = defaultdict(set)
    for gold in case["gold"]:
        names = {fold(name) for name in gold["target_any_of"]}
        for name in names:
            names_of[name].add(gold["polarity"])
        found = {
            p
            for p in left
            if p.polarity == gold["polarity"] and (p.target in names or p.aliases & names)
        }
        left -= found
        if gold["optional"]:
            continue
        counts.gold += 1
        if not found:
            counts.misses.append(
                f"{case['id']}: missed {gold['target_any_of'][0]!r} {gold['polarity']:+d}"
            )
            continue
        counts.hits += 1
        if gold.get("kind"):
            _compare_kinds(counts, gold, found)
    for pair in sorted({(p.target, p.polarity) for p in left}):
        counts.extra += 1
        wrong = -pair[1] in names_of.get(pair[0], set())
        counts.wrong_sign += int(wrong)
        why = "forbidden" if pair[0] in forbidden else "wrong sign" if wrong else "extra"
        counts.misses.append(f"{case['id']}: {why} {pair[0]!r} {pair[1]:+d}")
    return counts


def _compare_kinds(counts: Counts, gold: dict[str, Any], found: set[Pair]) -> None:
    wanted = _kind_of(gold["kind"], gold["polarity"])
    kinds = {_kind_of(pair.kind, pair.polarity) for pair in found}
    counts.kinds += 1
    counts.kind_right += int(wanted in kinds)
    counts.family_right += int(KINDS[wanted].family in {KINDS[kind].family for kind in kinds})


def evaluate(
    cases: Iterable[dict[str, Any]], extractor: Extractor, *, gate: bool = True
) -> dict[str, Any]:
    """The report over all cases: in total, by language and by phenomenon, with the misses."""
    held = list(cases)
    return report_of(held, measure_all(held, extractor, gate=gate))


def measure_all(
    cases: Sequence[dict[str, Any]], extractor: Extractor, *, gate: bool = True
) -> list[Counts]:
    """The counts of each case, in order."""
    said = said_after_gate if gate else said_before_gate
    measured = []
    for case in cases:
        window = window_of(case)
        measured.append(measure(case, said(window, extractor(window))))
    return measured


def report_of(cases: Sequence[dict[str, Any]], measured: Sequence[Counts]) -> dict[str, Any]:
    """Counts of cases as a report: in total, by language and by phenomenon, with the misses."""
    total = Counts()
    groups: dict[str, dict[str, Counts]] = {
        "lang": defaultdict(Counts),
        "phenomenon": defaultdict(Counts),
    }
    for case, counts in zip(cases, measured, strict=True):
        total.add(counts)
        for name, group in groups.items():
            group[case[name]].add(counts)
    return {
        "total": total.report(),
        **{
            name: {key: group[key].report() for key in sorted(group)}
            for name, group in groups.items()
        },
        "misses": total.misses,
    }


def f1(measured: Iterable[Counts]) -> float:
    """F1 over cases together."""
    total = Counts()
    for counts in measured:
        total.add(counts)
    return float(total.report()["f1"])


def compare(
    first: Sequence[Counts], second: Sequence[Counts], *, draws: int = 2000, seed: int = 0
) -> dict[str, float]:
    """F1 of the second less that of the first over the same cases, with its 95 % interval.

    Cases are drawn with replacement, the same ones for both (a paired bootstrap).
    """
    drawn = random.Random(seed)  # a sample, not a secret
    n = len(first)
    differences = []
    for _ in range(draws):
        picked = [drawn.randrange(n) for _ in range(n)]
        differences.append(f1(second[i] for i in picked) - f1(first[i] for i in picked))
    differences.sort()
    return {
        "difference": round(f1(second) - f1(first), 4),
        "low": round(differences[int(0.025 * draws)], 4),
        "high": round(differences[int(0.975 * draws) - 1], 4),
    }


def _print(report: dict[str, Any], *, verbose: bool) -> None:
    columns = (
        "cases",
        "gold",
        "hits",
        "extra",
        "precision",
        "recall",
        "f1",
        "wrong_sign",
        "forbidden",
    )
    print(f"{'':24}" + "".join(f"{column:>11}" for column in columns))
    rows = [("all", report["total"])]
    rows += [(f"lang {key}", value) for key, value in report["lang"].items()]
    rows += list(report["phenomenon"].items())
    for name, row in rows:
        print(f"{name:24}" + "".join(f"{row[column]:>11}" for column in columns))
    total = report["total"]
    print(f"kinds right {total['kind_share']}, families {total['family_share']}, "
          f"cases with a forbidden name {total['forbidden_cases']}")  # fmt: skip
    if verbose:
        print(*report["misses"], sep="\n")


def _chosen_model(options: argparse.Namespace) -> ModelAnswers | None:
    """The model that is asked for, by option or environment."""
    name = options.model or os.environ.get("OPENAI_MODEL")
    if not name:
        return None
    from persona.llm import OpenAIChat

    chat = OpenAIChat(
        name,
        base_url=options.base_url or os.environ.get("OPENAI_BASE_URL") or None,
        api_key=os.environ.get("OPENAI_API_KEY") or "none",
        timeout=options.timeout,
        options={"temperature": 0, "max_tokens": options.max_tokens},
    )
    return ModelAnswers(chat, options.answers, options.concurrency)


def _shown_progress(done: int, total: int, seconds: float) -> None:
    print(f"{done}/{total} in {seconds:.1f} s", file=sys.stderr, flush=True)


def _side_by_side(
    cases: list[dict[str, Any]], model: ModelAnswers, *, gate: bool
) -> dict[str, Any]:
    model.ask([window_of(case) for case in cases], _shown_progress)
    by_rules = measure_all(cases, rules.extract, gate=gate)
    by_model = measure_all(cases, model, gate=gate)
    used = model.usage
    return {
        "rules": report_of(cases, by_rules),
        "model": report_of(cases, by_model),
        "name": model.chat.name,
        "failed": model.failed,
        "usage": {
            "calls": used.calls,
            "prompt_tokens": used.prompt_tokens,
            "completion_tokens": used.completion_tokens,
            "seconds": round(used.seconds, 1),
        },
        "f1_model_less_rules": compare(by_rules, by_model),
    }


def _print_side_by_side(report: dict[str, Any], *, verbose: bool) -> None:
    for name in ("rules", "model"):
        print(f"-- {name}" + (f": {report['name']}" if name == "model" else ""))
        _print(report[name], verbose=verbose and name == "model")
    paired = report["f1_model_less_rules"]
    used = report["usage"]
    print(f"F1 of the model less that of the rules: {paired['difference']:+.4f} "
          f"(95 % interval {paired['low']:+.4f} to {paired['high']:+.4f})")  # fmt: skip
    print(f"{used['calls']} calls, {used['prompt_tokens']} + {used['completion_tokens']} tokens, "
          f"{used['seconds']} s, {report['failed']} windows without a usable answer")  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Runs the evaluation; returns the exit code."""
    parser = argparse.ArgumentParser(description="Precision, recall and F1 of an extractor.")
    parser.add_argument("gold", type=Path, help="file with the cases")
    parser.add_argument("--extractor", choices=sorted(EXTRACTORS), default="rules")
    parser.add_argument("--model", help="a chat model, beside the rules; default OPENAI_MODEL")
    parser.add_argument("--base-url", help="of its server; default OPENAI_BASE_URL")
    parser.add_argument("--answers", type=Path, help="file that keeps the model's answers")
    parser.add_argument("--concurrency", type=int, default=1, help="calls in flight")
    parser.add_argument("--max-tokens", type=int, default=1500, help="of one answer")
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds for one call")
    parser.add_argument("--only", help="cases whose id begins so")
    parser.add_argument("--json", action="store_true", help="the whole report as JSON")
    parser.add_argument("--verbose", action="store_true", help="list what was missed or too much")
    parser.add_argument(
        "--without-gate", action="store_true", help="measure the rows before the gate"
    )
    options = parser.parse_args(arguments)
    cases = json.loads(options.gold.read_text(encoding="utf-8"))["cases"]
    cases = [case for case in cases if case["id"].startswith(options.only or "")]
    model = _chosen_model(options)
    gate = not options.without_gate
    if model is None:
        report = evaluate(cases, EXTRACTORS[options.extractor], gate=gate)
    else:
        report = _side_by_side(cases, model, gate=gate)
    if options.json:
        json.dump(report, sys.stdout, ensure_ascii=False, indent=1)
        print()
    elif model is None:
        _print(report, verbose=options.verbose)
    else:
        _print_side_by_side(report, verbose=options.verbose)
    return 0


if __name__ == "__main__":
    sys.exit(main())
