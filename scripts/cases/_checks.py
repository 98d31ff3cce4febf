"""The check words of memory cases: each a function of the world that says what does not hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from persona.errors import PersonaError
from persona.graph import build
from persona.records import Entity
from persona.tokens import estimate
from scripts.cases._graph_checks import GRAPH_CHECKS
from scripts.cases._run_checks import RUN_CHECKS
from scripts.cases._view import Failures, View
from scripts.cases._world import Dump, World

_FENCE = re.compile(r"</?user_persona\b")


def differences(wanted: Dump, came: Dump, what: str) -> Failures:
    """How the views of one user differ from those wanted."""
    for part in ("facts", "entities"):
        first, second = set(getattr(wanted, part)), set(getattr(came, part))
        if first != second:
            yield f"{what}: {part} differ: gone {sorted(first - second)[:2]}, new {sorted(second - first)[:2]}"
            return
    if wanted.persona != came.persona:
        yield f"{what}: the persona differs: {wanted.persona} became {came.persona}"


def _others_unchanged(world: World, _wanted: Any, _user: str) -> Failures:
    for owner, dump in world.before.items():
        now = set(world.dump(owner).facts)
        for fact in dump.facts:
            if fact not in now:
                yield f"a fact of before is not as it was: {fact}"


def _no_persona(world: World, name: Any, _user: str) -> Failures:
    store = world.engine().store
    if name in store.user_ids() or store.persona(name) or store.facts(name) or store.messages(name):
        yield f"something of {name!r} is stored"


def _user_count(world: World, number: Any, _user: str) -> Failures:
    came = world.engine().users()
    if len(came) != number:
        yield f"wanted {number} users, came {came}"


def _messages_stored(world: World, wanted: Any, user: str) -> Failures:
    came = world.engine().store.count_messages(wanted.get("user", user))
    if came != wanted["count"]:
        yield f"wanted {wanted['count']} messages, came {came}"


def _block(world: World, wanted: Any, user: str) -> Any:
    given = wanted if isinstance(wanted, Mapping) else {}
    options = {name: given[name] for name in ("query", "max_tokens") if name in given}
    return world.engine().prompt(user, **options)


def _text_of(wanted: Any) -> str:
    return str(wanted["text"] if isinstance(wanted, Mapping) else wanted)


def _prompt_contains(world: World, wanted: Any, user: str) -> Failures:
    text = _block(world, wanted, user).text
    if _text_of(wanted) not in text:
        yield f"wanted {wanted} in the prompt, came {text!r}"


def _prompt_not_contains(world: World, wanted: Any, user: str) -> Failures:
    if _text_of(wanted) in _block(world, wanted, user).text:
        yield f"the prompt has {wanted}"


def _prompt_fence_intact(world: World, _wanted: Any, user: str) -> Failures:
    text = _block(world, None, user).text
    marks = _FENCE.findall(text)
    closing = text.rsplit("\n", 1)[-1]
    if marks != ["<user_persona", "</user_persona"] or not _FENCE.match(closing):
        yield f"the fence of the prompt is not whole: {text!r}"
    elif not text.startswith("<user_persona") or not closing.endswith(">"):
        yield f"something stands outside the fence: {text!r}"


def _prompt_tokens_max(world: World, wanted: Any, user: str) -> Failures:
    came = estimate(_block(world, wanted, user).text)
    if came > wanted["max_tokens"]:
        yield f"wanted a prompt of {wanted}, came {came} tokens"


def _prompt_omits(world: World, wanted: Any, user: str) -> Failures:
    came = len(_block(world, wanted, user).omitted)
    if came < wanted["min"]:
        yield f"wanted at least {wanted['min']} omitted, came {came}"


def _page(world: World, user: str) -> str:
    path = world.base / "graph.html"
    world.engine().write_graph(user, path)
    data = path.read_bytes()
    path.unlink()
    return data.decode("utf-8")


def _html_contains(world: World, text: Any, user: str) -> Failures:
    if text not in _page(world, user):
        yield f"wanted {text!r} in the page"


def _html_not_contains(world: World, text: Any, user: str) -> Failures:
    if text in _page(world, user):
        yield f"the page has {text!r}"


class _Shape(HTMLParser):
    """The tags of a page with the names of their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(sorted(name for name, _ in attrs))))


def _shape(page: str) -> list[tuple[str, tuple[str, ...]]]:
    parser = _Shape()
    parser.feed(page)
    return parser.tags


def _html_text_only(world: World, _wanted: Any, user: str) -> Failures:
    from persona import viz

    view = View(world, user)
    harmless = {e.key: Entity(e.key, f"n{i}", "thing") for i, e in enumerate(view.entities)}
    plain = viz.page(build(view.facts, harmless), title="Persona")
    if _shape(_page(world, user)) != _shape(plain):
        yield "the page has other tags or attributes than one of harmless names"


def _store_bytes_not_contain(world: World, text: Any, _user: str) -> Failures:
    for file in world.store_folder.rglob("*"):
        if file.is_file() and text.encode() in file.read_bytes():
            yield f"{file.name} has {text!r}"


def _no_file_outside_store(world: World, _wanted: Any, _user: str) -> Failures:
    for file in world.base.rglob("*"):
        inside = file == world.store_folder or world.store_folder in file.parents
        if not inside and file not in world.store_folder.parents:
            yield f"{file.relative_to(world.base)} lies outside the store"


def _raises(world: World, wanted: Any, _user: str) -> Failures:
    before = world.dumps()
    given = dict(wanted)
    op = given.pop("op")
    if op not in ("forget", "ingest", "rebuild", "prompt", "show", "recall"):
        yield f"the runner does not know the op {op!r}"
        return
    try:
        _operate(world, op, given)
    except PersonaError as error:
        if "\n" in str(error) or not str(error).strip():
            yield f"wanted one sentence, came {str(error)!r}"
    else:
        yield f"wanted an error of {wanted}, came none"
    if world.dumps() != before:
        yield f"{wanted} changed something"


def _operate(world: World, op: str, given: dict[str, Any]) -> None:
    engine, user = world.engine(), given.pop("user", None)
    if op == "forget":
        engine.forget(user, **given)
    elif op == "ingest":
        engine.add(user, given["messages"])
    elif op == "rebuild":
        world.rebuild([user])
    elif op == "prompt":
        engine.prompt(user)
    elif op == "recall":
        engine.recall(user, given["query"])
    else:
        engine.persona(user)


def _nothing(_world: World, _wanted: Any, _user: str) -> Iterable[str]:
    """What always holds where the case has come so far: a crash is a failure of its own."""
    return ()


CHECKS: dict[str, Callable[[World, Any, str], Iterable[str]]] = {
    **GRAPH_CHECKS,
    **RUN_CHECKS,
    "html_contains": _html_contains,
    "html_not_contains": _html_not_contains,
    "html_text_only": _html_text_only,
    "messages_stored": _messages_stored,
    "no_exception": _nothing,
    "no_file_outside_store": _no_file_outside_store,
    "no_persona": _no_persona,
    "others_unchanged": _others_unchanged,
    "prompt_contains": _prompt_contains,
    "prompt_fence_intact": _prompt_fence_intact,
    "prompt_not_contains": _prompt_not_contains,
    "prompt_omits": _prompt_omits,
    "prompt_tokens_max": _prompt_tokens_max,
    "raises": _raises,
    "store_bytes_not_contain": _store_bytes_not_contain,
    "user_count": _user_count,
}
"""Checks of a state, by their word; the comparisons of two states are in `scripts.cases.memory`."""
