"""What template files say: atomics, composites and scenes, checked as they are read.

An atomic is one Markdown file with front matter and one job. A composite is a list of atomics, as
a YAML list or as tags in a text. A scene is a composite with variables and limits. Every unknown
key is an error, and each error names the file and, where YAML knows it, the line.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from persona.errors import TemplateError
from persona.templates.language import Language
from persona.templates.program import MAX_SOURCE
from persona.templates.sizes import SceneLimits as SceneLimits  # also found here

AtomicKind = Literal["role", "task", "constraint", "example", "profile"]
Trim = Literal["no", "whole", "tail"]
InputType = Literal["str", "int", "float", "bool", "list", "json"]

_ID = re.compile(r"[a-z]+/[a-z0-9]+(?:[_-][a-z0-9]+)*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)


M = TypeVar("M", bound=BaseModel)


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Input(_Model):
    """A variable of a template.

    Attributes:
        type: of the value; ``json`` is anything.
        default: used where no value is given; an input with a default is not required.
        required: whether a value must be given; by default so unless there is a default.
        enum: the values that are allowed, if only some are.
        sample: a value to try the template with.
        secret: never shown in reports.
    """

    type: InputType = "str"
    description: str = ""
    default: Any = None
    required: bool | None = None
    enum: tuple[Any, ...] | None = None
    sample: Any = None
    secret: bool = False

    @property
    def is_required(self) -> bool:
        """Whether rendering without a value is an error."""
        return self.default is None if self.required is None else self.required


class Audience(_Model):
    """Whom a variant is for; what is None is for everybody."""

    user: str | None = None
    role: str | None = None
    tenant: str | None = None

    @property
    def rank(self) -> int:
        """How special it is: a user before a tenant, a tenant before a role."""
        return 4 * (self.user is not None) + 2 * (self.tenant is not None) + (self.role is not None)

    def admits(self, reader: Audience) -> bool:
        """Whether a variant for this audience may be shown to a reader."""
        return all(
            wanted is None or wanted == getattr(reader, name)
            for name, wanted in (("user", self.user), ("role", self.role), ("tenant", self.tenant))
        )

    def __str__(self) -> str:
        parts = [f"{k}={v}" for k, v in self.model_dump().items() if v is not None]
        return ", ".join(parts) or "everybody"


class _Definition(_Model):
    id: str
    title: str = ""
    language: Language | None = None
    model: str | None = None
    audience: Audience = Field(default=Audience(), alias="for")

    @field_validator("id")
    @classmethod
    def _named(cls, value: str) -> str:
        if not _ID.fullmatch(value):
            raise ValueError("write it as kind/name, in lower case letters, digits, _ and -")
        return value


def _check_names(inputs: dict[str, Any]) -> dict[str, Any]:
    for name in inputs:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a variable; use a-z, 0-9 and _")
    return inputs


class Atomic(_Definition):
    """One job of a prompt.

    Attributes:
        inputs: every variable that the body reads.
        trimmable: whether it may be left out ("whole"), cut from its end ("tail"), or neither.
        priority: in [0, 100]; the lowest is cut first.
        start: what it begins with, for the joint before it ("rules", "examples", ...).
        end: what it ends with, for the joint after it.
    """

    kind: AtomicKind
    inputs: dict[str, Input] = Field(default_factory=dict)
    trimmable: Trim = "no"
    priority: int = Field(default=50, ge=0, le=100)
    start: str = "text"
    end: str = "text"

    _names = field_validator("inputs")(_check_names)

    @field_validator("trimmable", mode="before")
    @classmethod
    def _trimmable(cls, value: object) -> object:
        return {True: "tail", False: "no"}.get(value, value) if isinstance(value, bool) else value

    @model_validator(mode="after")
    def _kind_in_id(self) -> Atomic:
        if not self.id.startswith(f"{self.kind}/"):
            raise ValueError(f"its id must begin with its kind: {self.kind}/...")
        return self


class Part(_Model):
    """A place in a composite.

    Attributes:
        use: id of an atomic or composite, or ``persona`` for the block about the user.
        when: a Jinja2 expression over the variables; the part is left out where it is false.
        optional: no error if the library has no such template.
        trimmable, priority: in place of the atomic's own.
    """

    use: str
    when: str | None = None
    optional: bool = False
    trimmable: Trim | None = None
    priority: int | None = Field(default=None, ge=0, le=100)

    @field_validator("when")
    @classmethod
    def _one_expression(cls, value: str | None) -> str | None:
        if value is not None and any(mark in value for mark in ("{%", "%}", "{{", "}}", "\n")):
            raise ValueError("one expression is wanted, without the marks of a template")
        return value


class Composite(_Definition):
    """A list of atomics; the body of a Markdown composite may name them by tags instead."""

    parts: tuple[Part, ...] = ()
    inputs: dict[str, Input] = Field(default_factory=dict)

    _names = field_validator("inputs")(_check_names)

    @field_validator("parts", mode="before")
    @classmethod
    def _short(cls, value: object) -> object:
        if isinstance(value, list):
            return [{"use": part} if isinstance(part, str) else part for part in value]
        return value


class Scene(_Definition):
    """A composite put to use.

    Attributes:
        composite: id of the composite; may come from `extends`.
        extends: id of the scene whose settings hold where this one has none.
        variables: values, by variable; a mapping with the keys of languages gives one for each.
        add: parts put at the end. drop: ids of parts left out.
        limits: see `SceneLimits`.
        grid: values to try each variable with in `lint`.
    """

    composite: str | None = None
    extends: str | None = None
    variables: dict[str, Any] = Field(default_factory=dict)
    add: tuple[Part, ...] = ()
    drop: tuple[str, ...] = ()
    limits: SceneLimits = SceneLimits()
    grid: dict[str, tuple[Any, ...]] = Field(default_factory=dict)

    _names = field_validator("variables", "grid")(_check_names)
    _short = field_validator("add", mode="before")(Composite._short.__func__)  # type: ignore[attr-defined]  # a classmethod's function


Definition = Atomic | Composite | Scene


@dataclass(frozen=True)
class Document:
    """A template file.

    Attributes:
        file: path within its layer, with forward slashes.
        layer: name of the layer: a folder, or "shipped".
        text: all of it.
        definition: its front matter, or the whole of a YAML file.
        body: what comes after the front matter; "" in a YAML file.
        body_line: number of the line that the body begins on, from 1.
    """

    file: str
    layer: str
    text: str
    definition: Definition
    body: str
    body_line: int

    @cached_property
    def hash(self) -> str:
        """Of the content: the first 16 hexadecimal digits of its SHA-256."""
        return content_hash(self.text)

    @property
    def id(self) -> str:
        """Id of the template."""
        return self.definition.id

    @property
    def key(self) -> tuple[str, str | None, str | None, Audience]:
        """What an overlay replaces: id, language, model, audience."""
        d = self.definition
        return d.id, d.language, d.model, d.audience


def content_hash(text: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_document(file: str, text: str, *, layer: str = "") -> Document:
    """A template file, read and checked.

    Args:
        file: path within the layer: ``atomic/role/x.md``, ``composite/x.yaml``, ``scene/x.yaml``.
        text: its content.
        layer: name of the layer, for messages.

    Raises:
        TemplateError: what is wrong, with file and line.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > MAX_SOURCE:
        raise TemplateError(f"{file}: {len(text)} characters; a template may have {MAX_SOURCE}")
    if "\0" in text:
        raise TemplateError(f"{file}: it holds a NUL character; take it out")
    model = _model_of(file)
    head, body, line = text, "", 1
    if file.endswith(".md"):
        match = _FRONT.match(text)
        if match is None:
            raise TemplateError(f"{file}, line 1: it must begin with front matter between '---'")
        head, body = match.group(1), text[match.end() :].strip("\n")
        skipped = text[match.end() :]
        line += text[: match.end()].count("\n") + len(skipped) - len(skipped.lstrip("\n"))
    values = read_yaml(head, file, first_line=2 if file.endswith(".md") else 1)
    if not isinstance(values, dict):
        raise TemplateError(f"{file}, line 1: keys and values are wanted ('id: ...')")
    definition = validate(model, values, file)
    _check_place(file, definition)
    return Document(file, layer, text, definition, body, line)


