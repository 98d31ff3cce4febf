"""What each term of the score adds: rankings with and without it, on invented people.

An invented person has things they care about, each with a true strength that may change half way
through the year. They speak of a thing the more often the stronger it is, and the more warmly; a few
things come up often without being cared for (questions at work). Some things belong together, and
are named together. The right order is that of the strength now. Figures are means over people:

* NDCG@10: how much of the strength in the best possible ten the first ten hold, early places first
  (Jarvelin and Kekalainen 2002);
* tau: Kendall's rank correlation over all things that were spoken of.

::

    python scripts/ablation.py [--users 300] [--seed 1] [--json]

With a store, the people in it take the place of the invented ones. Nobody knows their right order, so
the table shows how the ranking changes: the first five by the full score, and for each term left out
Kendall's tau to the full ranking, how many of the first ten stay, and which thing then comes first::

    python scripts/ablation.py --db sqlite:///persona-demo/persona.db
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from persona.records import USER, Assertion, Entity, Fact
from persona.resolve import resolve
from persona.resolve.resolution import Resolution
from persona.scoring import score

END = datetime(2026, 6, 1, tzinfo=UTC)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
THINGS, MESSAGES, DAYS, GROUPS = 30, 90, 365, 6

VARIANTS: dict[str, tuple[float, float, float]] = {
    "pagerank + degree + frequency": (0.4, 0.3, 0.3),
    "without pagerank": (0.0, 0.5, 0.5),
    "without degree": (4 / 7, 0.0, 3 / 7),
    "without frequency": (4 / 7, 3 / 7, 0.0),
    "pagerank alone": (1.0, 0.0, 0.0),
    "degree alone": (0.0, 1.0, 0.0),
    "frequency alone": (0.0, 0.0, 1.0),
}


def _assertion(target: str, kind: str, weight: float, message: int, time: datetime,
               source: str = USER) -> Assertion:  # fmt: skip
    name = f"m{message:04}"
    return Assertion(
        source, target, kind, kind, 0 if kind == "asks_about" else 1, weight, "c", name, time,
        ((time - _EPOCH) // timedelta(microseconds=1), message, name), 0, f"{kind} {target}",
    )  # fmt: skip


def person(rng: np.random.Generator) -> tuple[Resolution, dict[str, float]]:
    """What an invented person said, resolved, and the true strength of each thing now."""
    early, late = rng.beta(1, 3, THINGS), rng.beta(1, 3, THINGS)
    changes = rng.random(THINGS) < 0.3
    now = np.where(changes, late, early)
    asked = rng.random(THINGS) < 0.15
    group = rng.integers(0, GROUPS, THINGS)
    rows: list[Assertion] = []
    for message in range(MESSAGES):
        day = float(rng.uniform(0, DAYS))
        time = END - timedelta(days=DAYS - day)
        strength = early if day < DAYS / 2 else now
        chance = np.where(asked, 0.6, strength) ** 1.5
        thing = int(rng.choice(THINGS, p=chance / chance.sum()))
        warmth = float(np.clip(rng.normal(strength[thing], 0.25), 0.05, 1))
        kind = "asks_about" if asked[thing] else ("likes", "uses")[thing % 2]
        rows.append(
            _assertion(f"t{thing:02}", kind, 0.3 if asked[thing] else warmth, message, time)
        )
        kin = [t for t in range(THINGS) if group[t] == group[thing] and t != thing and not asked[t]]
        if kin and rng.random() < 0.3:
            beside = kin[int(rng.choice(len(kin), p=_shares(strength[kin])))]
            rows.append(
                _assertion(f"t{beside:02}", "likes", float(strength[beside]), message, time)
            )
            if rng.random() < 0.5:
                rows.append(
                    _assertion(f"t{thing:02}", "used_with", 0.8, message, time, f"t{beside:02}")
                )
    truth = {f"t{n:02}": 0.0 if asked[n] else float(now[n]) for n in range(THINGS)}
    return resolve("u", rows, as_of=END), truth


def _shares(
    weights: np.ndarray[Any, np.dtype[np.float64]],
) -> np.ndarray[Any, np.dtype[np.float64]]:
    raised = weights + 0.02
    return np.asarray(raised / raised.sum())


def ndcg(ranking: Sequence[str], truth: dict[str, float], n: int = 10) -> float:
    """Normalised discounted cumulative gain of the first n, in [0, 1]."""
    best = sorted(truth.values(), reverse=True)
    discount = 1 / np.log2(np.arange(2, n + 2))
    got = np.array([truth[key] for key in ranking[:n]])
    ideal = np.array(best[:n])
    return float((got * discount[: len(got)]).sum() / (ideal * discount[: len(ideal)]).sum())


def orders(resolution: Resolution) -> dict[str, list[str]]:
    """The keys of all things spoken of, best first, by each way of scoring."""
    facts, entities = resolution.facts, resolution.entities
    found: dict[str, dict[str, float]] = {}
    for name, weights in VARIANTS.items():
        side = score(facts, entities, as_of=END, weights=weights).positive
        found[name] = {key: scored.score for key, scored in side.items() if scored.current}
    classic = score(facts, entities, as_of=END, scheme="classic").positive
    found["classic formula"] = {key: scored.score for key, scored in classic.items()}
    found["number of mentions"] = {
        key: float(sum(len(f.evidence) for f in facts if f.target == key and f.source == USER))
        for key in found["classic formula"]
    }
    return {
        name: sorted(scores, key=lambda key, s=scores: (-s[key], key))  # type: ignore[misc]  # bound in the loop
        for name, scores in found.items()
    }


def measure(users: int, seed: int) -> dict[str, dict[str, float]]:
    """Mean NDCG@10 and tau of each way of scoring."""
    from scipy.stats import kendalltau  # type: ignore[import-untyped]  # scipy ships no types

    gains: dict[str, list[float]] = {}
    taus: dict[str, list[float]] = {}
    for user in range(users):
        resolution, truth = person(np.random.default_rng([seed, user]))
        for name, ranking in orders(resolution).items():
            gains.setdefault(name, []).append(ndcg(ranking, truth))
            places = [-place for place in range(len(ranking))]
            tau = kendalltau(places, [truth[key] for key in ranking]).statistic
            taus.setdefault(name, []).append(float(tau))
    return {name: {"ndcg@10": float(np.mean(gains[name])), "tau": float(np.mean(taus[name])),
                   "ndcg_error": float(np.std(gains[name]) / users**0.5)} for name in gains}  # fmt: skip


def changes(
    facts: Sequence[Fact], entities: Mapping[str, Entity], as_of: datetime | None
) -> dict[str, Any]:
    """How a ranking of what somebody likes, uses and does changes without each term.

    Returns:
        "first": the names that the full score puts first; and by the name of each other way of
        scoring its tau to the full one, how many of the first ten stay, and what it puts first.
    """
    from scipy.stats import kendalltau

    places: dict[str, list[str]] = {}
    for name, weights in VARIANTS.items():
        side = score(facts, entities, as_of=as_of, weights=weights).positive
        current = [key for key, each in side.items() if each.current]
        places[name] = sorted(current, key=lambda key, s=side: (-s[key].score, key))  # type: ignore[misc]  # bound in the loop
    full = places[next(iter(VARIANTS))]
    found: dict[str, Any] = {"first": [entities[key].name for key in full[:5]]}
    for name, order in list(places.items())[1:]:
        rank = {key: place for place, key in enumerate(order)}
        tau = kendalltau(range(len(full)), [rank[key] for key in full]).statistic
        found[name] = {
            "tau": round(float(tau), 3) if len(full) > 1 else 1.0,
            "stay": len(set(full[:10]) & set(order[:10])),
            "first": entities[order[0]].name if order else "",
        }
    return found


def of_store(url: str) -> dict[str, dict[str, Any]]:
    """`changes` of each user of a store that has something to rank."""
    from persona.config import Settings
    from persona.engine import PersonaEngine

    with PersonaEngine(settings=Settings(db=url, extractor="rules")) as engine:
        found = {}
        for user in engine.users():
            entities = {entity.key: entity for entity in engine.store.entities(user)}
            row = changes(engine.facts(user), entities, engine.persona(user).as_of)
            if row["first"]:
                found[user] = row
        return found


def print_changes(found: dict[str, dict[str, Any]]) -> None:
    """The table of `of_store`."""
    for user, row in found.items():
        print(f"{user}: {', '.join(row['first'])}")
        for name, each in row.items():
            if name != "first":
                print(
                    f"  {name:22} tau {each['tau']:6.3f}  {each['stay']:2} of 10 stay  first: {each['first']}"
                )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--users", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--db", metavar="URL", help="a store of real people, rebuilt already")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    if options.db:
        real = of_store(options.db)
        if options.json:
            print(json.dumps(real, ensure_ascii=False, indent=1))
        else:
            print_changes(real)
        return 0
    found = measure(options.users, options.seed)
    if options.json:
        print(json.dumps(found))
        return 0
    print(f"{'ranking by':<32} NDCG@10        tau")
    for name, figures in found.items():
        print(
            f"{name:<32} {figures['ndcg@10']:.3f} ± {figures['ndcg_error']:.3f}  {figures['tau']:.3f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
