"""The ops of hostile cases: each does one thing to a `World` and notes what came of it."""

from __future__ import annotations

import inspect
import json
import pickle
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from persona import viz
from persona.engine import IngestReport, PersonaEngine, RebuildReport
from persona.errors import BusyError
from persona.llm.testing import ScriptedServer
from persona.records import Persona
from scripts.cases._hostile_model import Model
from scripts.cases._hostile_world import Page, Took, World, environment, said_at

_CHUNK = 1 << 20


class NotBuiltError(Exception):
    """An op whose room is not there, or that the runner does not know: the case fails."""


Op = Callable[..., None]
OPS: dict[str, Op] = {}


def op(function: Op) -> Op:
    """Makes a function an op of its name; its keyword arguments are the op's."""
    OPS[function.__name__.strip("_")] = function
    return function


def perform(world: World, took: Took, step: Mapping[str, Any]) -> None:
    """Does a step.

    Raises:
        NotBuiltError: an op or an argument that the runner does not know.
        Exception: whatever the step raises.
    """
    known = OPS.get(str(step.get("op")))
    if known is None:
        raise NotBuiltError(f"the runner does not know the op {step.get('op')!r}")
    arguments = {name: unfolded(value) for name, value in step.items() if name != "op"}
    unknown = set(arguments) - set(inspect.signature(known).parameters)
    if unknown:
        raise NotBuiltError(f"the op {step['op']} has no {', '.join(sorted(unknown))}")
    known(world, took, **arguments)


# --- long strings ---------------------------------------------------------------------------------


def _is_long(value: Any) -> bool:
    return isinstance(value, Mapping) and "repeat" in value and "times" in value


def unfolded(value: Any) -> Any:
    """A value in which ``{"repeat", "times"}`` is a string; of a file to be made it stays folded."""
    if _is_long(value):
        return value if len(value["repeat"]) * value["times"] > 64 * _CHUNK else _whole(value)
    if isinstance(value, Mapping):
        return {name: unfolded(item) for name, item in value.items()}
    return [unfolded(item) for item in value] if isinstance(value, list) else value


def _whole(value: Mapping[str, Any]) -> str:
    return "".join(_pieces(value))


