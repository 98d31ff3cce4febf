"""Composing: from a scene, composite or atomic to one compiled prompt.

Tags are resolved here, in the files, before any variable has a value: what a person types can
never name a template. The parts are compiled as one program with marks between them, so that a
prompt is rendered in one go and can still be trimmed part by part.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from persona.errors import TemplateError
from persona.templates.definitions import (
    Atomic,
    Composite,
    Document,
    Input,
    Part,
    Scene,
    SceneLimits,
    content_hash,
)
from persona.templates.joints import Joints
from persona.templates.language import Language
from persona.templates.program import Place, Program, nearest
from persona.templates.prompt import PERSONA, Piece, Prompt, wrong_value
from persona.templates.trim import Allowance

Choose = Callable[[str], Document | None]

_KINDS = {
    "role": "role",
    "task": "task",
    "constraint": "constraint",
    "example": "example",
    "composite": "composite",
    "profile": "profile",
    "角色": "role",
    "任务": "task",
    "约束": "constraint",
    "示例": "example",
    "组合": "composite",
}
_TAG = re.compile(
    r"(?<!\\)\[[ \t]*(?:(?P<kind>"
    + "|".join(_KINDS)
    + r")[ \t]*[:：][ \t]*(?P<name>[\w-]+)|(?P<persona>persona|用户画像))"
    r"[ \t]*(?:\|[ \t]*when[ \t]*[:：][ \t]*(?P<when>[^\]\n]+?)[ \t]*)?\]"
)
_INCLUDE = re.compile(r"\{%-?\s*include\s*(['\"])(?P<id>[\w/-]+)\1\s*-?%\}")


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a composite: a part that it uses, or text of its own."""

    use: str | None
    part: Part | None
    text: str
    line: int


def parts_of(document: Document) -> tuple[Segment, ...]:
    """What a composite is made of, in order: its list of parts, then its body.

    Raises:
        TemplateError: a tag that does not stand on a line of its own.
    """
    definition = document.definition
    if not isinstance(definition, Composite):
        return ()
    segments = [Segment(part.use, part, "", 1) for part in definition.parts]
    text: list[str] = []
    first = document.body_line
    for number, line in enumerate(document.body.split("\n"), document.body_line):
        used = _tag(line, document.file, number)
        if used is None:
            if not text:
                first = number
            text.append(line.replace("\\[", "["))
            continue
        _add_text(segments, text, first)
        segments.append(Segment(used.use, used, "", number))
        text = []
    _add_text(segments, text, first)
    return tuple(segments)


def _add_text(segments: list[Segment], text: Sequence[str], line: int) -> None:
    if any(part.strip() for part in text):
        segments.append(Segment(None, None, "\n".join(text), line))


def _tag(line: str, file: str, number: int) -> Part | None:
    for pattern in (_TAG, _INCLUDE):
        found = pattern.search(line)
        if found is None:
            continue
        if found.group() != line.strip():
            raise TemplateError(
                f"{file}, line {number}: {found.group()} must stand on a line of its own"
            )
        if pattern is _INCLUDE:
            return Part(use=found["id"])
        use = PERSONA if found["persona"] else f"{_KINDS[found['kind']]}/{found['name']}"
        return Part(use=use, when=found["when"])
    return None


