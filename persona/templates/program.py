"""A template as a program: parsed, checked, compiled, and rendered once within limits.

Only statements that stand alone are allowed (no include, import, inheritance or recursive loop).
A value is put in once and never read as a template again. Whatever goes wrong is a
`TemplateError` that names the template and the line.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Any

from jinja2 import Template, meta, nodes
from jinja2 import TemplateError as JinjaError
from jinja2.exceptions import TemplateSyntaxError

from persona.errors import TemplateError
from persona.templates.budget import DEFAULT_LIMITS, Budget, Limits
from persona.templates.sandbox import environment, new_context

MAX_SOURCE = 200_000
"""Characters that the source of one template may have."""

_STATEMENTS = (
    nodes.Template,
    nodes.Output,
    nodes.If,
    nodes.For,
    nodes.Macro,
    nodes.CallBlock,
    nodes.FilterBlock,
    nodes.With,
    nodes.Assign,
    nodes.AssignBlock,
    nodes.ExprStmt,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line of a compiled template was written: in which file, on which line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


Locate = Callable[[int], Place]


class Program:
    """A compiled template.

    With `marked` the source may hold NUL characters. No value prints one, so that they are borders
    in the output that nothing can forge.

    Attributes:
        name: file or field it comes from, for messages.
        source: its text.
        required: variables that must be given, each with the line of its first use.
        optional: variables that may be missing: each is tested by ``is defined`` or has a
            ``default`` somewhere.
        trim: whether a line that holds nothing but a statement leaves no line behind.
    """

    __slots__ = (
        "_lenient",
        "_locate",
        "_strict",
        "name",
        "optional",
        "required",
        "source",
        "trim",
    )

    def __init__(
        self,
        source: str,
        name: str,
        locate: Locate | None = None,
        *,
        trim: bool = True,
        marked: bool = False,
    ) -> None:
        self.source = source
        self.name = name
        self.trim = trim
        self._locate = locate or (lambda line: Place(name, line))
        if "\0" in source and not marked:
            raise TemplateError(f"{name}: it holds a NUL character; take it out")
        tree = _parse(source, self._locate, trim=trim)
        self._strict = _compile(source, self._locate, strict=True, trim=trim)
        used = _first_lines(tree)
        self.optional = frozenset(used) & _guarded(tree)
        self.required = {v: line for v, line in used.items() if v not in self.optional}
        self._lenient: Template | None = None  # compiled when asked for

    @property
    def variables(self) -> frozenset[str]:
        """All variables that the template reads."""
        return self.optional | frozenset(self.required)

    def place(self, line: int) -> Place:
        """Where a line of the source was written."""
        return self._locate(line)

    def missing(self, given: Collection[str]) -> list[str]:
        """Variables that are required and not given, each described with its place."""
        return [
            f"{variable} ({self._locate(line)}{nearest(variable, given)})"
            for variable, line in self.required.items()
            if variable not in given
        ]

    def render(
        self,
        values: Mapping[str, Any],
        *,
        strict: bool = True,
        limits: Limits = DEFAULT_LIMITS,
    ) -> str:
        """The text with the values put in, each once.

        Args:
            values: by variable; text is put in as it is.
            strict: a missing variable is an error; else it prints nothing.
            limits: what the render may cost.

        Raises:
            TemplateError: variables are missing (all are named), something is refused, or a limit
                is reached.
        """
        if strict and not self.required.keys() <= values.keys():
            absent = self.missing(values.keys())
            noun = "variable is" if len(absent) == 1 else "variables are"
            raise TemplateError(f"{self.name}: {len(absent)} {noun} missing: {', '.join(absent)}")
        template = self._strict if strict else self._permissive()
        try:
            return _run(template, values, limits)
        except RecursionError as error:
            raise TemplateError(f"{self.name}: it calls itself too deeply") from error
        except Exception as error:
            line = _line(template, error.__traceback__)
            place = self._locate(line) if line else self.name
            raise TemplateError(f"{place}: {_reason(error)}") from error

    def _permissive(self) -> Template:
        if self._lenient is None:
            self._lenient = _compile(self.source, self._locate, strict=False, trim=self.trim)
        return self._lenient


def _run(template: Template, values: Mapping[str, Any], limits: Limits) -> str:
    """The text. What the source itself holds is bounded; all else is charged to the budget."""
    return "".join(template.root_render_func(new_context(template, values, Budget(limits))))


def _reason(error: Exception) -> str:
    if isinstance(error, (JinjaError, ArithmeticError, TypeError, ValueError, LookupError)):
        return str(error).strip().rstrip(".").splitlines()[0] if str(error) else "not possible"
    return f"{type(error).__name__} while it was rendered"


def _line(template: Template, traceback: TracebackType | None) -> int | None:
    found = None
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__jinja_template__") is template:
            found = template.get_corresponding_lineno(traceback.tb_lineno)
        traceback = traceback.tb_next
    return found


def _parse(source: str, locate: Locate, *, trim: bool) -> nodes.Template:
    if len(source) > MAX_SOURCE:
        raise TemplateError(
            f"{locate(1).file}: {len(source)} characters; a template may have {MAX_SOURCE}"
        )
    try:
        tree = environment(strict=True, trim=trim).parse(source)
    except TemplateSyntaxError as error:
        raise TemplateError(f"{locate(error.lineno)}: {error.message}") from error
    except RecursionError as error:
        raise TemplateError(f"{locate(1).file}: it is nested too deeply") from error
    _check_tree(tree, locate)
    return tree


def _check_tree(tree: nodes.Template, locate: Locate) -> None:
    for statement in tree.find_all(nodes.Stmt):
        if not isinstance(statement, _STATEMENTS):
            word = type(statement).__name__.lower()
            raise TemplateError(f"{locate(statement.lineno)}: {word!r} is not offered in templates")
        if isinstance(statement, nodes.For) and statement.recursive:
            raise TemplateError(f"{locate(statement.lineno)}: a loop cannot be recursive")
    for name in tree.find_all(nodes.Name):
        if name.name in ("self", "super"):
            raise TemplateError(f"{locate(name.lineno)}: {name.name!r} is not offered in templates")
    for attribute in tree.find_all(nodes.Getattr):
        if attribute.attr.startswith("_"):
            raise TemplateError(
                f"{locate(attribute.lineno)}: the attribute {attribute.attr!r} is not offered"
            )


def _compile(source: str, locate: Locate, *, strict: bool, trim: bool) -> Template:
    try:
        return environment(strict=strict, trim=trim).from_string(source)
    except TemplateSyntaxError as error:  # a filter or test that does not exist
        raise TemplateError(f"{locate(error.lineno)}: {error.message}") from error
    except (SyntaxError, RecursionError, MemoryError) as error:  # of the Python that it becomes
        raise TemplateError(f"{locate(1).file}: it is nested too deeply") from error


def _first_lines(tree: nodes.Template) -> dict[str, int]:
    """The variables that a template reads from outside, with the line of their first use."""
    outside = meta.find_undeclared_variables(tree) - {"range"}
    lines: dict[str, int] = {}
    for name in tree.find_all(nodes.Name):
        if name.name in outside and name.ctx == "load":
            lines[name.name] = min(name.lineno, lines.get(name.name, name.lineno))
    return dict(sorted(lines.items(), key=lambda item: (item[1], item[0])))


def _guarded(tree: nodes.Template) -> frozenset[str]:
    """Variables that a template asks about (``is defined``) or gives a default."""
    found = set()
    for test in tree.find_all(nodes.Test):
        if test.name in ("defined", "undefined") and isinstance(test.node, nodes.Name):
            found.add(test.node.name)
    for used in tree.find_all(nodes.Filter):
        if used.name in ("default", "d") and isinstance(used.node, nodes.Name):
            found.add(used.node.name)
    return frozenset(found)


def nearest(name: str, among: Collection[str]) -> str:
    """``; did you mean x?`` where one of the names is close, else nothing."""
    close = difflib.get_close_matches(name, sorted(among), n=1, cutoff=0.7)
    return f"; did you mean {close[0]}?" if close else ""


@lru_cache(maxsize=1024)
def compile_source(source: str, name: str, *, trim: bool = True) -> Program:
    """A compiled template, kept for the next call with the same arguments.

    Raises:
        TemplateError: a syntax error, with the line; or a statement, filter or attribute that
            templates do not have.
    """
    return Program(source, name, trim=trim)


def render(source: str, values: Mapping[str, Any], *, name: str = "template") -> str:
    """A template given as text, rendered once, strictly, in the sandbox.

    This is the way of templates that users supply: neither the environment, nor files, nor
    attributes of the interpreter can be reached, and no value is read as a template.

    Raises:
        TemplateError: see `Program.render`.
    """
    return compile_source(source, name, trim=False).render(values)
