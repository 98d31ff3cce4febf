"""Check words about what is shown: prompts, requests, pages, exports, output."""

from __future__ import annotations

import csv
import io
import re
import xml.parsers.expat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from persona.tokens import estimate
from scripts.cases._hostile_pages import moves_and_asks, same_markup
from scripts.cases._hostile_words import (
    Failures,
    around,
    blocks_of,
    files_under,
    has_chars,
    steps_of,
    word,
)
from scripts.cases._hostile_world import Took, World


def _asked_block(world: World, wanted: Any, step: Took | None) -> tuple[str, list[str]]:
    if isinstance(wanted, str):
        return wanted, blocks_of(world, step)
    options = {k: v for k, v in wanted.items() if k in ("query", "max_tokens")}
    return wanted["text"], blocks_of(world, step, **options)


@word
def _prompt_contains(world: World, wanted: Any, step: Took | None) -> Failures:
    text, blocks = _asked_block(world, wanted, step)
    if not any(text in block for block in blocks):
        yield f"wanted {text!r}, came {blocks}"


@word
def _prompt_not_contains(world: World, wanted: Any, step: Took | None) -> Failures:
    text, blocks = _asked_block(world, wanted, step)
    if not blocks:
        yield "there is no block"
    for block in blocks:
        if text in block:
            yield f"{text!r} is not wanted, came {block!r}"


_OPENING = re.compile(r'<user_persona id="([\w-]+)"[^<>\n]*>')


@word
def _prompt_fence_intact(world: World, _wanted: Any, step: Took | None) -> Failures:
    blocks = blocks_of(world, step)
    if not blocks:
        yield "there is no block"
    for block in blocks:
        first, *_, last = [*block.splitlines(), ""][: len(block.splitlines())] or [""] * 2
        opening = _OPENING.fullmatch(first)
        closed = opening and last == f'</user_persona id="{opening[1]}">'
        fences = block.count("<user_persona"), block.count("</user_persona")
        if not closed or fences != (1, 1) or block.count("<") != 2:
            yield f"the fence is broken: {block!r}"


@word
def _prompt_no_line_starts(world: World, text: Any, step: Took | None) -> Failures:
    for block in blocks_of(world, step):
        for line in block.splitlines():
            if line.strip().startswith(text):
                yield f"a line begins with {text!r}: {line!r}"


@word
def _prompt_no_chars(world: World, ranges: Any, step: Took | None) -> Failures:
    yield from has_chars(blocks_of(world, step), ranges)


def _requests(world: World, step: Took | None) -> list[tuple[str, ...]]:
    return [asked.texts for took in steps_of(world, step) for asked in took.asked]


@word
def _llm_prompt_no_chars(world: World, ranges: Any, step: Took | None) -> Failures:
    if not _requests(world, step):
        yield "there was no request"
    for texts in _requests(world, step):
        yield from has_chars(texts, ranges)


@word
def _llm_prompt_tokens_max(world: World, limit: Any, step: Took | None) -> Failures:
    for took in steps_of(world, step):
        for asked in took.asked:
            tokens = sum(map(estimate, asked.contents))
            if tokens > limit:
                yield f"wanted at most {limit} tokens, came {tokens}"


# --- pages, exports, output -----------------------------------------------------------------------


@word
def _html_text_only(world: World, _wanted: Any, step: Took | None) -> Failures:
    pages = [page for took in steps_of(world, step) for page in took.pages]
    if not pages:
        yield "there is no page"
    for page in pages:
        yield from same_markup(page)
        yield from moves_and_asks(page, world.folder)


@word
def _html_no_requests(world: World, _wanted: Any, step: Took | None) -> Failures:
    pages = [page for took in steps_of(world, step) for page in took.pages]
    if not pages:
        yield "there is no page"
    for page in pages:
        yield from moves_and_asks(page, world.folder)


def _exports(world: World, step: Took | None, ending: str) -> list[Path]:
    return [
        file
        for took in steps_of(world, step)
        for file in took.files
        if took.op == "export" and file.suffix == ending
    ]


@word
def _cells_inert(world: World, _wanted: Any, step: Took | None) -> Failures:
    files = _exports(world, step, ".csv")
    if not files:
        yield "there is no CSV"
    for file in files:
        for row in csv.reader(io.StringIO(file.read_text("utf-8-sig"), newline="")):
            for cell in row:
                if cell.startswith(("=", "+", "-", "@", "\t", "\r")):
                    yield f"the cell {cell!r} is not inert"


@word
def _xml_parses(world: World, _wanted: Any, step: Took | None) -> Failures:
    files = _exports(world, step, ".graphml")
    if not files:
        yield "there is no XML"
    for file in files:
        parser = xml.parsers.expat.ParserCreate()
        declared: list[str] = []
        parser.StartDoctypeDeclHandler = lambda name, *_, kept=declared: kept.append(name)
        try:
            parser.Parse(file.read_bytes(), True)  # noqa: FBT003  positional only
        except xml.parsers.expat.ExpatError as error:
            yield f"{file.name} is no XML: {error}"
        if declared:
            yield f"{file.name} declares {declared}"


@word
def _output_contains(world: World, text: Any, step: Took | None) -> Failures:
    outputs = [took.output for took in steps_of(world, step)]
    if not any(text in output for output in outputs):
        yield f"wanted {text!r}, came {[output[:2000] for output in outputs]}"


@word
def _output_not_contains(world: World, text: Any, step: Took | None) -> Failures:
    for took in steps_of(world, step):
        at = took.output.find(text)
        if at >= 0:
            yield f"{text!r} is not wanted, came {around(took.output, at)}"


@word
def _output_no_chars(world: World, ranges: Any, step: Took | None) -> Failures:
    yield from has_chars([took.output for took in steps_of(world, step)], ranges)


@word
def _no_secret_in(world: World, wanted: Any, step: Took | None) -> Failures:
    places: dict[str, Callable[[], list[str]]] = {
        "output": lambda: [f"{t.output}\n{t.error}" for t in steps_of(world, step)],
        "log": lambda: [took.logged for took in steps_of(world, step)],
        "store": lambda: [
            f.read_bytes().decode("utf-8", "replace") for f in files_under(world.store)
        ],
        "html": lambda: [page.text for took in steps_of(world, step) for page in took.pages],
        "llm_request": lambda: [text for texts in _requests(world, step) for text in texts],
    }
    for place in wanted["where"]:
        if place not in places:
            yield f"the runner does not know the place {place!r}"
            continue
        for text in places[place]():
            for secret in wanted["secrets"]:
                if secret in text:
                    yield f"{secret[:8]}... stands in {place}: {around(text, text.find(secret))}"
