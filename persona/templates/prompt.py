"""A composed prompt: what it needs, and how it is rendered, trimmed and reported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from persona.errors import TemplateError
from persona.templates.budget import DEFAULT_LIMITS, Limits
from persona.templates.definitions import Input
from persona.templates.joints import Block, Joints
from persona.templates.language import Language
from persona.templates.program import Program, nearest
from persona.templates.sizes import SceneLimits, warning
from persona.templates.trim import PROTECTED, Allowance, Counter, Cut, fit
from persona.tokens import estimate

PERSONA = "persona"
"""The variable, and the name of the part, that holds the block about the user."""

HIDDEN = "▇"
_TYPES: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "list": (list, tuple),
    "json": (object,),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a prompt, from one file.

    Attributes:
        name: id of its template.
        file, line: where its body begins.
        body: template text.
        when: a condition, or None.
        inputs: what it declares, with what the composites around it declare.
        start, end: kinds, for the joints.
        allowance: how far it may be trimmed.
    """

    name: str
    file: str
    line: int
    body: str
    when: str | None = None
    inputs: dict[str, Input] = field(default_factory=dict)
    start: str = "text"
    end: str = "text"
    allowance: Allowance = PROTECTED


@dataclass(frozen=True)
class Rendered:
    """A rendered prompt and how it came about.

    Attributes:
        text: the prompt.
        prompt: what it was rendered from.
        pieces: each part that is in the text or was cut, in order.
        cut: what was trimmed away.
        values: what was put in; secrets are hidden.
        warnings: unknown variables, size.
    """

    text: str
    prompt: Prompt
    pieces: tuple[Piece, ...]
    cut: tuple[Cut, ...]
    _given: Mapping[str, Any] = field(repr=False)
    _unknown: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        """Hash of everything that the text was made from, but the values."""
        return self.prompt.version

    @cached_property
    def tokens(self) -> int:
        """Tokens of the text, by the project's estimate."""
        return estimate(self.text)

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values of all variables, secrets hidden."""
        inputs = self.prompt.inputs
        secret = {name for name, wanted in inputs.items() if wanted.secret}
        return {k: HIDDEN if k in secret else v for k, v in sorted(self._given.items())}

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What an author should look at."""
        found = [
            f"no part reads {name!r}{nearest(name, self.prompt.inputs)}"
            for name in sorted(self._unknown)
        ]
        prompt = self.prompt
        named = prompt.limits.pattern(prompt.model) and prompt.model
        size = warning(self.tokens, prompt.limits.most(prompt.model), named or "")
        return tuple(found) if size is None else (*found, size)


