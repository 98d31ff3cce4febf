"""Measures scoring against networkx: speed (P1, P3, P4), exactness (P2), and memory.

Every bar is a ratio of CPU times within one run, so it means the same on any machine::

    python scripts/bench_scoring.py            all bars, some minutes
    python scripts/bench_scoring.py --quick    fewer users
    python scripts/bench_scoring.py --json     figures for a program

P1  ranks of 4,000 small graphs in chunks, against a loop of networkx over the same edges
P2  largest deviation from `networkx.pagerank(tol=1e-14)` on awkward graphs; batch = alone
P3  one graph of 50,000 facts, facts to scores; a user with 20,000 entities in linear time
P4  personas from facts, end to end, against networkx user by user; flat cost per user
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from persona.graph import build, statistics
from persona.memory import build_persona
from persona.records import USER, Entity, Evidence, Fact, Interval
from persona.resolve.intervals import FactKey, fact_id
from persona.scoring import score, score_each
from persona.scoring.columns import Case as ScoringCase
from persona.scoring.columns import columns
from persona.scoring.pagerank import pagerank
from persona.scoring.scores import CHUNK, matrix, touched
from persona.scoring.sides import sides

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the plain form stands in the tests
from tests.scoring.reference import reference_scores

T = TypeVar("T")
NOW = datetime(2026, 6, 1, tzinfo=UTC)
NODES, EDGES = 66, 81
USER_KINDS = ("likes", "uses", "learning", "interested_in", "wants", "owns")


def cpu(work: Callable[[], T]) -> tuple[float, T]:
    """CPU seconds of this process that a call took, and what it gave."""
    before = time.process_time()
    result = work()
    return time.process_time() - before, result


# ---------------------------------------------------------------- graphs of numbers


class Graph(NamedTuple):
    """Edges of one graph; node 0 is its home."""

    nodes: int
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    weight: NDArray[np.float64]


def small_graph(rng: np.random.Generator) -> Graph:
    """Half of the entities hang on the user alone; all have their edge back."""
    entity = np.arange(1, NODES)
    one, other = rng.integers(1, NODES // 2, (2, EDGES - len(entity)))
    tie = rng.uniform(0.05, 0.95, len(entity))
    link = rng.uniform(0.05, 0.6, len(one))
    return Graph(
        NODES,
        np.concatenate([np.zeros_like(entity), entity, one, other]),
        np.concatenate([entity, np.zeros_like(entity), other, one]),
        np.concatenate([tie, np.ones(len(entity)), link, link]),
    )


def ranks_together(graphs: Sequence[Graph], chunk: int = CHUNK) -> list[NDArray[np.float64]]:
    """Ranks of all graphs, a chunk at a time."""
    found: list[NDArray[np.float64]] = []
    for at in range(0, len(graphs), chunk):
        part = graphs[at : at + chunk]
        sizes = np.array([graph.nodes for graph in part])
        first = np.concatenate([[0], np.cumsum(sizes)])
        edges = [len(graph.source) for graph in part]
        shift = np.repeat(first[:-1], edges)
        rank = pagerank(
            np.concatenate([graph.source for graph in part]) + shift,
            np.concatenate([graph.target for graph in part]) + shift,
            np.concatenate([graph.weight for graph in part]),
            np.repeat(np.arange(len(part)), sizes),
            first[:-1],
        )
        found.extend(np.split(rank, first[1:-1]))
    return found


def by_networkx(graph: Graph, tol: float, most: int = 5000) -> dict[int, float]:
    """Build and rank one graph as one would with networkx."""
    network: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    network.add_nodes_from(range(graph.nodes))
    network.add_weighted_edges_from(
        zip(graph.source.tolist(), graph.target.tolist(), graph.weight.tolist(), strict=True)
    )
    found: dict[int, float] = nx.pagerank(network, personalization={0: 1.0}, tol=tol, max_iter=most)
    return found


def p1(users: int) -> dict[str, Any]:
    """Speed on many small graphs."""
    rng = np.random.default_rng(1)
    graphs = [small_graph(rng) for _ in range(users)]
    ranks_together(graphs[:CHUNK])  # imports are not what is measured
    ours, _ = cpu(lambda: ranks_together(graphs))
    sample = graphs[: max(users // 4, 1)]
    fine, _ = cpu(lambda: [by_networkx(graph, 1e-12) for graph in sample])
    default, _ = cpu(lambda: [by_networkx(graph, 1e-6) for graph in sample])
    each = ours / users
    return {
        "ratio": fine / len(sample) / each,
        "tolerance": 1e-12,
        "ratio_default": default / len(sample) / each,
        "users": users,
        "us_per_user": each * 1e6,
    }


def awkward_graphs(rng: np.random.Generator) -> Iterator[tuple[str, Graph]]:
    """Kinds of graphs on which a solver goes wrong."""
    for size in (2, 7, 66, 400):
        count = 3 * size
        source, target = rng.integers(0, size, (2, count))
        yield "random", Graph(size, source, target, rng.uniform(0.01, 1, count))
        yield "weights 1e-6..1e6", Graph(size, source, target, 10.0 ** rng.uniform(-6, 6, count))
        loops = np.concatenate([source, np.arange(size)])
        ends = np.concatenate([target, np.arange(size)])
        yield "self-loops", Graph(size, loops, ends, rng.uniform(0.01, 1, len(loops)))
        twice = np.concatenate([source, source])
        yield (
            "parallel edges",
            Graph(size, twice, np.concatenate([target, target]), rng.uniform(0.01, 1, 2 * count)),
        )
        leaf = np.arange(1, size)
        yield (
            "star, dangling",
            Graph(size, np.zeros_like(leaf), leaf, rng.uniform(0.01, 1, size - 1)),
        )
        half = size // 2 or 1
        apart = np.concatenate([source % half, half + source % (size - half)])
        there = np.concatenate([target % half, half + target % (size - half)])
        yield "two components", Graph(size, apart, there, rng.uniform(0.01, 1, len(apart)))
        nobody = np.zeros(0, np.int64)
        yield "no edges", Graph(size, nobody, nobody, np.zeros(0))
    for _ in range(20):
        yield "a user", small_graph(rng)


def p2() -> dict[str, Any]:
    """Exactness, and that company changes nothing."""
    named = list(awkward_graphs(np.random.default_rng(2)))
    graphs = [graph for _, graph in named]
    together = ranks_together(graphs)
    worst, where = 0.0, ""
    same = True
    for (name, graph), rank in zip(named, together, strict=True):
        oracle = by_networkx(graph, 1e-14 / graph.nodes * 10)
        off = max(abs(oracle[node] - value) for node, value in enumerate(rank.tolist()))
        worst, where = max((worst, where), (off, name))
        same = same and ranks_together([graph])[0].tobytes() == rank.tobytes()
    users = [small_user(f"u{n}", np.random.default_rng(n)) for n in range(150)]
    batch = list(score_each(users))
    same = same and all(
        score(f, e, as_of=t) == scores for (f, e, t), scores in zip(users, batch, strict=True)
    )
    return {
        "max_deviation": worst,
        "worst_on": where,
        "graphs": len(named),
        "batch_equals_alone": same,
    }


# ---------------------------------------------------------------- facts

Case = tuple[tuple[Fact, ...], dict[str, Entity], datetime]


def _fact(user: str, key: FactKey, messages: Sequence[int], weight: float) -> Fact:
    evidence = tuple(
        Evidence(
            "c",
            f"m{message:06}",
            NOW - timedelta(hours=message % 9000),
            f"I said {key.target}",
            weight,
            (message, message, f"m{message:06}"),
            open=True,
        )
        for message in sorted(messages, reverse=True)
    )
    interval = Interval(evidence[0].time, None, open=True)
    return Fact(fact_id(user, key), user, *_parts(key), evidence, (interval,))


def _parts(key: FactKey) -> tuple[str, str, str, int, str, None]:
    return key.source, key.kind, key.target, key.polarity, key.kind, None


def facts_of_user(
    user: str, rng: np.random.Generator, entities: int, ties: int, links: int, messages: int
) -> Case:
    """A user with so many entities, facts about them, facts between them, and messages."""
    names = [f"thing {n:05}" for n in range(entities)]
    found: dict[FactKey, Fact] = {}
    weights = rng.uniform(0.2, 1, ties + links).tolist()
    kinds = rng.integers(0, len(USER_KINDS), ties).tolist()
    cited = rng.integers(0, messages, (ties + links, 2)).tolist()
    for n in range(ties):
        disliked = n % 12 == 11
        kind = "dislikes" if disliked else USER_KINDS[kinds[n]]
        key = FactKey(USER, kind, "", names[n % entities], -1 if disliked else 1)
        found[key] = _fact(user, key, {*cited[n]}, weights[n])  # type: ignore[arg-type]
    ends = rng.integers(0, entities, (links, 2)).tolist()
    for n, (one, other) in enumerate(ends):
        if one != other:
            key = FactKey(names[one], "used_with", "", names[other], 1)
            found[key] = _fact(user, key, cited[ties + n][:1], weights[ties + n])
    facts = tuple(found[key] for key in sorted(found))
    return facts, {name: Entity(name, name, "thing") for name in names}, NOW


def small_user(user: str, rng: np.random.Generator) -> Case:
    """A user of the usual size: 66 nodes, 81 facts."""
    return facts_of_user(user, rng, NODES - 1, NODES - 1, EDGES - NODES + 1, 120)


def matrix_of(case: Case) -> Graph:
    """The matrix that scoring makes of these facts, home first."""
    table = columns([ScoringCase(*case)])
    graph = sides(table)
    edges = matrix(graph, touched(graph))
    size = len(edges.block)
    return Graph(size, edges.source, edges.target, edges.weight)


def p3() -> dict[str, Any]:
    """One large graph, and a hub."""
    case = facts_of_user("big", np.random.default_rng(3), 20_000, 20_000, 30_300, 60_000)
    ours = min(cpu(lambda: score(case[0], case[1], as_of=case[2]))[0] for _ in range(3))
    same = matrix_of(case)
    theirs = min(cpu(lambda: by_networkx(same, 1e-6))[0] for _ in range(2))
    stars = [
        facts_of_user("hub", np.random.default_rng(4), n, n, 0, 2 * n)
        for n in (5_000, 10_000, 20_000)
    ]
    small, middle, large = (_fastest(star) for star in stars)
    return {
        "ratio": theirs / ours,
        "facts": len(case[0]),
        "edges": len(same.source),
        "ms": ours * 1e3,
        "star_5k_ms": small * 1e3,
        "star_10k_ms": middle * 1e3,
        "star_20k_ms": large * 1e3,
        "star_growth": large / small,
        "star_growth_linear": 4.0,
    }


def _fastest(case: Case) -> float:
    """CPU seconds from facts to a persona, the best of three."""
    facts, entities, now = case

    def work() -> None:
        scores = score(facts, entities, as_of=now)
        build_persona("u", facts, entities, scores, as_of=now, extractor="rules")

    return min(cpu(work)[0] for _ in range(3))


def _by_networkx(user: str, case: Case) -> object:
    facts, entities, now = case
    graph = build(facts, entities, as_of=now)
    scores = reference_scores(facts, entities, as_of=now)
    return build_persona(
        user, facts, entities, scores, as_of=now, extractor="rules", statistics=statistics(graph)
    )


def _personas(cases: Sequence[Case], count: int) -> float:
    """CPU seconds a user, over so many users (the same facts come round again)."""

    def work() -> None:
        waiting = islice(cycle(cases), count)
        known = islice(cycle(cases), count)
        for (facts, entities, now), scores in zip(waiting, score_each(known), strict=True):
            build_persona("u", facts, entities, scores, as_of=now, extractor="rules")

    return cpu(work)[0] / count


def p4(most: int) -> dict[str, Any]:
    """Whole personas."""
    cases = [small_user(f"u{n}", np.random.default_rng(n)) for n in range(400)]
    _personas(cases, 100)
    theirs = cpu(lambda: [_by_networkx("u", case) for case in cases[:200]])[0] / 200
    counts = [count for count in (100, 1_000, 10_000, 100_000) if count <= most]
    costs = {count: _personas(cases, count) for count in counts}
    return {
        "ratio": theirs / costs[counts[-1]],
        "us_per_user": {count: cost * 1e6 for count, cost in costs.items()},
        "growth": costs[counts[-1]] / costs[counts[0]],
    }


def report(found: dict[str, dict[str, Any]]) -> str:
    """A table of the bars."""
    one, two, three, four = (found[bar] for bar in ("P1", "P2", "P3", "P4"))
    costs = ", ".join(f"{n}: {cost:.0f}" for n, cost in four["us_per_user"].items())
    return "\n".join([
        f"P1  batch / networkx loop, tol 1e-12   {one['ratio']:9.1f}x   (bar 25)",
        f"    at networkx's default tol          {one['ratio_default']:9.1f}x   (bar 15)"
        f"   {one['us_per_user']:.0f} us a user, {one['users']} users",
        f"P2  largest deviation                  {two['max_deviation']:9.1e}    (bar 1e-8)"
        f"   {two['graphs']} graphs, worst on {two['worst_on']}",
        f"    alone = in a batch, to the bit     {two['batch_equals_alone']!s:>9}",
        f"P3  facts to scores / networkx         {three['ratio']:9.1f}x   (bar 8)"
        f"   {three['facts']} facts in {three['ms']:.0f} ms",
        f"    star to persona, 20,000 / 5,000    {three['star_growth']:9.1f}x   (linear 4)"
        f"   {three['star_5k_ms']:.0f}, {three['star_10k_ms']:.0f}, {three['star_20k_ms']:.0f} ms"
        " (5k, 10k, 20k)",
        f"P4  persona / networkx user by user    {four['ratio']:9.1f}x   (bar 5)",
        f"    most users / fewest, per user      {four['growth']:9.2f}x   (flat 1)   us a user: {costs}",
        f"memory, peak                           {found['memory']['peak_mb']:9.0f} MB",
    ])  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures all bars and prints them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="fewer users")
    options = parser.parse_args(arguments)
    found = {
        "P1": p1(400 if options.quick else 4_000),
        "P2": p2(),
        "P3": p3(),
        "P4": p4(1_000 if options.quick else 100_000),
    }
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found["memory"] = {"peak_mb": peak}
    print(json.dumps(found) if options.json else report(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
