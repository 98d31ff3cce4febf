"""Linting a library: everything that can be wrong before anybody is asked.

Each template is composed in each language, and each scene is rendered over the grid of its
variables. What is found is an error (it would fail, or tell a secret) or a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Literal

from persona.errors import TemplateError
from persona.redact import mask
from persona.templates.compose import Segment, parts_of
from persona.templates.definitions import Atomic, Composite, Document, Scene
from persona.templates.language import LANGUAGES
from persona.templates.library import TemplateLibrary
from persona.templates.program import Program, nearest
from persona.templates.prompt import PERSONA, Prompt, Rendered
from persona.templates.sizes import warning

Level = Literal["error", "warning"]

MAX_RENDERS = 500
"""Points of a scene's grid that are rendered in each language."""

_BLOCK = "<user_persona>\n- likes: tea\n</user_persona>"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong.

    Attributes:
        rule: a word for what kind of fault it is.
        file: where, with the line in the message where there is one.
    """

    level: Level
    rule: str
    file: str
    message: str

    def __str__(self) -> str:
        return f"{self.level}: {self.file}: {self.message} [{self.rule}]"


@dataclass(frozen=True, slots=True)
class LintReport:
    """What was found.

    Attributes:
        findings: errors first, then by file.
        renders: prompts that were rendered.
    """

    findings: tuple[Finding, ...]
    renders: int

    def ok(self, *, strict: bool = False) -> bool:
        """Whether there is no error; with `strict` no warning either."""
        return not any(strict or f.level == "error" for f in self.findings)


def lint(library: TemplateLibrary) -> LintReport:
    """All findings of a library."""
    found: list[Finding] = []
    for document in library.documents():
        found += _document(document, library)
    found += _orphans(library)
    found += _languages(library)
    renders = 0
    for template_id in library.ids():
        for language in LANGUAGES:
            try:
                prompt = library.prompt(template_id, language=language)
            except TemplateError as error:
                file = library.choose(template_id, language=language).document.file
                found.append(Finding("error", "compose", file, str(error)))
                continue
            if template_id.startswith("scene/"):
                number, faults = _renders(prompt, library)
                renders += number
                found += faults
    unique = dict.fromkeys(found)
    ranked = sorted(unique, key=lambda f: (f.level != "error", f.file, f.rule, f.message))
    return LintReport(tuple(ranked), renders)


def _document(document: Document, library: TemplateLibrary) -> Iterator[Finding]:
    file = document.file
    for secret in sorted(mask(document.text).counts):
        yield Finding("error", "secret", file, f"it holds what looks like a secret: {secret}")
    definition = document.definition
    if isinstance(definition, Atomic):
        yield from _atomic(document, definition)
    elif isinstance(definition, Composite):
        yield from _composite(document, definition)
    elif isinstance(definition, Scene):
        yield from _scene_names(document, definition, library)


def _atomic(document: Document, definition: Atomic) -> Iterator[Finding]:
    file = document.file
    used = _tags(document)
    for segment in used:
        message = f"line {segment.line}: an atomic cannot use {segment.use}; make it a composite"
        yield Finding("error", "nested", file, message)
    if not used:
        try:
            read = Program(document.body, file).variables
        except TemplateError:
            return  # composing it says what and where
        for name in sorted(set(definition.inputs) - read):
            yield Finding("warning", "unused", file, f"the input {name!r} is never read")
    for name, wanted in definition.inputs.items():
        if wanted.secret and wanted.default is not None:
            yield Finding(
                "error", "secret", file, f"the secret {name!r} has a default; take it out"
            )
        if wanted.is_required and wanted.sample is None and not wanted.secret:
            yield Finding("warning", "sample", file, f"the input {name!r} has no sample")


def _tags(document: Document) -> list[Segment]:
    """Tags in an atomic's body, read as if it were a composite."""
    pretend = Document(
        document.file,
        document.layer,
        document.text,
        Composite(id="composite/none"),
        document.body,
        document.body_line,
    )
    try:
        return [segment for segment in parts_of(pretend) if segment.use is not None]
    except TemplateError:
        return []