@dataclass(frozen=True)
class Prompt:
    """A scene, composite or atomic, compiled.

    Attributes:
        id: of the template.
        language: of its joints and of the values its scene gives by language.
        pieces: its parts, in order.
        inputs: its variables.
        presets: values that its scene gives.
        limits: of its scene.
        version: hash of everything but the values.
        model: whose size limits are warned of; None: of no model in particular.
    """

    id: str
    language: Language
    pieces: tuple[Piece, ...]
    program: Program = field(repr=False)
    inputs: dict[str, Input]
    presets: dict[str, Any]
    limits: SceneLimits
    joints: Joints = field(repr=False)
    version: str
    model: str | None = None

    @property
    def source(self) -> str:
        """The template text itself, part by part, with the place of each."""
        return "\n\n".join(_listed(piece) for piece in self.pieces)

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """Values of variables that nobody gives: the inputs' defaults, then the scene's."""
        found = {n: i.default for n, i in self.inputs.items() if not i.is_required}
        return {**found, **self.presets}

    @cached_property
    def samples(self) -> dict[str, Any]:
        """A sample value for each variable that must be given and has one."""
        wanted = self.inputs.items()
        return {n: i.sample for n, i in wanted if n not in self.defaults and i.sample is not None}

    def render(
        self,
        values: Mapping[str, Any] | None = None,
        *,
        persona: object = None,
        max_tokens: int | None = None,
        unknown: Literal["warn", "error"] = "warn",
        count: Counter = estimate,
        limits: Limits = DEFAULT_LIMITS,
    ) -> Rendered:
        """The prompt with values put in, trimmed to the budget.

        Args:
            values: by variable.
            persona: the block about the user: text, or anything with ``.text``.
            max_tokens: the budget; by default the scene's.
            unknown: whether a value that no part reads is a warning or an error.
            count: tokens of a text.
            limits: what the render may cost.

        Raises:
            TemplateError: missing variables (all of them, with places), values of the wrong type,
                or a budget that the protected parts do not fit.
        """
        given = values or {}
        strange = tuple(n for n in given if n not in self.inputs and n != PERSONA)
        self._check(given, strange if unknown == "error" else ())
        data = {**self.defaults, **given}
        block = block_text(given.get(PERSONA) if persona is None else persona)
        parts = self.program.render({**data, PERSONA: block}, limits=limits).split("\0")
        kept: list[Piece] = []
        blocks: list[Block] = []
        for piece, part in zip(self.pieces, parts[1:], strict=True):
            text = part.strip("\n")
            if text and not text.isspace():
                kept.append(piece)
                blocks.append(Block(piece.name, text, piece.start, piece.end))
        budget = max_tokens or self.limits.tokens
        cut: tuple[Cut, ...] = ()
        if budget is None:
            whole = self._join(blocks)
        else:
            allowances = [piece.allowance for piece in kept]
            whole, cut = fit(blocks, allowances, budget, join=self._join, count=count)
        return Rendered(whole, self, tuple(kept), cut, data, strange)

    def _join(self, blocks: Any) -> str:
        return self.joints.join(blocks, self.language)

    def _check(self, given: Mapping[str, Any], strange: tuple[str, ...]) -> None:
        faults = [f"no part reads {name!r}{nearest(name, self.inputs)}" for name in sorted(strange)]
        if not self._required <= given.keys():
            faults += [self._missing(name, given) for name in sorted(self._required - given.keys())]
        for name, value in given.items():
            wanted = self.inputs.get(name)
            fault = wrong_value(name, value, wanted) if wanted else None
            if fault:
                faults.append(fault)
        if faults:
            raise TemplateError(f"{self.id}: {'; '.join(faults)}")

    @cached_property
    def _required(self) -> frozenset[str]:
        return frozenset(self.inputs) - frozenset(self.defaults)

    def _missing(self, name: str, given: Mapping[str, Any]) -> str:
        line = self.program.required.get(name)
        if line is not None:
            return f"missing: {name} ({self.program.place(line)}{nearest(name, given)})"
        file = next((p.file for p in self.pieces if name in p.inputs), self.id)
        return f"missing: {name} (declared in {file}{nearest(name, given)})"


def _listed(piece: Piece) -> str:
    condition = f", when {piece.when}" if piece.when else ""
    return "{# " + f"{piece.name}: {piece.file}{condition}" + " #}\n" + piece.body


def block_text(persona: object) -> str:
    """The text of a persona block: a string, anything with ``.text``, or None for none.

    Raises:
        TemplateError: it is something else.
    """
    if persona is None:
        return ""
    text = persona if isinstance(persona, str) else getattr(persona, "text", None)
    if not isinstance(text, str):
        raise TemplateError(
            f"persona: a text or a block with .text is wanted, not {type(persona).__name__}"
        )
    return text


def wrong_value(name: str, value: Any, wanted: Input) -> str | None:
    """What is wrong with a value, or None. A secret value is not repeated."""
    types = _TYPES[wanted.type]
    if value is None and not wanted.is_required:
        return None
    if not isinstance(value, types) or (
        isinstance(value, bool) and wanted.type in ("int", "float")
    ):
        return f"{name}: {wanted.type} is wanted, not {type(value).__name__}"
    if wanted.enum is not None and value not in wanted.enum:
        shown = HIDDEN if wanted.secret else repr(value)
        return f"{name}: {shown} is none of {', '.join(map(str, wanted.enum))}"
    return None