def assemble(
    template_id: str,
    choose: Choose,
    *,
    language: Language,
    joints: Joints,
    model: str | None = None,
) -> Prompt:
    """The prompt of a template.

    Args:
        template_id: of a scene, composite or atomic.
        choose: the file that stands for an id, or None.
        language: of joints, and of values that a scene gives by language.
        joints: the table of sentences between blocks.
        model: whose size limits are warned of.

    Raises:
        TemplateError: a template that is missing, in a circle, undeclared or differently declared
            variables, or a scene's value of the wrong type.
    """
    document = _chosen(template_id, choose, "")
    scene = _scene(document, choose) if isinstance(document.definition, Scene) else None
    top = document
    if scene is not None:
        if scene.composite is None:
            raise TemplateError(f"{document.file}: it needs a composite, of its own or by extends")
        top = _chosen(scene.composite, choose, document.file)
    pieces = _expand(top, choose, (), None)
    if scene is not None:
        pieces = [p for p in pieces if p.name not in scene.drop]
        for part in scene.add:
            pieces += _use(part, choose, document.file, (), None)
    pieces = _once(pieces)
    inputs = _inputs(pieces)
    program = _program(template_id, pieces, inputs)
    presets = _presets(scene, inputs, language, document.file) if scene else {}
    return Prompt(
        id=template_id,
        language=language,
        pieces=tuple(pieces),
        program=program,
        inputs=inputs,
        presets=presets,
        limits=scene.limits if scene else SceneLimits(),
        joints=joints,
        version=_version(template_id, pieces, scene, joints),
        model=model,
    )


def _version(template_id: str, pieces: Sequence[Piece], scene: Scene | None, joints: Joints) -> str:
    lines = [template_id, joints.hash, *(f"{p.name} {p.when} {p.body}" for p in pieces)]
    return content_hash("\n".join([*lines, scene.model_dump_json() if scene else ""]))


def _chosen(template_id: str, choose: Choose, user: str) -> Document:
    document = choose(template_id)
    if document is None:
        place = f"{user}: " if user else ""
        raise TemplateError(f"{place}there is no template {template_id!r} in the library")
    return document


def _scene(document: Document, choose: Choose) -> Scene:
    """A scene with all that it extends, its own settings first."""
    chain: list[Scene] = []
    files: list[str] = []
    current: Document | None = document
    while current is not None:
        scene = current.definition
        if not isinstance(scene, Scene):
            raise TemplateError(f"{files[-1]}: it extends {current.id!r}, which is no scene")
        if current.file in files:
            raise TemplateError(f"{document.file}: it extends itself by way of {files[-1]}")
        chain.append(scene)
        files.append(current.file)
        current = _chosen(scene.extends, choose, current.file) if scene.extends else None
    merged = chain[-1]
    for scene in reversed(chain[:-1]):
        merged = scene.model_copy(
            update={
                "composite": scene.composite or merged.composite,
                "variables": merged.variables | scene.variables,
                "add": merged.add + scene.add,
                "drop": merged.drop + scene.drop,
                "grid": merged.grid | scene.grid,
                "limits": scene.limits.over(merged.limits),
            }
        )
    return merged


def _expand(
    document: Document, choose: Choose, stack: tuple[str, ...], when: str | None
) -> list[Piece]:
    definition = document.definition
    if isinstance(definition, Atomic):
        return [
            Piece(
                name=document.id,
                file=document.file,
                line=document.body_line,
                body=document.body,
                when=when,
                inputs=definition.inputs,
                start=definition.start,
                end=definition.end,
                allowance=Allowance(definition.trimmable, definition.priority),
            )
        ]
    if isinstance(definition, Scene):
        raise TemplateError(f"{document.file}: a scene cannot be a part")
    if document.id in stack:
        circle = " > ".join([*stack[stack.index(document.id) :], document.id])
        raise TemplateError(f"{document.file}: it uses itself ({circle})")
    pieces: list[Piece] = []
    for segment in parts_of(document):
        if segment.part is None:
            pieces.append(_text(document, segment, definition.inputs, when))
        else:
            pieces += _use(segment.part, choose, document.file, (*stack, document.id), when)
    return [replace(piece, inputs={**definition.inputs, **piece.inputs}) for piece in pieces]


def _text(
    document: Document, segment: Segment, inputs: dict[str, Input], when: str | None
) -> Piece:
    body = segment.text
    line = segment.line + len(body) - len(body.lstrip("\n"))
    return Piece(document.id, document.file, line, body.strip("\n"), when, inputs)


