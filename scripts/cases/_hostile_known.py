"""Check words about what is known and what is stored: facts, scores, users, files."""

from __future__ import annotations

import math
import re
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from persona.engine import IngestReport
from persona.store import schema
from scripts.cases._hostile_views import View
from scripts.cases._hostile_words import (
    USER_MEANT,
    Failures,
    blocks_of,
    files_under,
    steps_of,
    word,
)
from scripts.cases._hostile_world import Took, World


@word
def _fact(world: World, wanted: Any, _step: Took | None) -> Failures:
    if not View(world, wanted["user"]).facts_like(wanted):
        names = View(world, wanted["user"]).described()
        yield f"wanted {wanted}, came {names}"


@word
def _no_fact(world: World, wanted: Any, _step: Took | None) -> Failures:
    for found in View(world, wanted["user"]).facts_like(wanted):
        yield f"{wanted} is not wanted, came {found.kind} {found.target}"


@word
def _node_count(world: World, wanted: Any, _step: Took | None) -> Failures:
    view = View(world, wanted.get("user", USER_MEANT))
    found = view.named(wanted["name"]) if "name" in wanted else list(view.entities)
    if "type" in wanted:
        found = [entity for entity in found if entity.type == wanted["type"]]
    low = wanted.get("count", wanted.get("min", 0))
    high = wanted.get("count", wanted.get("max", math.inf))
    if not low <= len(found) <= high:
        yield f"wanted {wanted} entities, came {len(found)}"


@word
def _mentions(world: World, wanted: Any, _step: Took | None) -> Failures:
    for name, number in wanted.items():
        came = View(world, USER_MEANT).mentions(name)
        if came != number:
            yield f"wanted {number} mentions of {name!r}, came {came}"


@word
def _mentions_max(world: World, wanted: Any, _step: Took | None) -> Failures:
    for name, number in wanted.items():
        came = View(world, USER_MEANT).mentions(name)
        if came > number:
            yield f"wanted at most {number} mentions of {name!r}, came {came}"


@word
def _root_intact(world: World, _wanted: Any, _step: Took | None) -> Failures:
    view = View(world, USER_MEANT)
    root = view.graph.nodes.get("USER", {})
    if root.get("kind") != "user":
        yield f"wanted a node USER of the kind user, came {root}"
    if "type" in root and root["type"] not in ("user", "person", None):
        yield f"the type of USER is {root['type']!r}"
    for entity in view.entities:
        if "user" in {
            entity.key.casefold(),
            *(n.casefold() for n in (entity.name, *entity.aliases)),
        }:
            yield f"the entity {entity.name!r} has taken the name USER"


@word
def _weights_in(world: World, wanted: Any, _step: Took | None) -> Failures:
    low, high = wanted
    exported = [text for took in world.took if took.op == "export" for text in took.texts]
    for user in world.users:
        for weight in View(world, user).weights(exported):
            if not (math.isfinite(weight) and low <= weight <= high):
                yield f"wanted weights in [{low}, {high}], came {weight}"


@word
def _score_ratio_max(world: World, wanted: Any, _step: Took | None) -> Failures:
    view = View(world, wanted["user"])
    first, second = view.score(wanted["a"]), view.score(wanted["b"])
    if not first or not second or first / second > wanted["max"]:
        yield f"wanted a ratio of at most {wanted['max']}, came {first} and {second}"


@word
def _names_single_line(world: World, limit: Any, _step: Took | None) -> Failures:
    for user in world.users:
        for name in View(world, user).names():
            if len(name) > limit or re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", name):
                yield f"wanted one line of at most {limit} characters, came {name!a}"


@word
def _quarantined(world: World, number: Any, step: Took | None) -> Failures:
    users = [user for user in dict.fromkeys(world.users) if View(world, user).known]
    waiting = [item for user in users for item in View(world, user).waiting()]
    if len(waiting) < number:
        yield f"wanted at least {number} for review, came {len(waiting)}"
    for item in waiting:
        for block in blocks_of(world, step):
            if item and item in block:
                yield f"{item!r} waits for review and is in the prompt"


