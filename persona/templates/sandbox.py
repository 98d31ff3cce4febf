"""Templates as programs that are not trusted: Jinja2, with an allow-list and a budget.

Jinja2's own sandbox refuses attributes that lead to the interpreter. It does not bound what a
template costs, so this module adds the rest:

- only filters and methods whose cost is bounded by the size of what they are given;
- a budget for each render: steps (loop rounds, calls, operators), characters made, and seconds.

``None`` prints nothing. `persona.templates.program` is the way in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import BuiltinMethodType
from typing import Any

from jinja2 import StrictUndefined, Template, Undefined, nodes, pass_context
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment

from persona.templates.budget import DEFAULT_LIMITS, Budget, LimitError

_RANGE = 10_000
_BITS = 4096  # of a whole number that an operator makes
_FILTERS = [
    "abs",
    "capitalize",
    "count",
    "d",
    "default",
    "dictsort",
    "first",
    "float",
    "int",
    "items",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "reverse",
    "round",
    "select",
    "selectattr",
    "sort",
    "string",
    "sum",
    "title",
    "trim",
    "truncate",
    "unique",
    "upper",
    "wordcount",
]
_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        [
            "capitalize",
            "casefold",
            "count",
            "endswith",
            "find",
            "isdigit",
            "lower",
            "lstrip",
            "rstrip",
            "split",
            "splitlines",
            "startswith",
            "strip",
            "title",
            "upper",
        ]
    ),
    dict: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
}


class _Context(Context):
    """The context of a render, with its budget."""

    budget: Budget | None = None


def _budget(context: Context) -> Budget:
    return getattr(context, "budget", None) or Budget(DEFAULT_LIMITS)


@pass_context
def _finalize(context: _Context, value: Any) -> Any:
    """What a ``{{ }}`` prints: nothing for None, never a NUL, never more than the budget."""
    if value.__class__ is not str:
        if value is None:
            return ""
        if isinstance(value, Undefined):
            return value
        if isinstance(value, (Mapping, list, tuple, set, frozenset)):
            _budget(context).weigh(value)
        elif _is_no_text(value):
            raise SecurityError(f"a {type(value).__name__} has no text; print what is in it")
        value = str(value)
    budget = context.budget or _budget(context)
    budget.made += len(value)
    if budget.made > budget.limits.characters:
        budget.make(0)
    return value.replace("\0", "") if "\0" in value else value


def _is_no_text(value: object) -> bool:
    """Whether a value would print where it lies in memory: a function, a generator, an object."""
    kind = type(value)
    plain = kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__
    return plain or callable(value) or isinstance(value, Iterator)


@pass_context
def _rounds(context: Context, items: Iterable[Any], size: int) -> Iterator[Any]:
    """The items of a loop, each charged with the text that the loop's body holds."""
    if isinstance(items, Undefined):
        return iter(items)
    return _charged(_budget(context), items, size)


def _charged(budget: Budget, items: Iterable[Any], size: int) -> Iterator[Any]:
    for item in items:
        budget.step()
        budget.make(size)
        yield item


@pass_context
def _entered(context: Context, size: int) -> str:
    """Charges a macro's body each time it is entered."""
    budget = _budget(context)
    budget.step()
    budget.make(size)
    return ""


@pass_context
def _concat(context: Context, parts: tuple[Any, ...]) -> str:
    """The operator ``~``, within the budget."""
    budget = _budget(context)
    budget.step()
    texts = []
    for part in parts:
        budget.weigh(part)
        text = "" if part is None else str(part)
        budget.make(len(text))
        texts.append(text)
    return "".join(texts)


@pass_context
def _join(context: Context, value: Iterable[Any], by: str = "", attribute: Any = None) -> str:
    """Jinja2's ``join``, within the budget."""
    budget = _budget(context)
    if attribute is not None:
        value = FILTERS["map"](context, value, attribute=attribute)
    texts: list[str] = []
    for item in value:
        budget.step()
        budget.weigh(item)
        text = str(item)
        budget.make(len(text) + len(by))
        texts.append(text)
    return by.join(texts)