def _composite(document: Document, definition: Composite) -> Iterator[Finding]:
    used = [s.use for s in parts_of(document)] if not _broken(document) else []
    if definition.parts and document.body.strip():
        message = "it has parts and a body; the body comes after all parts"
        yield Finding("warning", "mixed", document.file, message)
    for name in sorted({u for u in used if u and u != PERSONA and used.count(u) > 1}):
        yield Finding("warning", "double", document.file, f"it uses {name!r} twice")


def _broken(document: Document) -> bool:
    try:
        parts_of(document)
    except TemplateError:
        return True  # composing it says what and where
    return False


def _scene_names(
    document: Document, definition: Scene, library: TemplateLibrary
) -> Iterator[Finding]:
    try:
        inputs = library.prompt(document.id).inputs
    except TemplateError:
        return
    for name in definition.grid:
        if name not in inputs:
            message = f"grid: no part reads {name!r}{nearest(name, inputs)}"
            yield Finding("error", "grid", document.file, message)


def _orphans(library: TemplateLibrary) -> Iterator[Finding]:
    used = {name for template_id in library.ids() for name in library.uses(template_id)}
    for document in library.documents():
        kind = document.id.split("/", 1)[0]
        if kind in ("role", "constraint", "example") and document.id not in used:
            yield Finding("warning", "orphan", document.file, "no composite or scene uses it")


def _languages(library: TemplateLibrary) -> Iterator[Finding]:
    spoken: dict[str, set[str | None]] = {}
    files: dict[str, str] = {}
    for document in library.documents():
        spoken.setdefault(document.id, set()).add(document.definition.language)
        files.setdefault(document.id, document.file)
    for template_id, languages in spoken.items():
        missing = [] if None in languages else sorted(set(LANGUAGES) - languages)
        if missing:
            message = f"it is missing in {', '.join(map(str, missing))}"
            yield Finding("warning", "language", files[template_id], message)


def grid(prompt: Prompt, library: TemplateLibrary) -> Iterator[dict[str, Any]]:
    """Values to try a scene with: samples for what must be given, and each point of its grid."""
    axes: dict[str, tuple[Any, ...]] = {}
    scene: Scene | None = _definition(prompt.id, library)
    while scene is not None:
        axes = {**scene.grid, **axes}
        scene = _definition(scene.extends, library) if scene.extends else None
    names = sorted(axes)
    for point in product(*(axes[name] for name in names)):
        yield {**prompt.samples, **dict(zip(names, point, strict=True))}


def _definition(template_id: str, library: TemplateLibrary) -> Scene | None:
    definition = library.choose(template_id).document.definition
    return definition if isinstance(definition, Scene) else None


def _renders(prompt: Prompt, library: TemplateLibrary) -> tuple[int, list[Finding]]:
    file = library.choose(prompt.id, language=prompt.language).document.file
    found: list[Finding] = []
    number = 0
    for values in islice(grid(prompt, library), MAX_RENDERS):
        for persona in (None, _BLOCK):
            number += 1
            try:
                rendered = prompt.render(values, persona=persona)
            except TemplateError as error:
                where = _point(values)
                found.append(
                    Finding("error", "render", file, f"{prompt.language}, {where}: {error}")
                )
                continue
            sizes = [f"{prompt.language}: {said}" for said in _warned(rendered)]
            where = f"{prompt.language}, {_point(values)}"
            sizes += [f"{where}: {cut.name} is cut for the budget" for cut in rendered.cut]
            found += [Finding("warning", "size", file, message) for message in sizes]
    return number, found


def _warned(rendered: Rendered) -> Iterator[str]:
    """What a render warns of, and what it would warn of for each sort of model."""
    yield from rendered.warnings
    for pattern, limits in rendered.prompt.limits.models.items():
        said = warning(rendered.tokens, limits.most, f"models named {pattern}")
        if said is not None:
            yield said


def _point(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in sorted(values.items())) or "no values"