def _use(
    part: Part, choose: Choose, file: str, stack: tuple[str, ...], when: str | None
) -> list[Piece]:
    both = f"({when}) and ({part.when})" if when and part.when else when or part.when
    if part.use == PERSONA:
        allowance = Allowance(part.trimmable or "whole", part.priority or 60)
        body = "{{ " + PERSONA + " }}"
        return [Piece(PERSONA, file, 1, body, both, {}, "persona", "persona", allowance)]
    document = choose(part.use)
    if document is None:
        if part.optional:
            return []
        raise TemplateError(f"{file}: there is no template {part.use!r} in the library")
    pieces = _expand(document, choose, stack, both)
    if part.trimmable is None and part.priority is None:
        return pieces
    return [
        replace(
            piece,
            allowance=Allowance(
                part.trimmable or piece.allowance.trim,
                piece.allowance.priority if part.priority is None else part.priority,
            ),
        )
        for piece in pieces
    ]


def _once(pieces: Sequence[Piece]) -> list[Piece]:
    """The same atomic under the same condition, named twice, stands once: where it is first."""
    found: dict[tuple[str, int, str, str | None], Piece] = {}
    for piece in pieces:
        found.setdefault((piece.file, piece.line, piece.name, piece.when), piece)
    return list(found.values())


def _inputs(pieces: Sequence[Piece]) -> dict[str, Input]:
    inputs: dict[str, Input] = {}
    owner: dict[str, str] = {}
    for piece in pieces:
        for name, wanted in piece.inputs.items():
            if name in inputs and _meaning(inputs[name]) != _meaning(wanted):
                raise TemplateError(
                    f"{piece.file}: {name!r} is declared otherwise in {owner[name]}; make the type,"
                    " default, enum and secret of the two agree"
                )
            inputs.setdefault(name, wanted)
            owner.setdefault(name, piece.file)
    return inputs


def _meaning(wanted: Input) -> tuple[Any, ...]:
    return wanted.type, wanted.default, wanted.is_required, wanted.enum, wanted.secret


def _program(template_id: str, pieces: Sequence[Piece], inputs: Mapping[str, Input]) -> Program:
    """All pieces as one program, with a mark before each."""
    lines: list[int] = []
    places: list[Piece] = []
    source = ""
    for piece in pieces:
        check_piece(piece, inputs)
        lines.append(source.count("\n") + 1)
        places.append(piece)
        body = "{% with %}" + piece.body + "{% endwith %}"
        if piece.when:
            body = "{% if " + piece.when + " %}" + body + "{% endif %}"
        source += "\0" + body + "\n"

    def locate(line: int) -> Place:
        if not lines:
            return Place(template_id, line)
        index = max(0, bisect_right(lines, line) - 1)
        return Place(places[index].file, line - lines[index] + places[index].line)

    return Program(source, template_id, locate, marked=True)


def check_piece(piece: Piece, inputs: Mapping[str, Input]) -> None:
    """Raises `TemplateError` where a piece is no template or reads what nobody declares."""
    program = Program(piece.body, piece.file, lambda n: Place(piece.file, n + piece.line - 1))
    read = {name: program.required.get(name, 1) for name in program.variables}
    if piece.when:
        condition = Program("{% if " + piece.when + " %}{% endif %}", f"{piece.file}, 'when'")
        read |= dict.fromkeys(condition.variables, 1)
    for name, line in sorted(read.items(), key=lambda item: (item[1], item[0])):
        if name not in inputs and name != PERSONA:
            raise TemplateError(
                f"{piece.file}, line {line + piece.line - 1}: {name!r} is not declared under"
                f" inputs{nearest(name, inputs)}"
            )


def _presets(
    scene: Scene, inputs: Mapping[str, Input], language: Language, file: str
) -> dict[str, Any]:
    presets = {}
    for name, value in scene.variables.items():
        if name not in inputs:
            raise TemplateError(
                f"{file}: variables: no part of it reads {name!r}{nearest(name, inputs)}"
            )
        if isinstance(value, dict) and value and set(value) <= {"en", "zh"}:
            value = value.get(language, next(iter(value.values())))
        fault = wrong_value(name, value, inputs[name])
        if fault:
            raise TemplateError(f"{file}: variables: {fault}")
        presets[name] = value
    return presets