@pass_context
def _replace(context: Context, value: Any, old: str, new: str) -> str:
    """Every ``old`` replaced by ``new``, within the budget."""
    budget = _budget(context)
    budget.step()
    budget.weigh(value)
    text: str = str(value)
    budget.make(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


@pass_context
def _indent(context: Context, value: Any, width: int = 4, first: bool = False) -> str:
    """Each line but the first moved right by ``width`` spaces, within the budget."""
    budget = _budget(context)
    budget.step()
    budget.weigh(value)
    text: str = str(value)
    if not 0 <= int(width) <= 100:
        raise LimitError(f"an indent of {width}; give 0 to 100")
    budget.make(len(text) + (text.count("\n") + 1) * int(width))
    return (" " * int(width) if first else "") + text.replace("\n", "\n" + " " * int(width))


@pass_context
def _tojson(context: Context, value: Any, indent: int | None = None) -> str:
    """A value as JSON in plain UTF-8: for a model to read, not for a page."""
    budget = _budget(context)
    budget.step()
    budget.weigh(value)
    if indent is not None and not 0 <= indent <= 8:
        raise LimitError(f"an indent of {indent}; give 0 to 8")
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    budget.make(len(text))
    return text


def _limited(name: str) -> Callable[..., Any]:
    """A filter of Jinja2 with what it takes and gives held to the budget."""
    function = FILTERS[name]
    passes = getattr(function, "jinja_pass_arg", None)

    @pass_context
    def run(context: Context, value: Any, *args: Any, **kwargs: Any) -> Any:
        budget = _budget(context)
        budget.step()
        budget.weigh(value)
        for argument in (*args, *kwargs.values()):
            if isinstance(argument, int) and argument > _RANGE:
                raise LimitError(f"the filter {name} with {argument}; give at most {_RANGE}")
            budget.weigh(argument)
        if passes is None:
            result = function(value, *args, **kwargs)
        elif passes.name == "context":
            result = function(context, value, *args, **kwargs)
        elif passes.name == "eval_context":
            result = function(context.eval_ctx, value, *args, **kwargs)
        else:
            result = function(context.environment, value, *args, **kwargs)
        if isinstance(result, str):
            budget.make(len(result))
        return result

    return run


def _range(*args: int) -> range:
    """``range``, with at most `_RANGE` numbers."""
    numbers = range(*args)
    if len(numbers) > _RANGE:
        raise LimitError(f"a range of {len(numbers)} numbers; {_RANGE} are allowed")
    return numbers


class _Environment(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox with the allow-lists and the budget of this module."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})
    context_class = _Context

    def __init__(self, undefined: type[Undefined], *, trim: bool) -> None:
        super().__init__(
            undefined=undefined,
            autoescape=False,
            trim_blocks=trim,
            lstrip_blocks=trim,
            keep_trailing_newline=False,
            finalize=_finalize,
            optimized=False,
            cache_size=0,
        )
        self.globals = {"range": _range}
        self.filters = {name: _limited(name) for name in _FILTERS}
        self.filters |= {
            "join": _join,
            "replace": _replace,
            "indent": _indent,
            "tojson": _tojson,
            "_rounds": _rounds,
            "_entered": _entered,
            "_concat": _concat,
        }

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        defer_init: bool = False,
    ) -> str:
        """Compiles the template with its loops, macros and joins charged."""
        return super()._generate(_with_charges(source), name, filename, defer_init)

    def is_safe_callable(self, obj: Any) -> bool:
        """Only macros, ``range``, the loop, and the bounded methods of plain values."""
        if obj is _range or isinstance(obj, (Macro, LoopContext)):
            return True
        owner = getattr(obj, "__self__", None)
        if isinstance(owner, LoopContext):
            return True
        if isinstance(obj, BuiltinMethodType):
            return obj.__name__ in _METHODS.get(type(owner), ())
        return False

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Calls what is allowed, a step each."""
        _budget(context).step()
        if isinstance(obj, Undefined) or self.is_safe_callable(obj):
            return context.call(obj, *args, **kwargs)
        raise SecurityError(f"{getattr(obj, '__name__', type(obj).__name__)} cannot be called")

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """``+ * ** %`` on what cannot grow out of hand."""
        budget = _budget(context)
        budget.step()
        if operator == "%" and isinstance(left, (str, bytes)):
            raise SecurityError("formatting by % is not offered")
        _check_growth(budget, operator, left, right)
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, (str, list, tuple)):
            budget.make(len(result))
        return result


def _check_growth(budget: Budget, operator: str, left: Any, right: Any) -> None:
    for one, other in ((left, right), (right, left)):
        if operator == "*" and isinstance(one, (str, list, tuple)) and isinstance(other, int):
            budget.make(max(0, len(one) * other))
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length()
        bits = bits * abs(right) if operator == "**" else bits + right.bit_length()
        if bits > _BITS:
            raise LimitError(f"a number of more than {_BITS} bits")


def _text_size(body: Iterable[nodes.Node]) -> int:
    return sum(len(data.data) for node in body for data in node.find_all(nodes.TemplateData))


def _charge(node: Any, name: str, size: int) -> nodes.Filter:
    return nodes.Filter(node, name, [nodes.Const(size)], [], None, None, lineno=node.lineno)


def _with_charges(tree: nodes.Template) -> nodes.Template:
    """The tree with each loop, macro and ``~`` going through the budget."""
    for loop in list(tree.find_all(nodes.For)):
        loop.iter = _charge(loop.iter, "_rounds", _text_size(loop.body))
    macros: list[Any] = [*tree.find_all(nodes.Macro), *tree.find_all(nodes.CallBlock)]
    for macro in macros:
        size = nodes.Const(_text_size(macro.body), lineno=macro.lineno)
        entered = nodes.Filter(size, "_entered", [], [], None, None, lineno=macro.lineno)
        macro.body.insert(0, nodes.Output([entered], lineno=macro.lineno))
    _replace_concat(tree)
    if tree.environment is not None:  # for the nodes that are new
        tree.set_environment(tree.environment)
    return tree


def _replace_concat(node: nodes.Node) -> None:
    for name in node.fields:
        value = getattr(node, name)
        if isinstance(value, nodes.Node):
            setattr(node, name, _joined(value))
        elif isinstance(value, list):
            setattr(node, name, [_joined(v) if isinstance(v, nodes.Node) else v for v in value])


def _joined(node: nodes.Node) -> nodes.Node:
    _replace_concat(node)
    if isinstance(node, nodes.Concat):
        parts = nodes.Tuple(node.nodes, "load", lineno=node.lineno)
        return nodes.Filter(parts, "_concat", [], [], None, None, lineno=node.lineno)
    return node


@cache
def environment(*, strict: bool, trim: bool) -> _Environment:
    """The environment.

    Args:
        strict: a missing variable is an error; else it prints nothing.
        trim: a line that holds nothing but a statement leaves no line behind.
    """
    return _Environment(StrictUndefined if strict else Undefined, trim=trim)


def new_context(template: Template, values: Mapping[str, Any], budget: Budget) -> Context:
    """The context of one render: the values, ``range``, and the budget."""
    parent = {"range": _range, **values}
    context = _Context(template.environment, parent, template.name, template.blocks)
    context.budget = budget
    return context
