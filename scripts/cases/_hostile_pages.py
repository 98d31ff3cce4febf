"""Whether data stands in a page as text only, and whether the page asks for anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from scripts.cases._browser import GRAPH_READY, Skeleton, hover_all, opened, outside, program
from scripts.cases._hostile_world import Page


def same_markup(page: Page) -> Iterator[str]:
    """How the tags, attributes, scripts and styles differ from those of harmless words."""
    came, wanted = Skeleton(page.text), Skeleton(page.harmless)
    if came.tags != wanted.tags:
        new = [tag for tag in came.tags if tag not in wanted.tags]
        yield f"the tags are others than of harmless words: {len(came.tags)}, new are {new[:3]}"
    if came.code != wanted.code:
        yield "the scripts or styles are others than of harmless words"
    for data in came.data:
        try:
            json.loads(data)
        except ValueError as error:
            yield f"the data of the page is no JSON: {error}"


def moves_and_asks(page: Page, folder: Path) -> Iterator[str]:
    """What a page does in Chromium that it may not: run words of the data, ask for something.

    Without Chromium only what the sources say.
    """
    if page.is_graph:
        for address in outside(page.text):
            yield f"the page may ask for {address}"
    if program() is None:
        return
    file = folder / "opened.html"
    text = page.text if page.is_graph else f'<!doctype html><meta charset="utf-8">{page.text}'
    file.write_bytes(text.encode("utf-8"))
    try:
        with opened(file, GRAPH_READY if page.is_graph else "true") as chromium:
            if page.is_graph:
                hover_all(chromium)
            if chromium.value("typeof window.__pwn") != "undefined":
                yield "words of the data ran as a script"
            for url in chromium.requests():
                if url != file.as_uri() and not url.startswith("data:"):
                    yield f"the page asked for {url}"
    finally:
        file.unlink()
