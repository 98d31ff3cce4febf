"""Check words about the graph and the persona."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from persona.graph import to_node_link
from persona.records import USER
from scripts.cases._view import Failures, View, fold
from scripts.cases._world import World

Check = Callable[[World, Any, str], Iterable[str]]

_TASTES = ("likes", "uses", "skills", "learning", "interests", "goals", "owns")


def _edge(world: World, wanted: Any, user: str) -> Failures:
    found = View(world, user).facts_like(wanted)
    count = wanted.get("count")
    if not found or count not in (None, len(found)):
        yield f"wanted {count or 'an'} edge {wanted}, came {len(found)}"


def _no_edge(world: World, wanted: Any, user: str) -> Failures:
    for fact in View(world, user).facts_like(wanted):
        yield f"no edge {wanted} is wanted, came {fact.source} {fact.kind} {fact.target}"


def _node(world: World, name: Any, user: str) -> Failures:
    if not View(world, user).named(name):
        yield f"wanted the node {name!r}"


def _no_node(world: World, name: Any, user: str) -> Failures:
    if View(world, user).named(name):
        yield f"no node {name!r} is wanted"


def _node_count(world: World, wanted: Any, user: str) -> Failures:
    view = View(world, user)
    found = view.named(wanted["name"]) if "name" in wanted else list(view.entities)
    if "type" in wanted:
        found = [entity for entity in found if fold(entity.type) == fold(wanted["type"])]
    low, high = wanted.get("min", 0), wanted.get("max", math.inf)
    low, high = wanted.get("count", low), wanted.get("count", high)
    if not low <= len(found) <= high:
        yield f"wanted nodes {wanted}, came {len(found)}: {[e.name for e in found[:20]]}"


def _mentions(world: World, wanted: Any, user: str) -> Failures:
    for name, number in wanted.items():
        came = View(world, user).mentions(name)
        if came != number:
            yield f"wanted {number} mentions of {name!r}, came {came}"


def _mentions_max(world: World, wanted: Any, user: str) -> Failures:
    for name, number in wanted.items():
        came = View(world, user).mentions(name)
        if came > number:
            yield f"wanted at most {number} mentions of {name!r}, came {came}"


def _intervals(world: World, wanted: Any, user: str) -> Failures:
    pair = {key: value for key, value in wanted.items() if key != "count"}
    came = sum(len(fact.intervals) for fact in View(world, user).facts_like(pair))
    if came != wanted["count"]:
        yield f"wanted {wanted['count']} intervals of {pair}, came {came}"


def _root_intact(world: World, _wanted: Any, user: str) -> Failures:
    root = world.engine().graph(user).nodes.get(USER, {})
    if root.get("kind") != "user" or root.get("name") != USER:
        yield f"wanted the person's own node, came {dict(root)}"
    if any(entity.key == USER for entity in View(world, user).entities):
        yield "an entity has the key of the person"


def _no_self_loops(world: World, _wanted: Any, user: str) -> Failures:
    for fact in View(world, user).facts:
        if fact.source == fact.target:
            yield f"an edge from {fact.source!r} to itself"


def _weights_in(world: World, wanted: Any, user: str) -> Failures:
    low, high = wanted
    stored = [e.weight for fact in View(world, user).facts for e in fact.evidence]
    exported = [e["weight"] for e in to_node_link(world.engine().graph(user))["edges"]]
    for weight in (*stored, *exported):
        if not (math.isfinite(weight) and low <= weight <= high):
            yield f"wanted weights within {wanted}, came {weight}"


def _rank_before(world: World, wanted: Any, user: str) -> Failures:
    names = [fold(line.entity) for line in View(world, user).ranking()]
    first, second = map(fold, wanted)
    if first not in names:
        yield f"{first!r} is not ranked, came {names}"
    elif second in names and names.index(second) < names.index(first):
        yield f"wanted {first!r} before {second!r}, came {names}"


def _not_in_top(world: World, name: Any, user: str) -> Failures:
    view = View(world, user)
    places = [section for section in _TASTES if fold(name) in view.lines(section)]
    if fold(name) in {fold(line.entity) for line in view.ranking()}:
        places.append("top")
    if places:
        yield f"{name!r} is in {places}"


def _section_contains(world: World, wanted: Any, user: str) -> Failures:
    for section, names in wanted.items():
        came = View(world, user).lines(section)
        for name in names:
            if fold(name) not in came:
                yield f"wanted {name!r} in {section}, came {came}"


def _section_not_contains(world: World, wanted: Any, user: str) -> Failures:
    for section, names in wanted.items():
        came = View(world, user).lines(section)
        for name in names:
            if fold(name) in came:
                yield f"{name!r} is not wanted in {section}"


def _component_share_min(world: World, wanted: Any, user: str) -> Failures:
    weights = dict(zip(("pagerank", "degree", "frequency"), world.engine().settings.weights, strict=True))  # fmt: skip
    lines = [line for line in View(world, user).ranking() if line.score > 0]
    for component, least in wanted.items():
        shares = [
            weights[component] * getattr(line.components, component) / line.score for line in lines
        ]
        came = sum(shares) / len(shares) if shares else 0.0
        if came < least:
            yield f"wanted a share of {component} of at least {least}, came {came:.3f}"


def _summary_present(world: World, _wanted: Any, user: str) -> Failures:
    persona = View(world, user).persona
    if persona is None or not persona.summary.strip():
        yield "the persona has no summary"


def _local_date(world: World, wanted: Any, user: str) -> Failures:
    zone = world.zone_of(wanted["message"])
    cited = [
        evidence.time
        for fact in View(world, user).facts
        for evidence in fact.evidence
        if evidence.message_id == wanted["message"]
    ]
    days = {None if time is None else time.astimezone(zone).date().isoformat() for time in cited}
    if days != {wanted["date"]}:
        yield f"wanted the day {wanted['date']} of {wanted['message']}, came {days}"


def _merge_candidate(world: World, wanted: Any, user: str) -> Failures:
    first, second = wanted
    view = View(world, user)
    keys = [{entity.key for entity in view.named(name)} for name in wanted]
    if not keys[0] or not keys[1] or keys[0] & keys[1]:
        yield f"wanted {first!r} and {second!r} as two nodes, came {keys}"
    proposed = [set(i.names) for i in world.engine().review(user) if i.sort == "merge"]
    if not any(pair & keys[0] and pair & keys[1] for pair in proposed):
        yield f"wanted {wanted} proposed, came {proposed}"


def _quarantined(world: World, number: Any, user: str) -> Failures:
    waiting = [item for item in world.engine().review(user) if item.sort == "row"]
    if len(waiting) < number:
        yield f"wanted at least {number} items for review, came {len(waiting)}"
    prompt = world.engine().prompt(user, max_tokens=2000).text
    for item in waiting:
        target = item.detail.split(" – ")[-1].split(": ")[0]
        if " – " in item.detail and len(target) > 3 and target in prompt:
            yield f"{target!r} waits for review and is in the prompt"


GRAPH_CHECKS: dict[str, Check] = {
    "component_share_min": _component_share_min,
    "edge": _edge,
    "intervals": _intervals,
    "local_date": _local_date,
    "mentions": _mentions,
    "mentions_max": _mentions_max,
    "merge_candidate": _merge_candidate,
    "no_edge": _no_edge,
    "no_node": _no_node,
    "no_self_loops": _no_self_loops,
    "node": _node,
    "node_count": _node_count,
    "not_in_top_preferences": _not_in_top,
    "quarantined": _quarantined,
    "rank_before": _rank_before,
    "root_intact": _root_intact,
    "section_contains": _section_contains,
    "section_not_contains": _section_not_contains,
    "summary_present": _summary_present,
    "weights_in": _weights_in,
}
