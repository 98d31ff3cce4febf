"""The graph of a user as a file: an offline page, GraphML or node-link JSON, by its ending."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import orjson

from persona.errors import UsageError
from persona.store import Store, Views
from persona.text import file_name

_FOLDER = "pages"


def page_path(store: Store, user_id: str) -> Path:
    """Where the graph page of a user is written unless told otherwise: in the store's folder.

    Raises:
        UsageError: the store is no file.
    """
    if store.folder is None:
        raise UsageError("this store has no folder for pages: say where the graph is written")
    return store.folder / _FOLDER / f"{file_name(user_id)}.html"


def own_page(store: Store, user_id: str) -> Path:
    """The same place, with its folder made."""
    page = page_path(store, user_id)
    page.parent.mkdir(exist_ok=True)
    return page


def remove_page(store: Store, user_id: str) -> None:
    """Removes the page that `page_path` names, where there is one; other files are their owner's."""
    if store.folder is not None:
        page_path(store, user_id).unlink(missing_ok=True)


def write_graph(views: Views, target: Path, **options: Any) -> None:
    """Writes the graph of a user's views.

    Args:
        views: of the user.
        target: ends in ``.html`` (extra `viz`), ``.graphml`` or ``.json``.
        options: of the page, as `persona.viz.page` takes them.

    Raises:
        UsageError: another ending, an option that is none, or a place that cannot be written.
        MissingExtraError: a page is asked for without the extra.
    """
    write_file(target, _written(views, target, options))


def write_file(target: Path, data: bytes) -> None:
    """Writes a file that a person asked for.

    Raises:
        UsageError: it cannot be written there.
    """
    try:
        target.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{target}: cannot be written ({error.strerror or error})") from error


def _written(views: Views, target: Path, options: dict[str, Any]) -> bytes:
    from persona import graph, viz

    if options and target.suffix != ".html":
        raise UsageError(f"{target}: {', '.join(sorted(options))} are options of an .html page")
    made = graph.build(views.facts, {entity.key: entity for entity in views.entities})
    if target.suffix == ".html":
        title = f"Persona of {views.persona.user_id}"
        page = viz.page(made, **{"title": title, "scores": _scores(views), **options})
        return page.encode("utf-8")
    if target.suffix == ".json":
        return orjson.dumps(graph.to_node_link(made), option=orjson.OPT_SORT_KEYS)
    if target.suffix == ".graphml":
        stream = io.BytesIO()
        graph.write_graphml(made, stream)
        return stream.getvalue()
    raise UsageError(f"{target}: a graph is written as .html, .graphml or .json")


def _scores(views: Views) -> dict[str, float]:
    """The score of each entity: the largest of its lines, one of which may be of what is over."""
    scores: dict[str, float] = {}
    for lines in views.persona.sections.values():
        for line in lines:
            scores[line.key] = max(line.score, scores.get(line.key, 0.0))
    return scores