def _model_of(file: str) -> type[Atomic | Composite | Scene]:
    models: dict[str, type[Atomic | Composite | Scene]] = {
        "atomic": Atomic,
        "composite": Composite,
        "scene": Scene,
    }
    first = file.split("/", 1)[0]
    if first not in models:
        raise TemplateError(f"{file}: it must lie in {', '.join(models)}")
    return models[first]


def _check_place(file: str, definition: Definition) -> None:
    folder = file.rsplit("/", 1)[0]
    kind = definition.id.split("/", 1)[0]
    wanted = f"atomic/{kind}" if isinstance(definition, Atomic) else kind
    if folder != wanted:
        raise TemplateError(f"{file}: its id is {definition.id!r}, so it must lie in {wanted}/")


def validate(model: type[M], values: object, file: str) -> M:
    """Values as a model, or one `TemplateError` with every fault."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc'])) or 'it'}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors(include_url=False)
        )
        raise TemplateError(f"{file}: {faults}") from error


_WORDS = ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")


class _Loader(yaml.SafeLoader):
    """YAML without tags of its own, anchors, dates, or a key given twice.

    As in YAML 1.2 only ``true`` and ``false`` are truth values: ``yes``, ``no`` and ``on`` are words.
    """

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # untyped in its stubs
            raise yaml.MarkedYAMLError(problem="aliases are not offered", problem_mark=mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            name = str(key.value)
            if name in seen:
                raise yaml.MarkedYAMLError(
                    problem=f"{name!r} is given twice", problem_mark=key.start_mark
                )
            seen.add(name)
        return super().construct_mapping(node, deep=deep)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in _WORDS]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    _WORDS[0], re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)


def read_yaml(text: str, file: str, *, first_line: int = 1) -> Any:
    """YAML, safely: plain values only, no alias, no key twice.

    Raises:
        TemplateError: with file and line.
    """
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{file}, line {mark.line + first_line}" if mark else file
        problem = getattr(error, "problem", None) or "it cannot be read"
        raise TemplateError(f"{place}: {problem}") from error
    except (ValueError, RecursionError) as error:
        raise TemplateError(f"{file}: it cannot be read as YAML ({error})") from error