# --- users and store ------------------------------------------------------------------------------


@word
def _users_are(world: World, wanted: Any, _step: Took | None) -> Failures:
    with world.engine() as engine:
        came = engine.users()
    if sorted(came) != sorted(wanted):
        yield f"wanted the users {wanted}, came {came}"


@word
def _user_count(world: World, wanted: Any, _step: Took | None) -> Failures:
    with world.engine() as engine:
        came = engine.users()
    if len(came) != wanted:
        yield f"wanted {wanted} users, came {came}"


@word
def _no_persona(world: World, user: Any, _step: Took | None) -> Failures:
    for table, rows in world.rows(user).items():
        if rows and table != "tombstones":
            yield f"{len(rows)} rows of {user!r} are in {table}"


@word
def _messages_stored(world: World, wanted: Any, _step: Took | None) -> Failures:
    came = len(world.rows(wanted["user"]).get("messages", ()))
    if came != wanted["count"]:
        yield f"wanted {wanted['count']} messages, came {came}"


@word
def _others_unchanged(world: World, wanted: Any, _step: Took | None) -> Failures:
    user = wanted["user"]
    if user not in world.snapshots:
        yield f"there is no snapshot of {user!r}"
    elif world.rows(user) != world.snapshots[user]:
        yield f"what is stored of {user!r} has changed"


@word
def _reported(world: World, wanted: Any, step: Took | None) -> Failures:
    came: Counter[str] = Counter()
    for took in steps_of(world, step):
        for report in took.reports:
            both = isinstance(report, IngestReport)
            came += report.skipped + report.noted if both else report.rejected  # type: ignore[union-attr]
    for reason, number in wanted.items():
        if came[reason] < number:
            yield f"wanted {number} {reason}, came {dict(came)}"


@word
def _store_bytes_not_contain(world: World, text: Any, _step: Took | None) -> Failures:
    sought = text.encode("utf-8", "surrogatepass")
    for file in files_under(world.store):
        if sought in file.read_bytes():
            yield f"{text!r} stands in {file.name}"


@word
def _store_intact(world: World, _wanted: Any, _step: Took | None) -> Failures:
    with closing(sqlite3.connect(world.store / "persona.db")) as connection:
        result = connection.execute("PRAGMA integrity_check").fetchall()
        found = {n for (n,) in connection.execute("SELECT name FROM sqlite_master")}
    if result != [("ok",)]:
        yield f"the integrity check says {result[:3]}"
    for table in schema.metadata.tables:
        if table not in found:
            yield f"the table {table} is gone"
    with world.engine() as engine:
        engine.users()


@word
def _no_file_outside_store(world: World, _wanted: Any, _step: Took | None) -> Failures:
    for path in world.strangers():
        yield f"{path} was made"
    for user in world.users:
        if user.startswith("/") and Path(user).exists():
            yield f"{user} was made"


_SAFE = re.compile(r"[A-Za-z0-9._%-]+")
_DEVICE = re.compile(r"(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")


@word
def _file_names_safe(world: World, _wanted: Any, _step: Took | None) -> Failures:
    with world.engine() as engine:
        users = [user for user in dict.fromkeys(world.users) if user in engine.users()]
        names = [engine.page_path(user).name for user in users]
    names = list(dict.fromkeys([*names, *(file.name for file in files_under(world.store))]))
    for name in names:
        if not _SAFE.fullmatch(name) or _DEVICE.fullmatch(name) or name.endswith("."):
            yield f"the file name {name!r} is not safe"
    if len({name.casefold() for name in names}) < len(names):
        yield f"{sorted(names)} differ only by case"


@word
def _no_file(world: World, path: Any, _step: Took | None) -> Failures:
    if (world.folder / path).exists():
        yield f"{path} exists"