def _pieces(value: str | Mapping[str, Any]) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        return
    yield value.get("before", "")
    most = max(1, _CHUNK // max(1, len(value["repeat"])))
    left = value["times"]
    while left > 0:
        yield value["repeat"] * min(left, most)
        left -= most
    yield value.get("then", "")


# --- the engine -----------------------------------------------------------------------------------


@op
def _ingest(
    world: World, took: Took, user: Any, messages: Sequence[Mapping[str, Any]], times: int = 1
) -> None:
    given = []
    for _ in range(times):
        for message in messages:
            number = world.next_number(user)
            given.append({"id": f"m{number}", "timestamp": said_at(number), **message})
            if times > 1:
                given[-1] |= {"id": f"m{number}", "timestamp": said_at(number)}
    with world.engine() as engine:
        _report(took, engine.add(user, given))


def _report(took: Took, report: IngestReport | RebuildReport) -> None:
    took.reports.append(report)
    took.texts.append(json.dumps(report.to_dict(), ensure_ascii=False))


@op
def _rebuild(
    world: World,
    took: Took,
    user: str,
    answers: Sequence[Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
) -> None:
    options = dict(options or {})
    max_calls = options.pop("max_calls", None)
    settings = {"allow_sensitive": options.pop("allow_sensitive", False)}
    if options:
        raise NotBuiltError(f"a rebuild has no option {', '.join(sorted(options))}")
    if answers is None:
        with environment(env or {}), world.engine(extractor="rules", **settings) as engine:
            _report(took, engine.rebuild([user]))
        return
    model = Model(answers)
    with ScriptedServer(model) as server:
        values = {**server.environment(), **(env or {}), "OPENAI_BASE_URL": server.url}
        try:
            with environment(values), world.engine(values, **settings) as engine:
                limits = engine.limits(concurrency=1, max_calls=max_calls)
                _report(took, engine.rebuild([user], limits=limits))
        finally:
            took.asked += model.asked


@op
def _prompt(world: World, took: Took, user: str) -> None:
    with world.engine() as engine:
        took.texts.append(engine.prompt(user).text)


@op
def _show(world: World, took: Took, user: str) -> None:
    with world.engine() as engine:
        took.texts.append(json.dumps(engine.persona(user).to_dict(), ensure_ascii=False))


@op
def _recall(world: World, took: Took, user: str, query: str) -> None:
    with world.engine() as engine:
        took.texts += [found.text for found in engine.recall(user, query)]


@op
def _forget(world: World, took: Took, user: str, everything: bool) -> None:
    with world.engine() as engine:
        took.texts.append(str(engine.forget(user, everything=everything)))


@op
def _snapshot(world: World, _took: Took, user: str) -> None:
    world.snapshots[user] = world.rows(user)


# --- pages and files ------------------------------------------------------------------------------


@op
def _graph_html(
    world: World, took: Took, user: str, options: Mapping[str, Any] | None = None
) -> None:
    offered = set(inspect.signature(viz.page).parameters) - {"graph", "title", "scores"}
    chosen = {name: value for name, value in (options or {}).items() if name in offered}
    with world.engine() as engine:
        file = engine.write_graph(user, **chosen)
        took.files.append(file)
        plain: dict[str, Any] = {**chosen, "heading": "heading"}
        harmless = viz.page(_harmless_graph(engine, user), title="title", **plain)
    took.pages.append(Page(file.read_text("utf-8"), harmless, is_graph=True))


def _harmless_graph(engine: PersonaEngine, user: str) -> Any:
    """The user's graph with other words in the places of all that come from the data."""
    graph: Any = engine.graph(user)
    graph.graph["user_id"] = "somebody"
    for number, (_, data) in enumerate(graph.nodes(data=True)):
        data.update(name=f"name {number}", type="topic", aliases=())
    for _, _, data in graph.edges(data=True):
        data.update(label="label", slot=None, quotes=("quote",) * len(data.get("quotes", ())))
    return graph


@op
def _notebook_html(world: World, took: Took, user: str) -> None:
    with world.engine() as engine:
        persona, graph = engine.persona(user), engine.graph(user)
        shown = [_in_notebook(persona), _in_notebook(graph)]
        plain = [_in_notebook(_harmless(persona)), _in_notebook(_harmless_graph(engine, user))]
    took.texts += shown
    took.pages.append(Page("\n".join(shown), "\n".join(plain), is_graph=False))


def _in_notebook(value: Any) -> str:
    """The HTML that a notebook shows of a value; "" where it shows plain text."""
    made = getattr(value, "_repr_html_", None)
    return str(made()) if made is not None else ""


def _harmless(persona: Persona) -> Persona:
    sections = {
        name: tuple(replace(line, entity="name", relation="label", slot=None) for line in lines)
        for name, lines in persona.sections.items()
    }
    return replace(persona, user_id="somebody", sections=sections, summary="summary")


@op
def _export(world: World, took: Took, user: str, format: str, excel: bool = False) -> None:
    target = world.folder / f"export.{took.number}.{format}"
    with world.engine() as engine:
        offered = "excel" in inspect.signature(engine.export).parameters
        options: Any = {"excel": excel} if offered else {}  # else cells are inert in any case
        engine.export(user, target, **options)
    took.files.append(target)
    took.texts.append(target.read_text("utf-8"))


@op
def _make_file(
    world: World,
    took: Took,
    path: str,
    content: str | Mapping[str, Any] | None = None,
    zip: Sequence[Mapping[str, Any]] | None = None,
    symlink: str | None = None,
    pickle_touch: str | None = None,
) -> None:
    target = world.folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    took.files.append(target)
    if symlink is not None:
        target.symlink_to(symlink)
    elif pickle_touch is not None:
        target.write_bytes(pickle.dumps(_Touch(str(world.folder / pickle_touch))))
    elif zip is not None:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry in zip:
                with archive.open(entry["name"], "w", force_zip64=True) as stream:
                    for piece in _pieces(entry["content"]):
                        stream.write(piece.encode("utf-8", "surrogatepass"))
    else:
        with target.open("wb") as stream:
            for piece in _pieces(content or ""):
                stream.write(piece.encode("utf-8", "surrogatepass"))


class _Touch:
    """What makes a file when its pickle is loaded."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (Path(self._path),))


# --- several at once ------------------------------------------------------------------------------


@op
def _parallel(world: World, took: Took, steps: Sequence[Mapping[str, Any]], times: int = 1) -> None:
    for _ in range(times):
        parts = [Took(took.number, str(step.get("op"))) for step in steps]
        threads = [
            threading.Thread(target=_quietly, args=(world, part, step))
            for part, step in zip(parts, steps, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for part in parts:
            took.texts += part.texts
            took.reports += part.reports
            took.asked += part.asked
            took.files += part.files
        failed = [part.error for part in parts if part.error is not None]
        if failed:
            raise failed[0]


def _quietly(world: World, part: Took, step: Mapping[str, Any]) -> None:
    try:
        perform(world, part, step)
    except BusyError:
        pass
    except Exception as error:  # noqa: BLE001  raised again in the thread of the case
        part.error = error
